import { counted } from '../../text/counted.ts'
import { type Exchange, endOf, headerValue } from '../exchange.ts'

/**
 * The least by which a target's clock is ahead of ours, in milliseconds (below zero: behind), by the `Date` of its answers. A `Date` is
 * cut to the second and was written at some time between request and answer, so each gives a range; what all ranges share is left. Zero
 * where they agree with ours, with one another too little, or there are none.
 */
export function clockSkew(exchanges: readonly Exchange[]): number {
  const ranges = exchanges.flatMap((exchange) => {
    const { response, startedAt } = exchange
    const date = response && !headerValue(response.headers, 'age') ? Date.parse(headerValue(response.headers, 'date') ?? '') : Number.NaN
    return Number.isNaN(date) ? [] : [{ least: date - endOf(exchange), most: date + 1000 - startedAt }]
  })
  if (ranges.length === 0) return 0
  const least = Math.max(...ranges.map((range) => range.least))
  const most = Math.min(...ranges.map((range) => range.most))
  if (least > most) return 0
  return least > 0 ? least : Math.min(0, most)
}

/** Replicas of a target may be some seconds apart from one another; in milliseconds. */
const leastSet = 5000

/** True if the clocks are further apart by an exchange than those of replicas. */
export function areClocksApart(exchange: Exchange): boolean {
  return Math.abs(clockSkew([exchange])) >= leastSet
}

/** True if the clocks are apart by one exchange and not, or otherwise, by the one before: one of them was set between them. */
export function wereSet(before: Exchange, after: Exchange): boolean {
  return areClocksApart(after) && clockSkew([before, after]) === 0
}

export function durationText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1000)
  if (seconds < 120) return counted(seconds, 'second')
  return seconds < 7200 ? `${Math.floor(seconds / 60)} minutes` : `${Math.floor(seconds / 3600)} hours`
}
