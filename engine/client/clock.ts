import { setTimeout as wait } from 'node:timers/promises'
import { whyOver } from './transport/failure.ts'

/** Time as a run sees it; tests bring their own. Milliseconds throughout. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Resolves after a time; rejects when the signal is aborted first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
  /** Milliseconds that passed while this machine was awake, by a clock that nobody sets. */
  awake?(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  awake: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    for (let left = milliseconds; left > 0; left -= longestTimer)
      await wait(Math.min(left, longestTimer), undefined, signal ? { signal } : {})
  },
}

/**
 * Starts a measurement; the function returned tells how many milliseconds have passed, to the hundredth. A clock that does not measure the time
 * awake is read itself, so that a run that is replayed takes as long as it did at first.
 */
export function stopwatch({ awake, now }: Clock): () => number {
  const time = awake ?? now
  const began = time()
  return () => Math.round((time() - began) * 100) / 100
}

/** Begins a run, which ends by the clock, but never before it began or sooner than it took, however the clock is set meanwhile. */
export function begun(clock: Clock): { readonly startedAt: number; elapsed(): number; finishedAt(): number } {
  const startedAt = clock.now()
  const elapsed = stopwatch(clock)
  return { startedAt, elapsed, finishedAt: () => Math.max(clock.now(), startedAt + Math.floor(elapsed())) }
}

/** The longest time for which Node can set a timer, in milliseconds: one that is set for longer goes off at once. */
export const longestTimer = 2 ** 31 - 1

/** A pause of the process or a correction by NTP is shorter, in milliseconds. */
export const leastJump = 2000

/** Notices that the clock was set, or that the machine slept: either moves the clock away from the time spent awake. */
export class Jumps {
  /** The furthest jump so far, in milliseconds; 0 where there was none. */
  most = 0
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Begins to watch, and returns a function that tells whether the clock has jumped since. */
  watch(): () => boolean {
    const before = this.#distance()
    return () => {
      const jump = this.#distance() - before
      if (Math.abs(jump) < leastJump) return false
      if (Math.abs(jump) > Math.abs(this.most)) this.most = jump
      return true
    }
  }

  #distance(): number {
    return this.#clock.awake ? this.#clock.now() - this.#clock.awake() : 0
  }
}

/** Ends what is sent at its deadline, in milliseconds from now, or when it is ended from outside, and says why. Its timer goes with it. */
export function endAfter(clock: Clock, deadline: number, outer: AbortSignal | undefined) {
  const [late, done] = [new AbortController(), new AbortController()]
  if (deadline <= 0) late.abort('deadline')
  else
    clock.sleep(deadline, done.signal).then(
      () => late.abort('deadline'),
      () => undefined,
    )
  const signal = AbortSignal.any([late.signal, ...(outer ? [outer] : [])])
  const elapsed = stopwatch(clock)
  return {
    signal,
    /** In milliseconds, awake: what a machine slept, or by how much its clock was set, is none of it. */
    timeLeft: () => deadline - elapsed(),
    reason: () => (signal.aborted ? whyOver(signal) : undefined),
    [Symbol.dispose]: () => done.abort(),
  }
}
