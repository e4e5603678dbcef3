import type { Contract } from '../contracts/contract.ts'
import { defined } from '../spec/defined.ts'
import type { Catalogue } from './catalogue.ts'
import { type Client, type ClientOptions, createClient } from './client/client.ts'
import { type Clock, systemClock } from './client/clock.ts'
import type { Journal } from './client/journal.ts'
import type { Receiver } from './client/receiver.ts'
import type { Transport } from './client/transport.ts'
import type { Diagnosis } from './diagnosis.ts'
import { forgetParsed } from './evidence/body.ts'
import type { Evidence } from './evidence/evidence.ts'
import type { Exchange } from './exchange.ts'
import { judging } from './judge.ts'
import { judgeInTime } from './judging-time.ts'
import { openingTurns, type Plan, type PlannedProbe, phases, plan, queues, spendingLimit } from './plan.ts'
import type { Run } from './run.ts'
import { type Progress, progressOf } from './run-progress.ts'
import { createSeed, type Seed } from './seed.ts'
import type { Selection } from './selection.ts'
import type { Recorder } from './steps.ts'
import type { Target } from './target.ts'

/** What to run, against what, and within which bounds. */
export interface RunOptions {
  readonly contract: Contract
  readonly catalogue: Catalogue
  readonly target: Target
  readonly selection?: Selection
  /** A plan for the same target and selection, where one was made already. */
  readonly planned?: Plan
  /** The most that the run may take, in milliseconds. */
  readonly deadline?: number
  /** Ends the run early; what was judged by then is kept. */
  readonly signal?: AbortSignal
  readonly clock?: Clock
  /** What is chosen freely comes from it; a random one unless it is given. The run names it. */
  readonly seed?: Seed
  readonly concurrency?: number
  readonly rate?: number
  /** The most that one request may take, in milliseconds. */
  readonly timeout?: number
  /** How long the target may take until it answers at all, in milliseconds. */
  readonly wait?: number
  readonly onProgress?: (progress: Progress) => void
  /** Hears callbacks, which are not judged without it. */
  readonly receiver?: Receiver
  /** Explains from its exchanges why a run went as it did. */
  readonly diagnose?: (exchanges: readonly Exchange[]) => readonly Diagnosis[]
  /** What carries the requests; HTTP unless a test brings its own. */
  readonly transport?: Transport
  /** How many withdrawals may be registered, this machine included; elsewhere three more than a conforming target registers. */
  readonly maxWithdrawals?: number
  /** Keeps what happens to withdrawals. */
  readonly journal?: Journal
}

/** Long enough for a target that answers one request a second. */
export const defaultDeadline = 1_200_000

/** Runs every probe once, judges every check, and says what was found. Never throws for what a target does. */
export async function run(options: RunOptions): Promise<Run> {
  const { contract, target, clock = systemClock, seed = createSeed(), deadline = defaultDeadline } = options
  const planned =
    options.planned ?? plan(options.catalogue, contract, target, { ...options.selection, listen: options.receiver !== undefined })
  const startedAt = clock.now()
  const end = endAfter(clock, deadline, options.signal)
  const client = createClient({
    ...options,
    seed,
    signal: end.signal,
    deadline: startedAt + deadline,
    ...spendingOf(options, planned),
    onExchange: progressOf(contract, planned, options.onProgress),
  })
  const { evidence, faults } = await collect(client, planned.probes)
  const interrupted = end.signal.aborted
  await client.close()
  const judged = await judgeInTime(judging(contract, planned, evidence), { clock, signal: end.signal, deadline: startedAt + deadline })
  end.clear()
  const diagnoses = options.diagnose?.(judged.exchanges) ?? []
  forgetParsed()
  const { only, quick = false } = options.selection ?? {}
  const narrowed = [
    ...(only === undefined ? [] : [`The run was narrowed to ${only}.`]),
    ...(quick ? ['It was a quick run: what is only observed was left out, and checks whose requirement other checks judge too.'] : []),
  ]
  return {
    contract,
    target,
    seed: seed.text,
    startedAt,
    finishedAt: clock.now(),
    complete: !interrupted && !judged.isCut && faults.length === 0,
    notes: [
      ...narrowed,
      ...(interrupted ? [endNote(end.signal, deadline)] : []),
      ...(judged.isCut ? ['Not all of what was answered is judged.'] : []),
      ...spentNotes(client.spent, options.journal),
      ...mishapNotes(client.mishaps),
      ...faults,
      ...strangersNote(options.receiver),
    ],
    outcomes: judged.outcomes,
    observations: judged.observations,
    exchanges: judged.exchanges,
    registered: judged.registered,
    unknownFate: client.spent.unknown,
    diagnoses,
  }
}

