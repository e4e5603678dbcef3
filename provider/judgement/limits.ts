import type { Lockout, RateLimit } from '../behaviour.ts'
import { aboutCredentials, type Refusal, refuse } from './refusals.ts'

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

/** Counts wrong credentials, and turns everybody away while it is locked. */
export type Guard = ReturnType<typeof lockoutGuard>

export function lockoutGuard(lockout: Lockout | undefined) {
  let [failures, until] = [0, Number.NEGATIVE_INFINITY]
  return {
    refusal: (at: number): Refusal | undefined =>
      lockout && at < until ? { ...refuse('rate', 'Locked.'), status: lockout.status } : undefined,
    note: (at: number, refused: Refusal | undefined): void => {
      if (!refused) failures = 0
      else if (aboutCredentials.has(refused.kind)) failures += 1
      if (!lockout || failures < lockout.failures) return
      failures = 0
      until = at + lockout.milliseconds
    },
  }
}
