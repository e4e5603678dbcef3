import { isAway, saysLater } from '../../../contracts/statuses.ts'
import type { Exchange } from '../../exchange.ts'
import { type Clock, leastJump } from '../clock.ts'
import { laterForTooLong } from '../transport/failure.ts'
import { isNeverSent } from '../withdrawals/withdrawals.ts'
import { isAnswerLost } from './losses.ts'
import { patience } from './patience.ts'
import type { Absence } from './presence.ts'
import { type Priority, PrioritySemaphore } from './priority-semaphore.ts'
import { RateEstimate } from './rate-estimate.ts'
import type { RequestBudget } from './request-budget.ts'
import { retryAfter } from './retry-after.ts'

/** Whether the target locks clients out again and again, which any scheduler of a client may find out: waiting for it would take too long. */
export interface KnownLockout {
  isKnown: boolean
}

/** A request that waits for its turn. */
interface Task {
  readonly operation: string
  /** How often it was sent before. */
  readonly repeats: number
  readonly send: () => Promise<Exchange>
  /** True once it is to wait elsewhere, or, where that is the answer, to go out under another name: nobody waits until it is sent again. */
  readonly isMoved: (answer?: Exchange) => boolean
  /** Why it has become vain to send it, if it has. */
  readonly whyNot: () => string | undefined
  readonly priority: Priority
  /** True where 503 leaves open whether money moved: it is not to be asked for faster than the target took it before. */
  readonly isCostly?: boolean
  /** What is known where the target may be away that gave no answer of the service: until that is over, it is waited for as after "later". */
  readonly absence: (exchange: Exchange) => Absence | undefined
  /** True while its operation is away, though others may be answered. */
  readonly isAway: () => boolean
  /** True for an answer that says nothing about the pace: nobody waits for it. */
  readonly isIgnored: (exchange: Exchange) => boolean
}

export interface Scheduled {
  readonly exchange: Exchange
  /** The target answered "later", and there is time left. */
  readonly later: boolean
  /** It is costly, and the pace at which it came is none that the target took for long. */
  readonly isHasty?: boolean
}

/** How many requests go side by side, and how many in a second. */
export interface SchedulerOptions {
  readonly clock: Clock
  /** Ends the run: on an interruption or at the deadline. Its reason says which. */
  readonly signal: AbortSignal
  /** How long it still may take, in milliseconds. */
  readonly timeLeft: () => number
  readonly concurrency: number
  /** Requests a second, to all hosts together; unlimited where it is left out. */
  readonly rate?: number
  /** True once nothing more is to be sent. */
  readonly isOver?: () => boolean
  /** How many requests may go out, including those of other clients of the run. */
  readonly budget?: RequestBudget
  /** How long a target may say nothing but 503 from the first request on, in milliseconds; as long as later on, where it is left out. */
  readonly patienceAtFirst?: number | undefined
  /** Called when the target is waited for, with the milliseconds that it asked for. */
  readonly onWait?: ((asked: number | undefined) => void) | undefined
  /** Present if nothing more is to be sent once a lockout is known, because all is sent in another way then. */
  readonly lockout?: KnownLockout
}

/** How often a request goes before others to find out whether a target still says "later". */
const mostAsked = 4

/**
 * Decides when requests are sent, in three steps: one semaphore limits how many are under way, another lets one at a time wait for its turn,
 * and the rate estimate, which learns from every answer, says when that is. While the answer is "later", one request at a time probes whether
 * it still is, and the others wait.
 */
