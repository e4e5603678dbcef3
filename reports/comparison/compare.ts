import { isDeepStrictEqual } from 'node:util'
import type { Json, Observed, Verdict } from '../../engine/judging/outcome.ts'
import { isOfOneTarget, seedless } from '../../engine/seedless.ts'
import { causeName, causesOf } from '../conclusions/causes.ts'
import { type Claim, claimOf } from '../conclusions/claim.ts'
import { reasonsOf } from '../conclusions/reasons.ts'
import type { Report, ReportedOutcome } from '../report.ts'
import { findingWords, requirementText } from '../wording/outcome-texts.ts'

export interface Comparison {
  readonly before: ComparedRun
  readonly after: ComparedRun
  readonly newFailures: readonly VerdictChange[]
  readonly fixed: readonly VerdictChange[]
  /** Every other change of a verdict: what is not judged any more is neither fixed nor green. */
  readonly changed: readonly VerdictChange[]
  /** Failed in both runs, but not in the same way. */
  readonly differently: readonly VerdictChange[]
  /** Failed in both runs, in the same way. */
  readonly still: readonly VerdictChange[]
  readonly behaviour: readonly BehaviourChange[]
  /** Open points that only the later run observed, and that only the earlier one did. */
  readonly observed: readonly string[]
  readonly unobserved: readonly string[]
  /** Checks that only the later run applied, and that only the earlier one did. */
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Checks that failed in the earlier run and were not judged in the later one: nobody knows whether they are mended. */
  readonly unjudged: readonly string[]
}

export interface ComparedRun extends Pick<Claim, 'headline' | 'standing'> {
  readonly target: string
  readonly startedAt: string
  readonly assay: string
  readonly spec: string
  readonly exitCode: Report['exitCode']
  /** False if it was interrupted, or killed. */
  readonly complete: boolean
}

export interface VerdictChange {
  readonly check: string
  readonly clause: string
  readonly operation: string
  readonly text: string
  readonly before: Verdict
  readonly after: Verdict
  /** What explains it: the first finding, or the reason. */
  readonly why: string
  /** What explains it together with others: the cause of a failure that was not or is no more, or a reason. */
  readonly cause?: string | undefined
}

interface BehaviourChange {
  readonly id: string
  readonly title: string
  readonly before: Json
  readonly after: Json
}

export function compareReports(before: Report, after: Report): Comparison {
  const old = new Map(applied(before).map((outcome) => [outcome.check, outcome]))
  const now = askedIn(after)
  const judged = new Set(after.outcomes.filter(({ verdict }) => !isUnjudged(verdict)).map(({ check }) => check))
  const [explainedBefore, explainedNow] = [explaining(before), explaining(after)]
  const pairs = applied(after).flatMap((outcome) => {
    const isFailed = outcome.verdict === 'failed'
    // What the earlier run left out did not fail there: a later one that fails it may not pass for no worse.
    const earlier = old.get(outcome.check) ?? (isFailed && before.complete ? { ...outcome, verdict: 'inapplicable' as const } : undefined)
    if (earlier?.verdict === outcome.verdict && !isFailed) return []
    const { words, rank = 0 } = (isOpen(outcome) ? explainedNow : explainedBefore)(outcome.check) ?? {}
    return earlier ? [{ earlier, outcome, rank, change: changeOf(after, earlier, outcome, words) }] : []
  })
  pairs.sort((one, other) => one.rank - other.rank)
  const failing = pairs.filter(({ earlier, outcome }) => earlier.verdict === 'failed' && outcome.verdict === 'failed')
  const moved = pairs.filter(({ earlier, outcome }) => earlier.verdict !== outcome.verdict).map(({ change }) => change)
  return {
    before: runOf(before),
    after: runOf(after),
    newFailures: moved.filter(isNewFailure),
    fixed: moved.filter(isFixed),
    changed: moved.filter((change) => !isNewFailure(change) && !isFixed(change)),
    differently: failing.filter(({ earlier, outcome }) => !sameFindings(earlier, outcome)).map(({ change }) => change),
    still: failing.filter(({ earlier, outcome }) => sameFindings(earlier, outcome)).map(({ change }) => change),
    behaviour: behaviourChanges(before, after),
    observed: unmatched(after, before),
    unobserved: unmatched(before, after),
    added: [...now].filter((check) => !old.has(check)),
    removed: [...old.keys()].filter((check) => !now.has(check)),
    unjudged: before.outcomes.flatMap(({ check, verdict }) => (verdict === 'failed' && !judged.has(check) ? check : [])),
  }
}

/** True if a requirement is judged worse than before: failed, not proven or warned where it was better. */
export function gotWorse(comparison: Comparison): boolean {
  return comparison.newFailures.length > 0 || worseOf(comparison).length > 0
}

