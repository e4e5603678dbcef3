import type { Contract } from '../../contracts/contract.ts'
import { defined } from '../../spec/defined.ts'
import type { Amounts } from '../distinction.ts'
import type { Exchange, SentRequest } from '../exchange.ts'
import { isLoopback } from '../loopback.ts'
import { forbidden } from '../money.ts'
import { targetClockRole } from '../roles.ts'
import type { Withdrawal } from '../run.ts'
import { createSeed, type Seed } from '../seed.ts'
import { addressOf, isLocal, type Target } from '../target.ts'
import { type Clock, longest, systemClock } from './clock.ts'
import { onConnection } from './connection.ts'
import { notSent, unsentFailure } from './failure.ts'
import type { Journal } from './journal.ts'
import { createJumps } from './jumps.ts'
import { createPatience } from './patience.ts'
import type { Received, Receiver } from './receiver.ts'
import { createRoom } from './room.ts'
import { createScheduler, type Scheduled, type Scheduler } from './scheduler.ts'
import { createSpending, type Fate, type SpendingLimit } from './spending.ts'
import { createTimestamps, type Timestamps } from './timestamps.ts'
import { type Answer, createTransport, type Transport } from './transport.ts'
import { withCommon } from './user-agents.ts'
import { createWithdrawals } from './withdrawals.ts'

/** A request that a probe wants sent. `build` is called again for every attempt, so that the signature is fresh each time. */
export interface Draft {
  readonly probe: string
  readonly role: string
  readonly operation: string
  readonly build: () => SentRequest
  /** How many bytes of the answer are kept. */
  readonly keep?: number
  /** Requests of one name share one connection of their own. */
  readonly connection?: string
  /** Whether it gets an answer matters little: it is sent afresh once. */
  readonly isAside?: true
}

/** Talks to one target and records every exchange. Never throws for what a target does. */
export interface Client extends Timestamps {
  readonly contract: Contract
  readonly target: Target
  readonly clock: Clock
  /** The source of everything that a probe may choose freely. */
  readonly seed: Seed
  readonly amounts: Amounts
  send(draft: Draft): Promise<Exchange>
  /**
   * The requests that the target sent by now (callbacks); waits for the first one up to the receiver's time-out. Empty where the run does
   * not listen.
   */
  received(): Promise<readonly Received[]>
  /** The withdrawals whose fate is unknown, and, where the fuse has blown, why no more are sent. */
  readonly spent: { readonly unknown: readonly Withdrawal[]; readonly blown: string | undefined }
  /** What no exchange shows: how many were sent afresh, and by how much the clock of this machine jumped. */
  readonly mishaps: { readonly afresh: number; readonly jumped: number }
  close(): Promise<void>
}

/** The part of a client that building a request needs. */
export type Builder = Pick<Client, 'contract' | 'target' | 'clock' | 'seed' | 'amounts' | keyof Timestamps>

export interface ClientOptions {
  readonly contract: Contract
  readonly target: Target
  /** Ends the run: on an interruption or at the deadline. Its reason says which. */
  readonly signal: AbortSignal
  /** Milliseconds since the Unix epoch. */
  readonly deadline: number
  readonly clock?: Clock
  /** A random one unless it is given. */
  readonly seed?: Seed
  readonly concurrency?: number
  /** Requests a second, to all hosts together. */
  readonly rate?: number
  /** How long one request may take, in milliseconds. */
  readonly timeout?: number
  readonly onExchange?: (exchange: Exchange) => void
  readonly receiver?: Receiver
  /** How long the target may take until it answers at all, in milliseconds. */
  readonly wait?: number
  /** How many withdrawals may be registered; without it, as many as are asked for. */
  readonly spending?: SpendingLimit
  /** True where a conforming target registers what a role of a probe asks for. */
  readonly isExpected?: (probe: string, role: string) => boolean
  /** Keeps what happens to withdrawals. */
  readonly journal?: Journal
  /** What carries the requests; HTTP unless a test brings its own. */
  readonly transport?: Transport
}

/** What is kept of an answer unless a probe says otherwise: enough to tell a payload from a refusal. */
export const defaultKeep = 1 << 17

/** How often one withdrawal whose fate is unknown is replaced by another at most: each may be lost money. */
const mostReplaced = 2

