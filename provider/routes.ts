import type { Operation } from '../contracts/contract.ts'
import { pathValues } from '../contracts/path-template.ts'
import { didYouMean } from '../contracts/suggestion.ts'
import { type Refusal, refuse } from './judgement/refusals.ts'

/** Where a request leads: to an operation, with the values in its path, or nowhere. */
export type Route =
  | { readonly operation: Operation; readonly path: Readonly<Record<string, string>> }
  | { readonly operation?: undefined; readonly refusal: Refusal }

/** The path after the prefix, as given; undefined where the prefix does not stand before it. */
export function withoutPrefix(path: string, prefix: string): string | undefined {
  const trimmed = prefix.replace(/\/$/, '')
  return path.startsWith(`${trimmed}/`) ? path.slice(trimmed.length) : undefined
}

export function route(operations: readonly Operation[], method: string, path: string | undefined): Route {
  const found = operations.flatMap((operation) => {
    const values = path === undefined ? undefined : pathValues(operation.path, path)
    return values ? [{ operation, path: values }] : []
  })
  if (found.length === 0) return { refusal: refuse('route', 'There is nothing at this path.') }
  const allowed = found.map(({ operation }) => operation.method).join(', ')
  const right = found.find(({ operation }) => operation.method === method)
  if (right) return right
  const other = /^[A-Z]{1,20}$/.test(method) ? method : 'another method'
  return { refusal: refuse('method', `Expected ${allowed} at this path, found ${other}.`, { allow: allowed }) }
}

/** Refuses a path that leads nowhere: says which there are, and which one may be meant. */
export function noRoute(known: readonly { readonly method: string; readonly path: string }[], path: string): Route {
  const paths = known.map((each) => each.path)
  const within = paths.filter((each) => path.includes(each)).map((each) => ` Did you mean ${each}?`)
  const near = within[0] ?? (/\w/.test(path) ? didYouMean(path.slice(0, longestPath), paths) : '')
  const all = known.map((each) => `${each.method} ${each.path}`).join(', ')
  return { refusal: refuse('route', `There is nothing at this path.${near} There is ${all}.`) }
}

/** A longer path is no misspelling of these. */
const longestPath = 200
