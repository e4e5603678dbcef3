import type { NamedOnly, OpenPoint, Requirement } from '../contracts/contract.ts'
import type { Observed, Outcome, Verdict } from '../suites/outcome.ts'
import { worst } from './reading.ts'
import type { Report } from './report.ts'

/** A section of the source: what it obliges to and leaves open, joined to what a run found. */
export interface SectionCoverage {
  readonly clause: string
  readonly title: string
  /** The verdict of the section that needs attention most. */
  readonly verdict?: Verdict
  readonly requirements: readonly JudgedRequirement[]
  readonly openPoints: readonly ObservedPoint[]
  readonly namedOnly: readonly NamedOnly[]
}

export interface JudgedRequirement {
  readonly requirement: Requirement
  readonly outcomes: readonly Outcome[]
  readonly verdict?: Verdict
}

export interface ObservedPoint {
  readonly openPoint: OpenPoint
  readonly observations: readonly Observed[]
}

/** The ledger by the sections of the source, in its order: every requirement, open point and named-only entry stands in exactly one. */
export function coverageOf(report: Report): SectionCoverage[] {
  const { clauses, requirements, openPoints, namedOnly } = report.ledger
  const judged = requirements.map((requirement) => judgedRequirement(report, requirement))
  const within = (section: string) => (clause: string) => sectionOf(clause, clauses) === section
  return sectionsOf(report).map((clause) => {
    const inside = within(clause)
    const own = judged.filter(({ requirement }) => inside(requirement.clause))
    const verdict = worst(own.flatMap((one) => one.verdict ?? []))
    return {
      clause,
      title: clauses[clause] ?? '',
      ...(verdict && { verdict }),
      requirements: own,
      openPoints: openPoints.filter((point) => inside(point.clause)).map((openPoint) => observedPoint(report, openPoint)),
      namedOnly: namedOnly.filter((entry) => inside(entry.clause)),
    }
  })
}

/** Compares clauses by their numbers: 2.10 comes after 2.9. */
export function compareClauses(one: string, other: string): number {
  return one.localeCompare(other, 'en', { numeric: true })
}

function sectionsOf({ ledger }: Report): string[] {
  const mentioned = [...ledger.requirements, ...ledger.openPoints, ...ledger.namedOnly].map(({ clause }) =>
    sectionOf(clause, ledger.clauses),
  )
  return [...new Set([...Object.keys(ledger.clauses), ...mentioned])].sort(compareClauses)
}

/** The longest clause with a title that a clause lies in, or itself. */
function sectionOf(clause: string, clauses: Report['ledger']['clauses']): string {
  const steps = clause.split('.')
  const outer = steps.map((_, at) => steps.slice(0, steps.length - at).join('.'))
  return outer.find((candidate) => candidate in clauses) ?? clause
}

function judgedRequirement({ outcomes }: Report, requirement: Requirement): JudgedRequirement {
  const { id, judgedBy } = requirement
  const pattern = judgedBy === undefined ? undefined : new RegExp(`^${judgedBy.split('*').map(escaped).join('.*')}$`)
  const own = outcomes.filter((outcome) => outcome.requirement === id || pattern?.test(outcome.requirement))
  const verdict = worst(own.map((outcome) => outcome.verdict))
  return { requirement, outcomes: own, ...(verdict && { verdict }) }
}

function observedPoint({ observations }: Report, openPoint: OpenPoint): ObservedPoint {
  return { openPoint, observations: observations.filter(({ about }) => about === openPoint.id) }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.+?()[\]{}|]/g, '\\$&')
}
