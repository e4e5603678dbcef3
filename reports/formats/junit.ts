import { memoized } from '../../language/memoized.ts'
import { attributeEscaped, contentEscaped } from '../../text/entities.ts'
import { cutTo } from '../bounds.ts'
import { clauseOf } from '../conclusions/clauses.ts'
import { checkPageUrl, isAddress, publishedPages } from '../documentation.ts'
import type { Report, ReportedOutcome } from '../report.ts'
import { plainLines } from '../text/plain.ts'
import { idsOf, lostLines } from '../wording/lost-withdrawals.ts'
import { detailLines, durationOf, findingText, waivedText } from '../wording/outcome-texts.ts'
import { secondsOf } from '../wording/run-texts.ts'

/**
 * The report as JUnit XML: a suite for the checks of each operation, clause and level, which stand in its properties (Jenkins'
 * schema allows none on a case). `<failure>` is a MUST that failed, `<error>` one that could not be judged, `<skipped>` what was
 * left out; a warning passes and says so in `<system-out>`.
 */
export function junit(report: Report): string {
  const groups = Map.groupBy(report.outcomes, ({ operation, clause, level }) => [operation || 'service', clause, level].join(' '))
  const suites = [...groups].map(([name, outcomes]) => suite(report, name, outcomes))
  const { skipped: _, ...totals } = counts(report.outcomes)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name: 'assay', ...totals, time: secondsOf(report, 3) })}>\n${suites.join('')}</testsuites>\n`
}

function suite(report: Report, name: string, outcomes: readonly ReportedOutcome[]): string {
  const [{ operation, clause, level } = { operation: '', clause: '', level: '' }] = outcomes
  const { target, assay, spec, complete, docs = publishedPages } = report
  const pages = isAddress(docs) ? { 'pages of the checks': docs } : {}
  const about = {
    operation,
    clause,
    level,
    target: target.name,
    assay,
    spec: spec.version,
    complete: String(complete),
    ...pages,
    ...withdrawalsOf(report),
  }
  const duration = outcomes.reduce((total, outcome) => total + durationOf(report, outcome), 0)
  const head = { name, ...counts(outcomes), time: (duration / 1000).toFixed(3), timestamp: report.startedAt.slice(0, 19) }
  return `  <testsuite${attributes(head)}>\n${properties(about)}${outcomes.map((outcome) => testCase(report, outcome)).join('')}  </testsuite>\n`
}

/** The withdrawals of a run, as each suite tells them. */
const withdrawalsOf = memoized((report: Report): Readonly<Record<string, string>> => {
  const told = { 'withdrawals registered': idsOf(report.registered), 'withdrawals to look for': lostLines(report).join('\n') }
  return Object.fromEntries(Object.entries(told).filter(([, text]) => text !== ''))
})

function testCase(report: Report, outcome: ReportedOutcome): string {
  const { check, title } = outcome
  const time = (durationOf(report, outcome) / 1000).toFixed(3)
  const head = attributes({ name: `${clauseOf(outcome)} ${title}`.trimStart(), classname: check, time })
  return `    <testcase${head}>\n${result(report, outcome)}    </testcase>\n`
}

function elementOf({ verdict, level, waived }: ReportedOutcome): 'passed' | 'failure' | 'error' | 'skipped' | 'system-out' {
  if (waived) return 'skipped'
  if (verdict === 'inconclusive') return level === 'SHOULD' ? 'skipped' : 'error'
  return ({ passed: 'passed', failed: 'failure', inapplicable: 'skipped', warned: 'system-out' } as const)[verdict]
}

function result(report: Report, outcome: ReportedOutcome): string {
  const { verdict, level, reason = verdict, findings, waived } = outcome
  const page = checkPageUrl(report, outcome.check)
  const text = `${details(report, outcome)}${page === undefined ? '' : `\nWhat it checks, and how to fix a failure: ${page}`}`
  if (waived) return element('skipped', { message: waivedText(waived) }, text)
  const kind = elementOf(outcome)
  switch (kind) {
    case 'passed':
      return ''
    case 'failure':
      return element(kind, { message: cutTo(findings[0] ? findingText(findings[0]) : reason, 1000), type: `${level} ${verdict}` }, text)
    case 'error':
      return element(kind, { message: reason, type: verdict }, text)
    case 'skipped':
      return element(kind, { message: reason })
    case 'system-out':
      return element(kind, {}, `Warning: ${text}`)
    default:
      return kind satisfies never
  }
}

/** How much a case or a property says; all of it stands in report.json. */
const mostDetails = 8000

function details(report: Report, outcome: ReportedOutcome): string {
  const lines = detailLines(
    report,
    outcome,
    (finding) => `${findingText(finding)}${finding.exchange ? ` [exchange ${finding.exchange}]` : ''}`,
  )
  return cutTo(lines.join('\n'), mostDetails)
}

function counts(outcomes: readonly ReportedOutcome[]): Record<string, string> {
  const having = (kind: ReturnType<typeof elementOf>) => String(outcomes.filter((outcome) => elementOf(outcome) === kind).length)
  return { tests: String(outcomes.length), failures: having('failure'), errors: having('error'), skipped: having('skipped') }
}

/** Each suite repeats those of the report. */
function properties(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(
    ([name, value]) => `      <property${attributes({ name, value: cutTo(value, mostDetails) })}/>\n`,
  )
  return `    <properties>\n${lines.join('')}    </properties>\n`
}

function element(name: string, values: Readonly<Record<string, string>>, text = ''): string {
  return `      <${name}${attributes(values)}>${contentEscaped(xmlText(text))}</${name}>\n`
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${attributeEscaped(xmlText(value)).replace(/\n/g, '&#10;')}"`)
    .join('')
}

function xmlText(text: string): string {
  return plainLines(text).replace(/[\ufffe\uffff]/g, '\ufffd')
}
