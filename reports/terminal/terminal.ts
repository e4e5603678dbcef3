import { ownerOf } from '../../contracts/fields.ts'
import type { Finding, Verdict } from '../../engine/judging/outcome.ts'
import { counted, grouped, someOf } from '../../text/counted.ts'
import { anyElement } from '../../text/json/pointer.ts'
import { type Cause, causePlaces, causesOf, causeText, waivedCauses } from '../conclusions/causes.ts'
import { claimOf } from '../conclusions/claim.ts'
import { fewClauses } from '../conclusions/clauses.ts'
import { colours, explanations, symbols, unjudgedHeadings, unwaived } from '../conclusions/conclusion.ts'
import { copingLines } from '../conclusions/coping.ts'
import { reasonsOf } from '../conclusions/reasons.ts'
import type { Report } from '../report.ts'
import { cutToColumns } from '../text/columns.ts'
import { coloured, colouredLines, hanging, type TerminalStyle } from '../text/lines.ts'
import { cropped, plain } from '../text/plain.ts'
import { idsOf, lostWithdrawals } from '../wording/lost-withdrawals.ts'
import { observedLines } from '../wording/observed-values.ts'
import { mostFindings } from '../wording/outcome-texts.ts'
import { remarksOf, requestsText, secondsOf } from '../wording/run-texts.ts'
import { placeLines } from './place-lines.ts'

interface SummaryOptions extends TerminalStyle {
  /** `quiet`: the answer and the failures only; `verbose`: also what the target does at open points, and nothing cut short. */
  readonly detail: 'quiet' | 'normal' | 'verbose'
  readonly paths?: readonly string[]
}

/** A run's summary for people: what explains it, failures by cause, what was not judged and why, warnings, counts, where the reports are. */
export function terminalSummary(report: Report, options: SummaryOptions): string {
  const quiet = options.detail === 'quiet'
  const { first, after } = explanations(report)
  const sections = [
    diagnoses(first, report.exitCode === 0 ? worthKnowing : 'What explains this', options),
    ...(isUnknown(report) && options.detail !== 'verbose' ? [] : [causes(report, 'failed', options)]),
    waivedFailures(report, options),
    diagnoses(after, worthKnowing, options),
    ...(!quiet || isUnexplained(report) ? [unjudged(report, 'inconclusive', options)] : []),
    ...(quiet ? [] : [causes(report, 'warned', options), unjudged(report, 'inapplicable', options)]),
    ...(options.detail === 'verbose' ? [observations(report, options)] : []),
    copingLines(report, options),
    registered(report, options),
    unknownFate(report, options),
    answer(report, options),
  ]
  const told = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
  return `${told.join('\n\n')}\n`
}

const headings = { failed: 'Failed', warned: 'Warnings' } as const
const shownCauses = 10
const shownWithdrawals = { quiet: 5, normal: 20, verbose: Number.POSITIVE_INFINITY } as const
/** Nothing is cut short where no report holds the rest. */
const isWhole = ({ detail, paths }: SummaryOptions) => detail === 'verbose' || paths?.length === 0
const mostWithdrawals = (options: SummaryOptions) => shownWithdrawals[isWhole(options) ? 'verbose' : options.detail]

/** True if what failed says as little of the target as of the settings: what explains it is all there is to say. */
function isUnknown({ exitCode, summary }: Report): boolean {
  return exitCode === 3 && summary.failed > 0
}

/** True if only the reasons of what was not judged say why a run proves nothing: they are printed even with --quiet. */
function isUnexplained({ exitCode, summary, diagnoses }: Report): boolean {
  return exitCode === 3 && summary.failed === 0 && summary.inconclusive > 0 && diagnoses.length === 0
}

/** A list that fits a screen, a line for each cause, and then the particulars of the worst. */
function causes(report: Report, verdict: 'failed' | 'warned', options: SummaryOptions): string[] {
  const outcomes = unwaived(report, verdict)
  if (outcomes.length === 0) return []
  const all = causesOf(report, outcomes)
  const shown = isWhole(options) ? all : all.slice(0, options.detail === 'quiet' ? 3 : shownCauses)
  const title = `${headings[verdict]} (${outcomes.length})${all.length < outcomes.length ? `: ${counted(all.length, 'cause')}` : ''}`
  const hidden = all.length - shown.length
  return [
    heading(verdict, title, options),
    ...(all.length > 1 ? all.flatMap((cause) => oneLine(cause, verdict, options)) : []),
    ...shown.flatMap((cause) => ['', ...particulars(report, cause, verdict, options)]),
    ...(hidden > 0 ? ['', `${hidden} more ${hidden === 1 ? 'cause is' : 'causes are'} in the report, with full details.`] : []),
  ]
}

