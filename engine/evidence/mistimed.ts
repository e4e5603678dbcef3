import type { Exchange } from '../exchange.ts'
import { areOfOneClock, clockSkew } from './clock-skew.ts'
import type { RightExchange } from './right-exchanges.ts'

/** How far a time is from the target's, in milliseconds, that it may well refuse. */
const leastApart = 60_000

/**
 * True for a request that was signed at another time, by the `Date` of its answer, than those that were accepted: a clock was set, here or
 * there, unless one behind it was accepted in time, and the `Date`s are those of two clocks.
 */
export function isMistimed({ operation, exchange }: RightExchange, accepted: readonly RightExchange[]): boolean {
  const isApart = (sent: Exchange) => Math.abs(clockSkew([sent])) >= leastApart
  if (operation.authentication.kind !== 'signed' || !isApart(exchange)) return false
  const inTime = accepted.flatMap(({ exchange: other }) => (isApart(other) ? [] : [other]))
  const isLast = inTime.every(({ startedAt }) => startedAt < exchange.startedAt)
  return inTime.length > 0 && (isLast || inTime.some((other) => areOfOneClock(other, exchange)))
}
