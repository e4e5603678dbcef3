import type { Diagnosis } from '../../engine/diagnosis.ts'
import type { Verdict } from '../../engine/judging/outcome.ts'
import { counted } from '../../text/counted.ts'
import { causeName, causesOf, causeText, type Several } from '../conclusions/causes.ts'
import { claimOf } from '../conclusions/claim.ts'
import { clausesOf, fewClauses } from '../conclusions/clauses.ts'
import { explanations, symbols, unwaived, verdicts } from '../conclusions/conclusion.ts'
import { reasonsOf } from '../conclusions/reasons.ts'
import type { Report, ReportedOutcome } from '../report.ts'
import { inert, markdownOf, table } from '../text/markdown.ts'
import { annotationText } from '../text/workflow-command.ts'
import { lostLines } from '../wording/lost-withdrawals.ts'
import { findingText, requirementText, waivedText } from '../wording/outcome-texts.ts'
import { remarksOf, requestsText, secondsOf } from '../wording/run-texts.ts'

/** How many annotations of a kind GitHub shows in one step; the rest is in the summary. */
const shownAnnotations = 10
const shownRows = 50

/** Annotations, the worst first: what explains a run, an error for each cause, a warning for what is waived, warned or not judged. */
export function githubAnnotations(report: Report): string {
  const causes = (kind: 'error' | 'warning', verdict: Verdict) =>
    causesOf(report, unwaived(report, verdict)).map((cause) => command(kind, causeText(cause), cause.outcomes))
  const [errors, warned] = [causes('error', 'failed'), causes('warning', 'warned')]
  const waived = report.outcomes.flatMap((outcome) =>
    outcome.waived ? [command('warning', `Waived: ${named(report, [outcome])}`, [outcome])] : [],
  )
  const open = reasonsOf(unwaived(report, 'inconclusive')).map(({ outcomes }) =>
    command('warning', `Not judged: ${named(report, outcomes)}`, outcomes),
  )
  const { first, after } = explanations(report)
  const explaining = (level: 'error' | 'warning', title: string) => (diagnosis: Diagnosis) =>
    `::${level} title=${title}::${annotationText(`${diagnosis.problem} ${diagnosis.remedy}`)}`
  const explained = first.map(explaining(errors.length > 0 ? 'error' : 'warning', 'What explains this'))
  const beside = after.map(explaining('warning', 'Worth knowing'))
  const lost = lostLines(report)
  const sought = lost.length > 0 ? [`::warning title=Withdrawals to look for::${annotationText(lost.join(' '))}`] : []
  const [graver, others] = errors.length > 0 ? [[...explained, ...errors], beside] : [[], explained]
  const lines = [...graver.slice(0, shownAnnotations), ...[...sought, ...others, ...waived, ...open, ...warned].slice(0, shownAnnotations)]
  return lines.map((line) => `${line}\n`).join('')
}

export function githubSummary(report: Report): string {
  const { standing, headline } = claimOf(report)
  const { target, summary, registered, diagnoses } = report
  const counts = verdicts
    .filter((verdict) => summary[verdict] > 0)
    .map((verdict) => [`${symbols[verdict]} ${verdict}`, `${summary[verdict]}`])
  return markdownOf([
    `## ${symbols[standing]} ${inert(target.name)}: ${headline}`,
    ...diagnoses.map(({ problem, remedy }) => `- **${inert(problem, 1000)}** ${inert(remedy, 1000)}`),
    ...remarksOf(report).map((remark) => `> ${inert(remark, 1000)}`),
    table(['verdict', 'outcomes'], counts),
    `${requestsText(report)} in ${secondsOf(report)} s${report.side ? '' : `, ${counted(registered.length, 'withdrawal')} registered`}.`,
    ...lost(report),
    ...sections(report),
  ])
}

/** Withdrawals that a merchant has to look for. */
function lost(report: Report): string[] {
  const [heading, ...lines] = lostLines(report)
  return heading === undefined ? [] : [`**${inert(heading, 1000)}**`, lines.map((line) => `- ${inert(line, 1000)}`).join('\n')]
}

function section(title: string, outcomes: readonly ReportedOutcome[], explained: readonly Explained[]): string[] {
  if (outcomes.length === 0) return []
  const rows = explained.slice(0, shownRows).map(({ words, said, outcomes: sharing }) => {
    const [first] = sharing
    const waived = first.waived ? ` ${inert(waivedText(first.waived))}` : ''
    return [fewClauses(clausesOf(sharing)), inert(words) + waived, inert(said ?? saying(first), 500)]
  })
  const more = explained.length > rows.length ? [`and ${explained.length - rows.length} more`] : []
  return [`### ${title} (${outcomes.length})`, table(['clause', 'what', 'what was found'], rows), ...more]
}

interface Explained {
  readonly words: string
  /** What all of them say; else what the first says. */
  readonly said?: string
  readonly outcomes: Several
}

function sections(report: Report): string[] {
  const [failed = [], open = [], warned = []] = (['failed', 'inconclusive', 'warned'] as const).map((verdict) => unwaived(report, verdict))
  const waived = report.outcomes.filter((outcome) => outcome.waived)
  const caused = (some: readonly ReportedOutcome[]) => causesOf(report, some).map((cause) => ({ ...cause, words: causeText(cause) }))
  const alone = (outcome: ReportedOutcome): Explained => ({ words: named(report, [outcome]), outcomes: [outcome] })
  const reasons = reasonsOf(open).flatMap(({ reason, like, outcomes: some }): Explained[] =>
    some.length > 1 ? [{ words: `${some.length} checks`, said: `${reason}${like}`, outcomes: some }] : some.map(alone),
  )
  return [
    ...section('Failed', failed, caused(failed)),
    ...section('Failed, and waived', waived, waived.map(alone)),
    ...section('Not judged', open, reasons),
    ...section('Warnings', warned, caused(warned)),
  ]
}

/** Outcomes in a few words: one by what it requires, several by their count. */
function named(report: Report, outcomes: Several): string {
  const [first] = outcomes
  return outcomes.length === 1 ? causeName({ ...first, title: requirementText(report, first) }) : counted(outcomes.length, 'check')
}

function command(kind: 'error' | 'warning', text: string, outcomes: Several): string {
  const [first, ...others] = outcomes
  const title = `${fewClauses(clausesOf(outcomes), 3)} ${text}`.trimStart()
  const more = others.length > 0 ? ` and ${counted(others.length, 'more check')}` : ''
  const message = `${first.waived ? `${waivedText(first.waived)}; ` : ''}${saying(first)} (${first.check}${more})`
  return `::${kind} title=${annotationText(title).replace(/:/g, '%3A').replace(/,/g, '%2C')}::${annotationText(message)}`
}

function saying({ findings, reason, verdict }: ReportedOutcome): string {
  const [first] = findings
  const text = first ? findingText(first) : (reason ?? verdict)
  return findings.length > 1 ? `${text}; and ${findings.length - 1} more` : text
}
