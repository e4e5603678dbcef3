import type { Outcome, Verdict } from '../suites/outcome.ts'
import type { Report } from './report.ts'

/** A check that judges saved evidence otherwise than the run did; undefined where only one of the two knows the check. */
export interface ReplayDifference {
  readonly check: string
  readonly saved?: Verdict
  readonly now?: Verdict
  readonly reason?: string
}

/** What differs between a report and the outcomes of judging its evidence again: nothing, if the suite has not changed. */
export function replayDifferences(report: Report, outcomes: readonly Outcome[]): ReplayDifference[] {
  const saved = new Map(report.outcomes.map((outcome) => [outcome.check, outcome]))
  const now = new Map(outcomes.map((outcome) => [outcome.check, outcome]))
  return [...new Set([...saved.keys(), ...now.keys()])].flatMap((check) => {
    const [before, after] = [saved.get(check), now.get(check)]
    if (before?.verdict === after?.verdict) return []
    const reason = after?.reason ?? after?.findings[0]?.actual
    return [
      { check, ...(before && { saved: before.verdict }), ...(after && { now: after.verdict }), ...(reason !== undefined && { reason }) },
    ]
  })
}
