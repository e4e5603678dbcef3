import type { Outcome } from '../../engine/judging/outcome.ts'
import { replayedRole } from '../../engine/probes/roles.ts'
import { memoized } from '../../language/memoized.ts'
import type { Report } from '../report.ts'

/** What is wrong where it counts that something was signed once, whatever it was. */
export const reuse = 'takes the signature of an earlier request for another one'

/** True for a failure that comes of this: several parts may be changed after signing, and none is left out of what is signed. */
export function isOfReuse(outcome: Outcome, report: Pick<Report, 'outcomes'>): boolean {
  return wasReused(outcome) && reusing(report).has(outcome.operation)
}

const reusing = memoized(({ outcomes }: Pick<Report, 'outcomes'>): ReadonlySet<string> => {
  const covered = outcomes.filter(({ requirement, verdict, waived }) => verdict === 'failed' && !waived && /\.covers\./.test(requirement))
  const operations = [...Map.groupBy(covered, ({ operation }) => operation)]
  const isReusing = (failed: readonly Outcome[]) =>
    new Set(failed.map(({ requirement }) => requirement)).size > 1 && failed.every(wasReused)
  return new Set(operations.flatMap(([operation, failed]) => (isReusing(failed) ? [operation] : [])))
})

/** True where a request was accepted that carries the signature of an accepted one. */
function wasReused({ findings: [first] }: Outcome): boolean {
  return first?.expected === 'a refusal' && first.exchange?.includes(`/${replayedRole('')}`) === true
}
