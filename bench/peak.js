// Preloaded into a measured process: tells file descriptor 3, at its end, the most memory that it held (kilobytes). Plain JavaScript, so
// that nothing is counted that strips types from it.
import { readFileSync, writeSync } from 'node:fs'

process.on('exit', () => writeSync(3, String(peak())))

/** On Linux `maxRSS` counts what the process held that started this one; the high-water mark is its own. */
function peak() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? process.resourceUsage().maxRSS)
}
