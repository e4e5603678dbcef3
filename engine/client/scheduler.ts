import type { Exchange } from '../exchange.ts'
import type { Clock } from './clock.ts'
import { createRateEstimate } from './rate-estimate.ts'
import { isLimited, retryAfter } from './retry-after.ts'

/** Decides when requests go out: how many at once, how many a second, and slower where a target asks for that. */
export interface Scheduler {
  /**
   * Waits for its turn and sends; urgent requests go first. Rejects where the run ends first, or where the target has asked to wait for
   * too long. Nobody waits because of a status that is unheeded.
   */
  run(send: () => Promise<Exchange>, urgent?: boolean, isUnheeded?: (status: number) => boolean): Promise<Scheduled>
}

/** What came of a request that was sent in its turn. */
export interface Scheduled {
  readonly exchange: Exchange
  /** The target said "later", and there is time for that. */
  readonly later: boolean
}

/** How many requests go side by side, and how many in a second. */
export interface SchedulerOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Milliseconds since the Unix epoch. */
  readonly deadline: number
  readonly concurrency: number
  /** Requests a second; unlimited where it is left out. */
  readonly rate?: number
}

/** How long a target may say nothing but "later" before the run gives up on it, in milliseconds. */
const patience = 90_000

/** A scheduler for one host. */
export function createScheduler({ clock, signal, deadline, concurrency, rate }: SchedulerOptions): Scheduler {
  const estimate = createRateEstimate(rate ? 1000 / rate : 0)
  const places = createPlaces(concurrency)
  let asking: Promise<unknown> | undefined
  let line: Promise<unknown> = Promise.resolve()

  /** Lets one request at a time wait for the next free moment; the others queue behind it. */
  const turn = () => {
    const own = line.then(untilNext)
    line = own.catch(() => undefined)
    return own
  }
  /** While a target says "later", one request at a time finds out whether it still does. */
  const untilNext = async () => {
    for (;;) {
      signal.throwIfAborted()
      if (isSpent()) throw new Error('the target said nothing but "later" for too long')
      const now = clock.now()
      if (asking && estimate.limitedSince !== undefined) await asking
      else if (estimate.nextAt > now) await clock.sleep(estimate.nextAt - now, signal)
      else return estimate.sent(now)
    }
  }
  const isSpent = () => estimate.limitedSince !== undefined && clock.now() - estimate.limitedSince > patience

  const learn = (exchange: Exchange, isUnheeded: (status: number) => boolean): Scheduled => {
    const { response, startedAt } = exchange
    if (!response || isUnheeded(response.status)) return { exchange, later: false }
    if (!isLimited(response)) {
      estimate.answered(startedAt)
      return { exchange, later: false }
    }
    const now = clock.now()
    const asked = retryAfter(response, now)
    const until = estimate.holdUntil(now, asked)
    if (until >= deadline) return { exchange, later: false }
    estimate.hold(startedAt, now, until, asked !== undefined)
    return { exchange, later: !isSpent() }
  }

  return {
    run: (send, urgent = false, isUnheeded = () => false) =>
      places.take(urgent, async () => {
        await turn()
        const sent = send()
        const settled = sent.catch(() => undefined)
        asking = settled
        try {
          return learn(await sent, isUnheeded)
        } finally {
          if (asking === settled) asking = undefined
        }
      }),
  }
}

interface Places {
  take<T>(urgent: boolean, task: () => Promise<T>): Promise<T>
}

/**
 * Runs at most `count` tasks at once: urgent ones first, the others in the order in which they came. A quarter of the places is reserved
 * for urgent ones.
 */
function createPlaces(count: number): Places {
  const [urgently, patiently]: [(() => void)[], (() => void)[]] = [[], []]
  const mostPatient = Math.max(1, Math.floor((3 * count) / 4))
  const taken = { all: 0, patient: 0 }
  const isFree = (urgent: boolean) => taken.all < count && (urgent || taken.patient < mostPatient)
  const enter = (urgent: boolean) => {
    taken.all += 1
    if (!urgent) taken.patient += 1
  }
  const admit = () => {
    for (const [queue, urgent] of [
      [urgently, true],
      [patiently, false],
    ] as const) {
      while (queue.length > 0 && isFree(urgent)) {
        enter(urgent)
        queue.shift()?.()
      }
    }
  }
  return {
    take: async (urgent, task) => {
      if (isFree(urgent)) enter(urgent)
      else await new Promise<void>((resolve) => (urgent ? urgently : patiently).push(resolve))
      try {
        return await task()
      } finally {
        taken.all -= 1
        if (!urgent) taken.patient -= 1
        admit()
      }
    },
  }
}
