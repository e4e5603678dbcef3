import type { Verdict } from '../../engine/judging/outcome.ts'
import { defined } from '../../language/defined.ts'
import { sha256 } from '../../text/digest.ts'
import { cutTo } from '../bounds.ts'
import { clauseOf } from '../conclusions/clauses.ts'
import type { Report, ReportedOutcome } from '../report.ts'
import { jsonText } from '../text/json.ts'
import { plainLines } from '../text/plain.ts'
import { detailLines, durationOf, requirementText, waivedText } from '../wording/outcome-texts.ts'

/** The verdicts in the words of the Common Test Report Format: what could not be judged is `other`, never passed. */
const statuses: Readonly<Record<Verdict, string>> = {
  passed: 'passed',
  warned: 'passed',
  failed: 'failed',
  inconclusive: 'other',
  inapplicable: 'skipped',
}

/** The report in the Common Test Report Format (ctrf.io), a test for each outcome. */
export function ctrf(report: Report): string {
  const tests = report.outcomes.map((outcome) => test(report, outcome))
  const count = (status: string) => tests.filter((one) => one.status === status).length
  const start = Date.parse(report.startedAt)
  const stop = Date.parse(report.finishedAt)
  const content = {
    reportFormat: 'CTRF',
    specVersion: '0.0.0',
    reportId: reportId(report),
    timestamp: report.finishedAt,
    generatedBy: 'assay',
    results: {
      tool: { name: 'assay', version: report.assay },
      summary: {
        tests: tests.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: count('other'),
        start,
        stop,
        duration: stop - start,
      },
      environment: { testEnvironment: report.target.name, appName: report.spec.title, appVersion: report.spec.version },
      tests,
      extra: {
        exitCode: report.exitCode,
        complete: report.complete,
        registered: report.registered,
        unknownFate: report.unknownFate ?? [],
      },
    },
  }
  return jsonText(content)
}

function test(report: Report, outcome: ReportedOutcome) {
  const { check, requirement, clause, level, operation, verdict, evidence, waived } = outcome
  return {
    name: `${clauseOf(outcome)} ${requirementText(report, outcome)} (${check})`.trimStart(),
    status: waived ? 'other' : statuses[verdict],
    duration: Math.round(durationOf(report, outcome)),
    suite: [operation || 'service', clause],
    tags: [level, verdict, ...(waived ? ['waived'] : [])],
    rawStatus: verdict,
    ...messages(report, outcome),
    extra: { check, requirement, clause, level, evidence },
  }
}

function messages(report: Report, outcome: ReportedOutcome): { message?: string; trace?: string } {
  const lines = [...(outcome.waived ? [plainLines(waivedText(outcome.waived))] : []), ...detailLines(report, outcome)]
  const [first] = lines
  const isMore = outcome.findings.length > 0 || lines.length > 1
  return defined({
    message: first === undefined ? undefined : cutTo(first, 1000),
    trace: isMore ? cutTo(lines.join('\n'), 8000) : undefined,
  })
}

/** A UUID that follows from the report, so that the same report has the same one. */
function reportId({ startedAt, target, outcomes }: Report): string {
  const verdicts = outcomes.map(({ check, verdict }) => [check, verdict])
  const hex = sha256(JSON.stringify([startedAt, target, verdicts]))
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-')
}
