import type { Contract } from '../../contracts/contract.ts'
import type { Exchange, Headers, SentRequest } from '../exchange.ts'
import { createSeed, type Seed } from '../seed.ts'
import { addressOf, isLoopback, type Target } from '../target.ts'
import { type Clock, systemClock } from './clock.ts'
import { onConnection } from './connection.ts'
import { excerpt } from './decoding.ts'
import { unsentFailure } from './failure.ts'
import type { Received, Receiver } from './receiver.ts'
import { createPace, type Pace } from './scheduler.ts'
import { createTimestamps, type Timestamps } from './timestamps.ts'
import { type Answer, createTransport, type Transport } from './transport.ts'
import { userAgentOf } from './user-agents.ts'

/** What a probe wants sent. `build` is asked anew for every attempt, so that a signature is as fresh as the request. */
export interface Draft {
  readonly probe: string
  readonly role: string
  readonly operation: string
  readonly build: () => SentRequest
  /** May be sent again after the connection broke: never where it is signed. */
  readonly repeatable: boolean
  /** How many bytes of the answer are kept. */
  readonly keep?: number
  /** Requests of one name share one connection of their own. */
  readonly connection?: string
}

/** Talks to one target and records every exchange. Never throws for what a target does. */
export interface Client extends Timestamps {
  readonly contract: Contract
  readonly target: Target
  readonly clock: Clock
  /** Where a probe takes from what it may choose freely. */
  readonly seed: Seed
  send(draft: Draft): Promise<Exchange>
  /** What came in from the target by now; waits for the first as long as the receiver does. Nothing where the run does not listen. */
  received(): Promise<readonly Received[]>
  close(): Promise<void>
}

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
  readonly userAgent?: string
  readonly receiver?: Receiver
  /** What carries the requests; HTTP unless a test brings its own. */
  readonly transport?: Transport
}

/** What is kept of an answer unless a probe says otherwise: enough to tell a payload from a refusal. */
export const defaultKeep = 1 << 17

/** How many bytes of bodies a run keeps in all; of what comes after them, excerpts. */
export const mostKept = 16 << 20

const mostRepeats = 16
const mostDrops = 3

/** Opens a client; `close` it when the run is over. */
export function createClient(options: ClientOptions): Client {
  const { contract, target, signal, clock = systemClock, seed = createSeed(), timeout = 10_000 } = options
  const concurrency = options.concurrency ?? defaultConcurrency(target)
  const transport = options.transport ?? createTransport(target, { concurrency, timeout })
  const paceOf = createPaces(options, clock, concurrency)
  const commonTo = (id: string): Headers => [
    ['accept-encoding', 'gzip, deflate, br'],
    ['user-agent', options.userAgent ?? userAgentOf(seed, id)],
  ]
  const timestamps = createTimestamps(clock, seed.integer('timestamps/gap', 1, 3), signal)
  let room = mostKept

  const keeping = ({ response, failure }: Answer): Answer => {
    if (!response) return failure ? { failure } : {}
    if (response.body.length > room) return { response: { ...response, ...bodyOf(response.body) } }
    room -= response.body.length
    return { response }
  }
  const attempt = async ({ probe, role, operation, build, keep = defaultKeep, connection }: Draft, repeats: number): Promise<Exchange> => {
    const built = build()
    const id = `${probe}/${role}`
    const request = onConnection(target.connection, { ...built, headers: [...built.headers, ...commonTo(id)] })
    const startedAt = clock.now()
    const started = performance.now()
    const answer = keeping(await transport.send(request, { signal, timeout, keep, ...(connection !== undefined && { connection }) }))
    const durationMs = performance.now() - started
    return { id, probe, role, operation, request, ...answer, startedAt, durationMs, repeats }
  }
  const sendPatiently = async (draft: Draft): Promise<Exchange> => {
    const pace = paceOf(draft)
    let drops = 0
    for (let repeats = 0; ; repeats += 1) {
      const { exchange, later } = await pace.run(() => attempt(draft, repeats), !draft.repeatable) // signed requests make the longest chain
      const dropped = draft.repeatable && exchange.failure?.kind === 'reset' && drops < mostDrops
      if (dropped) drops += 1
      if ((!later && !dropped) || repeats >= mostRepeats) return exchange
    }
  }
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
    send: async (draft) => {
      const exchange = await sendPatiently(draft).catch((cause: unknown) => unsent(draft, cause))
      options.onExchange?.(exchange)
      return exchange
    },
    received: async () => (await options.receiver?.received(signal)) ?? [],
    close: () => transport.close(),
  }
}

/** How many requests go out side by side where nothing is said of it: few enough not to be taken for an attack by a gateway. */
export function defaultConcurrency({ bases }: Target): number {
  return Object.values(bases).every(isLoopback) ? 64 : 24
}

/** A pace for each host; one for all of them where a rate is asked for, which counts for the run. */
function createPaces({ contract, target, signal, deadline, rate }: ClientOptions, clock: Clock, concurrency: number) {
  const paces = new Map<string, Pace>()
  return ({ operation: id }: Draft): Pace => {
    const operation = contract.operations.find((candidate) => candidate.id === id)
    const host = operation && rate === undefined ? new URL(addressOf(target, operation)).origin : ''
    const pace = paces.get(host) ?? createPace({ clock, signal, deadline, concurrency, ...(rate !== undefined && { rate }) })
    paces.set(host, pace)
    return pace
  }
}

function bodyOf(bytes: Buffer): { readonly body: Buffer; readonly truncated: boolean } {
  const kept = excerpt(bytes)
  return { body: kept.bytes, truncated: kept.truncated }
}
