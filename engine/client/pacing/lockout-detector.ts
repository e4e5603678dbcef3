import { classify } from '../../evidence/classification.ts'
import { registeredId } from '../../evidence/identifier.ts'
import { isAlike } from '../../evidence/refusal-form.ts'
import type { Exchange, ReceivedResponse } from '../../exchange.ts'
import { type Amounts, askOtherwise } from '../../money/distinction.ts'
import { type Channel, unsent } from '../channel.ts'
import { type Draft, operationOfDraft } from '../draft.ts'
import { PrioritySemaphore } from './priority-semaphore.ts'
import { retryAfter } from './retry-after.ts'
import { sendOnce } from './retrying.ts'

/** The name of the probe that sends the right requests. */
export const controlProbe = 'control-request'

/** How long a lockout may last, in milliseconds, unless it says: a minute is usual. */
const longestLock = 65_000
const longestPause = 5000
const shortestPause = 50
/** If right requests are turned away more often than after every third other one, failures are not what the target counts. */
const mostLocks = 1 / 3
const leastCounted = 9
/** The delays between requests if the target also limits their number, in milliseconds. */
const spacings = [200, 500] as const
/** Most limits count per second, in milliseconds. */
const moment = 1000
const chance = 'the target turned a right request away that it accepted at once when it was sent again, or many of them: that is no lockout'

/**
 * Sends each request once, one after another, and a right one (the control request) after each that is not accepted. If that is turned away, the
 * target has locked the client out because of its failures; the first request is then sent again once the lockout is over.
 */
export class LockoutDetector {
  /** Ids that the right requests registered. */
  readonly registered: string[] = []
  readonly #channel: Channel
  readonly #controlFor: (draft: Draft) => Promise<Draft>
  readonly #amounts: Amounts
  readonly #mutex = new PrioritySemaphore(1)
  /** How often a right request was turned away after another one. */
  #lockouts = 0
  /** How many requests were followed by an accepted right one. */
  #confirmed = 0
  /** The delay between requests, and when the last one was sent, in milliseconds. */
  #spacing = 0
  #sentAt = 0
  /** The last answer that turned a right request away. */
  #lastRefusal: ReceivedResponse | undefined
  /** True once it is known that there is no lockout. */
  #isOver = false

  constructor(channel: Channel, controlFor: (draft: Draft) => Promise<Draft>, amounts: Amounts) {
    this.#channel = channel
    this.#controlFor = controlFor
    this.#amounts = amounts
  }

  send(draft: Draft): Promise<Exchange> {
    return this.#mutex.run('normal', () => this.#sendInTurn(draft))
  }

  async #sendInTurn(draft: Draft): Promise<Exchange> {
    const channel = this.#channel
    for (let repeats = 0; ; repeats += 1) {
      if (this.#isOver) return unsent(channel, draft, new Error(chance))
      const exchange = await this.#sendPaced(draft, repeats)
      if (!operationOfDraft(channel.contract, draft) || this.#isAccepted(draft, exchange)) return exchange
      this.#confirmed += 1
      if (!(await this.#isControlAccepted(draft))) await this.#waitOutLockout(draft)
      else if (repeats > 0 || !this.#mayBeRateLimited(exchange)) return exchange
      else if (channel.isRight(draft)) await this.#slowDown()
    }
  }

  async #sendPaced(draft: Draft, repeats: number): Promise<Exchange> {
    const { clock, signal } = this.#channel
    if (this.#spacing > 0) await clock.sleep(Math.max(0, this.#sentAt + this.#spacing - clock.now()), signal)
    this.#sentAt = clock.now()
    return sendOnce(this.#channel, draft, repeats)
  }

  /** True if a rate limit may have answered: the request is sent again. */
  #mayBeRateLimited({ response }: Exchange): boolean {
    return this.#spacing > 0 && this.#lastRefusal !== undefined && response !== undefined && isAlike(this.#lastRefusal, response)
  }

  /** Sends the right request of an operation, and records what it registered or how it was turned away. */
  async #isControlAccepted(like: Draft): Promise<boolean> {
    const draft = await this.#controlFor(like)
    const exchange = await this.#sendPaced(draft, 0)
    const operation = operationOfDraft(this.#channel.contract, draft)
    if (!operation || !this.#isAccepted(draft, exchange)) {
      this.#lastRefusal = exchange.response
      return false
    }
    const id = operation.movesMoney ? registeredId(operation, exchange) : undefined
    if (id !== undefined) this.registered.push(id)
    return true
  }

  #isAccepted(draft: Draft, exchange: Exchange): boolean {
    const operation = operationOfDraft(this.#channel.contract, draft)
    return operation !== undefined && classify(operation, exchange) === 'accepted'
  }

  /** Waits until a lockout is over. If it does not end, nothing more is sent; if there was none, or there are too many, requests are sent further apart. */
  async #waitOutLockout(like: Draft): Promise<void> {
    this.#lockouts += 1
    const isNone = await this.#isControlAccepted(like)
    if (!isNone && !(await this.#isLockoutOver(like))) this.#isOver = true
    else if (isNone || (this.#confirmed >= leastCounted && this.#lockouts > this.#confirmed * mostLocks)) await this.#slowDown()
  }

  /** Waits until a right request is accepted; false if that takes too long. */
  async #isLockoutOver(like: Draft): Promise<boolean> {
    const { clock, signal } = this.#channel
    const asked = this.#lastRefusal && retryAfter(this.#lastRefusal, clock.now())
    const longest = Math.max(longestLock, (asked ?? 0) + longestPause)
    for (let [waited, pause] = [0, shortestPause]; waited < longest; waited += pause, pause = Math.min(2 * pause, longestPause)) {
      await clock.sleep(pause, signal)
      if ((await this.#isControlAccepted(like)) || (await this.#isOtherControlAccepted(like))) return true
    }
    return false
  }

  /** A target may have taken the same withdrawal before: another one is accepted once a lockout is over. */
  async #isOtherControlAccepted(like: Draft): Promise<boolean> {
    if (!operationOfDraft(this.#channel.contract, like)?.movesMoney) return false
    return askOtherwise(this.#amounts, () => this.#isControlAccepted(like))
  }

  /** Pauses, since the target may have counted what came before, and increases the delay, unless that did not help. */
  async #slowDown(): Promise<void> {
    const { clock, signal } = this.#channel
    const wider = spacings.find((spacing) => spacing > this.#spacing)
    if (wider === undefined) {
      this.#isOver = true
      return
    }
    this.#spacing = wider
    this.#lockouts = 0
    this.#confirmed = 0
    await clock.sleep(moment, signal)
  }
}
