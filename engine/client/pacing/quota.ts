import type { Exchange } from '../../exchange.ts'

/**
 * Tells a target that takes no more withdrawals for now from one that is asked too fast: it answers right ones with 429 again and again, and
 * never the many others that go out at the same time.
 */
export interface Quota {
  /** True while a right withdrawal would be answered with 429: waiting is futile then. */
  readonly isReached: boolean
  /** True once right withdrawals are to wait by themselves, and hold up nothing else. */
  readonly isApart: boolean
  /** Records an answer to a right withdrawal, to a wrong one or to another request; true if waiting is futile. */
  note(answer: Exchange, about: Asked): boolean
}

interface Asked {
  readonly kind: 'right' | 'wrong' | 'other'
  readonly isRegistered?: boolean
}

const leastLimited = 4
const leastAnswered = 10
const leastApart = 2
/** For how long that has to last, in milliseconds: a burst may exceed what is taken in a second. */
const leastTime = 3000
/** The same where only other operations were answered, which may have a limit of their own. */
const leastTimeOfOthers = 20_000

export function createQuota(): Quota {
  const others = { wrong: { limited: 0, answered: 0, beside: 0 }, other: { limited: 0, answered: 0, beside: 0 } }
  const { wrong, other } = others
  let waits = 0
  /** When the right ones were sent that got 429 since one was registered. */
  let limited: number[] = []
  const isReached = () => {
    if (wrong.limited > 0 || limited.length < leastLimited) return false
    const time = Math.max(...limited) - Math.min(...limited)
    const isOfOthers = other.limited === 0 && other.answered >= leastAnswered && time >= leastTimeOfOthers
    return isOfOthers || (wrong.answered >= leastAnswered && time >= leastTime)
  }
  return {
    get isReached() {
      return isReached()
    },
    get isApart() {
      const beside = wrong.beside + (other.limited === 0 ? other.beside : 0)
      return wrong.limited === 0 && waits >= leastApart && beside >= leastApart
    },
    note: ({ response, startedAt }, { kind, isRegistered }) => {
      const isLimited = response?.status === 429
      if (isRegistered) limited = []
      if (kind === 'right' && isLimited) {
        limited.push(startedAt)
        waits += 1
        return isReached()
      }
      if (kind !== 'right' && response) {
        others[kind][isLimited ? 'limited' : 'answered'] += 1
        if (!isLimited && limited.length > 0) others[kind].beside += 1
      }
      return false
    },
  }
}
