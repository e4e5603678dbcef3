import { partsOf } from '../../contracts/fields.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import type { Outcome, Verdict } from '../../engine/judging/outcome.ts'
import { memoized } from '../../language/memoized.ts'
import type { Report, ReportedOutcome } from '../report.ts'

export type Conclusion = 'conforms' | 'does not conform' | 'not proven' | 'left out'

/** The verdicts, the one that needs attention most first. */
export const verdicts: readonly Verdict[] = ['failed', 'inconclusive', 'warned', 'passed', 'inapplicable']

/** A symbol for each verdict, so that colour is never the only difference. */
export const symbols: Readonly<Record<Verdict, string>> = { passed: '✓', warned: '!', failed: '✗', inconclusive: '?', inapplicable: '–' }

export const colours = { passed: 'green', warned: 'yellow', failed: 'red', inconclusive: 'yellow', inapplicable: 'dim' } as const

export const unjudgedHeadings = { inconclusive: 'Not judged', inapplicable: 'Left out' } as const

export function conclusionOf({ exitCode }: Pick<Report, 'exitCode'>): Conclusion {
  return exitCode === 1 ? 'does not conform' : exitCode === 3 ? 'not proven' : 'conforms'
}

/** What only keeps requests from being judged: a failure always has an answer. */
const explainsNoFailure: ReadonlySet<Diagnosis['id']> = new Set(['empty', 'unreachable', 'tls', 'limited'])

/** The diagnoses that explain what failed, and those that only say what more could be judged: these come after a failure. */
export function explanations(report: Pick<Report, 'diagnoses' | 'exitCode' | 'summary'>): Record<'first' | 'after', Report['diagnoses']> {
  const { diagnoses, exitCode, summary } = report
  const isBeside = ({ id }: Diagnosis) => exitCode === 1 && summary.failed > 0 && explainsNoFailure.has(id)
  return { first: diagnoses.filter((each) => !isBeside(each)), after: diagnoses.filter(isBeside) }
}

/** What explains that outcomes were not judged: the diagnoses of their operations, but where what fails beside them is the nearer cause. */
export function explaining(report: Report, open: readonly ReportedOutcome[]): Report['diagnoses'] {
  const failing = failingFamilies(report)
  if (open.some((outcome) => failing.has(familyOf(outcome)))) return []
  const operations = new Set(open.map(({ operation }) => operation))
  return report.diagnoses.filter((diagnosis) => diagnosis.operations.some((id) => operations.has(id)))
}

const failingFamilies = memoized(({ outcomes }: Report): ReadonlySet<string> => {
  return new Set(outcomes.filter(({ verdict }) => verdict === 'failed').map(familyOf))
})

/** The operation and what of it a check guards: `requestWithdrawal signature`. */
export function familyOf({ operation, requirement }: Outcome): string {
  return `${operation} ${partsOf({ id: operation }, requirement).subject}`
}

export function verdictOf(conclusion: Conclusion): Verdict {
  const standing = { conforms: 'passed', 'does not conform': 'failed', 'not proven': 'inconclusive', 'left out': 'inapplicable' } as const
  return standing[conclusion]
}

export function conclusionFor(outcomes: readonly ReportedOutcome[]): Conclusion {
  const applicable = outcomes.filter(({ verdict }) => verdict !== 'inapplicable')
  if (applicable.length === 0) return 'left out'
  if (applicable.some(({ verdict, waived }) => verdict === 'failed' && !waived)) return 'does not conform'
  return applicable.some(({ verdict, level }) => verdict === 'inconclusive' && level === 'MUST') ? 'not proven' : 'conforms'
}

/** The outcomes of a run with a verdict; of failures those that nobody waived. */
export function unwaived({ outcomes }: Pick<Report, 'outcomes'>, verdict: Verdict): ReportedOutcome[] {
  return outcomes.filter((outcome) => outcome.verdict === verdict && !outcome.waived)
}

export function worst(found: readonly Verdict[]): Verdict | undefined {
  return verdicts.find((verdict) => found.includes(verdict))
}

/** The outcomes in the order in which they need attention, else as the run has them. */
export function byUrgency(outcomes: readonly Outcome[]): Outcome[] {
  return verdicts.flatMap((verdict) => outcomes.filter((outcome) => outcome.verdict === verdict))
}
