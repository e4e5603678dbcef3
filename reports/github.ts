import { inert, table } from './markdown.ts'
import { plain, shortened } from './plain.ts'
import { answerOf, byUrgency, findingText, requirementText, secondsOf, symbols, verdictOf, verdicts } from './reading.ts'
import type { Report, ReportedOutcome } from './report.ts'

/** GitHub shows ten annotations of a kind in a step; what goes beyond is in the summary. */
const shownAnnotations = 10
const shownRows = 50

/** Workflow commands that annotate a run: an error for each failure, a warning for what is waived, warned or not judged. */
export function githubAnnotations(report: Report): string {
  const lines = byUrgency(report.outcomes).flatMap((outcome) => annotation(report, outcome) ?? [])
  const errors = lines.filter((line) => line.startsWith('::error')).slice(0, shownAnnotations)
  const others = lines.filter((line) => !line.startsWith('::error')).slice(0, shownAnnotations)
  return [...errors, ...others].map((line) => `${line}\n`).join('')
}

/** The job summary, in Markdown. */
export function githubSummary(report: Report): string {
  const answer = answerOf(report)
  const { target, summary, exchanges, registered, notes, waivers, diagnoses } = report
  const counts = verdicts
    .filter((verdict) => summary[verdict] > 0)
    .map((verdict) => [`${symbols[verdict]} ${verdict}`, `${summary[verdict]}`])
  const remarks = [...(report.complete ? [] : ['This run is not complete.']), ...notes, ...(waivers?.problems ?? [])]
  return [
    `## ${symbols[verdictOf(answer)]} ${inert(target.name)}: ${answer}`,
    ...remarks.map((remark) => `> ${inert(remark, 1000)}`),
    table(['verdict', 'outcomes'], counts),
    ...diagnoses.map(({ problem, remedy }) => `- **${inert(problem, 1000)}** ${inert(remedy, 1000)}`),
    `${exchanges.length} requests in ${secondsOf(report)} s, ${registered.length} withdrawals registered.`,
    ...section(report, 'failed', 'Failed'),
    ...section(report, 'inconclusive', 'Not judged'),
    ...section(report, 'warned', 'Warnings'),
  ]
    .map((block) => `${block}\n`)
    .join('\n')
}

function section(report: Report, verdict: ReportedOutcome['verdict'], title: string): string[] {
  const outcomes = report.outcomes.filter((outcome) => outcome.verdict === verdict)
  if (outcomes.length === 0) return []
  const rows = outcomes.slice(0, shownRows).map((outcome) => {
    const waived = outcome.waived ? ` (waived until ${inert(outcome.waived.expires)}: ${inert(outcome.waived.reason)})` : ''
    return [outcome.clause, inert(requirementText(report, outcome)) + waived, inert(saying(outcome), 500)]
  })
  const more = outcomes.length > rows.length ? [`and ${outcomes.length - rows.length} more`] : []
  return [`### ${title}`, table(['clause', 'requirement', 'what was found'], rows), ...more]
}

function annotation(report: Report, outcome: ReportedOutcome): string | undefined {
  const { verdict, clause, check, waived } = outcome
  if (verdict === 'passed' || verdict === 'inapplicable') return undefined
  const kind = verdict === 'failed' && !waived ? 'error' : 'warning'
  const title = `${clause} ${requirementText(report, outcome)}`
  const message = `${waived ? `Waived: ${waived.reason} ` : ''}${saying(outcome)} (${check})`
  return `::${kind} title=${property(title)}::${escaped(message)}`
}

function saying({ findings, reason, verdict }: ReportedOutcome): string {
  const [first] = findings
  const text = first ? findingText(first) : (reason ?? verdict)
  return findings.length > 1 ? `${text}; and ${findings.length - 1} more` : text
}

function escaped(text: string): string {
  return shortened(plain(text), 1000).replace(/%/g, '%25').replace(/::/g, ':%3A')
}

function property(text: string): string {
  return escaped(text).replace(/:/g, '%3A').replace(/,/g, '%2C')
}
