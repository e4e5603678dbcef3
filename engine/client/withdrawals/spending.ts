import { counted } from '../../../text/counted.ts'

export interface SpendingLimit {
  /** All of them: those that are registered, that may be, and that are under way. */
  readonly most: number
  /** Those among them that should have been refused. */
  readonly unexpected: number
}

/** What became of a withdrawal; `later`: the target takes none for now (429). */
export type Fate = 'registered' | 'unknown' | 'refused' | 'later' | 'unsent'

export interface SpendingCandidate {
  readonly right: boolean
  /** True for the request that finds out whether the clock explains a refusal. */
  readonly explains?: boolean
}

/** Whether the answer to a withdrawal was lost, whether that may be how the target refuses it, and whether to go on would be in vain. */
interface Loss {
  readonly isLost: boolean
  readonly mayRefuse: boolean
  readonly isShut: boolean
}

type Tally = Record<Fate | 'underway', number>

const nothingSent: Tally = { underway: 0, registered: 0, unknown: 0, refused: 0, later: 0, unsent: 0 }

/** How many withdrawals may have an unknown fate before any is accepted. */
const mostUnknown = 2

/** How many may be lost in a row, on this machine too, and from which on they go out one at a time: the target may be back. */
const mostInRow = 12
const leastInRow = 3

const unlimited: SpendingLimit = { most: Number.POSITIVE_INFINITY, unexpected: Number.POSITIVE_INFINITY }

const refusedReason = 'the right withdrawal was refused, and no further one is sent, so that the target does not lock its merchant out'

/**
 * The fuse of a run: counts what was or may have been registered, and blocks what could exceed the limit. Without one, everything may go out
 * until nothing is answered any more.
 */
export class Spending {
  /** Why nothing more that might register is sent. */
  blown: string | undefined
  /** True once nothing is answered any more: what waits for its turn then is not sent either. */
  isVain = false
  readonly #limit: SpendingLimit | undefined
  /** How many there were, by what became of them: right ones, and those that should be refused. */
  readonly #right: Tally = { ...nothingSent }
  readonly #wrong: Tally = { ...nothingSent }
  /** True once a request went out that finds out whether the clock explains a refusal. */
  #isExplained = false
  /** How many were sent in a row, and not answered. */
  #lost = 0
  /** Those that wait until it is known what became of another. */
  #waiting: (() => void)[] = []
  readonly #heard = new WeakSet<AbortSignal>()

  constructor(limit: SpendingLimit | undefined) {
    this.#limit = limit
  }

  get isLimited(): boolean {
    return this.#limit !== undefined
  }

  /** Says why the withdrawal may not be sent, or undefined if it may; waits for requests under way where their outcome decides. */
  async enter(asked: SpendingCandidate, signal: AbortSignal): Promise<string | undefined> {
    const limit = this.#limit ?? unlimited
    for (;;) {
      signal.throwIfAborted()
      const decision = this.#decide(limit, asked)
      if (decision === 'go') this.#tallyOf(asked).underway += 1
      if (decision === 'go') this.#isExplained ||= asked.explains === true
      if (decision === 'stop') this.blown ??= this.#spentReason(limit)
      if (decision !== 'wait') return decision === 'stop' ? this.blown : undefined
      await this.#wait(signal)
    }
  }

  left(asked: SpendingCandidate, fate: Fate, { isLost, mayRefuse, isShut }: Loss): void {
    const tally = this.#tallyOf(asked)
    tally.underway -= 1
    tally[fate] += 1
    // To break off, or 502, may be how a target refuses what is wrong or unusual.
    if (isLost) this.#lost += Number(!mayRefuse || this.#lost >= leastInRow)
    else if (fate !== 'unsent') this.#lost = 0
    this.isVain ||= isShut && this.#lost >= mostInRow
    this.blown ??= this.#blowing(asked, fate)
    this.#wake()
  }

  /** Goes on after the right withdrawal was refused: the clock explained it. */
  goOn(): void {
    if (this.blown === refusedReason) this.blown = undefined
  }

  #wait(signal: AbortSignal): Promise<void> {
    // Each that waits is woken often: one listener for all of them, since a signal looks through those it has for each new one.
    if (!this.#heard.has(signal)) signal.addEventListener('abort', () => this.#wake(), { once: true })
    this.#heard.add(signal)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #wake(): void {
    const woken = this.#waiting
    this.#waiting = []
    for (const resume of woken) resume()
  }

  #tallyOf({ right }: SpendingCandidate): Tally {
    return right ? this.#right : this.#wrong
  }

  #all(fate: keyof Tally): number {
    return this.#right[fate] + this.#wrong[fate]
  }

  /** Whether a withdrawal may go out: at once, never, or once it is known what became of those under way. */
  #decide({ most, unexpected: allowed }: SpendingLimit, { right, explains }: SpendingCandidate): 'go' | 'wait' | 'stop' {
    // Only 429 says that a right one was not taken.
    const certain = this.#all('registered') + this.#all('unknown') + this.#right.refused
    const isFull = certain + this.#all('underway') >= most
    if (explains && !this.#isExplained && !isFull) return 'go'
    if (this.blown !== undefined || certain >= most || this.#wrong.registered >= allowed) return 'stop'
    if (!right && this.#wrong.registered + this.#wrong.underway >= allowed) return 'wait'
    return isFull || (this.#lost >= leastInRow && this.#all('underway') > 0) ? 'wait' : 'go'
  }

  /** Why what became of a withdrawal ends all others; undefined if it does not. */
  #blowing({ right }: SpendingCandidate, fate: Fate): string | undefined {
    if (this.isVain) return `nobody knows what became of the last ${this.#lost} withdrawals, none of which was answered`
    if (!this.#limit || this.#right.registered > 0) return undefined
    const { most } = this.#limit
    const [later, unknown] = [this.#all('later'), this.#all('unknown')]
    if (later >= most) return `withdrawals were told ${later} times to come later, and none was accepted`
    if (fate === 'unknown' && unknown > mostUnknown) return `nobody knows what became of ${unknown} withdrawals, and none was accepted`
    return fate === 'refused' && right ? refusedReason : undefined
  }

  /** Why no more may go out where the limit is reached. */
  #spentReason(limit: SpendingLimit): string {
    const [registered, unknown, unexpected] = [this.#all('registered'), this.#all('unknown'), this.#wrong.registered]
    const cause = this.#wrong.refused === 0 ? 'it verifies no signature' : 'it takes wrong requests for right ones'
    if (unexpected >= limit.unexpected)
      return `${cause}. It registered ${counted(unexpected, 'withdrawal')} that it should have refused, and the fuse (--max-withdrawals) allows no more`
    const lost = unknown > 0 ? ` and ${unknown} may be` : ''
    const refused = this.#right.refused > 0 ? ` (refused though right: ${this.#right.refused})` : ''
    const wrong = unexpected > 0 ? `; ${cause}, and ${unexpected} of them should have been refused` : ''
    const taken = `${counted(registered, 'withdrawal')} ${registered === 1 ? 'is' : 'are'} registered`
    return `${taken}${lost}${refused}, which is the most that was announced (--max-withdrawals)${wrong}`
  }
}