export class Scheduler {
  readonly #options: SchedulerOptions
  readonly #semaphore: PrioritySemaphore
  /** How many are under way, and how many go out in a second, together with those of the schedulers that wait apart. */
  readonly #together: { readonly underway: PrioritySemaphore; estimate: RateEstimate }
  #estimate: RateEstimate
  /** Of costly requests alone, which may have a limit of their own: in the pace of all others it would be found out by many more of them. */
  #ofCostly: RateEstimate
  /** When the clock was read last. */
  #seenAt = 0
  /** Lets one request at a time wait for its turn. */
  readonly #turn = new PrioritySemaphore(1)
  readonly #waiting = new Set<Task>()
  /** The operation that alone said "later" since the target does. */
  #limiting: string | undefined
  /** The request that was sent last, until it is answered. */
  #asking: Promise<unknown> | undefined
  /** What the target said so far: `down` is nothing but 503, and not for how long, `later` nothing but "later". */
  #heard: 'down' | 'later' | 'answers' = 'down'
  /** True if it was a gateway without its service that last said "later". */
  #isAway = false
  /** The operations that were answered with "later", and those of them that were not answered otherwise since. */
  readonly #turnedAway = new Set<string>()
  readonly #shut = new Set<string>()

  /** Given another, it waits apart from that, but keeps to the bounds that both have. */
  constructor(options: SchedulerOptions, other?: Scheduler) {
    this.#options = options
    this.#semaphore = new PrioritySemaphore(options.concurrency)
    this.#together = other ? other.#together : { underway: new PrioritySemaphore(options.concurrency), estimate: this.#newEstimate() }
    this.#estimate = this.#newEstimate()
    this.#ofCostly = this.#newEstimate()
  }

  /** Waits for its turn and sends, unless it moves elsewhere. Rejects if the run ends first, or if the target has asked to wait for too long. */
  async run(task: Task): Promise<Scheduled | undefined> {
    this.#waiting.add(task)
    try {
      for (let { priority } = task; ; priority = 'normal') {
        const scheduled = await this.#semaphore.run(priority, async () => {
          if (!(await this.#turn.run('normal', () => this.#untilFree(task)))) return 'others first'
          this.#waiting.delete(task)
          return task.isMoved() ? undefined : this.#send(task)
        })
        if (scheduled !== 'others first') return scheduled
      }
    } finally {
      this.#waiting.delete(task)
    }
  }

  /**
   * True if others find out better whether a target still says "later": what costs nothing, and what is of another operation than the one that
   * alone was told so, unless it asked too often before: each time those that let it ask go before it.
   */
  #goesLater({ operation, isCostly }: Task): boolean {
    if (this.#estimate.limitedSince === undefined || (!isCostly && operation !== this.#limiting)) return false
    const mayAsk = (other: Task) => !other.isCostly && other.repeats < mostAsked && (isCostly || other.operation !== operation)
    return this.#waiting.values().some(mayAsk)
  }

  startOver(): void {
    this.#estimate = this.#newEstimate()
    this.#ofCostly = this.#newEstimate()
  }

  #estimatesOf({ isCostly }: Task): readonly RateEstimate[] {
    return isCostly ? [this.#estimate, this.#ofCostly] : [this.#estimate]
  }

