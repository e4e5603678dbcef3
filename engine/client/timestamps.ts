import type { Clock } from './clock.ts'

/**
 * The times of a run's signatures, in milliseconds since the Unix epoch: none is given twice. Where a target is known not to insist on
 * rising times, all are times of their own.
 */
export interface Timestamps {
  /** The present, later than every time reserved before, since a target may take none twice and may insist that they rise. */
  reserveTime(): number
  /** The present, later than the last reserved time, but not taken: for requests that a conforming target refuses. */
  peekTime(): number
  /** A time of its own that has passed: side by side nobody can say which comes first. Reserved where the target insists on rising times. */
  ownTime(): number
  /** A time of its own before all that were reserved, however long ago that was. */
  earlierTime(): number
  /** Resolves once a reserved time would not be ahead of the clock. */
  untilPresent(): Promise<void>
  /** What is known of the target: true where it takes only times that rise. */
  readonly order: { insists?: boolean }
}

/** No time was given yet; times of requests side by side lie `gap` milliseconds apart. */
export function createTimestamps(clock: Clock, gap: number, signal?: AbortSignal): Timestamps {
  const order: Timestamps['order'] = {}
  const taken = new Set<number>()
  let firstTime: number | undefined
  let lastTime = 0
  let lastPeeked = 0
  const risingTime = () => {
    lastTime = Math.max(clock.now(), lastTime + 1, lastPeeked + 1)
    firstTime ??= lastTime
    taken.add(lastTime)
    return lastTime
  }
  const timeBefore = (later: number) => {
    let time = later - gap
    while (taken.has(time)) time -= gap
    taken.add(time)
    return time
  }
  return {
    order,
    reserveTime: () => (order.insists === false ? timeBefore(clock.now()) : risingTime()),
    peekTime: () => {
      if (order.insists === false) return timeBefore(clock.now())
      lastPeeked = Math.max(clock.now(), lastTime + 1)
      return lastPeeked
    },
    ownTime: () => (order.insists ? risingTime() : timeBefore(clock.now())),
    earlierTime: () => timeBefore(firstTime ?? clock.now()),
    untilPresent: async () => {
      const ahead = Math.max(lastTime, lastPeeked) + 1 - clock.now()
      if (ahead > 0) await clock.sleep(ahead, signal).catch(() => undefined)
    },
  }
}
