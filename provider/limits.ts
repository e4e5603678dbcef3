import type { RateLimit } from './behaviour.ts'
import { type Refusal, refuse } from './refusals.ts'

/** Tells of each request, by its time in milliseconds, whether it exceeds the limit. */
export function rateLimiter(limit: RateLimit | undefined): (at: number) => Refusal | undefined {
  let times: readonly number[] = []
  return (at) => {
    if (!limit) return undefined
    times = times.filter((time) => at - time < 1000)
    if (times.length < limit.perSecond) {
      times = [...times, at]
      return undefined
    }
    const wait = limit.retryAfter ? { 'retry-after': '1' } : undefined
    return { ...refuse('rate', `Expected at most ${limit.perSecond} requests a second.`, wait), status: limit.status }
  }
}
