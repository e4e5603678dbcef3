import type { Operation } from '../../contracts/contract.ts'
import { originalHeaders } from './forwarded-claims.ts'
import type { Choice, RequestSeen } from './listed-forms.ts'

/** A request line that few servers take for that of an operation. */
interface RareLine {
  readonly method: string
  readonly path: string
}

/** The line that is tried of an operation: one of several by the choice of the seed, another one of each operation. */
export function rareLine(operation: Operation, { seed, contract: { operations } }: Choice): RareLine {
  const plain = { method: operation.method, path: dotted(operation.path) }
  if (isAskedAtRoot(operation)) return plain
  const place = operations.findIndex(({ id }) => id === operation.id)
  const shuffled = seed.shuffled('form.rare', rareLines)
  const dealt = [...shuffled.slice(place), ...shuffled.slice(0, place)].map((line) => line(operation))
  return dealt.find((line) => !isOrdinary(operation, line)) ?? plain
}

export function isRareLine(operation: Operation, { method, path, headers }: RequestSeen): boolean {
  const lines = [{ method: operation.method, path: dotted(operation.path) }, ...rareLines.map((line) => line(operation))]
  const isOne = (line: RareLine) => line.method === method && path.endsWith(line.path) && !isOrdinary(operation, line)
  return headers[originalHeaders[0]] === undefined && lines.some(isOne)
}

/** Where a request is sent whose path stands in a header: to the root, or to its own path, which some servers find by either. */
export function besideOriginal(operation: Operation): string {
  return isAskedAtRoot(operation) ? '/' : dotted(operation.path)
}

function isAskedAtRoot({ body }: Operation): boolean {
  return body === undefined
}

/** A path with a segment that means nothing before each of its own (RFC 3986, 5.2.4). */
function dotted(path: string): string {
  return path.replaceAll('/', '/./')
}

/** Another method; an operation that moves money keeps one with a body, which the money guard reads. */
export function anotherMethod({ method, movesMoney }: Operation): string {
  return method === 'GET' || movesMoney ? 'PATCH' : 'GET'
}

function isOrdinary(operation: Operation, { method, path }: RareLine): boolean {
  return path === operation.path && (method === operation.method || method === anotherMethod(operation))
}

export const versioned = /\/v(\d+)\//
const lastSlash = /(?<=.)\/(?=[^/]*$)/
const firstLetters = /(?<=\/)[a-z]/g

const rareLines: readonly ((operation: Operation) => RareLine)[] = [
  ...[
    (path: string) => path.replace(lastSlash, '%2F'),
    (path: string) => path.replace(lastSlash, '%5C'),
    (path: string) => path.replace(lastSlash, '/x/..;/'),
    (path: string) => path.replace(lastSlash, '/x/../'),
    (path: string) => path.replace(lastSlash, '/%2e/'),
    (path: string) => `/index.php${path}`,
    (path: string) => `/public${path}`,
    (path: string) => `${path}%20`,
    (path: string) => `${path}%00`,
    (path: string) => path.replaceAll(firstLetters, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
    (path: string) => `${path}/style.css`,
    (path: string) =>
      versioned.test(path) ? path.replace(versioned, (_, version) => `/v${Number(version) + 1}/`) : path.replace(/^\/[^/]+/, '$&/v1'),
  ].map((change) => ({ method, path }: Operation) => ({ method, path: change(path) })),
  ...['DELETE', 'PUT', 'PATCH'].map((method) => ({ path }: Operation) => ({ method, path })),
  ({ method, path }) => ({ method: method.toLowerCase(), path }),
]
