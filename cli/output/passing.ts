import type { ConsumerCheck } from '../../consumers/traffic/consumer-check.ts'
import type { Traffic } from '../../consumers/traffic/traffic.ts'
import type { Contract } from '../../contracts/contract.ts'
import { requirementOf } from '../../contracts/requirement-index.ts'
import { longestTimer } from '../../engine/client/clock.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { createStatusLine } from '../../reports/terminal/progress.ts'
import { cropped, plain } from '../../reports/text/plain.ts'
import { hearing } from '../runs/interruption.ts'

/** Counts what passes, and prints each new finding without the value that was found, which may hold a secret that is not known yet. */
export function createLive(
  contract: Contract,
  { quiet, json }: { readonly quiet: boolean; readonly json: boolean },
  redact: (text: string) => string,
) {
  const line = createStatusLine(process.stderr)
  return {
    end: () => line.end(),
    onExchange: (_: unknown, counts: Traffic['counts']) => line.show((isDrawn) => `${isDrawn ? '' : 'assay: '}${countsOf(counts)}`),
    onFinding: ({ id, requirement }: Pick<ConsumerCheck, 'id' | 'requirement'>, { at, expected }: Finding) => {
      if (quiet || json) return
      const mark = requirementOf(contract, requirement)?.level === 'SHOULD' ? '!' : '✗'
      line.say([`${mark} ${cropped(plain(redact(`${id}: ${at}: expected ${expected}`)), 500)}`])
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
