import { chronological, type Exchange } from '../exchange.ts'
import { isAlike } from './refusal-form.ts'

/** How many requests in a row have to be answered alike for a ban rather than chance. */
const leastInRow = 6
/** How many of them have to be wrong: right ones alone are refused for what they ask. */
const leastWrong = 3

/**
 * Tells which right requests a target refused while it refused everybody, like a target that bans clients that fail often: each is part of a
 * row of requests, right and wrong, that got the same status and were not accepted. If the first wrong request got that status too, it is how
 * the target refuses.
 */
export function bansOf(wrong: readonly Exchange[], sent: readonly Exchange[], isAccepted: Tell = () => false): Tell {
  const isWrong = amongst(wrong)
  const routes = routesOf(answeredOf(sent))
  const isLike = (one: Exchange, other: Exchange) =>
    one.response?.status === other.response?.status && ![one, other].some((each) => isAccepted(each))
  const rows = routes.flatMap((route) => rowsOf(route, isLike))
  const isBanned = amongst(rows.filter((row) => row.length >= leastInRow && row.filter(isWrong).length >= leastWrong).flat())
  const isUsual = usualAmong(routes, isWrong, isAccepted)
  return (refused) => isBanned(refused) && !isUsual(refused)
}

/**
 * Tells which right requests a target refused while it was locked for a moment: the first wrong one before or after them, wherever to, and all
 * in between got the very same answer, each with another status than the first wrong one of its route.
 */
export function locksOf(wrong: readonly Exchange[], sent: readonly Exchange[]): Tell {
  const isWrong = amongst(wrong)
  const all = answeredOf(sent)
  const routes = routesOf(all)
  const isUsual = usualAmong(routes, isWrong)
  const isLike = (before: Exchange, exchange: Exchange) => !isWrong(exchange) && isSame(before, exchange)
  const rows = [all, ...routes].flatMap((line) => [line, line.toReversed()]).flatMap((line) => rowsOf(line, isLike))
  const isLocked = amongst(rows.filter(([first]) => first && isWrong(first) && !isUsual(first)).flat())
  return (refused) => isLocked(refused) && !isUsual(refused)
}

type Tell = (exchange: Exchange) => boolean

function amongst(exchanges: readonly Exchange[]): Tell {
  const ids = new Set(exchanges.map(({ id }) => id))
  return ({ id }) => ids.has(id)
}

function isSame(one: Exchange, other: Exchange): boolean {
  return one.response !== undefined && other.response !== undefined && isAlike(one.response, other.response)
}

/** Parts these into rows in which each is like the one before it. A stranger's report may hold very many. */
function rowsOf(line: readonly Exchange[], isLike: (before: Exchange, exchange: Exchange) => boolean): Exchange[][] {
  let row = 0
  const rowAt = (exchange: Exchange, index: number) => {
    const before = line[index - 1]
    if (before && !isLike(before, exchange)) row += 1
    return row
  }
  return [...Map.groupBy(line, rowAt).values()]
}

/** True for the status that the first wrong request of the same route got, or where there is none: it is how the target refuses. */
function usualAmong(routes: readonly (readonly Exchange[])[], isWrong: Tell, isAccepted: Tell = () => false): Tell {
  const firsts = new Map(routes.flatMap((route) => route.find(isWrong) ?? []).map((first) => [routeOf(first), first]))
  return (exchange) => {
    const first = firsts.get(routeOf(exchange))
    return first === undefined || (first.response?.status === exchange.response?.status && !isAccepted(first))
  }
}

function answeredOf(sent: readonly Exchange[]): Exchange[] {
  return chronological(sent.filter(({ response }) => response))
}

function routesOf(exchanges: readonly Exchange[]): Exchange[][] {
  return [...Map.groupBy(exchanges, routeOf).values()]
}

/** Requests to another address, or by another method, may be answered before the target looks at who is banned. */
function routeOf({ request: { method, url } }: Exchange): string {
  return `${method} ${url.replace(/[?#].*$/, '')}`
}
