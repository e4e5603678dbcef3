import type { Contract } from '../contracts/contract.ts'
import { type Catalogue, catalogueOf } from './catalogue.ts'
import type { Check, Observation } from './check.ts'
import { classify } from './classification.ts'
import { type Client, createClient } from './client.ts'
import { type Clock, systemClock } from './clock.ts'
import { diagnose } from './diagnosis.ts'
import { type Evidence, Inconclusive, LeftOut } from './evidence.ts'
import type { Exchange } from './exchange.ts'
import { registeredId } from './identifier.ts'
import type { Finding, Observed, Outcome, Verdict } from './outcome.ts'
import { type Cost, type Phase, type Probe, totalCost } from './probe.ts'
import type { Receiver } from './receiver.ts'
import type { Run } from './run.ts'
import { type Admission, admit, isObserved, type Selection } from './selection.ts'
import { missingSettings, type Target } from './target.ts'
import type { Transport } from './transport.ts'

/** What to run, against what, and within which bounds. */
export interface RunOptions {
  readonly contract: Contract
  readonly target: Target
  readonly selection?: Selection
  /** The most that the run may take, in milliseconds. */
  readonly deadline?: number
  /** Ends the run early; what was judged by then is kept. */
  readonly signal?: AbortSignal
  readonly clock?: Clock
  readonly concurrency?: number
  readonly rate?: number
  /** The most that one request may take, in milliseconds. */
  readonly timeout?: number
  readonly userAgent?: string
  readonly onProgress?: (progress: Progress) => void
  /** Hears callbacks, which are not judged without it. */
  readonly receiver?: Receiver
  /** What carries the requests; HTTP unless a test brings its own. */
  readonly transport?: Transport
}

/** How far a run is. */
export interface Progress {
  readonly sent: number
  /** The most that will be sent. */
  readonly planned: number
  readonly exchange: Exchange
}

/** What a run would send and judge. */
export interface Plan {
  readonly checks: readonly Check[]
  readonly observations: readonly Observation[]
  readonly admissions: ReadonlyMap<string, Admission>
  readonly probes: readonly PlannedProbe[]
  readonly cost: Cost
}

/** What judging needs of a plan. */
export type Judged = Pick<Plan, 'checks' | 'observations' | 'admissions'>

/** A probe, with the roles that the admitted checks need of it. */
export interface PlannedProbe {
  readonly probe: Probe
  readonly wanted: ReadonlySet<string>
  readonly cost: Cost
}

const phases: readonly Phase[] = ['judging', 'observing', 'listening', 'last']

/** Long enough for a target that answers one request a second. */
export const defaultDeadline = 600_000

/** Decides which checks are judged, and adds up what that sends. */
export async function plan(contract: Contract, target: Target, selection: Selection = {}): Promise<Plan> {
  return planWith(await catalogueOf(contract), contract, target, selection)
}

/** Runs every probe once, judges every check, and says what was found. Never throws for what a target does. */
export async function run(options: RunOptions): Promise<Run> {
  const { contract, target, clock = systemClock, deadline = defaultDeadline } = options
  const planned = await plan(contract, target, { ...options.selection, listen: options.receiver !== undefined })
  const startedAt = clock.now()
  const end = endAfter(clock, deadline, options.signal)
  const client = createClient({ ...options, signal: end.signal, deadline: startedAt + deadline, onExchange: progressOf(options, planned) })
  const evidence = await collect(client, planned.probes)
  const interrupted = end.signal.aborted
  end.clear()
  await client.close()
  const judged = judge(contract, planned, evidence)
  const narrowed = options.selection?.only === undefined ? [] : [`The run was narrowed to ${options.selection.only}.`]
  return {
    contract,
    target,
    startedAt,
    finishedAt: clock.now(),
    complete: !interrupted,
    notes: [...narrowed, ...(interrupted ? [endNote(end.signal, deadline)] : [])],
    ...judged,
    diagnoses: diagnose({ contract, target, exchanges: judged.exchanges }),
  }
}

/** Judges evidence, whether it was just collected or kept in a report. */
export function judge(contract: Contract, { checks, observations, admissions }: Judged, evidence: ReadonlyMap<string, Evidence>) {
  const exchanges = [...evidence.values()].flatMap(({ exchanges }) => [...exchanges.values()])
  return {
    outcomes: checks.map((check) => outcomeOf(contract, check, admissions.get(check.id), evidence.get(check.probe.id))),
    observations: observations.flatMap((observation) => observed(contract, observation, evidence.get(observation.probe.id))),
    exchanges,
    registered: [...evidence.values()].flatMap(registeredIn),
  }
}

function planWith({ checks, observations }: Catalogue, contract: Contract, target: Target, selection: Selection): Plan {
  const admissions = new Map(checks.map((check) => [check.id, admit(contract, target, selection, check)]))
  const probes = new Map<string, { probe: Probe; wanted: Set<string> }>()
  for (const { id, probe, roles } of checks) {
    if (admissions.get(id)?.verdict !== 'judged') continue
    const known = probes.get(probe.id) ?? { probe, wanted: new Set<string>() }
    for (const role of roles) known.wanted.add(role)
    probes.set(probe.id, known)
  }
  for (const { probe } of observations) {
    if (!probes.has(probe.id) && isAsked(contract, target, selection, probe)) probes.set(probe.id, { probe, wanted: new Set() })
  }
  const planned = [...probes.values()].map(({ probe, wanted }) => ({ probe, wanted, cost: probe.cost(contract, target, wanted) }))
  return { checks, observations, admissions, probes: planned, cost: costOf(planned) }
}

/** True where a probe is run for its observations alone. */
function isAsked(contract: Contract, target: Target, selection: Selection, probe: Probe): boolean {
  if (selection.only !== undefined || probe.phase === 'judging' || !target.bases[probe.operation.base]) return false
  return isObserved(target, selection, probe) && missingSettings(contract, target, probe.needs).length === 0
}

