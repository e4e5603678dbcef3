import type { Contract } from '../contracts/contract.ts'
import { settingsOf } from '../contracts/needed-settings.ts'
import { isSigned } from '../contracts/operation-kinds.ts'
import { requirementOf } from '../contracts/requirement-index.ts'
import { getOrInsert } from '../language/get-or-insert.ts'
import type { SpendingLimit } from './client/withdrawals/spending.ts'
import type { Catalogue, Check, Observation } from './judging/check.ts'
import { type Cost, type Phase, type Probe, totalCost } from './probes/probe.ts'
import { type Admission, admit, isObserved, type Selection } from './selection.ts'
import { isLocal, missingSettings, type Target } from './target.ts'

export interface Plan {
  readonly checks: readonly Check[]
  readonly observations: readonly Observation[]
  readonly admissions: ReadonlyMap<string, Admission>
  readonly probes: readonly PlannedProbe[]
  readonly cost: Required<Cost>
}

/** A probe, with the roles that the admitted checks need of it. */
export interface PlannedProbe {
  readonly probe: Probe
  readonly wanted: ReadonlySet<string>
  /** Those that no MUST needs. */
  readonly advised: ReadonlySet<string>
  readonly cost: Cost
}

export const phases: readonly Phase[] = ['judging', 'observing', 'listening', 'future']

/**
 * Probes run side by side, but those that sign with one key follow one another while a target may insist on rising timestamps:
 * the first phase finds out whether it does.
 */
export function queues(probes: readonly PlannedProbe[], phase: Phase, insists: boolean | undefined): PlannedProbe[][] {
  const chosen = probes.filter(({ probe }) => (probe.turn ?? probe.phase) === phase)
  const queueOf = ({ probe: { id, operation } }: PlannedProbe) =>
    operation.authentication.kind === 'signed' && (phase !== 'observing' || insists !== false) ? operation.authentication.key.setting : id
  return [...Map.groupBy(chosen, queueOf).values()].toSorted((one, other) => costInTurn(other).chain - costInTurn(one).chain)
}

/** The requests that open a run, in turns: signed ones one after another, the others beside the first of them. */
export function openingTurns(probes: readonly PlannedProbe[]): PlannedProbe[][] {
  const openings = probes.filter(({ probe: { opening }, wanted }) => opening && wanted.has(opening.role))
  const [first = [], ...more] = openings.filter(({ probe }) => isSigned(probe.operation)).map((planned) => [planned])
  return [[...first, ...openings.filter((planned) => !isSigned(planned.probe.operation))], ...more].filter(({ length }) => length > 0)
}

/** Decides which checks of a catalogue are judged, and adds up what has to be sent for them. */
export function planCatalogue({ checks, observations }: Catalogue, contract: Contract, target: Target, selection: Selection = {}): Plan {
  const admissions = new Map(checks.map((check) => [check.id, admit(contract, target, selection, check)]))
  const probes = new Map<string, { probe: Probe; wanted: Set<string>; required: Set<string> }>()
  const unasked = (probe: Probe) => ({ probe, wanted: new Set<string>(), required: new Set<string>() })
  for (const { id, requirement, probe, roles } of checks) {
    if (admissions.get(id)?.verdict !== 'judged') continue
    const known = getOrInsert(probes, probe.id, () => unasked(probe))
    const isRequired = requirementOf(contract, requirement)?.level !== 'SHOULD'
    for (const role of roles) {
      known.wanted.add(role)
      if (isRequired) known.required.add(role)
    }
  }
  for (const { probe } of observations) {
    if (!probes.has(probe.id) && isAsked(contract, target, selection, probe)) probes.set(probe.id, unasked(probe))
  }
  const planned = [...probes.values()].map(({ probe, wanted, required }) => ({
    probe,
    wanted,
    advised: wanted.difference(required),
    cost: probe.cost(contract, target, wanted),
  }))
  return { checks, observations, admissions, probes: planned, cost: costOf(planned) }
}

/** How many withdrawals that should be refused may be registered before the fuse blows. */
const mostUnexpected = 3

/**
 * The spending limit of a run: unless a number is given, three more than a conforming target registers. Undefined if no withdrawal leaves this
 * machine and nobody asked for a limit.
 */
export function spendingLimit(
  { operations }: Pick<Contract, 'operations'>,
  target: Target,
  { cost, probes }: Pick<Plan, 'cost' | 'probes'>,
  most?: number,
): SpendingLimit | undefined {
  const isPlayed = operations.every(
    (operation) => !operation.movesMoney || isLocal(target, operation) || probes.every(({ probe }) => probe.operation.id !== operation.id),
  )
  if (most === undefined && isPlayed) return undefined
  const all = most ?? cost.registers + mostUnexpected
  return { most: all, unexpected: Math.max(all - cost.registers, Math.min(mostUnexpected, all)) }
}

/** True if a probe runs for its observations, although no check needs it. */
function isAsked(contract: Contract, target: Target, selection: Selection, probe: Probe): boolean {
  if (selection.only !== undefined || probe.phase === 'judging' || !target.bases[probe.operation.base]) return false
  return isObserved(target, selection, probe) && missingSettings(contract, target, settingsOf(probe.operation)).length === 0
}

/** The cost of all phases where times need not rise: their longest chains add up but for what trails, and so do the opening requests. */
function costOf(planned: readonly PlannedProbe[]): Required<Cost> {
  const turns = phases.map((phase) => queues(planned, phase, false).map(costInTurn))
  let [begun, ended] = [Math.max(0, openingTurns(planned).length - 1), 0]
  for (const costs of turns) {
    ended = Math.max(ended, ...costs.map(({ chain }) => begun + chain))
    begun += Math.max(0, ...costs.map(({ chain, trailing }) => chain - trailing))
  }
  return { ...totalCost(turns.flat()), chain: ended }
}

function costInTurn(queue: readonly PlannedProbe[]): Required<Cost> {
  const costs = queue.map(({ cost }) => cost)
  return { ...totalCost(costs), chain: costs.reduce((sum, { chain }) => sum + chain, 0) }
}
