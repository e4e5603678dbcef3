import type { Exchange } from '../../exchange.ts'
import type { Clock } from '../clock.ts'
import { leastJump } from '../jumps.ts'
import type { Ceiling } from './ceiling.ts'
import { createRateEstimate, type RateEstimate } from './rate-estimate.ts'
import { isLimited, retryAfter } from './retry-after.ts'
import { createSlots } from './slots.ts'

/** Decides when requests are sent: how many at once, how many a second, and slower if a target asks for that. */
export interface Scheduler {
  /**
   * Waits for its turn and sends; urgent requests go first. Rejects if the run ends first, or if the target has asked to wait for
   * too long. An unheeded answer makes nobody wait.
   */
  run(send: () => Promise<Exchange>, urgent?: boolean, isUnheeded?: (exchange: Exchange) => boolean): Promise<Scheduled>
  startOver(): void
}

interface Scheduled {
  readonly exchange: Exchange
  /** The target answered "later", and there is time left. */
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
  /** True once nothing more is to be sent. */
  readonly isOver?: () => boolean
  readonly ceiling?: Ceiling
}

/** How long a target may answer only "later" before the run gives up on it, in milliseconds. */
const patience = 90_000

export function createScheduler({ concurrency, rate, ...options }: SchedulerOptions): Scheduler {
  const newEstimate = () => createRateEstimate(rate ? 1000 / rate : 0)
  const startOver = () => {
    host.estimate = newEstimate()
  }
  const host: Host = { ...options, startOver, estimate: newEstimate(), seenAt: 0, line: Promise.resolve(), asking: undefined }
  const slots = createSlots(concurrency)
  return {
    startOver,
    run: (send, urgent = false, isUnheeded = () => false) =>
      slots.take(urgent, async () => {
        await turn(host)
        return sendNow(host, send, isUnheeded)
      }),
  }
}

interface Host extends Pick<SchedulerOptions, 'clock' | 'signal' | 'deadline' | 'isOver' | 'ceiling'> {
  estimate: RateEstimate
  startOver(): void
  seenAt: number
  /** Resolves with the last waiting request: the next one queues behind it. */
  line: Promise<unknown>
  /** The request that was sent last, until it is answered. */
  asking: Promise<unknown> | undefined
}

/** Lets one request at a time wait for its turn. */
function turn(host: Host): Promise<void> {
  const own = host.line.then(() => untilFree(host))
  host.line = own.catch(() => undefined)
  return own
}

/** While a target answers "later", one request at a time finds out whether it still does. */
async function untilFree(host: Host): Promise<void> {
  const { clock, signal } = host
  for (;;) {
    signal.throwIfAborted()
    if (wasSetBack(host)) host.startOver()
    if (host.isOver?.()) throw new Error('to ask slower was in vain')
    if (isSpent(host)) throw new Error('the target said nothing but "later" for too long')
    const { estimate } = host
    const now = clock.now()
    if (host.asking && estimate.limitedSince !== undefined) await host.asking
    else if (estimate.nextAt > now) await clock.sleep(estimate.nextAt - now, signal)
    else {
      host.ceiling?.count()
      return estimate.sent(now)
    }
  }
}

/** True if the clock was set back during a wait. */
function wasSetBack(host: Host): boolean {
  const before = host.seenAt
  host.seenAt = host.clock.now()
  return before - host.seenAt > leastJump
}

function isSpent({ clock, estimate }: Host): boolean {
  return estimate.limitedSince !== undefined && clock.now() - estimate.limitedSince > patience
}

async function sendNow(host: Host, send: () => Promise<Exchange>, isUnheeded: (exchange: Exchange) => boolean): Promise<Scheduled> {
  const sent = send()
  const settled = sent.catch(() => undefined)
  host.asking = settled
  try {
    return learned(host, await sent, isUnheeded)
  } finally {
    if (host.asking === settled) host.asking = undefined
  }
}

function learned(host: Host, exchange: Exchange, isUnheeded: (exchange: Exchange) => boolean): Scheduled {
  const { clock, deadline, estimate } = host
  const { response, startedAt } = exchange
  if (!response || !isLimited(response)) {
    if (response) estimate.answered(startedAt)
    return { exchange, later: false }
  }
  if (isUnheeded(exchange)) return { exchange, later: false }
  const now = clock.now()
  const asked = retryAfter(response, now)
  const until = estimate.holdUntil(startedAt, now, asked)
  if (until >= deadline) return { exchange, later: false }
  estimate.hold(startedAt, now, until, asked !== undefined)
  return { exchange, later: !isSpent(host) }
}
