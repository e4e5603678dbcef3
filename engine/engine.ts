import { defined } from '../language/defined.ts'
import { type Client, type ClientChoices, type ClientOptions, createClient, nothingLearned } from './client/client.ts'
import { begun, endAfter, systemClock } from './client/clock.ts'
import { RequestBudget } from './client/pacing/request-budget.ts'
import { inDoubt } from './client/withdrawals/redirects.ts'
import { collect } from './collecting.ts'
import type { Diagnosis } from './diagnosis.ts'
import { forgetParsed } from './evidence/body.ts'
import { rightExchanges } from './evidence/right-exchanges.ts'
import type { Exchange } from './exchange.ts'
import type { Catalogue } from './judging/check.ts'
import { agentFilterDiagnoses } from './judging/doubts/agent-filters.ts'
import { type Judgements, judgeInTime, judging } from './judging/judge.ts'
import { releaseMemory } from './memory.ts'
import { type Plan, planCatalogue, spendingLimit } from './plan.ts'
import { rerunAsOtherAgents } from './reruns/agent-rerun.ts'
import { type Denied, isTurnedAwayForOthers } from './reruns/lone-request.ts'
import type { Sending } from './reruns/reruns.ts'
import { rerunSlower } from './reruns/slower-runs.ts'
import type { Run } from './run.ts'
import { runNotes } from './run-notes.ts'
import { progressOf, type RunProgress } from './run-progress.ts'
import { createSeed } from './seed.ts'
import type { Selection } from './selection.ts'

/** What a run takes beside what its clients take. */
export interface EngineOptions extends ClientChoices {
  readonly catalogue: Catalogue
  readonly selection?: Selection
  /** A plan for the same target and selection, where one was made already. */
  readonly planned?: Plan
  /** The most that the run may take, in milliseconds. */
  readonly deadline?: number
  /** Ends the run early; what was judged by then is kept. */
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: RunProgress) => void
  /** Called when everything is sent again, with why, how, and how long it may take. */
  readonly onRepeat?: (text: string) => void
  /** Explains from the exchanges why a run went as it did. */
  readonly diagnose?: (exchanges: readonly Exchange[]) => readonly Diagnosis[]
  /** How many withdrawals may be registered, this machine included; elsewhere three more than a conforming target registers. */
  readonly maxWithdrawals?: number
}

/** The default deadline, in milliseconds: a target may answer ten requests a minute, or lock out for a minute after ten failures. */
export const defaultDeadline = 3_600_000

/** How much of a time, in milliseconds, is kept for what follows the last answer: a third of it for judging, the rest for the reports. */
export function keptBack(deadline: number): number {
  return Math.min(3000, deadline / 3)
}

/**
 * Runs every probe, judges every check, and says what was found. If the target turned clients away by their user agent, everything is sent again
 * with others; if it turned away requests that came at once, one request at a time. Never throws because of what a target does.
 */
export async function runCatalogue(given: EngineOptions): Promise<Run> {
  const { contract, catalogue, target, selection, receiver, clock = systemClock, seed = createSeed() } = given
  const planned = given.planned ?? planCatalogue(catalogue, contract, target, { ...selection, listen: receiver !== undefined })
  const { deadline: most = defaultDeadline } = given
  const deadline = most - keptBack(most)
  const { transport, ...options } = { ...given, clock, seed, most, deadline }
  const { startedAt, elapsed } = begun(clock)
  const timeLeft = () => Math.max(0, deadline - elapsed())
  try {
    const kept = transport && { transport: { ...transport, close: async () => {} } }
    const budget = new RequestBudget(planned.cost.requests)
    const lockout = { isKnown: false }
    const learned = nothingLearned(clock, startedAt)
    const send = (how: Partial<Sending> & Pick<Attempt, 'lockout'>) => runOnce({ ...options, ...kept, budget, learned, ...how }, planned)
    const isOnlyOnce = spendingLimit(contract, target, planned, given.maxWithdrawals) !== undefined
    const first = await send(isOnlyOnce ? {} : { lockout })
    if (isOnlyOnce) return first
    const { run: last, names } = await rerunAsOtherAgents(first, planned, send, { ...options, timeLeft })
    return await rerunSlower(last, planned, (pace) => send(defined({ ...pace, names })), {
      ...options,
      timeLeft,
      isLockedOut: lockout.isKnown,
      isTurnedAwayForOthers: (denied) => askAlone(defined({ ...options, ...kept, budget, names, deadline: timeLeft() }), planned, denied),
    })
  } finally {
    await transport?.close()
  }
}

