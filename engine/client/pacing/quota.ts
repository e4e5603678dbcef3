import type { Exchange } from '../../exchange.ts'

/**
 * Tells a target that takes no more withdrawals for now from one that is asked too fast: it answers right ones with 429 again and again, and
 * never the many wrong ones that go out at the same time. Waiting is futile then.
 */
export interface Quota {
  /** True while a right withdrawal would be answered with 429. */
  readonly isReached: boolean
  /** Records the answer to a withdrawal; true if waiting is futile. */
  note(answer: Exchange, about: { readonly right: boolean; readonly isRegistered: boolean }): boolean
}

const leastLimited = 4
const leastAnswered = 10
/** For how long that has to last, in milliseconds: a burst may exceed what is taken in a second. */
const leastTime = 3000

export function createQuota(): Quota {
  const wrong = { limited: 0, answered: 0 }
  /** When the right ones were sent that got 429 since one was registered. */
  let limited: number[] = []
  const isLong = () => Math.max(...limited) - Math.min(...limited) >= leastTime
  const isReached = () => wrong.limited === 0 && limited.length >= leastLimited && wrong.answered >= leastAnswered && isLong()
  return {
    get isReached() {
      return isReached()
    },
    note: ({ response, startedAt }, { right, isRegistered }) => {
      const isLimited = response?.status === 429
      if (isRegistered) limited = []
      else if (right) limited.push(...(isLimited ? [startedAt] : []))
      else if (response) wrong[isLimited ? 'limited' : 'answered'] += 1
      return isLimited && isReached()
    },
  }
}
