import { isUnable } from '../../../contracts/statuses.ts'
import { getOrInsert } from '../../../language/get-or-insert.ts'
import type { LongRequests } from '../../evidence/long-requests.ts'
import type { Exchange } from '../../exchange.ts'
import type { Clock } from '../clock.ts'
import type { Draft } from '../draft.ts'
import { isNeverSent } from '../withdrawals/withdrawals.ts'
import type { Presence } from './presence.ts'
import type { Scheduled, SchedulerOptions } from './scheduler.ts'

export interface SendAttempt extends Scheduled {
  /** This machine slept, or its clock jumped, during the request. */
  readonly jumped: boolean
}

export interface RetryPolicyOptions extends Pick<SchedulerOptions, 'clock' | 'signal' | 'deadline'> {
  /** How long a target may take to answer for the first time, in milliseconds. */
  readonly wait?: number
}

type Retried = Pick<Draft, 'isAside' | 'isFirst' | 'operation'>
/** Right and wrong requests are counted apart: the ones may be refused by what the others are lost by. */
export type Kind = 'right' | 'wrong'

/** How long a run puts up with an unreachable target, in milliseconds: longer where it answered before, since it may be restarting. */
const longestOutage = { atFirst: 1500, later: 15_000 } as const
const mostLater = 16
const mostFailures = 3
/** How many requests that timed out are sent again in all, once each. */
const mostLate = 3
/** A target may start behind a gateway that already runs. */
const mostFirstFailures = 6
/** The most repeats that a broken operation gets: few for wrong requests, which it may refuse so, and for right ones before it answered any. */
const mostRetries = { ofKnown: 40, ofOthers: 12 } as const
const pauses = [0, 300] as const
/** How long to wait at most before another try to connect, in milliseconds. */
const longestTry = 1000
const longestPause = 1000
/** The pause for what is away for longer. */
const pauseOfAbsence = 2500

/** Decides whether a request is sent again, within limits that all requests of a client share. */
export class RetryPolicy {
  /** How many requests were repeated because they were not answered. */
  retried = 0
  readonly #clock: Clock
  readonly #signal: AbortSignal
  /** Until when to wait for a target that has not answered at all. */
  readonly #awaitedUntil: number
  /** A fifth of the time that there is, in milliseconds. */
  readonly #share: number
  #isAnswered = false
  /** Since when it has been unreachable. */
  #outage: number | undefined
  /** How many repeats of each kind each operation may have received; attempts that never reached it do not count. */
  readonly #repeats = new Map<string, { sent: number }>()
  #late = 0
  readonly #presence: Presence
  readonly #long: LongRequests

  constructor({ clock, signal, deadline, wait = 0 }: RetryPolicyOptions, presence: Presence, long: LongRequests) {
    const began = clock.now()
    this.#clock = clock
    this.#signal = signal
    this.#awaitedUntil = began + wait
    this.#share = (deadline - began) / 5
    this.#presence = presence
    this.#long = long
  }

  /**
   * Decides for one request, attempt by attempt, whether to send it again, after a short wait if that may help: fewer times if its answer
   * matters little, more if it comes first.
   */
  retriesOf({ isAside, isFirst, operation }: Retried, kind: Kind): (attempt: SendAttempt) => Promise<boolean> {
    let [laters, failures] = [0, 0]
    let mayGoOn: ReturnType<Presence['awaiting']> | undefined
    const repeats = getOrInsert(this.#repeats, `${kind} ${operation.id}`, () => ({ sent: 0 }))
    const mostOf = () => mostRetries[kind === 'right' && this.#presence.hasAnswered(operation) ? 'ofKnown' : 'ofOthers']
    const most = isAside ? 1 : isFirst ? mostFirstFailures : mostFailures
    return async (attempt) => {
      const { exchange, later } = attempt
      mayGoOn ??= this.#presence.awaiting(operation, exchange.startedAt)
      const isUnanswered = isUnable(exchange.response?.status) || (isAside === true && exchange.response?.status === 503)
      this.#noteReach(exchange.response !== undefined && !isUnanswered, later)
      if (later) {
        laters += 1
        return laters <= mostLater || this.mayBeStarting
      }
      if (exchange.failure && isNeverSent(exchange.failure)) return this.#waitToConnect(exchange.failure)
      if (this.#long.areDropped(exchange) || (!isUnanswered && !this.#isLost(attempt, failures))) return false
      if (this.mayBeStarting) return this.#waitToRetry(repeats, 500)
      failures += 1
      if (failures > most) return !isAside && !isFirst && mayGoOn(this.#clock.now()) && this.#waitToRetry(repeats, pauseOfAbsence)
      return repeats.sent < mostOf() && this.#waitToRetry(repeats, pauses[isAside ? 1 : failures - 1] ?? longestPause)
    }
  }

  #noteReach(isReached: boolean, later: boolean): void {
    if (!isReached) {
      this.#outage ??= this.#clock.now()
      return
    }
    this.#isAnswered ||= !later
    this.#outage = undefined
  }

  /** True for a connection that broke, and for a time-out that is no answer yet. */
  #isLost({ exchange: { failure }, jumped }: SendAttempt, failures: number): boolean {
    if (failure?.kind === 'time-out') return jumped || (failures === 0 && this.#mayBeLate())
    return failure?.kind === 'reset'
  }

  /** True for a target that has answered nothing yet, and is still waited for. */
  get mayBeStarting(): boolean {
    return !this.#isAnswered && this.#clock.now() < this.#awaitedUntil
  }

  /** True for a time-out among answers, if there were few. */
  #mayBeLate(): boolean {
    this.#late += Number(this.#isAnswered)
    return this.#isAnswered && this.#late <= mostLate
  }

  /** Waits for a target that does not listen, if it may come up; false if it may not, or was away for too long. */
  async #waitToConnect(failure: NonNullable<Exchange['failure']>): Promise<boolean> {
    return mayComeUp(failure) && this.#isOutageShort() && this.#wait(Math.min(longestTry, 100 + this.#outageSoFar() / 2))
  }

  #isOutageShort(): boolean {
    const longest = this.#isAnswered ? longestOutage.later : longestOutage.atFirst
    return this.mayBeStarting || this.#outageSoFar() < Math.min(this.#share, longest)
  }

  #outageSoFar(): number {
    const now = this.#clock.now()
    return now - (this.#outage ?? now)
  }

  /** Waits before a request that reached the target is repeated; false if the run ends first. */
  async #waitToRetry(repeats: { sent: number }, milliseconds: number): Promise<boolean> {
    repeats.sent += 1
    const isOver = !(await this.#wait(milliseconds))
    if (!isOver) this.retried += 1
    return !isOver
  }

  /** Waits; false if the run ends first. */
  #wait(milliseconds: number): Promise<boolean> {
    return this.#clock.sleep(milliseconds, this.#signal).then(
      () => true,
      () => false,
    )
  }
}

/** A target that does not listen yet may come up; names and certificates do not change within a second. */
function mayComeUp({ kind }: NonNullable<Exchange['failure']>): boolean {
  return kind !== 'unsent' && kind !== 'name' && kind !== 'tls'
}
