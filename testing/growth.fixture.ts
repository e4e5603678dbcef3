/** What grows as its input does takes eight times as long for eight times as much; what compares each part with each other, 64 times. */
export const steep = 24

/** What is over sooner, in milliseconds, is not compared. */
const shortest = 4

/**
 * How many times as long work of a length takes as that of an eighth of it, by the processor's time, whatever the machine and its other work.
 * Only what is steep each time is steep: a collection of garbage may fall into either.
 */
export function growth(length: number, work: (length: number) => void): number {
  const once = () => cpuTime(work, length) / Math.max(shortest, cpuTime(work, length / 8))
  const first = once()
  return first < steep ? first : Math.min(first, once(), once())
}

/** How many milliseconds of the processor's time work of a length takes. */
function cpuTime(work: (length: number) => void, length: number): number {
  const before = process.threadCpuUsage()
  work(length)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
