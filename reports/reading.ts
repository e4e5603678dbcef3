import { partsOf } from '../contracts/fields.ts'
import type { Finding, Json, Observed, Outcome, Verdict } from '../engine/judging/outcome.ts'
import { repeatedRoles } from '../engine/probes/roles.ts'
import { grouped } from '../spec/counted.ts'
import { refusalNames } from '../suites/behaviour/refusal-names.ts'
import type { LedgerOperation, Report, ReportedOutcome } from './report.ts'
import type { ReportedExchange } from './reported-exchange.ts'

/** What a run says of a target, or of one of its operations. */
export type Answer = 'conforms' | 'does not conform' | 'not proven' | 'left out'

/** The verdicts, the one that needs attention most first. */
export const verdicts: readonly Verdict[] = ['failed', 'inconclusive', 'warned', 'passed', 'inapplicable']

/** A symbol for each verdict, so that colour is never the only difference. */
export const symbols: Readonly<Record<Verdict, string>> = { passed: '✓', warned: '!', failed: '✗', inconclusive: '?', inapplicable: '–' }

/** The answer to the question whether the target conforms. */
export function answerOf({ exitCode }: Pick<Report, 'exitCode'>): Answer {
  return exitCode === 1 ? 'does not conform' : exitCode === 3 ? 'not proven' : 'conforms'
}

/** The verdict whose colour and symbol stand for an answer. */
export function verdictOf(answer: Answer): Verdict {
  const standing = { conforms: 'passed', 'does not conform': 'failed', 'not proven': 'inconclusive', 'left out': 'inapplicable' } as const
  return standing[answer]
}

/** The answer for some of the outcomes: those of an operation, say. */
export function answerFor(outcomes: readonly ReportedOutcome[]): Answer {
  const applicable = outcomes.filter(({ verdict }) => verdict !== 'inapplicable')
  if (applicable.length === 0) return 'left out'
  if (applicable.some(({ verdict, waived }) => verdict === 'failed' && !waived)) return 'does not conform'
  return applicable.some(({ verdict, level }) => verdict === 'inconclusive' && level === 'MUST') ? 'not proven' : 'conforms'
}

/** How many of the outcomes have each verdict. */
export function countsOf(outcomes: readonly Outcome[]): Readonly<Record<Verdict, number>> {
  const count = (verdict: Verdict) => outcomes.filter((outcome) => outcome.verdict === verdict).length
  return Object.fromEntries(verdicts.map((verdict) => [verdict, count(verdict)])) as Record<Verdict, number>
}

/** The verdict that needs attention most, if there is one at all. */
export function worst(found: readonly Verdict[]): Verdict | undefined {
  return verdicts.find((verdict) => found.includes(verdict))
}

/** The outcomes in the order in which they need attention, else as the run has them. */
export function byUrgency(outcomes: readonly Outcome[]): Outcome[] {
  return verdicts.flatMap((verdict) => outcomes.filter((outcome) => outcome.verdict === verdict))
}

/** The requirement that an outcome judges, in words. */
export function requirementText(report: Report, { requirement, title }: Outcome): string {
  return indexOf(report).requirements.get(requirement) ?? title
}

/** How long the exchanges took that an outcome judges, in milliseconds. */
export function durationOf(report: Report, { evidence }: Outcome): number {
  const { durations } = indexOf(report)
  return evidence.reduce((total, id) => total + (durations.get(id) ?? 0), 0)
}

interface Index {
  readonly requirements: ReadonlyMap<string, string>
  readonly durations: ReadonlyMap<string, number>
}

const indexes = new WeakMap<Report, Index>()

/** Lookups for every outcome, made once, since a report may be long. */
function indexOf(report: Report): Index {
  const known = indexes.get(report)
  if (known) return known
  const index = {
    requirements: new Map(report.ledger.requirements.map(({ id, text }) => [id, text])),
    durations: new Map(report.exchanges.map(({ id, durationMs }) => [id, durationMs])),
  }
  indexes.set(report, index)
  return index
}

/** A finding as a sentence. */
export function findingText({ at, expected, actual, count = 1 }: Finding): string {
  return `${at}: expected ${expected}, found ${actual}${count > 1 ? ` (${grouped(count)} places)` : ''}`
}

/** A finding, and every exchange that shows the same. */
export interface MergedFinding extends Finding {
  readonly exchanges: readonly string[]
}

/** Findings that say the same of several exchanges as one: both controls mostly do. */
export function mergedFindings(findings: readonly Finding[]): MergedFinding[] {
  const alike = Map.groupBy(findings, ({ at, expected, actual, count }) => JSON.stringify([at, expected, actual, count]))
  return [...alike.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, exchanges: [first, ...others].flatMap(({ exchange }) => exchange ?? []) }] : [],
  )
}

