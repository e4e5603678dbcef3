import type { Exchange } from '../../exchange.ts'
import type { Clock } from '../clock.ts'
import type { Fate } from '../withdrawals/spending.ts'
import { PrioritySemaphore } from './priority-semaphore.ts'

/** How long one that may have come too soon waits, again and again, before it is asked for anew, in milliseconds. */
const pauses = [1000, 2000, 4000] as const
/** One that comes later after another is refused for another reason, in milliseconds. */
const longestPause = 8000
/** How much more a target gets than it took, in milliseconds: not every request is on its way for as long. */
const margin = 250

interface Spent {
  readonly exchange: Exchange
  readonly fate: Fate
}

interface RightWithdrawal {
  /** It may be refused for its form. */
  readonly isUnusual: boolean
  /** A right one before it was refused after another that was taken: it may have come too soon, as may those behind. */
  readonly followsRefused: boolean
  readonly mayRepeat: boolean
  readonly signal: AbortSignal
}

/**
 * Finds out whether a target takes a withdrawal only some time after the one before, whatever it says to those in between; if so, right ones
 * wait that long. Two that were taken sooner one after the other show that it does not.
 */
export class SpacedWithdrawals {
  readonly #clock: Clock
  readonly #turn = new PrioritySemaphore(1)
  /** When the last one went out that was registered, and when it was answered. */
  #registered = { at: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  /** The shortest time between two that were registered, one after another. */
  #shortest = longestPause
  /** How long right ones wait after another, in milliseconds. */
  #spacing = 0
  /** False while no right one was taken: a target that takes wrong ones instead refuses them for another reason. */
  #takesRight = false
  /** True once it may have been the time alone for which one was refused: unusual ones are asked for again as well. */
  #isSuspected = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Sends a right one when enough time has passed since the one before, and again where it may have come too soon after that. */
  async send<Sent extends Spent>(
    once: () => Promise<Sent>,
    { isUnusual, followsRefused, mayRepeat, signal }: RightWithdrawal,
  ): Promise<Sent> {
    const first = await this.#sendInTurn(once, signal)
    const gap = this.#gapOf(first)
    let sent = first
    for (const pause of pauses) {
      const isTooSoon = mayRepeat && (this.#isSuspected || !isUnusual) && this.#mayBeTooSoon(sent)
      this.#isSuspected ||= isTooSoon || followsRefused
      if (!isTooSoon) return sent
      await this.#clock.sleep(pause, signal)
      const before = this.#registered.at
      sent = await this.#sendInTurn(once, signal)
      if (!isRegistered(sent)) continue
      // One that is taken as soon behind it shows that no pause is wanted: the refusal stands.
      if (this.#spacing === 0 && (await this.#isTakenWithin(gap, once))) return first
      this.#spacing = Math.min(longestPause, sent.exchange.startedAt - before) + margin
    }
    return sent
  }

  /** Notes any, right or wrong. */
  note<Sent extends Spent>(sent: Sent): Sent {
    if (!isRegistered(sent)) return sent
    const { startedAt: at, durationMs } = sent.exchange
    if (at >= this.#registered.until) this.#shortest = Math.min(this.#shortest, at - this.#registered.at)
    // Times are whole milliseconds, durations are not.
    this.#registered = { at, until: Math.floor(at + durationMs) - 1 }
    return sent
  }

  async #sendInTurn<Sent extends Spent>(once: () => Promise<Sent>, signal: AbortSignal): Promise<Sent> {
    const sent = this.note(await this.#inTurn(once, signal))
    this.#takesRight ||= isRegistered(sent)
    return sent
  }

  async #inTurn<Sent>(once: () => Promise<Sent>, signal: AbortSignal): Promise<Sent> {
    if (this.#spacing === 0) return once()
    return this.#turn.run('normal', async () => {
      // A clock that was set back since makes it no longer.
      await this.#clock.sleep(this.#spacing - Math.max(0, this.#clock.now() - this.#registered.at), signal)
      return once()
    })
  }

  /** True if another one is taken so soon behind the last. */
  async #isTakenWithin(gap: number, once: () => Promise<Spent>): Promise<boolean> {
    const sent = await once()
    const isSoon = this.#gapOf(sent) <= gap
    return isRegistered(this.note(sent)) && isSoon
  }

  /** Who waited as long as one that was taken is refused for another reason. */
  #mayBeTooSoon(sent: Spent): boolean {
    if (sent.fate !== 'refused' && sent.exchange.response?.status !== 503) return false
    return this.#takesRight && this.#gapOf(sent) < Math.min(this.#shortest, this.#spacing || longestPause)
  }

  /** How long after the last that was registered it went out, in milliseconds. */
  #gapOf({ exchange }: Spent): number {
    return exchange.startedAt - this.#registered.at
  }
}

function isRegistered({ fate }: Spent): boolean {
  return fate === 'registered'
}
