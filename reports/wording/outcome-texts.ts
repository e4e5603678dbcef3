import { distinctFindings, type Finding, type Outcome } from '../../engine/judging/outcome.ts'
import { memoized } from '../../language/memoized.ts'
import { grouped } from '../../text/counted.ts'
import { explaining } from '../conclusions/conclusion.ts'
import type { Report, ReportedOutcome } from '../report.ts'
import { firstLines, plainLines } from '../text/plain.ts'

/** What an outcome requires; an interaction of a pact says so in its own words. */
export function requirementText(report: Report, { check, requirement, title }: Outcome): string {
  return check.startsWith('pact.') ? title : (indexOf(report).requirements.get(requirement) ?? title)
}

/** True if an outcome is about what a client sent, and not about what it was answered. */
export function isOfRequest(report: Report, { requirement }: Outcome): boolean {
  return report.side === 'consumer' || (report.side === 'both' && indexOf(report).ofClients.has(requirement))
}

/** How long the exchanges took that an outcome judges, in milliseconds. */
export function durationOf(report: Report, { evidence }: Outcome): number {
  const { durations } = indexOf(report)
  return evidence.reduce((total, id) => total + (durations.get(id) ?? 0), 0)
}

/** Lookups for every outcome, made once, since a report may be long. */
const indexOf = memoized(({ ledger, exchanges }: Report) => ({
  requirements: new Map(ledger.requirements.map(({ id, text }) => [id, text])),
  ofClients: new Set(ledger.requirements.flatMap(({ id, binds }) => (binds === 'consumer' ? [id] : []))),
  durations: new Map(exchanges.map(({ id, durationMs }) => [id, durationMs])),
}))

/** How many findings of an outcome another tool is told; report.json holds them all. */
export const mostFindings = 20

/** What another tool is told of an outcome, a line each: its findings, its reason, and what explains that it was not judged. */
export function detailLines(report: Report, outcome: ReportedOutcome, say = findingText): string[] {
  const { verdict, findings, reason } = outcome
  return [
    ...firstLines(distinctFindings(findings), mostFindings, say),
    ...(reason === undefined ? [] : [reason]),
    ...(verdict === 'inconclusive' ? explaining(report, [outcome]).map(explained) : []),
  ].map(plainLines)
}

function explained({ problem, remedy }: Report['diagnoses'][number]): string {
  return `What explains it: ${problem} ${remedy}`
}

/** By whom a failure is waived, why and until when. */
export function waivedText({ reason, owner, expires }: NonNullable<ReportedOutcome['waived']>): string {
  return `Waived until ${expires} by ${owner}: ${reason}`
}

export function findingText(finding: Finding): string {
  const { count = 1 } = finding
  return `${findingWords(finding)}${count > 1 ? ` (${grouped(count)} places)` : ''}`
}

/** The same, however often it was found. */
export function findingWords({ at, expected, actual }: Finding): string {
  return `${at}: expected ${expected}, found ${actual}`
}

export interface MergedFinding extends Finding {
  readonly exchanges: readonly string[]
}

/** Findings that say the same of several exchanges as one: both controls mostly do. */
export function mergedFindings(findings: readonly Finding[]): MergedFinding[] {
  const alike = Map.groupBy(findings, ({ at, expected, actual, count }) => JSON.stringify([at, expected, actual, count]))
  return [...alike.values()].map((group) => ({ ...group[0], exchanges: group.flatMap(({ exchange }) => exchange ?? []) }))
}
