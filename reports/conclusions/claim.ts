import type { Verdict } from '../../engine/judging/outcome.ts'
import { isFailed } from '../../engine/run.ts'
import { counted } from '../../text/counted.ts'
import type { Report, ReportedOutcome } from '../report.ts'
import { type Conclusion, conclusionFor, conclusionOf, verdictOf } from './conclusion.ts'

export interface Claim {
  readonly conclusion: Conclusion
  /** The verdict whose colour and symbol stand for it: a target that conforms except for waived failures is never green. */
  readonly standing: Verdict
  /** The conclusion in words, with what limits it: `conforms in 2 of 3 operations`. */
  readonly headline: string
  readonly sentence: string
  /** What was left out on purpose or waived, in a few words each; empty where everything that the source requires was judged. */
  readonly limits: readonly string[]
}

/** The claim of a run: "everything that the source requires" only where it is true. */
export function claimOf(report: Report): Claim {
  const conclusion = conclusionOf(report)
  const found = limitsOf(report)
  const limits = found.map(({ words }) => words)
  const standing = standingFor(conclusion, report.outcomes)
  const words = isSpoiltByWaivers(report)
    ? `${inWords(conclusionFor(report.outcomes))}, but a waiver has to be removed`
    : inWords(conclusion)
  return { conclusion, standing, limits, headline: limited(words, limits), sentence: sentenceOf(report, conclusion, found) }
}

/** True if all that ends a run with 1 is a waiver that waives nothing: of the target that says nothing. */
function isSpoiltByWaivers(report: Report): boolean {
  return conclusionOf(report) === 'does not conform' && conclusionFor(report.outcomes) !== 'does not conform'
}

function inWords(conclusion: Conclusion): string {
  return conclusion === 'not proven' ? 'not proven to conform' : conclusion
}

export function operationClaim(outcomes: readonly ReportedOutcome[]): Pick<Claim, 'standing' | 'headline'> {
  if (outcomes.length === 0) return { standing: 'inapplicable', headline: 'not judged' }
  const conclusion = conclusionFor(outcomes)
  const limits = conclusion === 'left out' ? [] : [...waivedIn(outcomes), ...narrowedIn(outcomes)]
  const words = limits.map((limit) => limit.words)
  return { standing: standingFor(conclusion, outcomes), headline: limited(conclusion, words) }
}

/** What flags left out. Callbacks are not heard by any target of several, and missed only of those that send some. */
export function leftOutByFlags({ outcomes }: Report): string[] {
  const limits = [...narrowedIn(outcomes), ...(isUnobserved(outcomes) ? [unobserved] : [])]
  return limits.filter(({ kind, words }) => kind !== 'left out' && words !== unheard).map(({ words }) => words)
}

interface Limit {
  readonly kind: 'waived' | 'narrowed' | 'left out' | 'unobserved' | 'untried'
  readonly words: string
}

function standingFor(conclusion: Conclusion, outcomes: readonly ReportedOutcome[]): Verdict {
  return conclusion === 'conforms' && isFailed({ outcomes }) ? 'warned' : verdictOf(conclusion)
}

function limited(words: string, limits: readonly string[]): string {
  return limits.length === 0 ? words : `${words} (${limits.join(', ')})`
}

const departing: Readonly<Record<NonNullable<Report['side']>, string>> = {
  provider: 'The target departs from what the source requires.',
  consumer: 'The client departs from what the source requires, or its own tests fail.',
  both: 'The client or the service departs from what the source requires.',
}

function sentenceOf(report: Report, conclusion: Conclusion, limits: readonly Limit[]): string {
  const { side = 'provider', outcomes } = report
  if (isSpoiltByWaivers(report)) return 'Nothing failed that is not waived, but a waiver waives nothing.'
  if (conclusion === 'does not conform')
    return mayBeASetting(report) ? 'The target departs from what the source requires, or a setting is wrong.' : departing[side]
  if (conclusion === 'not proven') return unprovenSentence(outcomes)
  return `${conformingSentence(limits)}${warningsIn(outcomes)}`
}

/** True if all that failed is that operations turn away whoever asks with our settings. */
function mayBeASetting({ outcomes, diagnoses }: Report): boolean {
  const turnedAway = new Set(
    diagnoses.flatMap(({ id, operations }) => (id === 'refused' ? operations.map((operation) => `${operation}.accepted`) : [])),
  )
  return outcomes.every(({ verdict, waived, requirement }) => verdict !== 'failed' || waived || turnedAway.has(requirement))
}

function conformingSentence(limits: readonly Limit[]): string {
  if (limits.some(({ kind }) => kind === 'waived')) return 'Everything that was judged passed, except for waived failures.'
  const whole = 'Everything that the source requires was judged, and passed'
  if (limits.length === 0) return `${whole}.`
  if (limits.every(({ kind }) => kind === 'untried')) return `${whole}; not every other provider was tried.`
  return limits.every(({ kind }) => kind === 'unobserved')
    ? `${whole}; what is only good practice was not all tried.`
    : 'What was judged passed; not everything that the source requires was.'
}