/** Phases follow one another, so their longest chains add up. */
function costOf(planned: readonly PlannedProbe[]): Cost {
  const costs = phases.map((phase) => totalCost(lanes(planned, phase).map(inTurn)))
  return inSequence(costs)
}

function inTurn(lane: readonly PlannedProbe[]): Cost {
  return inSequence(lane.map(({ cost }) => cost))
}

function inSequence(costs: readonly Cost[]): Cost {
  return { ...totalCost(costs), chain: costs.reduce((sum, { chain }) => sum + chain, 0) }
}

function progressOf({ onProgress }: RunOptions, { cost }: Plan): (exchange: Exchange) => void {
  let sent = 0
  return (exchange) => {
    sent += 1
    onProgress?.({ sent, planned: Math.max(cost.requests, sent), exchange })
  }
}

async function collect(client: Client, probes: readonly PlannedProbe[]): Promise<Map<string, Evidence>> {
  const found = new Map<string, Evidence>()
  for (const phase of phases) {
    const all = await Promise.all(lanes(probes, phase).map((lane) => collectInOrder(client, lane)))
    for (const evidence of all.flat()) found.set(evidence.probe, evidence)
  }
  return found
}

async function collectInOrder(client: Client, lane: readonly PlannedProbe[]): Promise<Evidence[]> {
  const found: Evidence[] = []
  for (const { probe, wanted } of lane) found.push(await probe.run(client, wanted))
  return found
}

/** Probes run side by side, but those that sign with one key follow one another: a target may insist on rising timestamps. */
function lanes(probes: readonly PlannedProbe[], phase: Phase): PlannedProbe[][] {
  const chosen = probes.filter(({ probe }) => probe.phase === phase)
  const laneOf = ({ probe: { id, operation } }: PlannedProbe) =>
    operation.authentication.kind === 'signed' ? operation.authentication.key.setting : id
  return [...Map.groupBy(chosen, laneOf).values()]
}

function endAfter(clock: Clock, deadline: number, outer: AbortSignal | undefined): { signal: AbortSignal; clear: () => void } {
  const controller = new AbortController()
  const done = new AbortController()
  clock.sleep(deadline, done.signal).then(
    () => controller.abort('deadline'),
    () => undefined,
  )
  const interrupt = () => controller.abort('interrupted')
  if (outer?.aborted) interrupt()
  outer?.addEventListener('abort', interrupt, { once: true })
  return {
    signal: controller.signal,
    clear: () => {
      done.abort()
      outer?.removeEventListener('abort', interrupt)
    },
  }
}

function endNote(signal: AbortSignal, deadline: number): string {
  return signal.reason === 'deadline'
    ? `The run reached its deadline of ${deadline / 1000} s before it was done.`
    : 'The run was interrupted before it was done.'
}

function outcomeOf(contract: Contract, check: Check, admission: Admission | undefined, evidence: Evidence | undefined): Outcome {
  const requirement = contract.requirements.find(({ id }) => id === check.verifies)
  const { level = 'MUST', clause = check.probe.operation.clause } = requirement ?? {}
  const judged = admission?.verdict === 'judged' && evidence ? judgeCheck(check, evidence, level) : withoutEvidence(admission)
  return {
    check: check.id,
    requirement: check.verifies,
    level,
    clause,
    operation: check.probe.operation.id,
    title: check.title,
    ...judged,
    evidence: evidence ? evidenceIds(check, evidence) : [],
  }
}

type Judgement = Pick<Outcome, 'verdict' | 'findings' | 'reason'>

/** Findings stand even where the judge could not go on after them. */
function judgeCheck(check: Check, evidence: Evidence, level: Outcome['level']): Judgement {
  const findings: Finding[] = []
  let stopped: { verdict: Verdict; reason: string } | undefined
  try {
    for (const finding of check.judge(evidence)) findings.push(finding)
  } catch (cause) {
    stopped = { verdict: cause instanceof LeftOut ? 'inapplicable' : 'inconclusive', reason: reasonOf(cause) }
  }
  if (findings.length > 0) return { verdict: level === 'MUST' ? 'failed' : 'warned', findings }
  return stopped ? { ...stopped, findings } : { verdict: 'passed', findings }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof Inconclusive || cause instanceof LeftOut) return cause.message
  return `The check itself broke off, which is a fault of Assay's: ${(cause as Error).message}`
}

function withoutEvidence(admission: Admission | undefined): Judgement {
  if (admission === undefined || admission.verdict === 'judged')
    return { verdict: 'inconclusive', findings: [], reason: 'Nothing was sent.' }
  return { ...admission, findings: [] }
}

function evidenceIds({ probe, roles }: Check, { exchanges }: Evidence): string[] {
  const wanted = (role: string) => (roles.length > 0 ? roles.includes(role) || role.startsWith('control') : probe.isRight(role))
  return [...exchanges].flatMap(([role, { id }]) => (wanted(role) ? [id] : []))
}

function observed(contract: Contract, { id, about, title, observe }: Observation, evidence: Evidence | undefined): Observed[] {
  const value = evidence && observe(evidence)
  if (!evidence || value === undefined) return []
  const clause = contract.openPoints.find((point) => point.id === about)?.clause ?? evidence.operation.clause
  return [{ id, ...(about !== undefined && { about }), clause, title, value, evidence: [] }]
}

function registeredIn({ operation, exchanges }: Evidence): string[] {
  if (!operation.movesMoney) return []
  return [...exchanges.values()].flatMap((exchange) =>
    classify(operation, exchange) === 'accepted' ? (registeredId(operation, exchange) ?? []) : [],
  )
}
