import type { Exchange } from '../../exchange.ts'
import type { Draft, Expectations } from '../draft.ts'
import type { Fate } from '../withdrawals/spending.ts'
import { LaterRefusals } from './later-refusals.ts'
import { LimitedOperations } from './limited-operations.ts'
import { Quota, type WithdrawalKind } from './quota.ts'
import { TurnedClients } from './turned-clients.ts'

/** How often a 503 for a request that matters little is taken for "later", where the target says so because of the pace. */
const mostHeeded = 3

/**
 * What an answer says about the pace, by all answers so far: "later" slows a client down only where it is about the pace, and is not said to
 * all that is wrong, to one withdrawal too many, to whatever is asked of an operation, or to clients of some names.
 */
export class PaceSigns {
  readonly #expected: Expectations
  /** True where withdrawals are counted: what was learned of their pace is kept, since each that comes too early may cost money. */
  readonly #isFused: boolean
  readonly #laterRefusals = new LaterRefusals()
  readonly #limited = new LimitedOperations()
  readonly #quota = new Quota()
  readonly #turned = new TurnedClients()

  constructor(expected: Expectations, isFused: boolean) {
    this.#expected = expected
    this.#isFused = isFused
  }

  /** True once right withdrawals wait by themselves. */
  get isApart(): boolean {
    return this.#quota.isApart
  }

  /** The user agents that requests may use, where others are known to be told "later". */
  get names(): readonly string[] | undefined {
    return this.#turned.names
  }

  /** True for "later" that was said to a name, under which the request does not go out again. */
  isOfName(answer: Exchange): boolean {
    return this.#turned.isRenamed(answer)
  }

  /** With which requests one waits apart from all others: right withdrawals, or those of an operation that alone says "later". */
  apart(draft: Draft): string | undefined {
    const { id, movesMoney } = draft.operation
    if (this.isApart && movesMoney && this.#expected.isRight(draft)) return 'apart'
    return this.#limited.isLimited(id) ? id : undefined
  }

  /** Notes that a request goes out; the function returned notes its answer, and is true where what was learned about the pace before is void. */
  sending(draft: Draft): (answer: Exchange, isGone?: boolean) => boolean {
    const { isRight, isUnusual } = this.#expected
    const about = { isRight: isRight(draft), isUnusual: isUnusual(draft) || draft.place === 'aside' }
    const noted = this.#laterRefusals.sending(draft.operation.id, about)
    return (answer, isGone) => {
      const { id } = draft.operation
      const wasKnown = this.#isKnown(id)
      const isTurnedNow = this.#turned.note(answer)
      noted(answer)
      if (draft.place !== 'aside' && !(this.#isFused && draft.operation.movesMoney)) this.#limited.note(answer, isGone)
      return (!wasKnown && this.#isKnown(id)) || this.#isRefusal(draft, answer) || isTurnedNow
    }
  }

  /**
   * True for an answer that says nothing about the pace, and slows nobody down; the lockout detector finds out by itself. "Later" to the
   * opening request may be a refusal, which the right one after it shows. A 503 to a request that matters little may be a gateway's answer to
   * an unknown form, unless ordinary ones got it, and something else after a pause.
   */
  isUnrelated(draft: Draft, answer: Exchange): boolean {
    const { operation, place } = draft
    if (this.#expected.detectsLockouts || place === 'first' || this.#turned.isTurned(answer)) return true
    if (this.#isRefusal(draft, answer) || (this.#mayBeRefused(draft) && this.#laterRefusals.areKnown(operation.id))) return true
    if (answer.response?.status !== 503) return this.#quota.isFutile(answer, this.#kindOf(draft))
    return place === 'aside' && (!this.#laterRefusals.areCausedByPace || answer.repeats >= mostHeeded)
  }

  /** Notes what became of a request; true if waiting for it is futile. */
  settled(draft: Draft, answer: Exchange, fate?: Fate): boolean {
    this.#quota.note(answer, this.#kindOf(draft), fate === 'registered')
    return this.#quota.isFutile(answer, this.#kindOf(draft))
  }

  #kindOf(draft: Draft): WithdrawalKind {
    if (!draft.operation.movesMoney) return 'other'
    if (!this.#expected.isRight(draft)) return 'wrong'
    return this.#expected.isUnusual(draft) ? 'unusual' : 'right'
  }

  #isKnown(operation: string): boolean {
    return this.#laterRefusals.areKnown(operation) || this.#limited.isLimited(operation)
  }

  /** True for a request that may be told "later" for what it asks, since no ordinary right one ever was. */
  mayBeAlone(draft: Draft): boolean {
    return this.#mayBeRefused(draft) && !this.#laterRefusals.areCausedByPace
  }

  /** True for a wrong request that is answered with "later" again and again, or an unusual one, while no right one is. */
  #isRefusal(draft: Draft, answer: Exchange): boolean {
    return this.#mayBeRefused(draft) && this.#laterRefusals.areToldBy(answer)
  }

  #mayBeRefused(draft: Draft): boolean {
    const { isRight, isUnusual } = this.#expected
    return !isRight(draft) || isUnusual(draft)
  }
}
