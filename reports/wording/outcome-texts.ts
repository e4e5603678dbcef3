import type { Finding, Outcome } from '../../engine/judging/outcome.ts'
import { grouped } from '../../spec/counted.ts'
import type { Report } from '../report.ts'

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
