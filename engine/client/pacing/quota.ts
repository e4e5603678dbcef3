import type { Exchange } from '../../exchange.ts'

const leastLimited = 4
const leastAnswered = 10
const leastApart = 2
/** For how long that has to last, in milliseconds: a burst may exceed what is taken in a second. */
const leastTime = 3000
/** The same where only other operations were answered, which may have a limit of their own. */
const leastTimeOfOthers = 20_000

/** How often an unusual one has to be repeated, that may be told 429 for what it asks. */
const leastRepeats = 3

/** What a request is to a quota: a right withdrawal, ordinary or not, a wrong one, or nothing that moves money. */
export type WithdrawalKind = 'right' | 'unusual' | 'wrong' | 'other'

/**
 * Tells a target that takes no more withdrawals for now from one that is asked too fast: it answers right ones with 429 again and again, and
 * never the many others that go out at the same time.
 */
export class Quota {
  readonly #wrong = { limited: 0, answered: 0, beside: 0 }
  readonly #other = { limited: 0, answered: 0, beside: 0 }
  #waits = 0
  /** The right ones that got 429 since one was registered. */
  #limited: { readonly startedAt: number; readonly kind: WithdrawalKind }[] = []

  /** True while a right withdrawal would be answered with 429: waiting is futile then. */
  get isReached(): boolean {
    if (this.#wrong.limited > 0 || this.#limited.length < leastLimited) return false
    const times = this.#limited.map(({ startedAt }) => startedAt)
    const time = Math.max(...times) - Math.min(...times)
    const isOfOthers = this.#other.limited === 0 && this.#other.answered >= leastAnswered && time >= leastTimeOfOthers
    return isOfOthers || (this.#wrong.answered >= leastAnswered && time >= leastTime)
  }

  /** True once right withdrawals are to wait by themselves, and hold up nothing else. */
  get isApart(): boolean {
    const beside = this.#wrong.beside + (this.#other.limited === 0 ? this.#other.beside : 0)
    return this.#wrong.limited === 0 && this.#waits >= leastApart && beside >= leastApart
  }

  /** True for a right one that was answered with 429, as it will be when it is sent again. */
  isFutile({ response, repeats }: Exchange, kind: WithdrawalKind): boolean {
    const isOrdinaryLimited = () => this.#limited.some((limited) => limited.kind === 'right')
    const isAlike = kind === 'right' || (kind === 'unusual' && (repeats >= leastRepeats || isOrdinaryLimited()))
    return response?.status === 429 && isAlike && this.isReached
  }

  /** Records an answer. */
  note({ response, startedAt }: Exchange, kind: WithdrawalKind, isRegistered = false): void {
    const isLimited = response?.status === 429
    if (isRegistered) this.#limited = []
    if (kind === 'right' || kind === 'unusual') {
      if (!isLimited) return
      this.#limited.push({ startedAt, kind })
      this.#waits += 1
      return
    }
    if (!response) return
    const counts = kind === 'wrong' ? this.#wrong : this.#other
    counts[isLimited ? 'limited' : 'answered'] += 1
    if (this.#limited.length > 0) counts.beside += 1
  }
}