/** Its `deadline` is that of its requests; `most` is the longest that all of it may take. */
type Dated = EngineOptions & Required<Pick<EngineOptions, 'clock' | 'seed' | 'deadline'>> & { readonly most: number }

/** How everything that is planned is sent, once. */
type Attempt = Dated & Partial<Sending> & Pick<ClientOptions, 'budget' | 'lockout' | 'learned'>

async function runOnce(options: Attempt, planned: Plan): Promise<Run> {
  const { contract, target, clock, seed, selection, journal, receiver } = options
  const { startedAt, finishedAt } = begun(clock)
  using end = endAfter(clock, options.deadline, options.signal)
  const timeLeft = () => end.timeLeft() + keptBack(options.most) / 3
  const client = clientOf(options, planned, end)
  const { evidence, faults } = await collect(client, planned.probes)
  const ended = end.reason()
  await client.close()
  const judged = await judgeInTime(judging(contract, planned, evidence), { clock, signal: end.signal, timeLeft: timeLeft() })
  releaseMemory()
  // What took too long to read to be judged is not read again to be explained.
  const found = foundBy(planned, judged, client, judged.isCut ? undefined : options.diagnose)
  forgetParsed()
  const isWhole = ended === undefined && !judged.isCut
  return {
    contract,
    target,
    seed: seed.text,
    startedAt,
    finishedAt: finishedAt(),
    ...found,
    timeLeft: options.signal?.aborted ? 0 : Math.max(0, timeLeft()),
    complete: isWhole && faults.length === 0,
    notes: runNotes({ selection, client, journal, receiver, faults, ended, deadline: options.most, isCut: judged.isCut }),
  }
}

async function askAlone(options: Attempt, planned: Plan, denied: readonly Denied[]): Promise<boolean> {
  const { clock } = options
  using end = endAfter(clock, options.deadline, options.signal)
  const client = clientOf(options, planned, end)
  const isTurnedAway = await isTurnedAwayForOthers(client, denied)
  await client.close()
  return isTurnedAway
}

function clientOf(options: Attempt, planned: Plan, { signal, timeLeft }: Pick<ClientOptions, 'signal' | 'timeLeft'>): Client {
  const told = progressOf(options.contract, planned, options.onProgress)
  return createClient({
    ...options,
    signal,
    timeLeft,
    isRun: true,
    isQuick: options.selection?.quick === true,
    ...spendingOf(options, planned),
    ...told,
  })
}

function foundBy(
  { probes }: Plan,
  { outcomes, observations, exchanges, registered, agentFilters }: Judgements,
  client: Client,
  diagnose: EngineOptions['diagnose'],
): Pick<Run, 'outcomes' | 'observations' | 'exchanges' | 'registered' | 'unknownFate' | 'diagnoses'> {
  const explained = diagnose?.(exchanges) ?? []
  const reads = rightExchanges(probes, exchanges).flatMap(({ exchange, operation }) => (operation.movesMoney ? [] : [exchange]))
  const diagnoses = agentFilters.length === 0 ? explained : explained.filter(({ id }) => id !== 'refused' && id !== 'lockout')
  return {
    outcomes,
    observations,
    exchanges,
    unknownFate: inDoubt(client.spent().unknown, exchanges, reads),
    registered: [...registered, ...client.registeredByControls],
    diagnoses: [...agentFilterDiagnoses(agentFilters), ...diagnoses],
  }
}

/** What limits the withdrawals of a run, and which of them a conforming target registers. */
function spendingOf(
  { contract, target, maxWithdrawals }: EngineOptions,
  planned: Plan,
): Pick<ClientOptions, 'spending' | 'isRight' | 'isUnusual'> {
  const probes = new Map(planned.probes.map(({ probe, cost }) => [probe.id, { probe, cost }]))
  const spending = spendingLimit(contract, target, planned, maxWithdrawals)
  return defined({
    spending,
    isUnusual: ({ probe: id, role }) => {
      const probe = probes.get(id)?.probe
      return probe !== undefined && (probe.phase !== 'judging' || (probe.isUnusual?.(role) ?? false))
    },
    isRight: ({ probe: id, role }) => {
      const found = probes.get(id)
      return found !== undefined && (found.probe.isRight(role) || (found.probe.phase !== 'judging' && found.cost.registers > 0))
    },
  })
}
