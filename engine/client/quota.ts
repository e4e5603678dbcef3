import type { Exchange } from '../exchange.ts'

/**
 * Tells a target that takes no more withdrawals for now from one that is asked too fast: it says 429 to right ones again and again, and
 * never to the many wrong ones that go out beside them. To wait for that is in vain.
 */
export interface Quota {
  /** True while a right withdrawal would get no more than 429. */
  readonly isReached: boolean
  /** Notes the answer to a withdrawal; true where to wait is in vain. */
  note(answer: Exchange, about: { readonly right: boolean; readonly isRegistered: boolean }): boolean
}

const leastLimited = 5
const leastAnswered = 20

/** Begins with a target that takes all. */
export function createQuota(): Quota {
  const none = { rightLimited: 0, wrongLimited: 0, answered: 0 }
  let since = none
  const isReached = () => since.wrongLimited === 0 && since.rightLimited >= leastLimited && since.answered >= leastAnswered
  return {
    get isReached() {
      return isReached()
    },
    note: ({ response }, { right, isRegistered }) => {
      const isLimited = response?.status === 429
      if (isRegistered) since = none
      else if (isLimited && right) since = { ...since, rightLimited: since.rightLimited + 1 }
      else if (isLimited) since = { ...since, wrongLimited: since.wrongLimited + 1 }
      else if (response) since = { ...since, answered: since.answered + 1 }
      return isLimited && isReached()
    },
  }
}
