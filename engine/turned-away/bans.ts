import { isAlike } from '../evidence/refusal-form.ts'
import type { Exchange } from '../exchange.ts'

/** How many requests in a row have to be answered alike for a ban rather than chance. */
const leastInRow = 6
/** How many of them have to be wrong: right ones alone are refused for what they ask. */
const leastWrong = 3

/**
 * Tells which right requests a target refused while it refused everybody, like a target that bans clients that fail often: each is part of a
 * row of requests, right and wrong, that got the same status and were not accepted. If the first wrong request got that status too, it is how
 * the target refuses.
 */
export function bansOf(wrong: readonly Exchange[], sent: readonly Exchange[], isAccepted = isNever): (refused: Exchange) => boolean {
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
 * Tells which right requests a target refused while it was locked for a moment: the wrong one sent just before or after got the very same
 * answer, with another status than the first wrong one.
 */
export function locksOf(wrong: readonly Exchange[], sent: readonly Exchange[]): (refused: Exchange) => boolean {
  const placeOf = lineUp(wrong, sent)
  return (refused) => {
    const { line = [], at = 0 } = placeOf(refused) ?? {}
    const isSame = ({ isWrong, exchange: { response } }: Answered) =>
      isWrong && response !== undefined && refused.response !== undefined && isAlike(refused.response, response)
    return [line[at - 1], line[at + 1]].some((beside) => beside !== undefined && isSame(beside))
  }
}

function isNever(_: Exchange): boolean {
  return false
}

interface Answered {
  readonly exchange: Exchange
  readonly isWrong: boolean
}

/**
 * Finds the place of a right request among all that its route answered, in order; undefined where the first wrong one got the same status: it is
 * how the target refuses.
 */
function lineUp(wrong: readonly Exchange[], sent: readonly Exchange[], isAccepted = isNever) {
  const ids = new Set(wrong.map(({ id }) => id))
  const answered = sent.filter(({ response }) => response).sort((one, other) => one.startedAt - other.startedAt)
  const routes = Map.groupBy(
    answered.map((exchange): Answered => ({ exchange, isWrong: ids.has(exchange.id) })),
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

/** Requests to another address, or by another method, may be answered before the target looks at who is banned. */
function routeOf({ method, url }: Exchange['request']): string {
  return `${method} ${url.replace(/[?#].*$/, '')}`
}
