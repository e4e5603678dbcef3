import type { Contract } from '../../contracts/contract.ts'
import { requirementOf } from '../../contracts/requirement-index.ts'
import { defined } from '../../language/defined.ts'
import { memoized } from '../../language/memoized.ts'
import { resultInTurns, resultOf } from '../../language/turns.ts'
import { type Clock, stopwatch } from '../client/clock.ts'
import { classify } from '../evidence/classification.ts'
import { type Evidence, Inconclusive, LeftOut } from '../evidence/evidence.ts'
import { registeredId } from '../evidence/identifier.ts'
import { rightExchanges } from '../evidence/right-exchanges.ts'
import { isGivenUp } from '../exchange.ts'
import type { Plan } from '../plan.ts'
import { isControl } from '../probes/roles.ts'
import type { Run } from '../run.ts'
import type { Admission } from '../selection.ts'
import type { Check, Observation } from './check.ts'
import { type AgentFilter, agentFiltersOf, doubtOfAgents } from './doubts/agent-filters.ts'
import { doubtOfPace } from './doubts/doubtful-pace.ts'
import { doubtOfSettings } from './doubts/doubtful-settings.ts'
import { type Finding, type Json, type Observed, type Outcome, type Ruling, rulingOf, unlessDoubtful } from './outcome.ts'

export type Judged = Pick<Plan, 'checks' | 'observations' | 'admissions'>

export interface Judgements extends Pick<Run, 'outcomes' | 'observations' | 'exchanges' | 'registered'> {
  /** The operations that tell clients apart by their names. */
  readonly agentFilters: readonly AgentFilter[]
}

/** Judges evidence, whether it was just collected or kept in a report. */
export function judge(contract: Contract, judged: Judged, evidence: ReadonlyMap<string, Evidence>): Judgements {
  return resultOf(judging(contract, judged, evidence))
}

/** The same, one check at a time; if `next` passes in a reason to stop, the remaining checks get that reason instead of a verdict. */
export function* judging(
  contract: Contract,
  { checks, observations, admissions }: Judged,
  evidence: ReadonlyMap<string, Evidence>,
): Generator<undefined, Judgements, string | undefined> {
  let over: string | undefined
  const outcomes: Outcome[] = []
  for (const check of checks) {
    outcomes.push(outcomeOf(contract, check, admittedUntil(over, admissions.get(check.id)), evidence))
    over ??= yield
  }
  const asked = over === undefined ? observations : []
  const exchanges = [...evidence.values()].flatMap(({ exchanges }) => [...exchanges.values()])
  const right = rightExchanges([...checks, ...observations], exchanges)
  const agentFilters = agentFiltersOf(right, exchanges)
  return {
    outcomes: unlessDoubtful(outcomes, [
      doubtOfAgents(agentFilters),
      doubtOfPace(right, exchanges),
      doubtOfSettings(contract.operations, exchanges),
    ]),
    agentFilters,
    observations: asked.flatMap((observation) => observed(contract, observation, evidence.get(observation.probe.id))),
    exchanges,
    registered: [...evidence.values()].flatMap(registeredIn),
  }
}

function admittedUntil(over: string | undefined, admission: Admission | undefined): Admission | undefined {
  return over !== undefined && admission?.verdict === 'judged' ? { verdict: 'inconclusive', reason: over } : admission
}

function outcomeOf(contract: Contract, check: Check, admission: Admission | undefined, all: ReadonlyMap<string, Evidence>): Outcome {
  const evidence = admission?.verdict === 'judged' ? all.get(check.probe.id) : undefined
  const beside = (check.beside ?? []).flatMap(({ id }) => all.get(id) ?? [])
  const requirement = requirementOf(contract, check.requirement)
  const { level = 'MUST', clause = check.probe.operation.clause } = requirement ?? {}
  const judged = evidence ? judgeCheck(check, evidence, beside, level) : withoutEvidence(admission)
  const warnsOnly = admission?.verdict === 'judged' ? admission.warnsOnly : undefined
  return {
    check: check.id,
    requirement: check.requirement,
    level,
    clause,
    operation: check.probe.operation.id,
    title: check.title,
    ...(warnsOnly === undefined ? judged : softened(judged, warnsOnly)),
    evidence: evidence ? evidenceIds(check, evidence) : [],
  }
}

