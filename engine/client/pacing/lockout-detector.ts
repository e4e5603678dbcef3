import type { Operation } from '../../../contracts/contract.ts'
import { isSigned } from '../../../contracts/operation-kinds.ts'
import { isAway, saysLater } from '../../../contracts/statuses.ts'
import { getOrInsert } from '../../../language/get-or-insert.ts'
import { classify } from '../../evidence/classification.ts'
import { areClocksApart } from '../../evidence/clock-skew.ts'
import { registeredId } from '../../evidence/identifier.ts'
import { isAlike } from '../../evidence/refusal-form.ts'
import type { Exchange, ReceivedResponse } from '../../exchange.ts'
import { type Amounts, askOtherwise } from '../../money/distinction.ts'
import { claimedReads } from '../../target.ts'
import { type Channel, clientOf, unsent } from '../channel.ts'
import { stopwatch } from '../clock.ts'
import type { Draft } from '../draft.ts'
import { isAnswerLost } from './losses.ts'
import { PrioritySemaphore } from './priority-semaphore.ts'
import { retryAfter } from './retry-after.ts'
import { sendOnce } from './retrying.ts'
import { isSystematic, type Share, Shares } from './shares.ts'

/** How long a lockout may last, in milliseconds, unless it says: a minute is usual, and five where the client is locked out of everything. */
const usualLock = 65_000
const longestLock = 305_000
const usualPause = 5000
/** A target may begin its lock anew with every request. */
const longestPause = 40_000
const shortestPause = 50
/**
 * If more than every third right request is turned away, the target does not count failures; neither does it if nearly every second one of a
 * single operation is, which may have a limit of its own.
 */
const mostLocks = { inAll: { share: 1 / 3, counted: 9 }, ofOne: { share: 0.45, counted: 20 } }
/** No operation has this name. */
const inAll = ''
/** How often a request is sent that may have been turned away for its pace. */
const mostLimited = 4
/** How often one is sent whose answer was lost on the way: one that is lost four times may be refused so. */
const mostLost = 4
/** The delays between requests if the target also limits their number, in milliseconds. */
const spacings = [200, 500, 1100] as const
/** Most limits count per second, in milliseconds. */
const moment = 1000
const chance = 'the target turned a right request away that it accepted at once when it was sent again, or many of them: that is no lockout'