/** What did not fail, and is judged worse than before. */
export function worseOf({ changed }: Comparison): VerdictChange[] {
  return changed.filter(({ before, after }) => rank[after] > rank[before])
}

/** How bad each verdict is; what was left out on purpose is compared with nothing. */
const rank: Readonly<Record<Verdict, number>> = { inapplicable: -1, passed: 0, warned: 1, inconclusive: 2, failed: 3 }

function isUnjudged(verdict: Verdict): boolean {
  return verdict === 'inapplicable' || verdict === 'inconclusive'
}

function applied({ outcomes }: Report): ReportedOutcome[] {
  return outcomes.filter(({ verdict }) => verdict !== 'inapplicable')
}

function isNewFailure({ after }: VerdictChange): boolean {
  return after === 'failed'
}

function isFixed({ before, after }: VerdictChange): boolean {
  return before === 'failed' && (after === 'passed' || after === 'warned')
}

function runOf(report: Report): ComparedRun {
  const { target, startedAt, assay, spec, exitCode, complete } = report
  const { headline, standing } = claimOf(report)
  const version = `${spec.version} (${spec.sha256.slice(0, 12)})`
  return { target: target.name, startedAt, assay, spec: version, exitCode, complete, headline, standing }
}

/** True if what explains an outcome is in its own run; else it is in the one before. */
function isOpen({ verdict }: ReportedOutcome): boolean {
  return verdict === 'failed' || verdict === 'inconclusive'
}

function changeOf(report: Report, earlier: ReportedOutcome, outcome: ReportedOutcome, cause: string | undefined): VerdictChange {
  const { check, clause, operation, verdict, findings, reason = '' } = outcome
  const [first] = findings
  const why = first ? findingWords(first) : reason
  return {
    check,
    clause,
    operation,
    text: causeName({ ...outcome, title: requirementText(report, outcome) }),
    before: earlier.verdict,
    after: verdict,
    why,
    cause,
  }
}

/** What explains an outcome together with others, if anything does, and how grave that is among all that explains a run. */
interface Explained {
  readonly words?: string
  readonly rank: number
}

/** What explains the outcomes of a run, by check; made when it is first asked for. */
function explaining(report: Report): (check: string) => Explained | undefined {
  let known: ReadonlyMap<string, Explained> | undefined
  return (check) => {
    known ??= new Map(
      explainedGroups(report).flatMap(([words, outcomes], rank) =>
        outcomes.map((outcome) => [outcome.check, outcomes.length > 1 ? { words, rank } : { rank }] as const),
      ),
    )
    return known.get(check)
  }
}

function explainedGroups(report: Report): (readonly [words: string, outcomes: readonly ReportedOutcome[]])[] {
  const having = (wanted: Verdict) => report.outcomes.filter(({ verdict }) => verdict === wanted)
  return [
    ...causesOf(report, having('failed')).map((cause) => [causeName(cause), cause.outcomes] as const),
    ...reasonsOf(having('inconclusive')).map(({ reason, outcomes }) => [reason, outcomes] as const),
  ]
}

/** True if both have findings at the same places with the same expectations, but for numbers and quoted values, which a seed may draw. */
function sameFindings(one: ReportedOutcome, other: ReportedOutcome): boolean {
  const shape = ({ findings }: ReportedOutcome) => findings.map(({ at, expected }) => `${at} ${expected}`.replace(/"[^"]*"|\d+/g, '*'))
  return isDeepStrictEqual(new Set(shape(one)), new Set(shape(other)))
}

function behaviourChanges(before: Report, after: Report): BehaviourChange[] {
  const old = byId(before)
  const sameAsked = isDeepStrictEqual(askedIn(before), askedIn(after))
  // What another seed asks is answered in other rare ways.
  const isSameSeed = before.seed === after.seed
  const isAlike = (one: Json, other: Json) =>
    (isSameSeed ? undefined : isOfOneTarget(one, other)) ?? isDeepStrictEqual(seedless(one), seedless(other))
  return after.observations.flatMap(({ id, title, value }) => {
    const earlier = old.get(id)
    if (!earlier || isAlike(earlier.value, value)) return []
    if (!sameAsked && seedless(value) !== value) return [] // fewer requests show fewer kinds of answers
    return [{ id, title, before: earlier.value, after: value }]
  })
}

function askedIn(report: Report): Set<string> {
  return new Set(applied(report).map(({ check }) => check))
}

function unmatched({ observations }: Report, other: Report): string[] {
  const known = byId(other)
  return observations.flatMap(({ id }) => (known.has(id) ? [] : [id]))
}

function byId({ observations }: Report): Map<string, Observed> {
  return new Map(observations.map((observed) => [observed.id, observed]))
}