/** What limits the withdrawals of a run, and which of them a conforming target registers. */
function spendingOf({ contract, target, maxWithdrawals }: RunOptions, planned: Plan): Pick<ClientOptions, 'spending' | 'isExpected'> {
  const probes = new Map(planned.probes.map(({ probe, cost }) => [probe.id, { probe, cost }]))
  const spending = spendingLimit(contract, target, planned, maxWithdrawals)
  return defined({
    spending,
    isExpected: (id, role) => {
      const found = probes.get(id)
      return found !== undefined && (found.probe.isRight(role) || (found.probe.phase !== 'judging' && found.cost.registers > 0))
    },
  })
}

function spentNotes({ blown }: Client['spent'], journal: Journal | undefined): string[] {
  return [
    ...(blown === undefined ? [] : [`No more withdrawals were sent: ${blown}.`]),
    ...(journal?.problem === undefined ? [] : [journal.problem]),
  ]
}

function mishapNotes({ afresh, jumped }: Client['mishaps']): string[] {
  const seconds = Math.round(Math.abs(jumped) / 1000)
  const times = afresh === 1 ? 'Once a request was sent' : `${afresh} times a request was sent`
  return [
    ...(afresh === 0 ? [] : [`${times} afresh, since the target did not answer it.`]),
    ...(jumped === 0
      ? []
      : [
          `The clock of this machine jumped by ${seconds} s ${jumped > 0 ? 'ahead' : 'back'} during the run: it was set, or the machine slept.`,
        ]),
  ]
}

interface Collected {
  readonly evidence: Map<string, Evidence>
  /** What probes sent before every right request, by their ids. */
  readonly opened: ReadonlyMap<string, Recorder>
  /** What kept a probe from its end, which no target may do. */
  readonly faults: string[]
}

async function collect(client: Client, probes: readonly PlannedProbe[]): Promise<Collected> {
  const collected: Collected = { evidence: new Map(), opened: await open(client, probes), faults: [] }
  for (const phase of phases)
    await Promise.all(queues(probes, phase, client.order.insists).map((queue) => collectInTurn(client, queue, collected)))
  const inOrder = probes.flatMap(({ probe: { id } }) => {
    const found = collected.evidence.get(id)
    return found ? [[id, found] as const] : []
  })
  return { ...collected, evidence: new Map(inOrder) }
}

/** Before every right request: what is signed alone, the others each before their own operation knows of anything. */
async function open(client: Client, probes: readonly PlannedProbe[]): Promise<Map<string, Recorder>> {
  const opened = new Map<string, Recorder>()
  for (const turn of openingTurns(probes))
    await Promise.all(turn.map(async ({ id, opening }) => opened.set(id, await opening.send(client))))
  return opened
}

async function collectInTurn(client: Client, queue: readonly PlannedProbe[], { evidence, opened, faults }: Collected): Promise<void> {
  for (const { probe, wanted } of queue) {
    try {
      evidence.set(probe.id, await probe.run(client, wanted, opened.get(probe.id)))
    } catch (cause) {
      faults.push(`The probe ${probe.id} broke off, which is a fault of Assay's: ${(cause as Error).message}`)
    }
  }
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

function strangersNote(receiver: Receiver | undefined): string[] {
  const count = receiver?.ignored() ?? 0
  return count === 0
    ? []
    : [
        `${count} ${count === 1 ? 'request' : 'requests'} to other paths than the callback's address came in, and ${count === 1 ? 'was' : 'were'} ignored.`,
      ]
}

function endNote(signal: AbortSignal, deadline: number): string {
  return signal.reason === 'deadline'
    ? `The run reached its deadline of ${deadline / 1000} s before it was done.`
    : 'The run was interrupted before it was done.'
}
