import type { Clock } from './clock.ts'

/**
 * The times of a run's signatures, in milliseconds since the Unix epoch. No time is given twice. Once a target is known not to insist on
 * rising times, all are own times.
 */
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
  back(): number
  /** What is known of the target: `insists` is true if it accepts only rising times, and undefined until that is known. */
  readonly order: { insists?: boolean }
}

/** How far given times come to lie ahead of a clock that nobody sets; of one that was set back they would be waited for as long. */
const mostAhead = 2000

/** What was given so far; all times in milliseconds since the Unix epoch. */
interface Given {
  readonly clock: Clock
  readonly gap: number
  readonly taken: Set<number>
  /** The first time and the last one of those that rise, and the last that was shown without reserving it. */
  first: number | undefined
  last: number
  peeked: number
  back: number
}

/** Times for a new run; those of requests side by side lie `gap` milliseconds apart. */
export function createTimestamps(clock: Clock, gap: number, signal?: AbortSignal): Timestamps {
  const order: Timestamps['order'] = {}
  const given: Given = { clock, gap, taken: new Set(), first: undefined, last: 0, peeked: 0, back: 0 }
  const earlier = () => timeBefore(given, presentOf(given))
  return {
    order,
    back: () => given.back,
    setBack: (milliseconds) => {
      given.back = milliseconds
      startAnew(given)
    },
    reserveTime: () => (order.insists === false ? earlier() : timeAfterAll(given)),
    peekTime: () => (order.insists === false ? earlier() : peeked(given)),
    ownTime: () => (order.insists ? timeAfterAll(given) : earlier()),
    earlierTime: () => timeBefore(given, given.first ?? presentOf(given)),
    untilPresent: () => untilPresent(given, signal),
  }
}

async function untilPresent(given: Given, signal: AbortSignal | undefined): Promise<void> {
  const present = presentOf(given)
  const ahead = Math.max(given.last, given.peeked) + 1 - present
  if (ahead > 0) await given.clock.sleep(ahead, signal).catch(() => undefined)
}

function startAnew(given: Given): void {
  given.last = 0
  given.peeked = 0
  given.first = undefined
}

/** What was given last is looked at after this: where the clock was set back, it counts no more. */
function presentOf(given: Given): number {
  const present = given.clock.now() - given.back
  if (Math.max(given.last, given.peeked) - present > mostAhead) startAnew(given)
  return present
}

function timeAfterAll(given: Given): number {
  const present = presentOf(given)
  given.last = Math.max(present, given.last + 1, given.peeked + 1)
  given.first ??= given.last
  given.taken.add(given.last)
  return given.last
}

function peeked(given: Given): number {
  const present = presentOf(given)
  given.peeked = Math.max(present, given.last + 1)
  return given.peeked
}

function timeBefore({ taken, gap }: Given, later: number): number {
  let time = later - gap
  while (taken.has(time)) time -= gap
  taken.add(time)
  return time
}
