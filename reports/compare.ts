import { isDeepStrictEqual } from 'node:util'
import type { Json, Verdict } from '../suites/outcome.ts'
import { requirementText } from './reading.ts'
import type { Report, ReportedOutcome } from './report.ts'

/** What changed from one run to another. */
export interface Comparison {
  readonly before: ComparedRun
  readonly after: ComparedRun
  /** Newly failed; or not judged any more, which is not green either. */
  readonly worse: readonly VerdictChange[]
  readonly better: readonly VerdictChange[]
  /** Failed in both runs, but not in the same way. */
  readonly differently: readonly VerdictChange[]
  /** Failed in both runs, in the same way. */
  readonly still: readonly VerdictChange[]
  readonly behaviour: readonly BehaviourChange[]
  /** Checks that only the later run applied, and that only the earlier one did. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

export interface ComparedRun {
  readonly target: string
  readonly startedAt: string
  readonly assay: string
  readonly spec: string
  readonly exitCode: Report['exitCode']
}

export interface VerdictChange {
  readonly check: string
  readonly clause: string
  readonly text: string
  readonly before: Verdict
  readonly after: Verdict
  /** What explains it: the first finding, or the reason. */
  readonly why: string
}

/** A target that does something else at an open point; undefined where one run did not observe it. */
export interface BehaviourChange {
  readonly id: string
  readonly title: string
  readonly before?: Json
  readonly after?: Json
}

/** Compares two runs, check by check. */
export function compareReports(before: Report, after: Report): Comparison {
  const old = new Map(applied(before).map((outcome) => [outcome.check, outcome]))
  const now = new Set(applied(after).map(({ check }) => check))
  const pairs = applied(after).flatMap((outcome) => {
    const earlier = old.get(outcome.check)
    return earlier ? [{ earlier, outcome, change: changeOf(after, earlier, outcome) }] : []
  })
  const failing = pairs.filter(({ earlier, outcome }) => earlier.verdict === 'failed' && outcome.verdict === 'failed')
  const where = (fits: (step: number) => boolean) =>
    pairs.filter(({ earlier, outcome }) => fits(rank[outcome.verdict] - rank[earlier.verdict])).map(({ change }) => change)
  return {
    before: runOf(before),
    after: runOf(after),
    worse: where((step) => step > 0),
    better: where((step) => step < 0),
    differently: failing.filter(({ earlier, outcome }) => !sameFindings(earlier, outcome)).map(({ change }) => change),
    still: failing.filter(({ earlier, outcome }) => sameFindings(earlier, outcome)).map(({ change }) => change),
    behaviour: behaviourChanges(before, after),
    added: applied(after)
      .filter(({ check }) => !old.has(check))
      .map(({ check }) => check),
    removed: applied(before)
      .filter(({ check }) => !now.has(check))
      .map(({ check }) => check),
  }
}

function applied({ outcomes }: Report): ReportedOutcome[] {
  return outcomes.filter(({ verdict }) => verdict !== 'inapplicable')
}

/** How far a verdict is from green. */
const rank: Readonly<Record<Verdict, number>> = { passed: 0, inapplicable: 0, warned: 1, inconclusive: 2, failed: 3 }

function runOf({ target, startedAt, assay, spec, exitCode }: Report): ComparedRun {
  return { target: target.name, startedAt, assay, spec: `${spec.version} (${spec.sha256.slice(0, 12)})`, exitCode }
}

function changeOf(report: Report, { verdict: before }: ReportedOutcome, outcome: ReportedOutcome): VerdictChange {
  const { check, clause, verdict, findings, reason = '' } = outcome
  const [first] = findings
  const why = first ? `${first.at}: expected ${first.expected}, found ${first.actual}` : reason
  return { check, clause, text: requirementText(report, outcome), before, after: verdict, why }
}

/** The same places and expectations; counts and values may differ from run to run. */
function sameFindings(one: ReportedOutcome, other: ReportedOutcome): boolean {
  const shape = ({ findings }: ReportedOutcome) => findings.map(({ at, expected }) => `${at.replace(/\d+/g, '*')} ${expected}`)
  return isDeepStrictEqual(new Set(shape(one)), new Set(shape(other)))
}

function behaviourChanges(before: Report, after: Report): BehaviourChange[] {
  const old = new Map(before.observations.map((observed) => [observed.id, observed]))
  const now = new Map(after.observations.map((observed) => [observed.id, observed]))
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((id) => {
    const earlier = old.get(id)
    const later = now.get(id)
    if (earlier && later && isDeepStrictEqual(earlier.value, later.value)) return []
    const title = later?.title ?? earlier?.title ?? id
    return [{ id, title, ...(earlier && { before: earlier.value }), ...(later && { after: later.value }) }]
  })
}
