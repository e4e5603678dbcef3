import type { Contract, NamedOnly, OpenPoint, Requirement } from '../../contracts/contract.ts'
import { isLike } from '../../contracts/wildcard.ts'
import type { Observed, Outcome, Verdict } from '../../engine/judging/outcome.ts'
import { memoized } from '../../language/memoized.ts'
import type { Report } from '../report.ts'
import { compareClauses } from './clauses.ts'
import { worst } from './conclusion.ts'

/** A section of the source: what it obliges to and leaves open, joined to what a run found. */
export interface SectionCoverage {
  readonly clause: string
  readonly title: string
  readonly verdict: Verdict | undefined
  readonly requirements: readonly JudgedRequirement[]
  readonly openPoints: readonly ObservedPoint[]
  readonly namedOnly: readonly NamedOnly[]
}

export interface JudgedRequirement {
  readonly requirement: Requirement
  readonly outcomes: readonly Outcome[]
  readonly verdict: Verdict | undefined
}

export interface ObservedPoint {
  readonly openPoint: OpenPoint
  readonly observations: readonly Observed[]
}

/** The ledger by the sections of the source, in its order: every requirement, open point and named-only entry stands in exactly one. */
export function coverageOf(report: Report): SectionCoverage[] {
  const { clauses, requirements, openPoints, namedOnly } = report.ledger
  const section = ({ clause }: { readonly clause: string }) => sectionOf(clause, clauses)
  const judged = Map.groupBy(requirements, section)
  const open = Map.groupBy(openPoints, section)
  const named = Map.groupBy(namedOnly, section)
  const sections = new Set([...Object.keys(clauses), ...judged.keys(), ...open.keys(), ...named.keys()])
  return [...sections].sort(compareClauses).map((clause) => {
    const own = (judged.get(clause) ?? []).map((requirement) => judgedRequirement(report, requirement))
    const verdict = worst(own.flatMap((one) => one.verdict ?? []))
    return {
      clause,
      title: sectionTitle(clause, clauses),
      verdict,
      requirements: own,
      openPoints: (open.get(clause) ?? []).map((openPoint) => ({
        openPoint,
        observations: report.observations.filter(({ about }) => about === openPoint.id),
      })),
      namedOnly: named.get(clause) ?? [],
    }
  })
}

export function sectionTitle(clause: string, clauses: Contract['clauses']): string {
  return clauses[sectionOf(clause, clauses)] ?? ''
}

/** The longest clause with a title that a clause lies in, or itself. */
function sectionOf(clause: string, clauses: Contract['clauses']): string {
  const steps = clause.split('.')
  const outer = steps.map((_, at) => steps.slice(0, steps.length - at).join('.'))
  return outer.find((candidate) => candidate in clauses) ?? clause
}

function judgedRequirement({ outcomes }: Report, requirement: Requirement): JudgedRequirement {
  const { id, judgedBy } = requirement
  const named = byRequirement(outcomes).get(id) ?? []
  const own =
    judgedBy === undefined ? named : outcomes.filter((outcome) => outcome.requirement === id || isLike(judgedBy, outcome.requirement))
  const verdict = worst(own.map((outcome) => outcome.verdict))
  return { requirement, outcomes: own, verdict }
}

const byRequirement = memoized((outcomes: Report['outcomes']) => Map.groupBy(outcomes, ({ requirement }) => requirement))
