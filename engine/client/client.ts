import type { Contract, Operation } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { defined } from '../../language/defined.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import { memoized } from '../../language/memoized.ts'
import type { ReceivedCallback, Receiver } from '../callbacks/receiver.ts'
import { LongRequests } from '../evidence/long-requests.ts'
import type { Exchange } from '../exchange.ts'
import { isLoopback } from '../loopback.ts'
import type { Amounts } from '../money/distinction.ts'
import { ordinaryRequest } from '../probes/request.ts'
import { targetClockRole } from '../probes/roles.ts'
import type { Withdrawal } from '../run.ts'
import { createSeed, type Seed } from '../seed.ts'
import { addressOf, type Target } from '../target.ts'
import { type Channel, type Sparing, unsent } from './channel.ts'
import { type Clock, Jumps, longestTimer, systemClock } from './clock.ts'
import { controlProbe, type Draft, type Expectations } from './draft.ts'
import { interposedReads } from './pacing/interposed-reads.ts'
import { LockoutDetector } from './pacing/lockout-detector.ts'
import { Losses } from './pacing/losses.ts'
import type { OutageOptions } from './pacing/outage.ts'
import { PaceSigns } from './pacing/pace-signs.ts'
import { Presence } from './pacing/presence.ts'
import { RetryPolicy } from './pacing/retry-policy.ts'
import { sendWithRetries } from './pacing/retrying.ts'
import { Scheduler, type SchedulerOptions } from './pacing/scheduler.ts'
import { SpacedWithdrawals } from './pacing/spaced-withdrawals.ts'
import { createTimestamps, type Timestamps } from './timestamps.ts'
import { createRoom } from './transport/room.ts'
import { createTransport } from './transport/transport.ts'
import { Spending, type SpendingLimit } from './withdrawals/spending.ts'
import { Withdrawals } from './withdrawals/withdrawals.ts'

/** Talks to one target and records every exchange. Never throws for what a target does. */
export interface Client extends Timestamps {
  readonly contract: Contract
  readonly target: Target
  readonly clock: Clock
  readonly seed: Seed
  readonly amounts: Amounts
  /** True where a sample of what follows from answers has to do. */
  readonly isQuick: boolean
  readonly sparing: Sparing
  send(draft: Draft): Promise<Exchange>
  /** Lets time pass, in milliseconds, unless the run ends first. */
  pause(milliseconds: number): Promise<void>
  /**
   * The requests that the target sent so far (callbacks); waits for the first one up to the receiver's time-out. Empty if the run does
   * not listen.
   */
  received(): Promise<readonly ReceivedCallback[]>
  /** The withdrawals whose fate is unknown, and, where the fuse has blown, why no more are sent. */
  spent(): { readonly unknown: readonly Withdrawal[]; readonly blown: string | undefined }
  /** Ids of withdrawals that no probe asked for: those of control requests. */
  readonly registeredByControls: readonly string[]
  /** What no exchange shows: requests that were sent again or spared, how far this machine's clock jumped, and how far times were set back. */
  mishaps(): { readonly afresh: number; readonly jumped: number; readonly back: number; readonly spared: number }
  close(): Promise<void>
}

export type Builder = Pick<Client, 'contract' | 'target' | 'clock' | 'seed' | 'amounts' | keyof Timestamps>

/** What whoever starts a run may say of how its requests are sent. */
export interface ClientChoices
  extends Pick<Channel, 'contract' | 'target' | 'journal'>,
    Partial<Pick<Channel, 'clock' | 'seed' | 'timeout' | 'transport'> & Pick<SchedulerOptions, 'concurrency' | 'rate'>>,
    Pick<OutageOptions, 'wait'> {
  readonly receiver?: Receiver
  /** True if nothing is left out for what follows from answers. */
  readonly sparesNothing?: boolean
  readonly isQuick?: boolean
}

/** What a client sends with, and what holds it back: several of one run share what they learn. */
export interface ClientOptions
  extends ClientChoices,
    Pick<SchedulerOptions, 'signal' | 'timeLeft' | 'budget' | 'lockout' | 'onWait'>,
    Partial<Expectations>,
    Pick<Channel, 'names' | 'isRun'> {
  readonly onExchange?: ((exchange: Exchange) => void) | undefined
  /** How many withdrawals may be registered; without it, as many as are asked for. */
  readonly spending?: SpendingLimit
  /** The number of the first withdrawal, by which it differs from others; zero unless some were sent before. */
  readonly numbersFrom?: number
  /** What other clients of the run learned. */
  readonly learned?: Learned
  /** True for an exchange that shows that the run is futile: nothing more is sent then. */
  readonly abortsOn?: (exchange: Exchange) => boolean
}

/** What all clients of a run learn of a target. */
interface Learned {
  readonly amounts: Amounts
  /** How far apart withdrawals have to be. */
  readonly spaced: SpacedWithdrawals
  /** The operations that answered a right request, and whether they accepted one. */
  readonly answered: Map<string, { readonly isAccepted: boolean }>
}

/** Given when a run began, its withdrawals differ from those of another. */
export function nothingLearned(clock: Clock, since?: number): Learned {
  return { amounts: defined({ smaller: false, since }), spaced: new SpacedWithdrawals(clock), answered: new Map() }
}

type Dated = ClientOptions & Required<Pick<ClientOptions, 'clock' | 'seed' | 'learned'>>

