import { setTimeout as wait } from 'node:timers/promises'

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

/** The longest time for which Node can set a timer, in milliseconds: one that is set for longer goes off at once. */
export const longestTimer = 2 ** 31 - 1