function oneLine(cause: Cause, verdict: Verdict, options: SummaryOptions): string[] {
  const head = `  ${leadOf(cause, verdict, 3)}`
  const places = cause.outcomes.length > 1 ? causePlaces(cause) : []
  const text = plain(
    `${causeText({ ...cause, title: cause.title.replace(/ \([^()]*\)\.$/, '.') })}${places.length > 0 ? ` at ${places.join(', ')}` : ''}`,
  )
  return listed(head, text, options).map((line) => coloured(options, colours[verdict], line))
}

/** One line; as many as it takes if nothing is to be cut short, or in a narrow terminal, which would cut off what matters. */
function listed(head: string, text: string, options: SummaryOptions): string[] {
  if (options.detail === 'verbose' || options.width < leastForLists) return hanging(head, text, options)
  return [cutToColumns(`${head}${text}`, options.width - 1)]
}

/** The symbol and the clauses that stand before a cause. */
function leadOf({ clauses }: Cause, verdict: Verdict, most: number): string {
  return `${symbols[verdict]} ${clauses.length > 0 ? `${fewClauses(clauses, most)} ` : ''}`
}

/** How many columns a list with a line a cause takes. */
const leastForLists = 72

function waivedFailures(report: Report, options: SummaryOptions): string[] {
  const waived = waivedCauses(report)
  const checks = waived.reduce((sum, { cause }) => sum + cause.outcomes.length, 0)
  if (checks === 0) return []
  return [
    heading('warned', `Failed, and waived (${checks})`, options),
    ...waived.flatMap(({ cause, terms }) => [
      ...hanging('  ', causeText(cause), options),
      ...hanging('    ', plain(terms), options),
      ...hanging('    ', checksOf(cause, options), options, 'dim'),
    ]),
  ]
}

function particulars(report: Report, cause: Cause, verdict: Verdict, options: SummaryOptions): string[] {
  const { outcomes } = cause
  const findings = options.detail === 'verbose' ? cause.findings : together(cause.findings)
  const shown = options.detail === 'verbose' ? findings : findings.slice(0, 3)
  const hidden = findings.length - shown.length
  const reasons = new Set(outcomes.flatMap(({ reason }) => reason ?? []))
  // A check keeps the first findings that differ, so that what it found beyond them is not counted.
  const least = outcomes.some((outcome) => outcome.findings.length >= mostFindings) ? 'at least ' : ''
  return [
    ...hanging(leadOf(cause, verdict, 4), causeText(cause), options, colours[verdict]),
    ...shown.flatMap((finding) => found(finding, least, options)),
    ...(options.detail === 'quiet' ? [] : placeLines(report, outcomes[0], options)),
    ...(hidden > 0 ? [`    and ${least}${grouped(hidden)} more`] : []),
    ...[...reasons].slice(0, 3).flatMap((reason) => hanging('    ', reason, options)),
    ...hanging('    ', checksOf(cause, options), options, 'dim'),
  ]
}

/** Findings of one field as one, with the first few values: a reader needs no list of numbers that are all texts. */
function together(findings: readonly Finding[]): Finding[] {
  const groups = Map.groupBy(findings, ({ at, expected, actual }) =>
    JSON.stringify(at.startsWith('/') ? [anyElement(at), expected] : [at, expected, actual]),
  )
  return [...groups.values()].map((alike) => {
    const count = alike.reduce((sum, finding) => sum + (finding.count ?? 1), 0)
    const values = [...new Set(alike.map(({ actual }) => actual))]
    const actual = `${values.slice(0, 3).join(', ')}${values.length > 3 ? ' and others' : ''}`
    return { ...alike[0], actual, count }
  })
}

function checksOf({ outcomes }: Cause, { detail }: SummaryOptions): string {
  return someOf(outcomes, detail === 'verbose' ? outcomes.length : 3, ({ check }) => check)
}

function found({ at, expected, actual, count = 1, exchange }: Finding, least: string, options: SummaryOptions): string[] {
  const limit = options.detail === 'verbose' ? 2000 : 240
  const others = count > 1 ? `, and ${least}${grouped(count - 1)} more like it` : ''
  const shown = exchange ? ` in ${exchange}` : ''
  return [
    ...hanging('    at       ', `${cropped(plain(at), limit)}${shown}${others}`, options),
    ...hanging('    expected ', cropped(plain(expected), limit), options),
    ...hanging('    found    ', cropped(plain(actual), limit), options),
  ]
}

