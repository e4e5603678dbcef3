import type { Outcome } from '../../engine/judging/outcome.ts'
import { replayedRole } from '../../engine/probes/roles.ts'
import type { Report } from '../report.ts'

/** What is wrong where it counts that something was signed once, whatever it was. */
export const reuse = 'takes the signature of an earlier request for another one'

/** True for a failure that comes of this: several parts may be changed after signing, and none is left out of what is signed. */
export function isOfReuse(outcome: Outcome, { outcomes }: Pick<Report, 'outcomes'>): boolean {
  if (!wasReused(outcome)) return false
  const failed = outcomes.filter(({ operation, verdict, waived }) => operation === outcome.operation && verdict === 'failed' && !waived)
  const covered = failed.filter(({ requirement }) => /\.covers\./.test(requirement))
  return new Set(covered.map(({ requirement }) => requirement)).size > 1 && covered.every(wasReused)
}

/** True where a request was accepted that carries the signature of an accepted one. */
function wasReused({ findings: [first] }: Outcome): boolean {
  return first?.expected === 'a refusal' && first.exchange?.includes(`/${replayedRole('')}`) === true
}
