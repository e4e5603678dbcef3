import { setTimeout as wait } from 'node:timers/promises'

/** Time as a run sees it; tests bring their own. Milliseconds throughout. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  /** Resolves after a time; rejects when the signal is aborted first. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>
}

/** The machine's own time. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (milliseconds, signal) => {
    for (let left = milliseconds; left > 0; left -= longest) await wait(Math.min(left, longest), undefined, signal ? { signal } : {})
  },
}

/** A timer that is set for longer goes off at once. */
const longest = 2 ** 31 - 1
