import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** In bytes: more than a run takes whose target sends what it ought to. */
const much = 200 << 20

/** How many bytes may be left behind until they are given back, where memory is scarce. */
const mostLeft = 16 << 20

/** How many bytes an ordinary target leaves behind in a whole run, and more. */
const ordinary = 4 << 20

let left = 0
/** False as long as the heap may grow as it does for an ordinary target: it is collected once when more comes, and early from then on. */
let isFrugal = false
/** What the process still held after it gave back all it could: else ten reports of a large process would collect ten times. */
let held = 0
let collect: ((how: { readonly type: 'major'; readonly execution: 'sync'; readonly flavor?: 'last-resort' }) => void) | undefined

/**
 * Gives back what the last stage left behind, where it is much with the bytes that the next one takes. A hundred milliseconds at most.
 */
export function releaseMemory(taken = 0): void {
  if (process.memoryUsage.rss() + taken <= Math.max(much, held + mostLeft)) return
  collector()({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  held = process.memoryUsage.rss()
}

/** Counts what was left behind, by an estimate: once it is much, it is given back before more is taken, and not when the process sees fit. */
export function noteLeft(bytes: number): void {
  // Its text and what is parsed of it will stand beside one another.
  if (bytes > mostLeft) releaseMemory(2 * bytes)
  left += bytes
  if (left < (isFrugal ? mostLeft : ordinary)) return
  left = 0
  if (!isFrugal || process.memoryUsage.rss() > much) collector()({ type: 'major', execution: 'sync' })
  isFrugal = true
}

function collector(): NonNullable<typeof collect> {
  if (collect) return collect
  setFlagsFromString('--expose-gc')
  collect = runInNewContext('gc') as NonNullable<typeof collect>
  return collect
}
