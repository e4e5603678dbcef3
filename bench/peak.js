// Preloaded into a measured process: at its end it writes to file descriptor 3 the most memory that it held, in kilobytes. It is plain
// JavaScript: stripping types takes memory, which would be measured as well.
import { readFileSync, writeSync } from 'node:fs'

process.on('exit', () => writeSync(3, String(peak())))

/** On Linux `maxRSS` begins with what the parent process held; VmHWM (the high-water mark) is of this process alone. */
function peak() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? process.resourceUsage().maxRSS)
}
