import { defined } from '../../language/defined.ts'
import { counted, someOf } from '../../text/counted.ts'
import { sha256 } from '../../text/digest.ts'
import { cutTo } from '../bounds.ts'
import type { Several } from '../conclusions/causes.ts'
import { claimOf } from '../conclusions/claim.ts'
import { clauseOf } from '../conclusions/clauses.ts'
import { unwaived } from '../conclusions/conclusion.ts'
import { reasonsOf } from '../conclusions/reasons.ts'
import { checkPageUrl, isAddress, publishedPages } from '../documentation.ts'
import { explanationCommand } from '../exchanges/repetition.ts'
import type { Report, ReportedOutcome } from '../report.ts'
import { jsonPieces } from '../text/json.ts'
import { plainLines } from '../text/plain.ts'
import { lostLines } from '../wording/lost-withdrawals.ts'
import { detailLines, mostFindings, requirementText, waivedText } from '../wording/outcome-texts.ts'
import { remarksOf } from '../wording/run-texts.ts'

/** The report as SARIF 2.1.0 for code scanning: a result for each check that failed or warned, and for each reason of no judgement. */
export function sarif(report: Report): Iterable<string> {
  const judged = report.outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')
  const told = [...judged.map((outcome) => [outcome] as const), ...unjudged(report)]
  return jsonPieces({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: defined({
            name: 'assay',
            informationUri: wholeAddress(report),
            version: report.assay,
            rules: told.values().map(([first]) => rule(report, first)),
          }),
        },
        automationDetails: { id: `assay/${encodeURIComponent(report.target.name.toWellFormed())}/` },
        invocations: [invocation(report)],
        results: told.values().map((outcomes, index) => result(report, outcomes, index)),
        columnKind: 'utf16CodeUnits',
        properties: {
          exitCode: report.exitCode,
          summary: report.summary,
          answer: claimOf(report).headline,
          registered: report.registered,
          unknownFate: report.unknownFate ?? [],
        },
      },
    ],
  })
}

/** What could not be judged, by its reason: hundreds of results would hide that they have one cause. */
function unjudged(report: Report): Several[] {
  const reasons = reasonsOf(unwaived(report, 'inconclusive'))
  return reasons.map(({ reason, like, outcomes: [first, ...others] }) => [{ ...first, reason: `${reason}${like}` }, ...others])
}

function invocation(report: Report) {
  const { complete, exitCode, startedAt, finishedAt, diagnoses } = report
  const said = [...lostLines(report), ...remarksOf(report), ...diagnoses.map(({ problem, remedy }) => `${problem} ${remedy}`)]
  return {
    executionSuccessful: complete,
    exitCode,
    startTimeUtc: startedAt,
    endTimeUtc: finishedAt,
    toolExecutionNotifications: said.map((text) => ({ level: 'note', message: { text: unlinked(plainLines(text)) } })),
  }
}

function rule(report: Report, outcome: ReportedOutcome) {
  const { check, title, clause, level, operation } = outcome
  const page = checkPageUrl({ docs: wholeAddress(report) ?? '' }, check)
  const asks = 'What it checks, and how to fix a failure'
  return defined({
    id: check,
    shortDescription: { text: title },
    fullDescription: { text: `${clauseOf(outcome)} ${requirementText(report, outcome)}`.trimStart() },
    helpUri: page,
    help: defined({
      text: `${asks}: ${page === undefined ? '' : `${page} or `}${explanationCommand(check)}`,
      markdown: page === undefined ? undefined : `[${asks}](${page}), or \`${explanationCommand(check)}\``,
    }),
    defaultConfiguration: { level: level === 'MUST' ? 'error' : 'warning' },
    properties: { tags: [level, ...(operation ? [`clause ${clause}`, operation] : [])] },
  })
}

/** Where the pages of the checks are, as a whole address: a folder beside the report means nothing if SARIF is shown. */
function wholeAddress({ docs = publishedPages }: Report): string | undefined {
  if (docs === '') return undefined
  return isAddress(docs) && docs.includes('://') ? docs : publishedPages
}

function result(report: Report, outcomes: Several, ruleIndex: number) {
  const [outcome] = outcomes
  const { check, verdict, waived, evidence } = outcome
  const [kind, level] = verdict === 'inconclusive' ? ['open', 'none'] : ['fail', verdict === 'failed' ? 'error' : 'warning']
  return defined({
    ruleId: check,
    ruleIndex,
    kind,
    level,
    message: { text: messageOf(report, outcomes) },
    locations: [locationOf(report, outcome)],
    // GitHub tells alerts apart by this alone, and takes it from the line of a file where it is missing: here there is none.
    partialFingerprints: { 'check/v1': check, primaryLocationLineHash: `${sha256(check).slice(0, 16)}:1` },
    suppressions: waived && [{ kind: 'external', justification: plainLines(waivedText(waived)) }],
    properties: { evidence: evidence.slice(0, 100) },
  })
}

function messageOf(report: Report, outcomes: Several): string {
  const [outcome] = outcomes
  const checks = someOf(outcomes, mostFindings, ({ check }) => check)
  const shared = outcomes.length > 1 ? [`${counted(outcomes.length, 'check')}: ${checks}`] : []
  return cutTo(unlinked([...detailLines(report, outcome), ...shared].join('\n')) || outcome.verdict, 8000)
}

/** A text without the links that a viewer makes of `[text](address)` (SARIF, 3.11.6): a target writes none. */
function unlinked(text: string): string {
  return text.replaceAll('](', '\\](')
}

/** Code scanning wants a file: the path of the operation stands for one, and the place in the answer for the member of it. */
function locationOf({ ledger }: Report, { operation, findings: [first] }: ReportedOutcome) {
  const path = ledger.operations.find(({ id }) => id === operation)?.path.replace(/^\/+/, '')
  const uri = (path || operation || 'service').toWellFormed().split('/').map(encodeURIComponent).join('/')
  return {
    physicalLocation: { artifactLocation: { uri }, region: { startLine: 1 } },
    logicalLocations: [{ fullyQualifiedName: `${operation || 'service'}${first ? ` ${first.at}` : ''}`, kind: 'member' }],
  }
}
