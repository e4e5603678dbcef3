import type { Clock } from './clock.ts'

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
