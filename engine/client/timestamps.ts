import type { Clock } from './clock.ts'

/** The times of a run's signatures, in milliseconds since the Unix epoch: none is given twice. */
export interface Timestamps {
  /** The present, later than every time reserved before, since a target may take none twice and may insist that they rise. */
  reserveTime(): number
  /** The present, later than the last reserved time, but not taken: for requests that a conforming target refuses. */
  peekTime(): number
  /** A time of its own that has passed: side by side nobody can say which comes first. Reserved where the target insists on rising times. */
  ownTime(): number
  /** Resolves once a reserved time would not be ahead of the clock. */
  untilPresent(): Promise<void>
  /** What is known of the target: true where it takes only times that rise. */
  readonly order: { insists?: boolean }
}

/** No time was given yet; times of requests side by side lie `gap` milliseconds apart. */
export function createTimestamps(clock: Clock, gap: number, signal?: AbortSignal): Timestamps {
  const order: Timestamps['order'] = {}
  const taken = new Set<number>()
  let lastTime = 0
  let lastPeeked = 0
  const reserveTime = () => {
    lastTime = Math.max(clock.now(), lastTime + 1, lastPeeked + 1)
    taken.add(lastTime)
    return lastTime
  }
  return {
    order,
    reserveTime,
    peekTime: () => {
      lastPeeked = Math.max(clock.now(), lastTime + 1)
      return lastPeeked
    },
    ownTime: () => {
      if (order.insists) return reserveTime()
      let time = clock.now() - gap
      while (taken.has(time)) time -= gap
      taken.add(time)
      return time
    },
    untilPresent: async () => {
      const ahead = Math.max(lastTime, lastPeeked) + 1 - clock.now()
      if (ahead > 0) await clock.sleep(ahead, signal).catch(() => undefined)
    },
  }
}
