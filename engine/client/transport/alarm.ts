/** The longest that a process is busy with its own work, in milliseconds: an alarm that is later than that follows a standstill. */
const longestPause = 2000

/** How many times as long to wait if this process is busy all the time: an answer that arrives then is read late, but is not late. */
const mostPatience = 10

/**
 * Rings after a time, unless the function that it returns is called first. If the process stood still meanwhile (stopped, or
 * starved), an answer may have arrived unread: then it rings after the same time again.
 */
export function alarmAfter(milliseconds: number, ring: () => void): () => void {
  let [left, set, since] = [milliseconds, performance.now(), performance.eventLoopUtilization()]
  const check = () => {
    const now = performance.now()
    const { idle, active } = performance.eventLoopUtilization(since)
    const isStandstill = now - set >= left + longestPause
    left = isStandstill ? milliseconds : left - idle - active / mostPatience
    if (left < 1) return ring()
    set = now
    since = performance.eventLoopUtilization()
    timer = setTimeout(check, left)
  }
  let timer = setTimeout(check, milliseconds)
  return () => clearTimeout(timer)
}
