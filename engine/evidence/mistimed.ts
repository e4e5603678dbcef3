import { chronological, type Exchange } from '../exchange.ts'
import { clockSkew } from './clock-skew.ts'
import type { RightExchange } from './right-exchanges.ts'

/** How far a time is from the target's, in milliseconds, that it may well refuse. */
const leastApart = 60_000
/** How long a run asks nothing at most, whatever it waits for, in milliseconds. */
const longestSilence = 600_000

/**
 * Tells requests that were signed at another time, by the `Date` of their answers, than those that were accepted: a clock was set, here or
 * there, unless one behind it was accepted in time, and its `Date` is too far from theirs for a run: it comes from another server, which goes
 * wrong, or from a cache.
 */
export function mistimedBeside(accepted: readonly RightExchange[]): (refused: RightExchange) => boolean {
  const isApart = (sent: Exchange) => Math.abs(clockSkew([sent])) >= leastApart
  const toldBy = (sent: Exchange) => sent.startedAt + clockSkew([sent])
  const inTime = accepted.map(({ exchange }) => exchange).filter((sent) => !isApart(sent))
  const last = chronological(inTime).at(-1)
  const told = inTime.map(toldBy).sort((one, other) => one - other)
  const [from, to] = [(told[0] ?? 0) - longestSilence, (told.at(-1) ?? 0) + longestSilence]
  return ({ operation, exchange }) => {
    if (operation.authentication.kind !== 'signed' || !last || !isApart(exchange)) return false
    return last.startedAt < exchange.startedAt || (from <= toldBy(exchange) && toldBy(exchange) <= to)
  }
}