/** Opens a client; `close` it when the run is over. */
export function createClient(options: ClientOptions): Client {
  const { contract, signal, clock = systemClock, seed = createSeed(), receiver } = options
  const { learned = nothingLearned(clock) } = options
  const withdrawals = new Withdrawals(seed, clock, options.journal, { first: options.numbersFrom, amounts: learned.amounts })
  const target: Target = { ...options.target, distinct: withdrawals.distinct, granted: new Map() }
  const timestamps = createTimestamps(clock, seed.integer('timestamps/gap', 1, 3), signal)
  let isAborted = false
  const channel = createChannel({ ...options, target, clock, seed, learned }, withdrawals, () => isAborted)
  const { sparing } = channel
  const builder: Builder = { ...timestamps, contract, target, clock, seed, amounts: withdrawals.amounts }
  const detector = new LockoutDetector(channel, (draft) => controlFor(builder, draft), withdrawals.amounts)
  const interpose = interposedReads(channel, async (draft) => sendWithRetries(channel, await controlFor(builder, draft)))
  const sendDraft = (draft: Draft) => (options.detectsLockouts ? detector.send(draft) : sendWithRetries(channel, draft, interpose))
  return {
    ...builder,
    isQuick: options.isQuick === true,
    setBack: (milliseconds) => {
      timestamps.setBack(milliseconds)
      channel.spending.goOn()
    },
    sparing,
    registeredByControls: detector.registered,
    send: async (draft) => {
      const exchange = await sendDraft(draft).catch((cause: unknown) => unsent(channel, draft, cause))
      if (channel.isRight(draft) && !channel.isUnusual(draft)) channel.presence.settled(draft.operation, exchange)
      options.onExchange?.(exchange)
      isAborted ||= options.abortsOn?.(exchange) ?? false
      return exchange
    },
    pause: (milliseconds) => clock.sleep(milliseconds, signal).catch(() => undefined),
    received: async () => (await receiver?.received(signal)) ?? [],
    spent: () => ({ unknown: withdrawals.unknown, blown: channel.spending.blown }),
    mishaps: () => ({ afresh: channel.retryPolicy.retried, jumped: channel.jumps.most, back: timestamps.back(), spared: sparing.spared }),
    close: () => channel.transport.close(),
  }
}

/** The right request of the operation of another, from its client: a target may count for each client what it refuses. */
async function controlFor(builder: Builder, { operation, client }: Draft): Promise<Draft> {
  if (isSigned(operation)) await builder.untilPresent()
  return defined({ probe: controlProbe, role: 'right', operation, build: () => ordinaryRequest(operation, builder), client })
}

function createChannel(options: Dated, withdrawals: Withdrawals, isOver: () => boolean): Channel {
  const { target, clock, learned, detectsLockouts, isRight = () => true, isUnusual = () => false } = options
  const timeout = Math.min(options.timeout ?? 10_000, longestTimer)
  const concurrency = options.concurrency ?? defaultConcurrency(target)
  const expectations: Expectations = defined({
    detectsLockouts,
    isRight: (asked) => asked.role === targetClockRole || asked.probe === controlProbe || isRight(asked),
    isUnusual,
  })
  const presence = new Presence(learned.answered)
  const long = new LongRequests()
  const paceSigns = new PaceSigns(expectations, options.spending !== undefined)
  return defined({
    ...options,
    ...expectations,
    timeout,
    withdrawals,
    transport: options.transport ?? createTransport(target, { concurrency, timeout }),
    room: createRoom(),
    schedulerOf: createSchedulers(defined({ ...options, concurrency, isOver, patienceAtFirst: patienceAtFirst(options) }), (draft) =>
      paceSigns.apart(draft),
    ),
    retryPolicy: new RetryPolicy(options, presence, long),
    jumps: new Jumps(clock),
    spending: new Spending(options.spending),
    paceSigns,
    losses: new Losses(),
    sparing: { isAllowed: options.sparesNothing !== true, sent: 0, spared: 0 },
    presence,
    long,
    spaced: learned.spaced,
  })
}

/** How long a target may say nothing but 503 to the first client of a run, in milliseconds: it is down, and somebody waits to be told. */
function patienceAtFirst({ numbersFrom, wait = 0 }: ClientOptions): number | undefined {
  return numbersFrom === undefined ? Math.max(15_000, wait) : undefined
}

/** How many requests go out at once by default: few enough that no gateway takes them for an attack. */
export function defaultConcurrency({ bases }: Target): number {
  return Object.values(bases).every(isLoopback) ? 96 : 24
}

/**
 * A scheduler for each host, or one for all of them if a rate is given, because that counts for the whole run. Those that wait by themselves
 * have one of their own.
 */
function createSchedulers(
  options: Dated & Pick<SchedulerOptions, 'concurrency' | 'isOver' | 'patienceAtFirst'>,
  apart: (draft: Draft) => string | undefined,
): Channel['schedulerOf'] {
  const schedulers = new Map<string, Scheduler>()
  const originOf = memoized((operation: Operation) => new URL(addressOf(options.target, operation)).origin)
  return (draft) => {
    const host = options.rate === undefined ? originOf(draft.operation) : 'all'
    const own = apart(draft)
    const common = getOrInsert(schedulers, host, () => new Scheduler(options))
    if (own === undefined) return common
    return getOrInsert(schedulers, `${host} ${own}`, () => new Scheduler({ ...options, patienceAtFirst: undefined }, common))
  }
}
