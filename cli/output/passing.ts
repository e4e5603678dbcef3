import type { ConsumerCheck } from '../../consumers/traffic/consumer-check.ts'
import type { Traffic } from '../../consumers/traffic/traffic.ts'
import { longestTimer } from '../../engine/client/clock.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { styleOf } from '../../reports/text/lines.ts'
import { cropped, plain } from '../../reports/text/plain.ts'
import { hearing } from '../runs/interruption.ts'

/** The least time between two counts, on a terminal that draws and elsewhere, in milliseconds. */
const [leastDrawn, leastWritten] = [100, 10_000]

/** Counts what passes, and prints each new finding without the value that was found, which may hold a secret that is not known yet. */
export function createLive({ quiet, json }: { readonly quiet: boolean; readonly json: boolean }, redact: (text: string) => string) {
  const { isTTY, columns = 80 } = process.stderr
  const isDrawn = isTTY && process.env['TERM'] !== 'dumb'
  let shownAt = isDrawn ? Number.NEGATIVE_INFINITY : performance.now()
  return {
    end: () => void (isDrawn && process.stderr.write('\r\u001b[K')),
    onExchange: (_: unknown, counts: Traffic['counts']) => {
      if (performance.now() - shownAt < (isDrawn ? leastDrawn : leastWritten)) return
      shownAt = performance.now()
      process.stderr.write(isDrawn ? `\r${cropped(countsOf(counts), columns - 1)}\u001b[K` : `assay: ${countsOf(counts)}\n`)
    },
    onFinding: ({ id }: Pick<ConsumerCheck, 'id'>, { at, expected }: Finding) => {
      if (quiet || json) return
      const text = `${id}: ${at}: expected ${expected}`
      process.stderr.write(`${styleOf(process.stderr).colour ? '\r\u001b[K' : ''}✗ ${cropped(plain(redact(text)), 500)}\n`)
    },
  }
}

function countsOf({ all, of }: Traffic['counts']): string {
  const known = [...of].map(([id, count]) => `${id} ${count}`)
  const others = all - [...of.values()].reduce((sum, count) => sum + count, 0)
  return `${all} requests passed: ${[...known, ...(others > 0 ? [`others ${others}`] : [])].join(', ')}`
}

/** Waits for an interruption, or for time to be up: in all, or since anything has passed, in milliseconds. */
export async function ending({ for: most, idle }: { readonly for?: number; readonly idle?: number }, passed: () => number): Promise<void> {
  const interruption = Promise.withResolvers<void>()
  const timers: NodeJS.Timeout[] = []
  if (most !== undefined) timers.push(setTimeout(interruption.resolve, Math.min(most, longestTimer)))
  let [seen, since] = [passed(), performance.now()]
  const look = (longest: number) => {
    const [bytes, now] = [passed(), performance.now()]
    if (bytes !== seen) [seen, since] = [bytes, now]
    else if (now - since >= longest) interruption.resolve()
  }
  if (idle !== undefined) timers.push(setInterval(look, Math.min(idle / 4, 1000), idle))
  await hearing(
    () => interruption.resolve(),
    () => interruption.promise,
  )
  for (const timer of timers) clearTimeout(timer)
}
