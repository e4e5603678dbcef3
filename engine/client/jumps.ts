import type { Clock } from './clock.ts'

/** Notices that this machine's clock was set or that the machine slept: both move the clock away from the time spent awake. */
export interface Jumps {
  /** Begins to watch, and returns a function that tells whether the clock has jumped since. */
  watch(): () => boolean
  /** The furthest jump so far, in milliseconds; 0 where there was none. */
  readonly most: number
}

/** A pause of the process or a correction by NTP is shorter, in milliseconds. */
export const leastJump = 2000

/** Watches a clock that knows the time awake; any other never jumps. */
export function createJumps(clock: Clock): Jumps {
  let most = 0
  const distance = () => (clock.awake ? clock.now() - clock.awake() : 0)
  return {
    get most() {
      return most
    },
    watch: () => {
      const before = distance()
      return () => {
        const jump = distance() - before
        if (Math.abs(jump) < leastJump) return false
        if (Math.abs(jump) > Math.abs(most)) most = jump
        return true
      }
    },
  }
}