function unjudged(report: Report, verdict: 'inconclusive' | 'inapplicable', options: SummaryOptions): string[] {
  const outcomes = unwaived(report, verdict)
  if (outcomes.length === 0) return []
  const more = verdict === 'inconclusive' ? ': neither passed nor failed' : ''
  return [
    heading(verdict, `${unjudgedHeadings[verdict]} (${outcomes.length})${more}`, options),
    ...reasonsOf(outcomes)
      .slice(0, options.detail === 'quiet' ? 3 : undefined)
      .flatMap(({ reason, like, outcomes: sharing }) => [
        ...hanging('  ', `${cropped(plain(reason), options.detail === 'verbose' ? 2000 : 240)}${like} (${sharing.length})`, options),
        ...(options.detail === 'verbose' ? sharing.flatMap(({ check }) => hanging('      ', check, options)) : []),
      ]),
  ]
}

function observations(report: Report, options: SummaryOptions): string[] {
  const { observations } = report
  if (observations.length === 0) return []
  return [
    coloured(options, 'bold', 'Behaviour where the source is silent'),
    ...observations.flatMap((observed) => {
      const seen = cropped(plain(observedLines(report, observed).join('. ')), 300)
      return hanging('  ', `${observed.clause} ${ownerOf(observed.id)}: ${plain(observed.title)}: ${seen}`, options)
    }),
  ]
}

const worthKnowing = 'Worth knowing'

function diagnoses(diagnoses: Report['diagnoses'], title: string, options: SummaryOptions): string[] {
  if (diagnoses.length === 0) return []
  return [
    coloured(options, 'bold', title),
    ...diagnoses.flatMap(({ problem, remedy }) => [
      ...hanging('  → ', plain(problem), options),
      ...hanging('    ', plain(remedy), options),
    ]),
  ]
}

/** All that a run without a report registered, or may have; nothing if it did neither. */
export function withdrawalSummary(report: Report, style: TerminalStyle): string {
  const options = { ...style, detail: 'verbose' } as const
  return [...registered(report, options), ...unknownFate(report, options)].map((line) => `${line}\n`).join('')
}

function registered({ registered }: Report, options: SummaryOptions): string[] {
  if (registered.length === 0) return []
  const ids = idsOf(registered, mostWithdrawals(options))
  return hanging('', `Withdrawals that the target registered (${registered.length}): ${ids}`, options)
}

function unknownFate(report: Report, options: SummaryOptions): string[] {
  const lost = lostWithdrawals(report)
  if (lost.lines.length === 0) return []
  const shown = lost.lines.slice(0, mostWithdrawals(options))
  const hidden = lost.lines.length - shown.length
  return [
    heading('inconclusive', lost.heading, options),
    ...(lost.alike ? hanging('  ', `Unless stated otherwise: ${lost.alike}`, options) : []),
    ...shown.flatMap((line) => hanging('  ', line, options)), // whole, so that a merchant finds it
    ...(hidden > 0 ? [`  and ${hidden} more in the report`] : []),
  ]
}

function answer(report: Report, options: SummaryOptions): string[] {
  const { target, summary } = report
  const { standing, headline } = claimOf(report)
  const told = options.detail === 'quiet' ? [] : reasonsOf(unwaived(report, 'inapplicable'))
  const isNew = (remark: string) => !told.some(({ reason }) => reason.startsWith(remark.replace(/\.$/, '')))
  const counts = (Object.keys(symbols) as Verdict[]).filter((name) => summary[name] > 0).map((name) => `${summary[name]} ${name}`)
  return [
    heading(standing, `${symbols[standing]} ${plain(target.name)}: ${headline}`, options),
    ...remarksOf(report)
      .filter(isNew)
      .flatMap((remark) => hanging('  ', plain(remark), options)),
    ...hanging('  ', `${counts.join(', ') || 'nothing was judged'}; ${requestsText(report)} in ${secondsOf(report)} s`, options),
    ...(options.detail === 'verbose' && report.seed !== undefined ? hanging('  Seed: ', plain(report.seed), options) : []),
    ...(options.paths ?? []).flatMap((path, at) => hanging(at === 0 ? '  Reports: ' : '           ', plain(path), options)),
  ]
}

function heading(verdict: Verdict, text: string, options: SummaryOptions): string {
  return colouredLines(options, colours[verdict], text)
    .map((line) => coloured(options, 'bold', line))
    .join('\n')
}
