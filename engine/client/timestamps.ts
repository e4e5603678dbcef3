import type { Clock } from './clock.ts'

/** The times of a run's signatures, in milliseconds since the Unix epoch. No time is given twice. Once a target is known not to insist on rising times, all are own times. */
export interface Timestamps {
  /** The present, but later than every time reserved before: a target may accept no time twice, and may insist that times rise. */
  reserveTime(): number
  /** The present, later than the last reserved time, without reserving it: for requests that a conforming target refuses. */
  peekTime(): number
  /**
   * A past time that no other request has, for requests sent side by side; where the target insists on rising times, the same as
   * `reserveTime`.
   */
  ownTime(): number
  /** A time that no other request has, earlier than all reserved ones. */
  earlierTime(): number
  /** Resolves once the next reserved time is not ahead of the clock. */
  untilPresent(): Promise<void>
  /** From now on all times are so many milliseconds earlier: the target's clock is that far behind at most. */
  setBack(milliseconds: number): void
  /** How far times are set back. */
  readonly back: number
  /** What is known of the target: `insists` is true where it accepts only rising times, and undefined until that is known. */
  readonly order: { insists?: boolean }
}

/** How far given times come to lie ahead of a clock that nobody sets; of one that was set back they would be waited for as long. */
const mostAhead = 2000

/** Times for a new run; those of requests side by side lie `gap` milliseconds apart. */
export function createTimestamps(clock: Clock, gap: number, signal?: AbortSignal): Timestamps {
  const order: Timestamps['order'] = {}
  const taken = new Set<number>()
  let firstTime: number | undefined
  let lastTime = 0
  let lastPeeked = 0
  let back = 0
  const startAnew = () => {
    lastTime = 0
    lastPeeked = 0
    firstTime = undefined
  }
  /** What was given last is looked at after this: where the clock was set back, it counts no more. */
  const now = () => {
    const time = clock.now() - back
    if (Math.max(lastTime, lastPeeked) - time > mostAhead) startAnew()
    return time
  }
  const timeAfterAll = () => {
    const present = now()
    lastTime = Math.max(present, lastTime + 1, lastPeeked + 1)
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
    get back() {
      return back
    },
    setBack: (milliseconds) => {
      back = milliseconds
      startAnew()
    },
    reserveTime: () => (order.insists === false ? timeBefore(now()) : timeAfterAll()),
    peekTime: () => {
      if (order.insists === false) return timeBefore(now())
      const present = now()
      lastPeeked = Math.max(present, lastTime + 1)
      return lastPeeked
    },
    ownTime: () => (order.insists ? timeAfterAll() : timeBefore(now())),
    earlierTime: () => timeBefore(firstTime ?? now()),
    untilPresent: async () => {
      const present = now()
      const ahead = Math.max(lastTime, lastPeeked) + 1 - present
      if (ahead > 0) await clock.sleep(ahead, signal).catch(() => undefined)
    },
  }
}
