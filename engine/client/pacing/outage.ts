import { stopwatch } from '../clock.ts'
import type { SchedulerOptions } from './scheduler.ts'

export interface OutageOptions extends Pick<SchedulerOptions, 'clock' | 'timeLeft'> {
  /** How long a target may take to answer for the first time, in milliseconds. */
  readonly wait?: number
}

/** How long a run puts up with an unreachable target, in milliseconds: longer where it answered before, since it may be restarting. */
const longestOutage = { atFirst: 1500, later: 15_000 } as const
/** How long to wait at most before another try to connect, in milliseconds. */
const longestTry = 1000

/** Notices since when a target has not been reachable at all, and tells for how long it is waited for. */
export class Outage {
  /** True once it gave any answer but "later". */
  isAnswered = false
  /** In milliseconds, awake: whoever sets the clock makes no outage longer. */
  readonly #elapsed: () => number
  /** For how long to wait for a target that has not answered at all. */
  readonly #wait: number
  /** A fifth of the time that there is, in milliseconds. */
  readonly #share: number
  #since: number | undefined

  constructor({ clock, timeLeft, wait = 0 }: OutageOptions) {
    this.#elapsed = stopwatch(clock)
    this.#wait = wait
    this.#share = timeLeft() / 5
  }

  note(isReached: boolean, isLater: boolean): void {
    if (!isReached) {
      this.#since ??= this.#elapsed()
      return
    }
    this.isAnswered ||= !isLater
    this.#since = undefined
  }

  /** True for a target that has answered nothing yet, and is still waited for. */
  get mayBeStarting(): boolean {
    return !this.isAnswered && this.#elapsed() < this.#wait
  }

  /** How long to wait before another try to connect, in milliseconds; undefined if it was away for too long. */
  pause(): number | undefined {
    const now = this.#elapsed()
    const soFar = now - (this.#since ?? now)
    const longest = this.isAnswered ? longestOutage.later : longestOutage.atFirst
    if (!this.mayBeStarting && soFar >= Math.min(this.#share, longest)) return undefined
    return Math.min(longestTry, 100 + soFar / 2)
  }
}
