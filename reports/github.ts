import { causesOf, causeText, reasonsOf } from './causes.ts'
import { claimOf } from './claim.ts'
import { inert, table } from './markdown.ts'
import { counted, plain, shortened } from './plain.ts'
import { findingText, requirementText, secondsOf, symbols, verdicts } from './reading.ts'
import type { Report, ReportedOutcome } from './report.ts'

/** How many annotations of a kind GitHub shows in one step; the rest is in the summary. */
const shownAnnotations = 10
const shownRows = 50

/** Workflow commands that annotate a run, the gravest first: an error for each cause of failures, a warning for what is waived, warned or not judged. */
export function githubAnnotations(report: Report): string {
  const failed = report.outcomes.filter(({ verdict, waived }) => verdict === 'failed' && !waived)
  const errors = causesOf(report, failed).map((cause) => command(report, 'error', causeText(cause), cause.outcomes))
  const waived = report.outcomes.flatMap((outcome) => (outcome.waived ? [command(report, 'warning', 'Waived', [outcome])] : []))
  const open = reasonsOf(report.outcomes.filter(({ verdict }) => verdict === 'inconclusive')).map(({ outcomes }) =>
    command(report, 'warning', 'Not judged', outcomes),
  )
  const warned = causesOf(
    report,
    report.outcomes.filter(({ verdict }) => verdict === 'warned'),
  ).map((cause) => command(report, 'warning', causeText(cause), cause.outcomes))
  const lines = [...errors.slice(0, shownAnnotations), ...[...waived, ...open, ...warned].slice(0, shownAnnotations)]
  return lines.map((line) => `${line}\n`).join('')
}

/** The job summary, in Markdown. */
export function githubSummary(report: Report): string {
  const { standing, headline } = claimOf(report)
  const { target, summary, exchanges, registered, notes, waivers, diagnoses } = report
  const counts = verdicts
    .filter((verdict) => summary[verdict] > 0)
    .map((verdict) => [`${symbols[verdict]} ${verdict}`, `${summary[verdict]}`])
  const remarks = [...(report.complete ? [] : ['This run is not complete.']), ...notes, ...(waivers?.problems ?? [])]
  return [
    `## ${symbols[standing]} ${inert(target.name)}: ${headline}`,
    ...remarks.map((remark) => `> ${inert(remark, 1000)}`),
    table(['verdict', 'outcomes'], counts),
    ...diagnoses.map(({ problem, remedy }) => `- **${inert(problem, 1000)}** ${inert(remedy, 1000)}`),
    `${counted(exchanges.length, 'request')} in ${secondsOf(report)} s, ${counted(registered.length, 'withdrawal')} registered.`,
    ...causeList(report),
    ...section(report, 'failed', 'Failed'),
    ...section(report, 'inconclusive', 'Not judged'),
    ...section(report, 'warned', 'Warnings'),
  ]
    .map((block) => `${block}\n`)
    .join('\n')
}

/** A line for each cause, where there are fewer causes than failures. */
function causeList(report: Report): string[] {
  const failed = report.outcomes.filter(({ verdict, waived }) => verdict === 'failed' && !waived)
  const causes = causesOf(report, failed)
  if (causes.length === failed.length) return []
  return [
    `### What is wrong (${causes.length})`,
    causes
      .slice(0, shownRows)
      .map((cause) => `- ${inert(causeText(cause))}`)
      .join('\n'),
  ]
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

function command(report: Report, kind: 'error' | 'warning', text: string, outcomes: readonly ReportedOutcome[]): string {
  const [first, ...others] = outcomes
  if (!first) return ''
  const title = outcomes.length === 1 ? `${first.clause} ${requirementText(report, first)}` : `${first.clause} ${text}`
  const more = others.length > 0 ? ` and ${others.length} more checks` : ''
  const message = `${first.waived ? `Waived: ${first.waived.reason} ` : ''}${saying(first)} (${first.check}${more})`
  return `::${kind} title=${property(title)}::${commandText(message)}`
}

function saying({ findings, reason, verdict }: ReportedOutcome): string {
  const [first] = findings
  const text = first ? findingText(first) : (reason ?? verdict)
  return findings.length > 1 ? `${text}; and ${findings.length - 1} more` : text
}

function commandText(text: string): string {
  return shortened(plain(text), 1000).replace(/%/g, '%25').replace(/::/g, ':%3A')
}

function property(text: string): string {
  return commandText(text).replace(/:/g, '%3A').replace(/,/g, '%2C')
}
