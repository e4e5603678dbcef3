// Preloaded into a measured process: tells file descriptor 3, at its end, the most memory that it held (kilobytes). Plain JavaScript, so
// that nothing is counted that strips types from it.
import { writeSync } from 'node:fs'

process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS)))
