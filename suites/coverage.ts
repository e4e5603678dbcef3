import type { Contract, OpenPoint, Requirement } from '../contracts/contract.ts'
import { isLike } from '../contracts/wildcard.ts'
import type { Catalogue } from '../engine/judging/check.ts'
import type { Outcome } from '../engine/judging/outcome.ts'

export interface CoveredRequirement {
  readonly kind: 'requirement'
  readonly requirement: Requirement
  readonly checks: readonly string[]
  readonly outcomes: readonly Outcome[]
}

export interface CoveredOpenPoint {
  readonly kind: 'open point'
  readonly openPoint: OpenPoint
  readonly observations: readonly string[]
}

export type Covered = CoveredRequirement | CoveredOpenPoint

/** The ledger joined to the checks and observations of a catalogue, and to the outcomes of a run if there are any. */
export function coverage(
  { requirements, openPoints }: Contract,
  { checks, observations }: Catalogue,
  outcomes: readonly Outcome[] = [],
): Covered[] {
  const judging = ({ id, judgedBy }: Requirement) =>
    checks.filter(({ requirement }) => requirement === id || (judgedBy !== undefined && isLike(judgedBy, requirement)))
  return [
    ...requirements.map((requirement) => {
      const ids = judging(requirement).map(({ id }) => id)
      return { kind: 'requirement' as const, requirement, checks: ids, outcomes: outcomes.filter(({ check }) => ids.includes(check)) }
    }),
    ...openPoints.map((openPoint) => ({
      kind: 'open point' as const,
      openPoint,
      observations: observations.filter(({ about }) => about === openPoint.id).map(({ id }) => id),
    })),
  ]
}

/** The requirements that bind providers at level MUST, could be tested, and have no check. */
export function uncovered(entries: readonly Covered[]): CoveredRequirement[] {
  return entries
    .filter((entry) => entry.kind === 'requirement')
    .filter(({ requirement, checks }) => isTestable(requirement) && checks.length === 0)
}

export function isTestable({ level, binds, untestable }: Requirement): boolean {
  return level === 'MUST' && binds === 'provider' && untestable === undefined
}