/** What came of an exchange, in a word or two. */
export function answered({ response, error }: ReportedExchange): string {
  return response ? String(response.status) : (error ?? 'no answer')
}

/** How long a run took, in seconds. */
export function secondsOf({ startedAt, finishedAt }: Report): string {
  return ((Date.parse(finishedAt) - Date.parse(startedAt)) / 1000).toFixed(1)
}

/** A sentence for each overlay by which the target was judged. */
export function overlayNote({ title, sha256 }: Report['spec']['overlays'][number]): string {
  return `Judged by the document as the overlay "${title}" changes it (SHA-256 ${sha256.slice(0, 12)}…).`
}

/** What was observed, in words. */
export function valueText(value: Json): string {
  if (value === null) return 'none'
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return listText(value)
  const members = value as Readonly<Record<string, Json>>
  if (typeof members['answer'] === 'string') return answerText(members)
  if ('acceptedSeconds' in members) return boundsText(members)
  const parts = Object.entries(members).map(([name, member]) => `${name}: ${valueText(member)}`)
  return parts.length === 0 ? 'none' : parts.join('; ')
}

/** What was observed, in words: requests that were refused are named by what was wrong with them. */
export function observedText(report: Pick<Report, 'outcomes' | 'ledger'>, { id, value }: Pick<Observed, 'id' | 'value'>): string {
  const isOfRefusals = (operation: string) => Object.values(refusalNames).some((name) => id === `${operation}.${name}`)
  const operation = report.ledger.operations.find((each) => isOfRefusals(each.id))
  if (!operation || typeof value !== 'object' || value === null) return valueText(value)
  const titles = wrongRequests(report, operation)
  const named = (role: Json) => titles.get(String(role)) ?? role
  return Object.entries(value)
    .map(([answer, roles]) => (Array.isArray(roles) ? `${answer}: ${listText(roles.map(named), '; ')}` : `${answer}: ${valueText(roles)}`))
    .join('. ')
}

/** What was wrong with the requests that had to be refused, by their roles. */
function wrongRequests({ outcomes }: Pick<Report, 'outcomes'>, operation: LedgerOperation): ReadonlyMap<string, string> {
  const wrong = outcomes.flatMap(({ check, operation: id, title }) => {
    const [, words] = /^Refuses a request (.+)$/s.exec(title) ?? []
    if (id !== operation.id || words === undefined) return []
    const { name } = partsOf(operation, check)
    return [name, ...Object.values(repeatedRoles(name))].map((role) => [role, words] as const)
  })
  return new Map(wrong)
}

/** Values that differ are twenty at most; of more requests than that which did the same, some stand for all. */
function listText(values: readonly Json[], between = ', '): string {
  if (values.length === 0) return 'none'
  const shown = values.length > 20 ? values.slice(0, 5) : values
  const more = values.length - shown.length
  return `${shown.map(valueText).join(between)}${more > 0 ? ` and ${more} more` : ''}`
}

/** How one request was answered: `accepted (200), 10 records on a page of 10`. */
function answerText({ answer, status, why, records, size, allow, ...others }: Readonly<Record<string, Json>>): string {
  const code = status === undefined ? '' : ` (${valueText(status)})`
  const page = records === undefined ? [] : [`${valueText(records)} records${typeof size === 'number' ? ` on a page of ${size}` : ''}`]
  const more = Object.entries(others).map(([name, member]) => `${name} ${valueText(member)}`)
  return [
    `${valueText(answer ?? '')}${code}`,
    ...page,
    ...(why ? [valueText(why)] : []),
    ...(allow ? [`allows ${valueText(allow)}`] : []),
    ...more,
  ].join(', ')
}

function boundsText({ acceptedSeconds, refusedSeconds }: Readonly<Record<string, Json>>): string {
  const accepted = acceptedSeconds === null ? 'none was accepted' : `accepted up to ${valueText(acceptedSeconds ?? null)} s`
  const refused = refusedSeconds === null ? 'none was refused' : `refused from ${valueText(refusedSeconds ?? null)} s`
  return `${accepted}, ${refused}`
}

/** What explains that a run proves nothing, and what to do about it, a line each. */
export function explanationsOf({ exitCode, diagnoses }: Report): string[] {
  return exitCode === 3 ? diagnoses.map(({ problem, remedy }) => `What explains it: ${problem} ${remedy}`) : []
}

/** How many requests went out: what was never sent, since the run ended before, is none. */
export function requestsOf({ exchanges, requests }: Report): number {
  return requests ?? exchanges.filter(wasSent).length
}

/** Whether an exchange went out at all. */
export function wasSent({ failure, durationMs }: ReportedExchange): boolean {
  return failure !== 'unsent' && !(durationMs === 0 && ended.has(failure))
}

const ended: ReadonlySet<string | undefined> = new Set(['interrupted', 'deadline'])
