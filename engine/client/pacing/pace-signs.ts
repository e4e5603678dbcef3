import type { Exchange } from '../../exchange.ts'
import type { Draft, Expectations } from '../draft.ts'
import type { Fate } from '../withdrawals/spending.ts'
import { ClosedOperations, LaterRefusals } from './later-refusals.ts'
import { Quota } from './quota.ts'

/** How often a 503 for a request that matters little is taken for "later", where the target says so because of the pace. */
const mostHeeded = 3

/**
 * What an answer says about the pace, by all answers so far: "later" slows a client down only where the target says it because of the pace, and not
 * to all that is wrong, to one withdrawal too many, or to whatever is asked of an operation.
 */
export class PaceSigns {
  readonly #expected: Expectations
  readonly #laterRefusals = new LaterRefusals()
  readonly #closed = new ClosedOperations()
  readonly #quota = new Quota()

  constructor(expected: Expectations) {
    this.#expected = expected
  }

  /** True once right withdrawals wait by themselves. */
  get isApart(): boolean {
    return this.#quota.isApart
  }

  /** True for a request that waits apart from all others. */
  waitsApart(draft: Draft): boolean {
    return this.isApart && this.#expected.isRight(draft) && draft.operation.movesMoney
  }

  /** Notes that a request goes out; the function returned notes its answer, and is true where what was learned about the pace before is void. */
  sending(draft: Draft): (answer: Exchange) => boolean {
    const { isRight, isUnusual } = this.#expected
    const noted = this.#laterRefusals.sending(draft.operation.id, { isRight: isRight(draft), isUnusual: isUnusual(draft) })
    return (answer) => {
      const wasClosed = this.#isClosed(draft.operation.id)
      if (!draft.isAside) noted(answer)
      this.#closed.note(answer)
      return (!wasClosed && this.#isClosed(draft.operation.id)) || this.#isRefusal(draft, answer)
    }
  }

  /**
   * True for an answer that says nothing about the pace, and does not slow others down. The lockout detector finds out by itself. "Later" for the
   * opening request may be a refusal, which the right one after it shows; a 503 for a request that matters little may be a gateway's answer to an
   * unknown form, unless ordinary ones got it and another answer after a pause.
   */
  isUnrelated(draft: Draft, answer: Exchange): boolean {
    const { detectsLockouts, isRight, isUnusual } = this.#expected
    const { operation, isFirst, isAside } = draft
    if (detectsLockouts || isFirst || this.#closed.isClosed(operation.id)) return true
    if (this.#laterRefusals.areKnown(operation.id) && (!isRight(draft) || isUnusual(draft))) return true
    if (this.#isRefusal(draft, answer)) return true
    const status = answer.response?.status
    if (status === 503) return isAside === true && (!this.#laterRefusals.areCausedByPace || answer.repeats >= mostHeeded)
    return status === 429 && this.#quota.isReached && operation.movesMoney
  }

  /** Notes what became of a request; true if waiting for it is futile. */
  settled(draft: Draft, answer: Exchange, fate?: Fate): boolean {
    const kind = fate === undefined ? 'other' : this.#expected.isRight(draft) ? 'right' : 'wrong'
    return this.#quota.note(answer, kind, fate === 'registered')
  }

  #isClosed(operation: string): boolean {
    return this.#laterRefusals.areKnown(operation) || this.#closed.isClosed(operation)
  }

  /** True for a wrong request that is answered with "later" again and again, while no right one is. */
  #isRefusal(draft: Draft, answer: Exchange): boolean {
    return !this.#expected.isRight(draft) && this.#laterRefusals.areToldBy(answer)
  }
}
