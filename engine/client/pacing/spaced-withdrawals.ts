import type { Exchange } from '../../exchange.ts'
import type { Clock } from '../clock.ts'
import type { Fate } from '../withdrawals/spending.ts'
import { PrioritySemaphore } from './priority-semaphore.ts'

/** How long one that is refused waits, again and again, before it is asked for anew, in milliseconds. */
const pauses = [1000, 2000, 4000] as const
/** How much more a target gets than it took, in milliseconds: not every request is on its way for as long. */
const margin = 250

/** What was sent, or why it was not. */
type Spent = { readonly exchange: Exchange; readonly fate: Fate } | string

/**
 * Finds out, once, whether a target takes a withdrawal only some time after the one before, whatever it answers to those in between; if so, right
 * ones wait for that long.
 */
export class SpacedWithdrawals {
  readonly #clock: Clock
  readonly #turn = new PrioritySemaphore(1)
  /** When the last one went out that was registered. */
  #registeredAt: number | undefined
  #tries = 0
  /** How long right ones wait after another, in milliseconds. */
  #spacing = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Sends a right one when enough time has passed since the one before. */
  async send<Sent extends Spent>(once: () => Promise<Sent>, signal: AbortSignal): Promise<Sent> {
    if (this.#spacing === 0) return this.#noted(await once())
    return this.#turn.run('normal', async () => {
      const left = (this.#registeredAt ?? 0) + this.#spacing - this.#clock.now()
      if (left > 0) await this.#clock.sleep(left, signal)
      return this.#noted(await once())
    })
  }

  /** How long to wait until one that was refused after others is asked for again, in milliseconds; undefined if it is not. */
  pauseAfter(fate: Fate): number | undefined {
    return fate === 'refused' && this.#registeredAt !== undefined ? pauses[this.#tries++] : undefined
  }

  #noted<Sent extends Spent>(sent: Sent): Sent {
    if (typeof sent === 'string' || sent.fate !== 'registered') return sent
    const { startedAt } = sent.exchange
    if (this.#tries > 0 && this.#tries <= pauses.length && this.#spacing === 0)
      this.#spacing = startedAt - (this.#registeredAt ?? 0) + margin
    this.#registeredAt = startedAt
    return sent
  }
}
