/** The longest that a process is busy with itself, in milliseconds: an alarm that is later than that comes after a standstill. */
const longestPause = 2000

/** How many times as long is waited where this process is busy all the while: what comes in then is read late, and is not late. */
const mostPatience = 10

/**
 * Rings after a time that was waited, unless what it returns is called before. Where the process stood still meanwhile (stopped, or
 * starved), an answer may have come in and be unread: then it rings after the same time again.
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
