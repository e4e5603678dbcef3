import type { Contract, Operation } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { defined } from '../../language/defined.ts'
import type { LongRequests } from '../evidence/long-requests.ts'
import type { Exchange, SentRequest } from '../exchange.ts'
import { noteLeft } from '../memory.ts'
import { disguised, forbidden } from '../money/money.ts'
import type { Seed } from '../seed.ts'
import { isLocal, type Target } from '../target.ts'
import { type Clock, type Jumps, stopwatch } from './clock.ts'
import { disclosedIn } from './disclosure.ts'
import { controlProbe, type Draft, type Expectations } from './draft.ts'
import type { Losses } from './pacing/losses.ts'
import type { PaceSigns } from './pacing/pace-signs.ts'
import type { Presence } from './pacing/presence.ts'
import type { RetryPolicy } from './pacing/retry-policy.ts'
import type { Scheduler, SchedulerOptions } from './pacing/scheduler.ts'
import type { SpacedWithdrawals } from './pacing/spaced-withdrawals.ts'
import { onConnection } from './transport/connection.ts'
import { notSent, unsentFailure } from './transport/failure.ts'
import type { Room } from './transport/room.ts'
import type { Answer, Transport } from './transport/transport.ts'
import { areOneRequest, withCommon } from './user-agents.ts'
import type { Journal } from './withdrawals/journal.ts'
import type { Spending } from './withdrawals/spending.ts'
import type { Withdrawals } from './withdrawals/withdrawals.ts'

/** What all requests of a client share: where they go, what carries them, and what decides when and how often they are sent. */
export interface Channel extends Expectations, Pick<SchedulerOptions, 'onWait'> {
  readonly contract: Contract
  readonly target: Target
  readonly signal: AbortSignal
  readonly clock: Clock
  /** A random one unless it is given. */
  readonly seed: Seed
  /** How long one request may take, in milliseconds. */
  readonly timeout: number
  /** What carries the requests; HTTP unless a test brings its own. */
  readonly transport: Transport
  readonly room: Room
  readonly retryPolicy: RetryPolicy
  readonly jumps: Jumps
  readonly spending: Spending
  readonly paceSigns: PaceSigns
  readonly losses: Losses
  readonly sparing: Sparing
  readonly presence: Presence
  readonly long: LongRequests
  /** True for a run, which announces that a withdrawal whose answer is lost may be replaced; others send what they announce. */
  readonly isRun?: boolean
  readonly spaced: SpacedWithdrawals
  readonly withdrawals: Withdrawals
  readonly journal?: Journal
  /** The user agents that requests may use, where the target turns others away; any, unless it is given. */
  readonly names?: readonly string[]
  readonly schedulerOf: (draft: Draft) => Scheduler
}

/** How many requests of probes went out, repeats included, how many gave way to what followed from answers, and whether any may. */
export interface Sparing {
  readonly isAllowed: boolean
  sent: number
  spared: number
}

/** What is kept of an answer unless a probe says otherwise, in bytes: enough to tell a payload from a refusal. */
const defaultKeep = 1 << 17

/**
 * Builds a request, asks the guard of money, and sends it once. If it may not be sent, the exchange has the reason instead of an answer; if it
 * equals the request before it but for the client's name, that exchange is returned.
 */
export async function attempt(channel: Channel, draft: Draft, repeats: number, before?: Exchange): Promise<Exchange> {
  const { contract, target, clock, seed } = channel
  const { operation } = draft
  const built = draft.build()
  const reason = forbidden(operation, target, built) ?? disguised(contract, operation, target, built)
  const about = { ...labelOf(draft), startedAt: clock.now(), repeats }
  if (reason !== undefined) return { ...about, request: built, failure: notSent(reason), durationMs: 0 }
  const names = channel.names ?? channel.paceSigns.names
  const headers = withCommon(built.headers, seed, draft.client ?? clientOf(draft, repeats), names)
  const request = onConnection(target.connection, { ...built, headers })
  // Identical, as with a replay: it would only repeat the first.
  if (before && areOneRequest(before.request, request)) return before
  const sending = { ...about, request }
  const send = async () => withDisclosed(channel, draft, { ...sending, ...(await transmitted(channel, draft, request)) })
  return operation.movesMoney ? followed(channel, operation, sending, send) : send()
}

/** As whose client a request goes: when it is sent again, under another name, maybe, since it may have been turned away for that. */
export function clientOf(draft: Draft, repeats: number): string {
  const { id } = labelOf(draft)
  return repeats === 0 || draft.operation.movesMoney ? id : `${id}/${repeats}`
}

/** Notes which secrets an answer discloses, here because judges do not know the secrets, and because `assay send` has no plan. */
function withDisclosed({ contract, target }: Channel, { operation }: Draft, exchange: Exchange): Exchange {
  const disclosed = disclosedIn(contract, target, operation, exchange)
  return disclosed.length === 0 ? exchange : { ...exchange, disclosed }
}

/** The exchange of a request that was never sent, and why. */
export function unsent({ clock, signal }: Channel, draft: Draft, cause: unknown): Exchange {
  const failure = unsentFailure(cause, signal)
  const request = draft.build()
  return { ...labelOf(draft), request, failure, startedAt: clock.now(), durationMs: 0, repeats: 0 }
}

/** Writes a withdrawal to the journal before it is sent, and its fate afterwards. If the journal cannot be written, it is not sent. */
async function followed(
  { withdrawals, target, journal, isRight }: Channel,
  operation: Operation,
  sending: Omit<Exchange, 'durationMs'>,
  send: () => Promise<Exchange>,
): Promise<Exchange> {
  const problem = () => (isLocal(target, operation) ? undefined : journal?.problem)
  const unkept = () => ({ ...sending, failure: notSent((problem() ?? '').replace(/\.$/, '')), durationMs: 0 })
  if (problem() !== undefined) return unkept()
  const settle = withdrawals.sending(operation, { exchange: sending.id, request: sending.request, right: isRight(sending) })
  const exchange = problem() === undefined ? await send() : unkept()
  settle(exchange)
  return exchange
}

type Transmitted = Pick<Exchange, 'response' | 'failure' | 'durationMs'>

async function transmitted(channel: Channel, draft: Draft, request: SentRequest): Promise<Transmitted> {
  const { transport, signal, room, losses, clock, sparing } = channel
  const { keep = defaultKeep, connection } = draft
  const timeout = losses.timeout(channel.timeout)
  const elapsed = stopwatch(clock)
  if (draft.probe !== controlProbe) sparing.sent += 1
  const { response, failure }: Answer = await transport.send(
    request,
    defined({ signal, timeout, keep, connection, isUrgent: isUrgent(draft) }),
  )
  const durationMs = elapsed()
  if (failure?.kind === 'time-out' && channel.isRight(draft) && !channel.isUnusual(draft)) losses.noteTimeout()
  if (!response) return defined({ failure, durationMs })
  noteLeft(response.body.length)
  const { bytes, truncated } = room(response.body)
  return { response: { ...response, body: bytes, truncated: response.truncated || truncated }, durationMs }
}

/** True for requests that go first when several wait for their turn: the signed ones form the longest chain. */
export function isUrgent({ operation }: Draft): boolean {
  return isSigned(operation)
}

function labelOf({ probe, role, operation }: Draft): Pick<Exchange, 'id' | 'probe' | 'role' | 'operation'> {
  return { id: `${probe}/${role}`, probe, role, operation: operation.id }
}