  #newEstimate(): RateEstimate {
    const { rate } = this.#options
    return new RateEstimate(rate ? 1000 / rate : 0)
  }

  /** While a target answers "later", one request at a time finds out whether it still does. False if others are to go first. */
  async #untilFree(task: Task): Promise<boolean> {
    const { clock, signal, isOver, budget, lockout } = this.#options
    for (;;) {
      signal.throwIfAborted()
      if (task.isMoved()) return true
      const vain = task.whyNot()
      if (vain !== undefined) throw new Error(vain)
      if (this.#wasSetBack()) {
        this.startOver()
        this.#together.estimate = this.#newEstimate()
      }
      if (this.#isLockoutKnown(lockout)) throw new Error('the target locks clients out again and again')
      if (isOver?.()) throw new Error('to ask slower was in vain')
      if (this.#isSpent(task)) throw new Error(laterForTooLong)
      if (this.#goesLater(task)) return false
      const estimates = [...this.#estimatesOf(task), this.#together.estimate]
      const nextAt = Math.max(...estimates.map((each) => each.nextAt))
      const now = clock.now()
      if (this.#asking && (task.isAway() || estimates.some((each) => each.limitedSince !== undefined))) await this.#asking
      else if (nextAt > now) await clock.sleep(nextAt - now, signal)
      else {
        budget?.spend()
        for (const each of estimates) each.sent(now)
        return true
      }
    }
  }

  /** A single operation may have a limit of its own, which is no lockout. */
  #isLockoutKnown(lockout: KnownLockout | undefined): boolean {
    if (!lockout) return false
    // Who has answered nothing but "later" locks nobody out.
    const isShown = this.#turnedAway.size > 1 && this.#estimate.isLockedOut(this.#options.clock.now())
    lockout.isKnown ||= this.#heard === 'answers' && (isShown || (!this.#isAway && this.#isSpent()))
    return lockout.isKnown
  }

  #wasSetBack(): boolean {
    const before = this.#seenAt
    this.#seenAt = this.#options.clock.now()
    return before - this.#seenAt > leastJump
  }

  #isSpent(task?: Task): boolean {
    const longest = (this.#heard === 'down' ? this.#options.patienceAtFirst : undefined) ?? patience
    return this.#estimate.limitedFor >= longest || (task?.isCostly === true && this.#ofCostly.limitedFor >= longest)
  }

  async #send(task: Task): Promise<Scheduled> {
    const sent = this.#together.underway.run(task.priority, task.send)
    const settled = sent.catch(() => undefined)
    this.#asking = settled
    try {
      const exchange = await sent
      if (exchange.failure && isNeverSent(exchange.failure)) this.#options.budget?.takeBack()
      const isHasty = task.isCostly === true && this.#ofCostly.isUntried
      return { exchange, isHasty, later: this.#learn(exchange, task) }
    } finally {
      if (this.#asking === settled) this.#asking = undefined
    }
  }

  /** Learns from an answer; true for "later" if there is time left. */
  #learn(exchange: Exchange, task: Task): boolean {
    const { response, startedAt } = exchange
    const absence = task.absence(exchange)
    const isGone = absence?.isOver === false
    if (!isGone && (!response || isAnswerLost(exchange))) return false
    if (!isGone && !saysLater(response?.status)) {
      this.#heard = 'answers'
      this.#shut.delete(task.operation)
      for (const each of this.#estimatesOf(task)) each.answered(startedAt)
      return false
    }
    if (task.isMoved(exchange)) return true
    const isCostly = task.isCostly === true && response?.status !== 429
    const isLimited = isCostly && this.#ofCostly.limitedSince !== undefined
    if (task.isIgnored(exchange) && !isLimited) return false
    this.#turnedAway.add(task.operation)
    this.#isAway = isGone || isAway(response?.status)
    const now = this.#options.clock.now()
    const isAllGone = isGone && absence.isOfAll
    const isAgain = this.#shut.has(task.operation)
    const later = { sentAt: startedAt, now, asked: response && retryAfter(response, now), isAgain, isAllGone }
    this.#shut.add(task.operation)
    if (this.#heard === 'down' && (response?.status !== 503 || later.asked !== undefined)) this.#heard = 'later'
    this.#limiting = this.#estimate.limitedSince === undefined || this.#limiting === task.operation ? task.operation : undefined
    const backOffs = (isCostly ? this.#estimatesOf(task) : [this.#estimate]).map((estimate) => {
      const own = { ...later, isCostly: estimate === this.#ofCostly }
      return { estimate, own, until: Math.min(estimate.backOffUntil(own), isAllGone ? absence.until : Number.POSITIVE_INFINITY) }
    })
    if (Math.max(...backOffs.map(({ until }) => until)) - now >= this.#options.timeLeft()) return false
    for (const { estimate, own, until } of backOffs) estimate.backOff(own, until)
    this.#options.onWait?.(later.asked)
    return !this.#isSpent(task)
  }
}