/** What only warns did not pass either. */
function warningsIn(outcomes: readonly ReportedOutcome[]): string {
  const warned = outcomes.filter(({ verdict }) => verdict === 'warned').length
  return warned > 0 ? ` There ${warned === 1 ? 'is' : 'are'} ${counted(warned, 'warning')} of good practice that it does not ask for.` : ''
}

function unprovenSentence(outcomes: readonly ReportedOutcome[]): string {
  const failed = outcomes.filter(({ verdict }) => verdict === 'failed')
  if (outcomes.every(({ verdict }) => verdict === 'inconclusive' || verdict === 'inapplicable')) return 'Nothing could be judged.'
  if (failed.some(({ waived }) => !waived)) return 'The target does not answer right requests, so nothing can be said about it.'
  const failures = failed.length > 0 ? 'What failed is waived' : 'Nothing failed'
  return `${failures}, but not everything that the source requires could be judged.`
}

const unheard = 'callbacks not judged'

const unobserved: Limit = { kind: 'unobserved', words: 'not everything observed' }

/** The flags that narrow a run, and the reasons that name them: a saved report tells them by nothing else. */
const narrowing: readonly (readonly [flag: string, words: string, reasonsIn: (outcomes: readonly ReportedOutcome[]) => string[]])[] = [
  ['--only', 'narrowed', unjudged],
  ['--listen', unheard, unjudged],
  ['--quick', 'a quick run', leftOut],
  ['--suite', 'held to earlier checks', (outcomes) => outcomes.flatMap(({ reason }) => reason ?? [])],
]
const flags = ['--operations', '--observe', ...narrowing.map(([flag]) => flag)]

function limitsOf(report: Report): Limit[] {
  const { outcomes, target, ledger, complete, spec } = report
  const [all, claimed] = [ledger.operations.length, target.operations.length]
  const moving = new Set(ledger.operations.filter(({ movesMoney }) => movesMoney).map(({ id }) => id))
  return [
    ...waivedIn(outcomes),
    ...narrowed(claimed < all && `${claimed} of ${all} operations`),
    ...narrowedIn(outcomes),
    ...(isUnobserved(outcomes.filter(({ operation }) => !moving.has(operation))) ? [unobserved] : []),
    ...narrowed(spec.overlays.length > 0 && 'by a changed document'),
    ...untriedIn(report),
    ...narrowed(!complete && 'incomplete'),
  ]
}

function narrowed(words: string | false): Limit[] {
  return words === false ? [] : [{ kind: 'narrowed', words }]
}

/** Of the other providers that a client was to be run against, those for which there was no time. */
function untriedIn({ coping }: Report): Limit[] {
  const left = coping?.trials.filter(({ verdict }) => verdict === 'not run').length ?? 0
  return left > 0 ? [{ kind: 'untried', words: `${left} of ${coping?.trials.length} other providers not tried` }] : []
}

function waivedIn(outcomes: readonly ReportedOutcome[]): Limit[] {
  const waived = outcomes.filter((outcome) => outcome.waived).length
  return waived > 0 ? [{ kind: 'waived', words: `${counted(waived, 'failure')} waived` }] : []
}

/** What the flags left out; if money moves, no more is observed unless that is asked for. */
function narrowedIn(outcomes: readonly ReportedOutcome[]): Limit[] {
  const others = unjudged(outcomes).filter((reason) => !flags.some((flag) => reason.includes(flag))).length
  return [
    ...narrowing.flatMap(([flag, words, reasonsIn]) => narrowed(isNamed(flag, reasonsIn(outcomes)) && words)),
    ...(others > 0 ? [{ kind: 'left out', words: `${counted(others, 'requirement')} left out` } as const] : []),
  ]
}

function isUnobserved(outcomes: readonly ReportedOutcome[]): boolean {
  const reasons = leftOut(outcomes)
  return isNamed('--observe', reasons) && !isNamed('--quick', reasons)
}

function isNamed(flag: string, reasons: readonly string[]): boolean {
  return reasons.some((reason) => reason.includes(flag))
}

function leftOut(outcomes: readonly ReportedOutcome[]): string[] {
  return outcomes.flatMap(({ verdict, reason = '' }) => (verdict === 'inapplicable' ? [reason] : []))
}

/** Why requirements were left out entirely. */
function unjudged(outcomes: readonly ReportedOutcome[]): string[] {
  const obligatory = outcomes.filter(({ level }) => level === 'MUST')
  return [...Map.groupBy(obligatory, ({ requirement }) => requirement).values()].flatMap((members) =>
    members.every(({ verdict }) => verdict === 'inapplicable') ? leftOut(members).slice(0, 1) : [],
  )
}
