/** How many milliseconds of the processor's time a piece of work takes: what else the machine does meanwhile counts for nothing. */
export function cpuTime(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