function isLockedTooOften({ some, all }: Share, { share, counted }: { readonly share: number; readonly counted: number }): boolean {
  return all >= counted && some > all * share
}

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
  /** How many requests a right one followed, and how often that was turned away: in all, and of each operation. */
  #followed = new Shares()
  /** The delay between requests, and when the last one was sent, in milliseconds. */
  #spacing = 0
  #sinceSent = () => Number.POSITIVE_INFINITY
  /** The last right request that was turned away. */
  #turnedAway: { readonly operation: Operation; readonly exchange: Exchange } | undefined
  /** True if the answer to the last right request was lost. */
  #isBroken = false
  /** How long a lockout was waited for at most, in milliseconds: the next is not asked about before. */
  #longestLock = 0
  /** How each operation refuses: before the target turned any right request away, and however often what is refused so was sent again. */
  readonly #usual = new Map<string, ReceivedResponse[]>()
  /** How many right requests of each operation were accepted, and how many of these only when they were sent again: no lockout does so. */
  readonly #losses = new Shares()
  /** True once it is known that there is no lockout. */
  #isOver = false

  constructor(channel: Channel, controlFor: (draft: Draft) => Promise<Draft>, amounts: Amounts) {
    this.#channel = channel
    this.#controlFor = controlFor
    this.#amounts = amounts
  }

  get #lastRefusal(): ReceivedResponse | undefined {
    return this.#turnedAway?.exchange.response
  }

  send(draft: Draft): Promise<Exchange> {
    return this.#mutex.run('normal', () => this.#sendInTurn(draft))
  }

  async #sendInTurn(draft: Draft): Promise<Exchange> {
    for (let repeats = 0; ; repeats += 1) {
      if (this.#isOver) return unsent(this.#channel, draft, new Error(chance))
      const exchange = await this.#sendPaced(draft, repeats)
      if (classify(draft.operation, exchange) === 'accepted') return exchange
      if (!this.#isLostByChance(draft, exchange) && (await this.#isFinal(draft, exchange))) return exchange
    }
  }

  /** True for an answer that was lost on the way; a connection that breaks may be how an operation refuses what is wrong. */
  #isLostByChance(draft: Draft, exchange: Exchange): boolean {
    const mayBreak = this.#usual.has(draft.operation.id) || this.#channel.isRight(draft)
    return exchange.repeats < mostLost - 1 && isAnswerLost(exchange) && (exchange.response !== undefined || mayBreak)
  }

  /** Asks with a right request whether a refusal stands: false once what turned that away is over, or the pace was the reason and is slower. */
  async #isFinal(draft: Draft, exchange: Exchange): Promise<boolean> {
    const { presence, isRight, isUnusual } = this.#channel
    const like = { ...draft, client: clientOf(draft, exchange.repeats) }
    const isAccepted = (await this.#isControlAccepted(like)) || (await this.#isOnlyRationed(like, exchange))
    for (const counted of [inAll, exchange.operation]) this.#followed.note(counted, Number(!isAccepted))
    if (isAccepted) this.#noteUsual(exchange)
    if (!isAccepted) await this.#waitOutLockout(like)
    else if (!this.#mayBeRateLimited(exchange)) return true
    else if (isRight(draft) && !isUnusual(draft)) await this.#slowDown()
    return presence.isSilent(draft.operation)
  }

  #noteUsual({ operation, response, repeats }: Exchange): void {
    const isFirst = !this.#lastRefusal && !this.#usual.has(operation)
    if (response && (isFirst || repeats >= mostLimited)) getOrInsert(this.#usual, operation, () => []).push(response)
  }

  #isLockedTooOften(operation: string): boolean {
    return isLockedTooOften(this.#followed.of(inAll), mostLocks.inAll) || isLockedTooOften(this.#followed.of(operation), mostLocks.ofOne)
  }

  async #sendPaced(draft: Draft, repeats: number): Promise<Exchange> {
    const { clock, signal } = this.#channel
    if (this.#spacing > 0) await clock.sleep(Math.max(0, this.#spacing - this.#sinceSent()), signal)
    this.#sinceSent = stopwatch(clock)
    return (await sendOnce(this.#channel, draft, repeats)).exchange
  }

  /** True if it may have been turned away for its pace: it is sent again, once where wrong ones are refused just so. */
  #mayBeRateLimited({ operation, response, repeats }: Exchange): boolean {
    if (!this.#lastRefusal || !response || !isAlike(this.#lastRefusal, response)) return false
    const usual = this.#usual.get(operation) ?? this.#usual.values().next().value
    if (usual?.every((each) => !isAlike(each, response))) return repeats < mostLimited
    return this.#spacing > 0 && repeats === 0
  }

  /** Sends the right request of an operation, and records what it registered or how it was turned away. */
  async #isControlAccepted(like: Draft): Promise<boolean> {
    const draft = await this.#controlFor(like)
    const { operation } = draft
    const first = await this.#sendPaced(draft, 0)
    const isLost = isAnswerLost(first)
    const exchange = isLost ? await this.#sendPaced(draft, 1) : first
    this.#channel.presence.settled(operation, exchange)
    this.#isBroken = isAnswerLost(exchange)
    if (classify(operation, exchange) !== 'accepted') {
      this.#turnedAway = { operation, exchange }
      return false
    }
    this.#losses.note(operation.id, Number(isLost))
    this.#isOver ||= isSystematic(this.#losses.of(operation.id))
    const id = operation.movesMoney ? registeredId(operation, exchange) : undefined
    if (id !== undefined) this.registered.push(id)
    return true
  }

  /** True if only withdrawals that would be registered are told "later": the wrong one before was not, and a read is accepted. */
  async #isOnlyRationed(like: Draft, { response }: Exchange): Promise<boolean> {
    const isRationed = saysLater(this.#lastRefusal?.status) && response !== undefined && !saysLater(response.status)
    const read = this.#readFor(like)
    return isRationed && read !== undefined && like.operation.movesMoney && this.#isControlAccepted(read)
  }

  /** Waits until a lockout is over; if it never is, nothing more is sent. If there was none, or are too many, requests go out further apart. */
  async #waitOutLockout(like: Draft): Promise<void> {
    const isNone = await this.#isControlAccepted(like)
    // Who breaks off whatever is asked locks nobody out.
    if (this.#channel.presence.isSilent(like.operation)) return
    if (!isNone && !(await this.#isLockoutOver(like))) this.#isOver = true
    else if (isNone || this.#isLockedTooOften(like.operation.id)) await this.#slowDown()
  }

  /** Waits until a right request is accepted; false if that takes too long. */
  async #isLockoutOver(like: Draft): Promise<boolean> {
    const { clock, signal, onWait } = this.#channel
    const asked = this.#lastRefusal && retryAfter(this.#lastRefusal, clock.now())
    const usual = Math.max(usualLock, (asked ?? 0) + usualPause)
    const longest = Math.max(longestLock, usual)
    const next = (pause: number, waited: number) => Math.min(2 * pause, longestPause, Math.max(usualPause, waited / 4))
    let pause = Math.max(shortestPause, Math.min(longestPause, this.#longestLock))
    const elapsed = stopwatch(clock)
    for (let waited = 0; waited < longest; pause = next(pause, waited)) {
      onWait?.(asked)
      await clock.sleep(pause, signal)
      waited = Math.max(waited + pause, elapsed())
      if (await this.#isAcceptedAgain(like)) {
        this.#longestLock = Math.max(this.#longestLock, waited)
        return true
      }
      if (waited >= usual && !(await this.#mayLastLonger(like))) return false
    }
    return false
  }

  /**
   * Where another operation answers, one alone is refused for a reason of its own, unless it accepted right requests until wrong ones without a
   * right one in between locked it. A gateway without its service locks nobody out, and neither does a clock.
   */
  async #mayLastLonger(like: Draft): Promise<boolean> {
    const turned = this.#turnedAway
    if (isAway(turned?.exchange.response?.status) || (turned && isSigned(turned.operation) && areClocksApart(turned.exchange))) return false
    const { contract, target, presence } = this.#channel
    if (presence.hasAccepted(like.operation) && this.#losses.of(like.operation.id).all === 0) return true
    const others = claimedReads(contract, target).filter(({ id }) => id !== like.operation.id)
    for (const operation of others) if (await this.#isControlAccepted({ ...like, operation })) return false
    return true
  }

  /**
   * What may register is sent only to a target that answers what cannot. It may have taken the same withdrawal before: another one is accepted
   * once a lockout is over.
   */
  async #isAcceptedAgain(like: Draft): Promise<boolean> {
    if (!like.operation.movesMoney) return this.#isControlAccepted(like)
    const read = this.#isBroken ? this.#readFor(like) : undefined
    const wasAnswered = read !== undefined && this.#channel.presence.hasAnswered(read.operation)
    if (wasAnswered && !(await this.#isControlAccepted(read)) && this.#isBroken) return false
    if (await this.#isControlAccepted(like)) return true
    return !this.#isBroken && (await askOtherwise(this.#amounts, () => this.#isControlAccepted(like)))
  }

  #readFor(like: Draft): Draft | undefined {
    const { contract, target } = this.#channel
    const operation = claimedReads(contract, target).find(({ base }) => base === like.operation.base)
    return operation && { ...like, operation }
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
    this.#followed = new Shares()
    await clock.sleep(moment, signal)
  }
}
