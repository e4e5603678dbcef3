import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** In bytes: more than a run takes whose target sends what it ought to. */
const much = 200 << 20

/**
 * Gives back what the last stage of a run left behind, where that is much, before the next one takes as much again. A hundred milliseconds at
 * most.
 */
export function releaseMemory(): void {
  if (process.memoryUsage.rss() < much) return
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