/** The verdict of a check that only warns for now, and why: a failure becomes a warning, and what cannot be judged does not apply. */
function softened(judged: Ruling, reason: string): Ruling {
  if (judged.verdict === 'failed') return { ...judged, verdict: 'warned', reason }
  return judged.verdict === 'inconclusive' ? { ...judged, verdict: 'inapplicable', reason: `${reason} ${judged.reason}` } : judged
}

/** Judges one check; what it found before it threw Inconclusive is kept. */
function judgeCheck(check: Check, evidence: Evidence, beside: readonly Evidence[], level: Outcome['level']): Ruling {
  const findings: Finding[] = []
  try {
    for (const finding of check.judge(evidence, beside)) findings.push(finding)
  } catch (cause) {
    const verdict = cause instanceof LeftOut ? 'inapplicable' : 'inconclusive'
    return rulingOf(level, findings, { verdict, findings, reason: reasonOf(cause) })
  }
  const reason = findings.length > 0 ? undefined : check.extent?.(evidence)
  return rulingOf(level, findings, defined({ verdict: 'passed' as const, findings, reason }))
}

/** Why a check that threw gives no verdict. */
export function reasonOf(cause: unknown): string {
  if (cause instanceof Inconclusive || cause instanceof LeftOut) return cause.message
  return `The check itself broke off, which is a fault in Assay: ${(cause as Error).message}`
}

function withoutEvidence(admission: Admission | undefined): Ruling {
  if (admission === undefined || admission.verdict === 'judged')
    return { verdict: 'inconclusive', findings: [], reason: 'Nothing was sent.' }
  return { ...admission, findings: [] }
}

function evidenceIds({ probe, roles }: Check, { exchanges }: Evidence): string[] {
  const isOwn = (role: string) => (roles.length > 0 ? roles.includes(role) || isControl(role) : probe.isRight(role))
  const ids: string[] = []
  for (const { id, role } of exchanges.values()) if (isOwn(role)) ids.push(id)
  return ids
}

function observed(contract: Contract, { id, about, title, observe }: Observation, evidence: Evidence | undefined): Observed[] {
  const value = evidence && observedValue(asked(evidence), observe)
  if (!evidence || value === undefined) return []
  const clause = contract.openPoints.find((point) => point.id === about)?.clause ?? evidence.operation.clause
  return [defined({ id, about, clause, title, value })]
}

/** Evidence without what the run's own end left unanswered, which is nothing that a target does. */
const asked = memoized((evidence: Evidence): Evidence => {
  const kept = [...evidence.exchanges].filter(([, exchange]) => !isGivenUp(exchange))
  return kept.length === evidence.exchanges.size ? evidence : { ...evidence, exchanges: new Map(kept) }
})

/** The value of an observation; an error in one does not affect the others. */
function observedValue(evidence: Evidence, observe: Observation['observe']): Json | undefined {
  try {
    return observe(evidence)
  } catch (cause) {
    return { fault: `The observation itself broke off, which is a fault in Assay: ${(cause as Error).message}` }
  }
}

function registeredIn({ operation, exchanges }: Evidence): string[] {
  if (!operation.movesMoney) return []
  return [...exchanges.values()].flatMap((exchange) =>
    classify(operation, exchange) === 'accepted' ? (registeredId(operation, exchange) ?? []) : [],
  )
}

/** How long judging may take in any case, in milliseconds: what ordinary answers need, and more. */
const leastJudging = 500

/**
 * Judges until all is judged, the run is interrupted or time is up: a target's answers decide how long a check takes. Where the run was over
 * before, what was sent by then is judged all the same.
 */
export async function judgeInTime(
  steps: ReturnType<typeof judging>,
  { clock, signal, timeLeft }: { readonly clock: Clock; readonly signal: AbortSignal; readonly timeLeft: number },
): Promise<Judgements & { readonly isCut: boolean }> {
  const elapsed = stopwatch(clock)
  const wasInterrupted = signal.aborted && signal.reason !== 'deadline'
  const most = Math.max(leastJudging, wasInterrupted ? 0 : timeLeft)
  let over: string | undefined
  const stop = () => {
    const isInterrupted = !wasInterrupted && signal.aborted && signal.reason !== 'deadline'
    if (isInterrupted) over ??= 'The run was interrupted before this was judged.'
    else if (elapsed() > most) over ??= 'The run was over before this was judged: what the target answered takes too long to read.'
    return over
  }
  const judgements = await resultInTurns(steps, elapsed, stop)
  return { ...judgements, isCut: over !== undefined }
}