/** Opens a client; `close` it when the run is over. */
export function createClient(options: ClientOptions): Client {
  const { contract, signal, clock = systemClock, seed = createSeed() } = options
  const timeout = Math.min(options.timeout ?? 10_000, longest)
  const withdrawals = createWithdrawals(seed, clock, options.journal)
  const target: Target = { ...options.target, distinct: withdrawals.distinct }
  const concurrency = options.concurrency ?? defaultConcurrency(target)
  const transport = options.transport ?? createTransport(target, { concurrency, timeout })
  const schedulerOf = createSchedulers(options, clock, concurrency)
  const spending = createSpending(options.spending)
  const patience = createPatience(defined({ clock, signal, deadline: options.deadline, wait: options.wait }))
  const jumps = createJumps(clock)
  const timestamps = createTimestamps(clock, seed.integer('timestamps/gap', 1, 3), signal)
  const keep = createRoom()

  const keeping = ({ response, failure }: Answer): Answer => {
    if (!response) return failure ? { failure } : {}
    const { bytes, truncated } = keep(response.body)
    return { response: { ...response, body: bytes, truncated: response.truncated || truncated } }
  }
  const operationOf = ({ operation: id }: Draft) => contract.operations.find((operation) => operation.id === id)
  const isRight = ({ probe, role }: Draft) => role === targetClockRole || (options.isExpected?.(probe, role) ?? true)

  /**
   * Builds the request, asks the guard of money, and sends. A request that may not be sent comes back with the reason instead of an
   * answer.
   */
  const attempt = async (draft: Draft, repeats: number, onFate?: (fate: Fate) => void, before?: Exchange): Promise<Exchange> => {
    const { probe, role, operation: id, build, keep = defaultKeep, connection } = draft
    const operation = operationOf(draft)
    const built = build()
    const reason = operation && forbidden(operation, target, built)
    const startedAt = clock.now()
    const about = { id: `${probe}/${role}`, probe, role, operation: id, startedAt, repeats }
    if (reason !== undefined) return { ...about, request: built, failure: notSent(reason), durationMs: 0 }
    const request = onConnection(target.connection, { ...built, headers: withCommon(built.headers, seed, about.id) })
    if (before && isSame(before.request, request)) return before
    const settle = operation?.movesMoney && withdrawals.sending(operation, { exchange: about.id, request, right: isRight(draft) })
    const unkept = settle && !isLocal(target, operation) ? options.journal?.problem : undefined
    if (unkept !== undefined) return { ...about, request, failure: notSent(unkept), durationMs: 0 }
    const started = performance.now()
    const answer = keeping(await transport.send(request, defined({ signal, timeout, keep, connection })))
    const exchange: Exchange = { ...about, request, ...answer, durationMs: performance.now() - started }
    if (settle) onFate?.(settle(exchange))
    return exchange
  }
  const sendPatiently = async (draft: Draft): Promise<Exchange> => {
    const scheduler = schedulerOf(draft)
    const tries = patience.tries(draft.isAside)
    for (let repeats = 0; ; repeats += 1) {
      const jumped = jumps.watch()
      const { exchange, later } = await scheduler.run(() => attempt(draft, repeats), isSignedDraft(draft), draft.isAside) // signed requests make the longest chain
      if (!(await tries.again({ exchange, later, jumped: jumped() }))) return exchange
    }
  }
  /** A withdrawal is never sent again; where the fate of one is not known, another takes its place, within what was announced. */
  const withdraw = async (draft: Draft): Promise<Exchange> => {
    const asked = { id: `${draft.probe}/${draft.role}`, right: isRight(draft), explains: draft.role === targetClockRole }
    const operation = operationOf(draft)
    const mostTaken = options.spending ? mostReplaced : operation && isLocal(target, operation) ? Number.POSITIVE_INFINITY : 0
    const scheduler = schedulerOf(draft)
    const tries = patience.tries(draft.isAside)
    let taken = 0
    let before: Exchange | undefined
    for (let repeats = 0; ; repeats += 1) {
      const reason = await spending.enter(asked, signal)
      if (reason !== undefined) return before ?? unsent(draft, new Error(reason))
      let fate: Fate = 'unsent'
      let answer: Scheduled
      const jumped = jumps.watch()
      const settled = (found: Fate) => {
        fate = found
      }
      const send = () => {
        withdrawals.turn()
        return attempt(draft, repeats, settled, before)
      }
      try {
        answer = await scheduler.run(send, true, draft.isAside)
      } finally {
        spending.left(asked, fate)
      }
      const { exchange } = answer
      const isTaken = fate !== 'unsent'
      if (isTaken) taken += 1
      if (exchange === before || taken > mostTaken || !(await tries.again({ ...answer, jumped: jumped() }))) return exchange
      if (isTaken) before = exchange
    }
  }
  const isSignedDraft = (draft: Draft) => operationOf(draft)?.authentication.kind === 'signed'
  const unsent = ({ probe, role, operation, build }: Draft, cause: unknown): Exchange => {
    const failure = unsentFailure(cause, signal)
    const request = build()
    return { id: `${probe}/${role}`, probe, role, operation, request, failure, startedAt: clock.now(), durationMs: 0, repeats: 0 }
  }

  return {
    ...timestamps,
    contract,
    target,
    clock,
    seed,
    amounts: withdrawals.amounts,
    send: async (draft) => {
      const send = operationOf(draft)?.movesMoney ? withdraw : sendPatiently
      const exchange = await send(draft).catch((cause: unknown) => unsent(draft, cause))
      options.onExchange?.(exchange)
      return exchange
    },
    received: async () => (await options.receiver?.received(signal)) ?? [],
    spent: {
      unknown: withdrawals.unknown,
      get blown() {
        return spending.blown
      },
    },
    mishaps: {
      get afresh() {
        return patience.afresh
      },
      get jumped() {
        return jumps.most
      },
    },
    close: () => transport.close(),
  }
}

/** How many requests go out side by side where nothing is said of it: few enough not to be taken for an attack by a gateway. */
export function defaultConcurrency({ bases }: Target): number {
  return Object.values(bases).every(isLoopback) ? 96 : 24
}

/** A scheduler for each host; one for all of them where a rate is asked for, which counts for the run. */
function createSchedulers({ contract, target, signal, deadline, rate }: ClientOptions, clock: Clock, concurrency: number) {
  const schedulers = new Map<string, Scheduler>()
  return ({ operation: id }: Draft): Scheduler => {
    const operation = contract.operations.find((candidate) => candidate.id === id)
    const host = operation && rate === undefined ? new URL(addressOf(target, operation)).origin : ''
    const scheduler = schedulers.get(host) ?? createScheduler(defined({ clock, signal, deadline, concurrency, rate }))
    schedulers.set(host, scheduler)
    return scheduler
  }
}

/** True where two requests are identical, as with a replay: sending the second would only repeat the first. */
function isSame(one: SentRequest, other: SentRequest): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
