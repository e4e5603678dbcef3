import type { Contract, Operation } from '../../contracts/contract.ts'
import { pathValues } from '../../contracts/path-template.ts'
import { withoutPrefix } from '../../provider/routes.ts'
import { distanceWithin } from '../../text/distance.ts'
import { percentDecoded } from '../../text/percent.ts'

export type NearMiss = 'case' | 'slash' | 'encoding' | 'separator' | 'version' | 'prefix' | 'letters'

/** Where a request went: to an operation as the source shows it, close to one, or to a place that the source does not show. */
export type Addressed =
  | { readonly kind: 'shown' | 'method' | 'base'; readonly operation: Operation }
  | { readonly kind: 'near'; readonly operation: Operation; readonly miss: NearMiss }
  | { readonly kind: 'other' }

/** Finds the operation that a request was meant for. `bases` are the addresses that the consumer was told of. */
export function addressed(
  { operations }: Contract,
  bases: Readonly<Record<string, string>>,
  { method, url }: { readonly method: string; readonly url: string },
  carries: (operation: Operation) => boolean,
): Addressed {
  const places = operations.map((operation) => ({ operation, ...placeOf(operation, bases, pathOf(url), originOf(url)) }))
  const exact = places.filter(({ place }) => place === 'here' || place === 'elsewhere')
  const right = exact.find(({ operation, place }) => operation.method === method && place === 'here')
  if (right) return { kind: 'shown', operation: right.operation }
  const strayed = exact.find(({ operation }) => operation.method === method)
  if (strayed) return { kind: 'base', operation: strayed.operation }
  if (method === preflight) return { kind: 'other' }
  // Only the name of some operations is shown, and a safe method may be one of theirs (RFC 9110, 9.2.1).
  const other = exact.find(({ operation }) => !['GET', 'HEAD'].includes(method) || carries(operation))
  if (other) return { kind: 'method', operation: other.operation }
  if (exact.length > 0) return { kind: 'other' }
  const told = places.filter(({ isTold }) => isTold)
  for (const { operation, behind } of told) {
    const miss = operation.method === method || carries(operation) ? nearMiss(operation.path, behind) : undefined
    if (miss) return { kind: 'near', operation, miss }
  }
  const misspelt = told.find(
    ({ operation, behind }) => operation.method === method && isMisspelt(operation.path, behind) && carries(operation),
  )
  return misspelt ? { kind: 'near', operation: misspelt.operation, miss: 'letters' } : { kind: 'other' }
}

/** The path of a request as it was sent, whether its target is a path or a whole address. */
export function pathOf(url: string): string {
  return /^\w+:\/\/[^/?#]*([^?#]*)/.exec(url)?.[1] ?? url.replace(/[?#].*$/s, '')
}

/** Where a request went, by scheme, host and port. */
export function originOf(url: string): string {
  const found = /^\w+:\/\/[^/?#]*/.exec(url)?.[0] ?? ''
  const known = origins.get(found)
  if (known !== undefined) return known
  const origin = URL.canParse(found) ? new URL(found).origin : ''
  if (origins.size < mostOrigins) origins.set(found, origin)
  return origin
}

/** A cache: the same few origins are asked for at every request. */
const origins = new Map<string, string>()
const mostOrigins = 1000

/** Browsers ask by it whether they may send a request, of their own accord. */
const preflight = 'OPTIONS'

interface Place {
  readonly place: 'here' | 'elsewhere' | 'away'
  /** True if a request to this host may be meant for the operation; one to another host is not judged. */
  readonly isTold: boolean
  /** The path after the operation's own base, as far as it has that base. */
  readonly behind: string
}

function placeOf(operation: Operation, bases: Readonly<Record<string, string>>, path: string, origin: string): Place {
  const own = bases[operation.base]
  const isOwn = own !== undefined && originOf(own) === origin
  const rest = isOwn ? withoutPrefix(path, pathOf(own)) : undefined
  const others = Object.values(bases).filter((base) => originOf(base) === origin)
  const known = { isTold: own === undefined || others.length > 0, behind: rest ?? path }
  if (isLike(operation.path, rest)) return { ...known, place: 'here' }
  const isElsewhere = others.some((base) => isLike(operation.path, withoutPrefix(path, pathOf(base))))
  return { ...known, place: isElsewhere ? 'elsewhere' : 'away' }
}

function isLike(template: string, path: string | undefined): boolean {
  return path !== undefined && pathValues(template, path) !== undefined
}

const spellings: readonly (readonly [NearMiss, (path: string) => string])[] = [
  ['encoding', percentDecoded],
  ['slash', (path) => path.replace(/\/+/g, '/').replace(/(.)\/$/, '$1')],
  ['case', (path) => path.toLowerCase()],
  ['separator', (path) => path.replace(/[-_]/g, '')],
  ['version', (path) => path.replace(/\/v\d+(?:\.\d+)*(?=\/|$)/g, '')],
]

const mostWrong = 2
export const shortestMisspelt = 12

/** Another word of about the same letters may be that of an operation of which no path is shown; the inputs tell them apart. */
function isMisspelt(template: string, path: string): boolean {
  return (
    path.length >= shortestMisspelt &&
    path.split('/').length === template.split('/').length &&
    distanceWithin(mostWrong, template, path) !== undefined
  )
}

/** The first difference that, undone with those before it, makes both the same; else what stands before the path, or is missing there. */
function nearMiss(template: string, path: string): NearMiss | undefined {
  if (isLike(template, path)) return 'prefix'
  let [wanted, given] = [template, path]
  for (const [miss, plain] of spellings) {
    ;[wanted, given] = [plain(wanted), plain(given)]
    if (isLike(wanted, given)) return miss
  }
  const [longer, shorter] = wanted.length > given.length ? [wanted, given] : [given, wanted]
  return /^\/[^/]/.test(shorter) && longer.endsWith(shorter) ? 'prefix' : undefined
}
