import { distinctFindings } from '../engine/judging/outcome.ts'
import { grouped } from '../text/counted.ts'
import { cutTo } from './bounds.ts'
import { causeName } from './conclusions/causes.ts'
import { clauseOf } from './conclusions/clauses.ts'
import { type Repetition, repetitionOf, rerunOf } from './exchanges/repetition.ts'
import type { ReportedExchange } from './exchanges/reported-exchange.ts'
import type { Report, ReportedOutcome } from './report.ts'
import { excerptOf } from './text/body-excerpt.ts'
import { code, inert, markdownOf, table } from './text/markdown.ts'
import { plain, plainLines } from './text/plain.ts'
import { isOfRequest, mostFindings, requirementText } from './wording/outcome-texts.ts'

const shownLines = 40

/** A failure as Markdown for a tracker: the requirement, what was expected and found, the exchange that shows it, and how to repeat it. */
export function issueMarkdown(report: Report, outcome: ReportedOutcome, file?: string): string {
  const { check, level, operation, reason, evidence, waived } = outcome
  const findings = distinctFindings(outcome.findings)
  const shown = findings.find(({ exchange }) => exchange !== undefined)?.exchange ?? evidence[0]
  const exchange = report.exchanges.find(({ id }) => id === shown)
  const rows = findings
    .slice(0, mostFindings)
    .map(({ at, expected, actual, count = 1 }) => [inert(at), inert(expected), inert(actual), grouped(count)])
  const more = findings.length > rows.length ? [`and ${findings.length - rows.length} more, which the report holds`] : []
  return markdownOf([
    `## ${[clauseOf(outcome), inert(causeName({ title: requirementText(report, outcome), operation }))].join(' ').trim()}`,
    `${code(report.target.name)} ${outcome.verdict} the check ${code(check)} (${level}) on ${report.startedAt}, ${inert(`assay ${report.assay}`)}.`,
    ...(waived ? [`It is waived until ${inert(waived.expires)} by ${inert(waived.owner)}: ${inert(waived.reason, 1000)}`] : []),
    ...(reason === undefined ? [] : [inert(reason, 1000)]),
    ...(rows.length > 0 ? [table(['at', 'expected', 'found', 'places'], rows), ...more] : []),
    ...(exchange ? exchangeBlocks(report, exchange, outcome) : []),
    ...repeating(report, outcome, exchange, file),
  ])
}

function exchangeBlocks(report: Report, exchange: ReportedExchange, outcome: ReportedOutcome): string[] {
  const at = outcome.findings[0]?.at
  const [asked, answered] = isOfRequest(report, outcome) ? [at, undefined] : [undefined, at]
  const { request, response, error } = exchange
  const lines = (headers: ReportedExchange['request']['headers']) => headers.map(([name, value]) => `${name}: ${value}`)
  return [
    `### The exchange ${inert(exchange.id)}`,
    fenced('http', [`${request.method} ${request.url}`, ...lines(request.headers), ...bodyLines(report, request.body, asked)]),
    response
      ? fenced('http', [`HTTP ${response.status}`, ...lines(response.headers), ...bodyLines(report, response.body, answered)])
      : inert(error ?? 'no answer', 1000),
  ]
}

/** The check again, and the exchange alone: from the report, and without it where that can be said. */
function repeating(report: Report, outcome: ReportedOutcome, exchange: ReportedExchange | undefined, file: string | undefined): string[] {
  const rerun = rerunOf(report, outcome)
  if (rerun === undefined) return []
  const { assay, curl }: Repetition = exchange ? repetitionOf(report, exchange, file) : {}
  return ['### To repeat it', fenced('sh', [rerun, ...(assay ? [assay] : []), ...(curl ? ['', ...curl.split('\n')] : [])], plainLines)]
}

function bodyLines({ bodies }: Report, key: string | undefined, at: string | undefined): string[] {
  const body = key === undefined ? undefined : bodies[key]
  if (body === undefined) return []
  if (typeof body !== 'string') return ['', '(bytes that are not text)']
  const excerpt = excerptOf(body, at?.startsWith('/') ? [at] : [], { head: shownLines, around: 3 })
  return [
    '',
    ...excerpt
      .slice(0, 2 * shownLines)
      .map(({ text, marked, skipped }) => (skipped === undefined ? `${text}${marked ? '   <-- here' : ''}` : `… ${text}`)),
  ]
}

/** A block of code whose fence is longer than any in it. */
function fenced(language: string, lines: readonly string[], harmless: (text: string) => string = plain): string {
  const text = lines.map((line) => harmless(cutTo(line))).join('\n')
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(Math.max(3, longest + 1))
  return `${fence}${language}\n${text}\n${fence}`
}
