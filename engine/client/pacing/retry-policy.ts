import type { Operation } from '../../../contracts/contract.ts'
import { isUnable } from '../../../contracts/statuses.ts'
import { getOrInsert } from '../../../language/get-or-insert.ts'
import type { LongRequests } from '../../evidence/long-requests.ts'
import { type Exchange, endOf } from '../../exchange.ts'
import { type Clock, stopwatch } from '../clock.ts'
import type { Draft } from '../draft.ts'
import type { SpendingLimit } from '../withdrawals/spending.ts'
import { isNeverSent } from '../withdrawals/withdrawals.ts'
import { Outage, type OutageOptions } from './outage.ts'
import type { Presence } from './presence.ts'
import type { Scheduled, SchedulerOptions } from './scheduler.ts'

export interface SendAttempt extends Scheduled {
  /** This machine slept, or its clock jumped, during the request. */
  readonly jumped: boolean
}

/** Right and wrong requests are counted apart: the ones may be refused by what the others are lost by. */
export type Kind = 'right' | 'wrong'

/**
 * After which pauses a request that is lost is sent again, in milliseconds, by where it stands in a run: a target may start behind a gateway that
 * already runs. Few withdrawals that cost money may take the place of a lost one: until one was answered, they wait until the target may be up.
 */
const pauses = { ordinary: [0, 300, 1000], first: [0, 300, 1000, 1000, 1000, 1000], costly: [1000, 4000], aside: [300] } as const
/** The pause for an ordinary one whose operation is away for longer. */
const pauseOfAbsence = 2500
const pauseOfStart = 500
const mostLater = 16
/** How many requests that timed out are sent again in all, once each. */
const mostLate = 3
/** The most repeats that a broken operation loses: few of wrong requests, which it may refuse so, and of right ones before it answered any. */
const mostRetries = { ofKnown: 40, ofOthers: 12 } as const

/** The repeats of one kind of requests that an operation got. */
class Repeats {
  #underway = 0
  #lost = 0
  /** Resolves once one of those has come to its end. */
  #next = Promise.withResolvers<void>()

  end(isAnswered: boolean): void {
    this.#underway -= 1
    this.#lost += Number(!isAnswered)
    this.#next.resolve()
    this.#next = Promise.withResolvers()
  }

  /** Begins one unless so many may be lost. If those under way are answered, what is lost is lost by chance, or was lost all at once. */
  async beginWithin(mostOf: () => number): Promise<boolean> {
    const isFull = () => this.#lost + this.#underway >= mostOf()
    while (this.#underway > 0 && isFull()) await this.#next.promise
    if (isFull()) return false
    this.#underway += 1
    return true
  }
}

/** Decides for one request whether to send it again. */
export interface Retries {
  /** Called with what came of each attempt. */
  note(attempt: SendAttempt): void
  /** Called then, if another may follow; waits a little if that may help. */
  mayGoOn(attempt: SendAttempt): Promise<boolean>
  /** Called when nothing more is sent of it. */
  end(): void
}

type RetryOptions = OutageOptions & Pick<SchedulerOptions, 'signal'> & { readonly spending?: SpendingLimit }

/** Decides whether a request is sent again, within limits that all requests of a client share. */
export class RetryPolicy {
  /** How many requests were repeated because they were not answered. */
  retried = 0
  readonly #clock: Clock
  readonly #signal: AbortSignal
  readonly #outage: Outage
  readonly #repeats = new Map<string, Repeats>()
  #late = 0
  /** True if it is counted how many withdrawals may have been registered. */
  readonly #isLimited: boolean
  readonly #presence: Presence
  readonly #long: LongRequests

  constructor(options: RetryOptions, presence: Presence, long: LongRequests) {
    this.#clock = options.clock
    this.#signal = options.signal
    this.#outage = new Outage(options)
    this.#isLimited = options.spending !== undefined
    this.#presence = presence
    this.#long = long
  }

  /** True for a target that has answered nothing yet, and is still waited for. */
  get mayBeStarting(): boolean {
    return this.#outage.mayBeStarting
  }

  retriesOf({ place, operation }: Pick<Draft, 'place' | 'operation'>, kind: Kind): Retries {
    let [laters, failures] = [0, 0]
    let isUnderway = false
    let mayWait: (() => boolean) | undefined
    const repeats = getOrInsert(this.#repeats, `${kind} ${operation.id}`, () => new Repeats())
    const mostOf = () => mostRetries[kind === 'right' && this.#presence.hasAnswered(operation) ? 'ofKnown' : 'ofOthers']
    const settle = (isAnswered: boolean) => {
      if (isUnderway) repeats.end(isAnswered)
      isUnderway = false
    }
    const isCostly = () => this.#isLimited && operation.movesMoney && !this.#presence.hasAnswered(operation)
    const pauseOfLoss = async () => {
      if (this.mayBeStarting) return pauseOfStart
      const pause = pauses[isCostly() ? 'costly' : (place ?? 'ordinary')][failures]
      failures += 1
      if (pause === undefined && (place !== undefined || !mayWait?.())) return undefined
      isUnderway = await repeats.beginWithin(mostOf)
      return isUnderway ? (pause ?? pauseOfAbsence) : undefined
    }
    const isUnanswered = ({ response }: Exchange) => isUnable(response?.status) || (place === 'aside' && response?.status === 503)
    const note = ({ exchange, later }: SendAttempt) => {
      const isAnswered = exchange.response !== undefined && !isUnanswered(exchange)
      settle(isAnswered)
      this.#outage.note(isAnswered, later)
    }
    const mayGoOn = async (attempt: SendAttempt) => {
      const { exchange, later } = attempt
      mayWait ??= this.#awaiting(operation, exchange)
      if (later) {
        laters += 1
        return laters <= mostLater || this.mayBeStarting
      }
      if (exchange.failure && isNeverSent(exchange.failure)) return mayComeUp(exchange.failure) && this.#wait(this.#outage.pause())
      if (this.#long.areDropped(exchange) || (!isUnanswered(exchange) && !this.#isLost(attempt, failures))) return false
      const isSent = await this.#wait(await pauseOfLoss())
      this.retried += Number(isSent)
      return isSent
    }
    return { note, mayGoOn, end: () => settle(false) }
  }

  /** Tells whether to wait further for a request whose first attempt this was, however the clock is set meanwhile. */
  #awaiting(operation: Operation, first: Exchange): () => boolean {
    const mayGoOn = this.#presence.awaiting(operation, first.startedAt)
    const elapsed = stopwatch(this.#clock)
    return () => mayGoOn(endOf(first) + elapsed())
  }

  /** True for a connection that broke, and for a time-out that is no answer yet. */
  #isLost({ exchange: { failure }, jumped }: SendAttempt, failures: number): boolean {
    if (failure?.kind === 'time-out') return jumped || (failures === 0 && this.#mayBeLate())
    return failure?.kind === 'reset'
  }

  /** True for a time-out among answers, if there were few. */
  #mayBeLate(): boolean {
    const { isAnswered } = this.#outage
    this.#late += Number(isAnswered)
    return isAnswered && this.#late <= mostLate
  }

  /** Waits, if there is anything to wait for; false if there is not, or the run ends first. */
  async #wait(pause: number | undefined): Promise<boolean> {
    if (pause === undefined) return false
    return this.#clock.sleep(pause, this.#signal).then(
      () => true,
      () => false,
    )
  }
}

/** A target that does not listen yet may come up; names and certificates do not change within a second. */
function mayComeUp({ kind }: NonNullable<Exchange['failure']>): boolean {
  return kind !== 'unsent' && kind !== 'name' && kind !== 'tls'
}
