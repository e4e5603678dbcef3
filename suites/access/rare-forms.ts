import type { Operation } from '../../contracts/contract.ts'
import { likely, ownSeed } from '../../engine/seed.ts'
import type { Choice, RequestSeen } from './listed-forms.ts'

/** A path that few servers take for that of an operation: another one for each. Dots are left to the requests with its path in a header. */
export function rarePath(operation: Operation, choice: Choice): string {
  const paths = isAskedAtRoot(operation) ? [...rarePaths, ...dottedPaths, ...dottedPaths] : rarePaths
  return ownSeed(operation, choice).pick('form.path', paths)(operation.path)
}

export function isRarePath({ method, path }: Operation, seen: RequestSeen): boolean {
  return seen.method === method && [...dottedPaths, ...rarePaths].some((change) => seen.path.endsWith(change(path)))
}

/** Where a request is sent whose path stands in a header: to the root, or to a path with dots that some servers take for its own. */
export function besideOriginal(operation: Operation, choice: Choice): string {
  return isAskedAtRoot(operation) ? '/' : ownSeed(operation, choice).pick('form.dotted', dottedPaths)(operation.path)
}

export function isAskedAtRoot({ body }: Operation): boolean {
  return body === undefined
}

export function anotherMethod(operation: Operation, choice: Choice): string {
  return ownSeed(operation, choice).pick('form.method', otherMethods(operation))
}

/** What reads by POST may be asked by GET; an operation that moves money keeps a method with a body, which the money guard reads. */
export function otherMethods({ method, movesMoney }: Operation): string[] {
  if (method !== 'GET' && !movesMoney) return ['GET']
  return [...likely(2, 'PATCH'), ...likely(2, method.toLowerCase()), 'DELETE'].filter((other) => other !== method)
}

export const versioned = /\/v(\d+)\//
const lastSlash = /(?<=.)\/(?=[^/]*$)/
const firstLetters = /(?<=\/)[a-z]/g

type Change = (path: string) => string

const behind =
  (what: string): Change =>
  (path) =>
    path + what
const before =
  (what: string): Change =>
  (path) =>
    what + path
const atLastSlash =
  (what: string): Change =>
  (path) =>
    path.replace(lastSlash, what)

/** Segments that mean nothing (RFC 3986, 5.2.4), or nothing once they are decoded. */
const dottedPaths: readonly Change[] = [(path) => path.replaceAll('/', '/./'), atLastSlash('/x/../'), atLastSlash('/%2e/')]

/** What servers, frameworks and gateways are known to take for the path behind their guard. */
const rarePaths: readonly Change[] = [
  ...[atLastSlash('/x/..;/'), before('/index.php'), before('/prod'), behind('/style.css')].flatMap((change) => likely(2, change)),
  atLastSlash('%2F'),
  atLastSlash('%5C'),
  before('/public'),
  behind('.xml'),
  behind('%20'),
  behind('%00'),
  (path) => path.replaceAll(firstLetters, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  (path) =>
    versioned.test(path) ? path.replace(versioned, (_, version) => `/v${Number(version) + 1}/`) : path.replace(/^\/[^/]+/, '$&/v1'),
]
