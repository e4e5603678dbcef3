import type { Finding, Outcome, Verdict } from '../engine/outcome.ts'
import { copingLines } from './coping.ts'
import { hanging, painted, type TerminalStyle, wrapped } from './lines.ts'
import { grouped, plain, shortened } from './plain.ts'
import { overlayNote, requirementText, secondsOf, symbols, valueText } from './reading.ts'
import type { Report, ReportedOutcome } from './report.ts'

export interface SummaryOptions extends TerminalStyle {
  /** `quiet`: the answer and the failures only; `verbose`: also what the target does at open points, and nothing cut short. */
  readonly detail: 'quiet' | 'normal' | 'verbose'
  /** Where the reports were written. */
  readonly paths?: readonly string[]
}

/** A run's summary for people: failures first, then what could not be judged and why, warnings, counts, and where the reports are. */
export function terminalSummary(report: Report, options: SummaryOptions): string {
  const quiet = options.detail === 'quiet'
  const sections = [
    failures(report, options),
    waivedFailures(report, options),
    ...(quiet ? [] : [inconclusive(report, options), warnings(report, options), inapplicable(report, options)]),
    ...(options.detail === 'verbose' ? [observations(report, options)] : []),
    ...(quiet ? [] : [diagnoses(report, options)]),
    copingLines(report, options),
    registered(report, options),
    unknownFate(report, options),
    answer(report, options),
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`
}

const colours = { passed: 'green', warned: 'yellow', failed: 'red', inconclusive: 'yellow', inapplicable: 'dim' } as const
const shownFailures = 20

function having({ outcomes }: Report, verdict: Verdict): ReportedOutcome[] {
  return outcomes.filter((outcome) => outcome.verdict === verdict)
}

function failures(report: Report, options: SummaryOptions): string[] {
  const failed = having(report, 'failed').filter(({ waived }) => !waived)
  if (failed.length === 0) return []
  const shown = options.detail === 'verbose' ? failed : failed.slice(0, shownFailures)
  const blocks = shown.flatMap((outcome) => ['', ...judged(report, outcome, options)])
  const more = failed.length > shown.length ? ['', `${failed.length - shown.length} more failures stand in the report.`] : []
  return [heading('failed', `Failed (${failed.length})`, options), ...blocks, ...more]
}

function waivedFailures(report: Report, options: SummaryOptions): string[] {
  const waived = report.outcomes.flatMap((outcome) => (outcome.waived ? [{ ...outcome, waived: outcome.waived }] : []))
  if (waived.length === 0) return []
  return [
    heading('warned', `Failed, and waived (${waived.length})`, options),
    ...waived.flatMap(({ check, waived: { reason, owner, expires } }) =>
      hanging('  ', plain(`${check}: ${reason} (until ${expires}, ${owner})`), options),
    ),
  ]
}

function judged(report: Report, outcome: Outcome, options: SummaryOptions): string[] {
  const { verdict, clause, check, reason, operation } = outcome
  const text = requirementText(report, outcome)
  const [first = '', ...rest] = hanging(`${symbols[verdict]} ${clause} `, plain(text), options)
  const shown = options.detail === 'verbose' ? outcome.findings : outcome.findings.slice(0, 3)
  const hidden = outcome.findings.length - shown.length
  return [
    painted(options, colours[verdict], first),
    ...rest.map((line) => painted(options, colours[verdict], line)),
    ...shown.flatMap((finding) => found(finding, options)),
    ...(hidden > 0 ? [`    and ${hidden} more`] : []),
    ...(reason ? hanging('    ', plain(reason), options) : []),
    ...hanging('    ', operation ? `${check} (${operation})` : check, options).map((line) => painted(options, 'dim', line)),
  ]
}

function found({ at, expected, actual, count = 1, exchange }: Finding, options: SummaryOptions): string[] {
  const limit = options.detail === 'verbose' ? 2000 : 240
  const others = count > 1 ? ` and ${grouped(count - 1)} more like it` : ''
  const shown = exchange ? ` in ${exchange}` : ''
  return [
    ...hanging('    at       ', `${shortened(plain(at), limit)}${others}${shown}`, options),
    ...hanging('    expected ', shortened(plain(expected), limit), options),
    ...hanging('    found    ', shortened(plain(actual), limit), options),
  ]
}

function inconclusive(report: Report, options: SummaryOptions): string[] {
  const outcomes = having(report, 'inconclusive')
  if (outcomes.length === 0) return []
  return [
    heading('inconclusive', `Not judged (${outcomes.length}): neither conforming nor the opposite`, options),
    ...byReason(outcomes, options).flatMap(([reason, checks]) => [
      ...hanging('  ', `${reason} (${checks.length})`, options),
      ...(options.detail === 'verbose' ? checks.flatMap((check) => hanging('      ', check, options)) : []),
    ]),
  ]
}

function warnings(report: Report, options: SummaryOptions): string[] {
  const warned = having(report, 'warned')
  if (warned.length === 0) return []
  return [heading('warned', `Warnings (${warned.length})`, options), ...warned.flatMap((outcome) => judged(report, outcome, options))]
}

function inapplicable(report: Report, options: SummaryOptions): string[] {
  const outcomes = having(report, 'inapplicable')
  if (outcomes.length === 0) return []
  return [
    heading('inapplicable', `Left out (${outcomes.length})`, options),
    ...byReason(outcomes, options).flatMap(([reason, checks]) => hanging('  ', `${reason} (${checks.length})`, options)),
  ]
}

function byReason(outcomes: readonly Outcome[], { detail }: SummaryOptions): [reason: string, checks: string[]][] {
  const groups = Map.groupBy(outcomes, ({ reason = 'no reason is given' }) => reason)
  return [...groups].map(([reason, group]) => [
    shortened(plain(reason), detail === 'verbose' ? 2000 : 240),
    group.map(({ check }) => check),
  ])
}

function observations({ observations }: Report, options: SummaryOptions): string[] {
  if (observations.length === 0) return []
  return [
    painted(options, 'bold', 'Behaviour where the source is silent'),
    ...observations.flatMap(({ id, clause, title, value }) => {
      const operation = id.slice(0, id.indexOf('.'))
      return hanging('  ', `${clause} ${operation}: ${plain(title)}: ${shortened(plain(valueText(value)), 300)}`, options)
    }),
  ]
}

function diagnoses({ diagnoses }: Report, options: SummaryOptions): string[] {
  if (diagnoses.length === 0) return []
  return [
    painted(options, 'bold', 'What explains this'),
    ...diagnoses.flatMap(({ problem, remedy }) => [
      ...hanging('  → ', plain(problem), options),
      ...hanging('    ', plain(remedy), options),
    ]),
  ]
}

function registered({ registered }: Report, options: SummaryOptions): string[] {
  if (registered.length === 0) return []
  const ids = registered.map((id) => shortened(plain(id), 40)).join(', ')
  return hanging('', `Withdrawals that the target registered (${registered.length}): ${ids}`, options)
}

/** A merchant finds them by time, amount and description. */
function unknownFate({ unknownFate = [] }: Report, options: SummaryOptions): string[] {
  if (unknownFate.length === 0) return []
  const shown = options.detail === 'verbose' ? unknownFate : unknownFate.slice(0, shownFailures)
  const hidden = unknownFate.length - shown.length
  return [
    heading('inconclusive', `Withdrawals that may have been registered, look for them (${unknownFate.length})`, options),
    ...shown.flatMap(({ at, withdrawal }) => {
      const stated = Object.entries(withdrawal).map(([name, value]) => `${name} ${shortened(plain(value), 60)}`)
      return hanging('  ', `${at}: ${stated.join(', ')}`, options)
    }),
    ...(hidden > 0 ? [`  and ${hidden} more in the report`] : []),
  ]
}

function answer(report: Report, options: SummaryOptions): string[] {
  const { exitCode, target, spec, notes, summary, exchanges, waivers, requests = exchanges.length } = report
  const verdict = exitCode === 1 ? 'failed' : exitCode === 3 ? 'inconclusive' : 'passed'
  const words = exitCode === 1 ? 'does not conform' : exitCode === 3 ? 'not proven to conform' : 'conforms'
  const counts = (Object.keys(symbols) as Verdict[]).filter((name) => summary[name] > 0).map((name) => `${summary[name]} ${name}`)
  const [first = '', ...rest] = wrapped(`${symbols[verdict]} ${plain(target.name)}: ${words}`, options.width)
  return [
    ...[first, ...rest].map((line) => painted(options, colours[verdict], painted(options, 'bold', line))),
    ...[...spec.overlays.map(overlayNote), ...notes, ...(waivers?.problems ?? [])].flatMap((note) => hanging('  ', plain(note), options)),
    ...hanging('  ', `${counts.join(', ') || 'nothing was judged'}; ${requests} requests in ${secondsOf(report)} s`, options),
    ...(options.detail === 'verbose' && report.seed !== undefined ? hanging('  Seed: ', plain(report.seed), options) : []),
    ...(options.paths ?? []).flatMap((path, at) => hanging(at === 0 ? '  Reports: ' : '           ', plain(path), options)),
  ]
}

function heading(verdict: Verdict, text: string, options: SummaryOptions): string {
  return wrapped(text, options.width)
    .map((line) => painted(options, 'bold', painted(options, colours[verdict], line)))
    .join('\n')
}
