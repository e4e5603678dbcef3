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
  const inTime = chronological(accepted.map(({ exchange }) => exchange).filter((sent) => !isApart(sent)))
  const [first, last] = [inTime[0], inTime.at(-1)]
  return ({ operation, exchange }) => {
    if (operation.authentication.kind !== 'signed' || !first || !last || !isApart(exchange)) return false
    const told = exchange.startedAt + clockSkew([exchange])
    const isOfRun = first.startedAt - longestSilence <= told && told <= last.startedAt + longestSilence
    return last.startedAt < exchange.startedAt || isOfRun
  }
}
