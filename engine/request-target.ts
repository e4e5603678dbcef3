import type { Operation } from '../contracts/contract.ts'

/**
 * The path and the query of an address as they are written: `URL` takes dots out of a path, encoded or not, which is what some guards forget.
 * Where a character stands that no path may hold, they are as `URL` writes them.
 */
export function requestTarget(url: string): string {
  const written = /^\w[\w+.-]*:\/\/[^/?#\\]*(\/[^#]*)/.exec(url)?.[1] ?? ''
  return permitted.test(written) ? written : tidiedTarget(url)
}

/** The same as most clients write it, without the dots. */
export function tidiedTarget(url: string): string {
  const { pathname, search } = new URL(url)
  return `${pathname}${search}`
}

/** The part of an operation's address before its path: the base that was asked. */
export function askedBase({ path }: Operation, url: string): string | undefined {
  return url.split(path.split('{', 1)[0] ?? path, 1)[0]
}

/** The characters of RFC 3986. */
const permitted = /^\/[\w.~:/?[\]@!$&'()*+,;=%-]*$/
