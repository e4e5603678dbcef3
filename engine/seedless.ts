import type { Json } from './judging/outcome.ts'

/** What was observed, without what depends on the seed: which kinds of answers there were, but not to which requests. */
export function seedless(value: Json): unknown {
  const kinds = groupsOf(value)?.map(([kind]) => kind)
  return kinds?.sort() ?? value
}

/**
 * Whether kinds of answers may be those of one target, asked with two seeds: the commonest kind of each run, or one of several such, is among
 * those of the other. Rare kinds come and go with the requests that a seed deals out. Undefined for what is not observed by kinds.
 */
export function isOfOneTarget(before: Json, now: Json): boolean | undefined {
  const [one, other] = [groupsOf(before), groupsOf(now)]
  if (!one || !other) return undefined
  return areAmong(mostFrequent(one), other) && areAmong(mostFrequent(other), one)
}

type Group = readonly [kind: string, requests: number]

/** The kinds of answers, and how many requests got each: one that all got is told as `every refusal`. */
function groupsOf(value: Json): Group[] | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const groups = Object.entries(value).map(([kind, requests]) => [kind, countOf(requests)] as const)
  return groups.length > 0 && groups.every(([, count]) => count > 0) ? groups : undefined
}

function countOf(requests: Json): number {
  if (requests === 'every refusal') return 1
  return Array.isArray(requests) ? requests.length : 0
}

function mostFrequent(groups: readonly Group[]): string[] {
  const most = Math.max(...groups.map(([, count]) => count))
  return groups.flatMap(([kind, count]) => (count === most ? [kind] : []))
}

function areAmong(kinds: readonly string[], groups: readonly Group[]): boolean {
  return groups.some(([other]) => kinds.includes(other))
}
