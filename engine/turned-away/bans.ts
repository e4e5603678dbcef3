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
  const statuses = (exchanges: readonly Exchange[]) =>
    exchanges.flatMap((exchange) => {
      const { id, startedAt, response } = exchange
      return response ? [{ id, startedAt, status: isAccepted(exchange) ? 'accepted' : response.status }] : []
    })
  const inOrder = statuses(sent).sort((one, other) => one.startedAt - other.startedAt)
  const ids = new Set(wrong.map(({ id }) => id))
  const usual = inOrder.find(({ id }) => ids.has(id))?.status
  return ({ id, response }) => {
    const isOther = ({ status }: { readonly status: number | string }) => status !== response?.status
    const at = inOrder.findIndex((each) => each.id === id)
    if (at < 0 || usual === undefined || usual === response?.status) return false
    const before = inOrder.slice(0, at).findLastIndex(isOther)
    const after = inOrder.slice(at).findIndex(isOther)
    const row = inOrder.slice(before + 1, after < 0 ? undefined : at + after)
    return row.length >= leastInRow && row.filter((each) => ids.has(each.id)).length >= leastWrong
  }
}
