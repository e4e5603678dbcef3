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
export function bansOf(
  wrong: readonly Exchange[],
  sent: readonly Exchange[],
  isAccepted: (exchange: Exchange) => boolean = () => false,
): (refused: Exchange) => boolean {
  const ids = new Set(wrong.map(({ id }) => id))
  const answered = sent.flatMap((exchange) => {
    const { id, startedAt, request, response } = exchange
    return response ? [{ id, startedAt, route: routeOf(request), status: isAccepted(exchange) ? 'accepted' : response.status }] : []
  })
  const inOrder = answered.sort((one, other) => one.startedAt - other.startedAt)
  return ({ id, request, response }) => {
    const isOther = ({ status }: { readonly status: number | string }) => status !== response?.status
    const route = routeOf(request)
    const alike = inOrder.filter((each) => each.route === route)
    const usual = alike.find((each) => ids.has(each.id))?.status
    const at = alike.findIndex((each) => each.id === id)
    if (at < 0 || usual === undefined || usual === response?.status) return false
    const before = alike.slice(0, at).findLastIndex(isOther)
    const after = alike.slice(at).findIndex(isOther)
    const row = alike.slice(before + 1, after < 0 ? undefined : at + after)
    return row.length >= leastInRow && row.filter((each) => ids.has(each.id)).length >= leastWrong
  }
}

/**
 * Tells which right requests a target refused while it was locked for a moment: the wrong one sent just before or after got the very same
 * answer, with another status than the first wrong one.
 */
export function locksOf(wrong: readonly Exchange[], sent: readonly Exchange[]): (refused: Exchange) => boolean {
  const ids = new Set(wrong.map(({ id }) => id))
  const inOrder = sent.filter(({ response }) => response).sort((one, other) => one.startedAt - other.startedAt)
  return ({ id, request, response }) => {
    const route = routeOf(request)
    const near = inOrder.filter((each) => routeOf(each.request) === route)
    const usual = near.find((each) => ids.has(each.id))?.response?.status
    const at = near.findIndex((each) => each.id === id)
    if (!response || usual === undefined || usual === response.status) return false
    return [near[at - 1], near[at + 1]].some((each) => each?.response && ids.has(each.id) && isAlike(response, each.response))
  }
}

/** Requests to another address, or by another method, may be answered before the target looks at who is banned. */
function routeOf({ method, url }: Exchange['request']): string {
  return `${method} ${url.replace(/[?#].*$/, '')}`
}
