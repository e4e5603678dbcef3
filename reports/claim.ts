import { counted } from './plain.ts'
import { type Answer, answerOf } from './reading.ts'
import type { Report } from './report.ts'

/** What a run says of its target, and no more than that. */
export interface Claim {
  readonly answer: Answer
  /** The answer in words, with what limits it: `conforms in 2 of 3 operations`. */
  readonly headline: string
  /** A sentence: what the answer rests on. */
  readonly sentence: string
  /** What was left out on purpose or waived, in a few words each; empty where everything that the source requires was judged. */
  readonly limits: readonly string[]
}

/** The claim of a run: "everything that the source requires" only where it is true. */
export function claimOf(report: Report): Claim {
  const answer = answerOf(report)
  const limits = limitsOf(report)
  return { answer, limits, headline: headlineOf(answer, limits), sentence: sentenceOf(report, answer, limits) }
}

function headlineOf(answer: Answer, limits: readonly string[]): string {
  const words = answer === 'not proven' ? 'not proven to conform' : answer
  return limits.length === 0 ? words : `${words} (${limits.join(', ')})`
}

function sentenceOf({ summary }: Report, answer: Answer, limits: readonly string[]): string {
  if (answer === 'does not conform') return 'The target departs from what the source requires.'
  if (answer === 'not proven')
    return summary.failed > 0
      ? 'The target does not answer right requests, so nothing can be said about it.'
      : 'Nothing failed, but not everything that the source requires could be judged.'
  if (limits.length === 0) return 'Everything that the source requires was judged, and passed.'
  const borne = limits.some((limit) => limit.includes('waived'))
  return borne
    ? 'What was judged passed, but for failures that are waived.'
    : 'What was judged passed; not everything that the source requires was.'
}

/** The flags by which something is left out, as reasons name them. */
const narrowing: readonly (readonly [flag: string, words: string])[] = [
  ['--only', 'narrowed'],
  ['--observe', 'not everything observed'],
  ['--listen', 'callbacks not heard'],
]

function limitsOf(report: Report): string[] {
  const { outcomes, target, ledger, complete, spec } = report
  const waived = outcomes.filter((outcome) => outcome.waived).length
  const [all, claimed] = [ledger.operations.length, target.operations.length]
  const reasons = unjudged(report)
  const known = narrowing.flatMap(([flag, words]) => (reasons.some((reason) => reason.includes(flag)) ? [words] : []))
  const flags = ['--operations', '--suite', ...narrowing.map(([flag]) => flag)]
  const others = reasons.filter((reason) => !flags.some((flag) => reason.includes(flag))).length
  return [
    ...(waived > 0 ? [`${counted(waived, 'failure')} waived`] : []),
    ...(claimed < all ? [`${claimed} of ${all} operations`] : []),
    ...known,
    ...(outcomes.some(({ reason }) => reason?.includes('--suite')) ? ['held to earlier checks'] : []),
    ...(others > 0 ? [`${counted(others, 'requirement')} left out`] : []),
    ...(spec.overlays.length > 0 ? ['by a changed document'] : []),
    ...(complete ? [] : ['incomplete']),
  ]
}

/** Why each requirement was left out of which nothing at all was judged. */
function unjudged({ outcomes }: Report): string[] {
  const obligatory = outcomes.filter(({ level }) => level === 'MUST')
  return [...Map.groupBy(obligatory, ({ requirement }) => requirement).values()].flatMap((members) =>
    members.every(({ verdict }) => verdict === 'inapplicable') ? [members[0]?.reason ?? ''] : [],
  )
}
