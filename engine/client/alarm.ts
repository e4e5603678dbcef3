/** The longest that a process is busy with itself, in milliseconds: an alarm that is later than that comes after a standstill. */
const longestPause = 2000

/**
 * Rings after a time, unless what it returns is called before. Where the process stood still meanwhile (stopped, or starved), an
 * answer may have come in and be unread: then it rings after the same time again.
 */
export function alarmAfter(milliseconds: number, ring: () => void): () => void {
  let set = performance.now()
  const check = () => {
    const now = performance.now()
    if (now - set < milliseconds + longestPause) return ring()
    set = now
    timer = setTimeout(check, milliseconds)
  }
  let timer = setTimeout(check, milliseconds)
  return () => clearTimeout(timer)
}
