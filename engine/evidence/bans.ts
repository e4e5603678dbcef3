import type { Exchange, ReceivedResponse } from '../exchange.ts'
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
  const placeOf = lineUp(wrong, sent, isAccepted)
  return (refused) => {
    const place = placeOf(refused)
    if (!place) return false
    const { line, at } = place
    const isOther = ({ exchange }: Answered) => isAccepted(exchange) || exchange.response?.status !== refused.response?.status
    const before = line.slice(0, at).findLastIndex(isOther)
    const after = line.slice(at).findIndex(isOther)
    const row = line.slice(before + 1, after < 0 ? undefined : at + after)
    return row.length >= leastInRow && row.filter(({ isWrong }) => isWrong).length >= leastWrong
  }
}

/**
 * Tells which right requests a target refused while it was locked for a moment: the first wrong one before or after them, wherever to, and all
 * in between got the very same answer, each with another status than the first wrong one of its route.
 */
export function locksOf(wrong: readonly Exchange[], sent: readonly Exchange[]): Tell {
  const placeOf = lineUp(wrong, sent)
  const ids = new Set(wrong.map(({ id }) => id))
  const all = answeredOf(sent)
  return (refused) => {
    const { response } = refused
    const place = placeOf(refused)
    if (!place || !response) return false
    const own = place.line.map(({ exchange }) => exchange)
    const among = all.findIndex(({ id }) => id === refused.id)
    const rows = [own.slice(0, place.at).reverse(), own.slice(place.at + 1), all.slice(0, among).reverse(), all.slice(among + 1)]
    return rows.some((row) => {
      const first = row.find((other) => ids.has(other.id) || !isSame(response, other))
      return first !== undefined && ids.has(first.id) && isSame(response, first) && placeOf(first) !== undefined
    })
  }
}

function isSame(response: ReceivedResponse, other: Exchange): boolean {
  return other.response !== undefined && isAlike(response, other.response)
}

type Tell = (exchange: Exchange) => boolean

interface Answered {
  readonly exchange: Exchange
  readonly isWrong: boolean
}

/**
 * Finds the place of a request among all that its route answered, in order; undefined where the first wrong one got the same status: it is
 * how the target refuses.
 */
function lineUp(wrong: readonly Exchange[], sent: readonly Exchange[], isAccepted: Tell = () => false) {
  const ids = new Set(wrong.map(({ id }) => id))
  const routes = Map.groupBy(
    answeredOf(sent).map((exchange): Answered => ({ exchange, isWrong: ids.has(exchange.id) })),
    ({ exchange }) => routeOf(exchange.request),
  )
  return ({ id, request, response }: Exchange): { readonly line: readonly Answered[]; readonly at: number } | undefined => {
    const line = routes.get(routeOf(request)) ?? []
    const first = line.find(({ isWrong }) => isWrong)?.exchange
    const at = line.findIndex(({ exchange }) => exchange.id === id)
    if (at < 0 || !first) return undefined
    const isUsual = first.response?.status === response?.status && !isAccepted(first)
    return isUsual ? undefined : { line, at }
  }
}

function answeredOf(sent: readonly Exchange[]): Exchange[] {
  return sent.filter(({ response }) => response).sort((one, other) => one.startedAt - other.startedAt)
}

/** Requests to another address, or by another method, may be answered before the target looks at who is banned. */
function routeOf({ method, url }: Exchange['request']): string {
  return `${method} ${url.replace(/[?#].*$/, '')}`
}
