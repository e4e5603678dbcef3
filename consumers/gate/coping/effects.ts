import type { Contract, Operation } from '../../../contracts/contract.ts'
import { hashed } from '../../../contracts/hashing.ts'
import type { Exchange } from '../../../engine/exchange.ts'
import { defined } from '../../../language/defined.ts'
import { getOrInsert } from '../../../language/get-or-insert.ts'
import type { Notification } from '../../../provider/callbacks/notification.ts'
import { hooksOf, type Mutant } from '../../../provider/mutant.ts'
import type { ProviderOptions } from '../../../provider/options.ts'
import type { Received } from '../../../provider/received.ts'
import type { Reply } from '../../../provider/reply.ts'
import { createService, handle, operationReached } from '../../../provider/service.ts'
import type { Served } from '../../../provider/witness.ts'
import { jsonValue } from '../../../text/json/json-text.ts'
import { isObject, pointerStep } from '../../../text/json/pointer.ts'
import { memoryOf } from '../../traffic/keeping.ts'

/** The requests of a command, as far as they are kept: enough to tell what another provider would have answered. */
export type Requests = ReturnType<typeof keepRequests>

/** A request, and the operations of the port at which it came in. */
export interface KeptRequest {
  readonly request: Received
  readonly operations: readonly Operation[]
}

const mostRequests = 2_000
const mostBytes = 8 << 20
const mostExchanges = 1_000
const mostBytesOfExchanges = 16 << 20

export function keepRequests() {
  const [kept, exchanges]: [KeptRequest[], Exchange[]] = [[], []]
  let [count, bytes, bytesOfExchanges] = [0, 0, 0]
  return {
    add: ({ request, operations, isWhole }: Served, exchange: Exchange) => {
      count += isWhole ? 1 : 2
      bytes += request.body.length
      bytesOfExchanges += memoryOf(exchange)
      if (kept.length < mostRequests && bytes < mostBytes) kept.push({ request, operations })
      if (exchanges.length < mostExchanges && bytesOfExchanges < mostBytesOfExchanges) exchanges.push(exchange)
    },
    /** With their answers, fewer of them: each takes more room. */
    exchanges,
    /** False if there were more than are kept. */
    isWhole: () => kept.length === count,
    all: (): readonly KeptRequest[] => kept,
  }
}

export interface Setting {
  readonly contract: Contract
  readonly settings: Readonly<Record<string, string>>
  readonly callback?: Notification | undefined
}

/** How a provider may differ whose answers are made again. */
type Differing = Pick<ProviderOptions, 'behaviour' | 'mutant' | 'mutants'>

export type Effects = ReturnType<typeof effectsOn>

/**
 * Answers requests again, in this process: by another provider, and by the right one that it is compared with. That is the plain one;
 * for a mutant that shows only with a certain behaviour, one of that behaviour.
 */
export function effectsOn(requests: readonly KeptRequest[], setting: Setting) {
  const right = new Map<string, readonly Reply[]>()
  const plain = createService({ contract: setting.contract, settings: setting.settings })
  const reached = Map.groupBy(requests, ({ request, operations }) => operationReached(plain, operations, request)?.id)
  const compared = (provider: Differing) => {
    const operation = concerned(provider, setting)
    const asked = operation === undefined ? requests : (reached.get(operation) ?? [])
    const behaviour = provider.mutant?.behaviour
    const key = JSON.stringify([operation, behaviour])
    const replies = getOrInsert(right, key, () => answers(asked, setting, defined({ behaviour })))
    return { key, pairs: answers(asked, setting, provider).map((reply, at) => ({ reply, right: replies[at] })) }
  }
  return {
    /** The same text for providers that change the same; undefined for one that answers these requests unchanged. */
    of: (provider: Differing): string | undefined => {
      const { key, pairs } = compared(provider)
      const changed = pairs.map(({ reply, right: other }) =>
        isSame(reply, other) ? '' : hashed('sha256', JSON.stringify([reply.status, reply.headers]), reply.body).toString('base64'),
      )
      const callback = notified(setting, provider.mutant)
      const isCallback = callback !== notified(setting)
      if (!isCallback && changed.every((answer) => answer === '')) return undefined
      return [key, ...changed, isCallback ? callback : ''].join(' ')
    },
    /** The members of all answers that it changes, undefined for one that changes anything else. */
    members: (provider: Differing): MemberDifferences | undefined => {
      const changed = compared(provider).pairs.map(({ reply, right: other }, at) => membersOf(reply, other, `${at}`))
      return changed.includes(undefined) ? undefined : new Map(changed.flatMap((each) => each ?? []))
    },
  }
}

function answers(requests: readonly KeptRequest[], { contract, settings }: Setting, provider: Differing): readonly Reply[] {
  const service = createService({ contract, settings, ...provider })
  return requests.map(({ request, operations }) => handle(service, operations, request))
}

/** The one operation whose answers alone a provider may change; undefined if it may change any. */
function concerned({ behaviour, mutant, mutants = mutant ? [mutant] : [] }: Differing, setting: Setting) {
  const names = new Set(mutants.map((each) => each.operation))
  const operation = setting.contract.operations.find(({ id }) => names.has(id))
  if (behaviour || names.size !== 1 || !operation) return undefined
  return mutants.some((each) => hooksOf(each, setting).route) ? undefined : operation.id
}

/** The members that one of two answers changes; undefined if they differ in more than their JSON, or in its text alone. */
function membersOf(one: Reply, other: Reply | undefined, at: string): [string, string][] | undefined {
  if (isSame(one, other)) return []
  if (one.status !== other?.status || JSON.stringify(one.headers) !== JSON.stringify(other.headers)) return undefined
  const [own, right] = [one, other].map(({ body }) => jsonValue(`${body}`))
  if (own === undefined || right === undefined) return undefined
  const changed = changedMembers(right, own, at)
  return changed.length > 0 ? changed : undefined
}

function isSame(one: Reply, other: Reply | undefined): boolean {
  if (one.status !== other?.status || !one.body.equals(other.body)) return false
  return JSON.stringify(one.headers) === JSON.stringify(other.headers)
}

function notified(setting: Setting, mutant?: Mutant): string {
  const { callback } = setting
  if (!callback) return ''
  const sent = hooksOf(mutant, setting).notify?.(callback) ?? callback
  return JSON.stringify([sent.method, sent.headers, sent.body.toString('base64')])
}

/** Members of JSON values that differ from the right ones: their value as text, by place; empty if they are missing. */
export type MemberDifferences = ReadonlyMap<string, string>

/** The members in which a value differs from the right one; a list of another length differs as a whole. */
export function changedMembers(right: unknown, other: unknown, at = ''): [string, string][] {
  if (Object.is(right, other)) return []
  if (Array.isArray(right) && Array.isArray(other) && right.length === other.length)
    return right.flatMap((element, index) => changedMembers(element, other[index], `${at}/${index}`))
  if (!isObject(right) || !isObject(other)) return [[at, JSON.stringify(other) ?? '']]
  const names = new Set([...Object.keys(right), ...Object.keys(other)])
  return [...names].flatMap((name) => changedMembers(right[name], other[name], `${at}/${pointerStep(name)}`))
}

/** True if no two parts stand at one place or come to one value: two equal wrong values may go unnoticed where they are compared. */
export function areApart(parts: readonly MemberDifferences[]): boolean {
  return [(part: MemberDifferences) => part.keys(), (part: MemberDifferences) => part.values()].every((of) => {
    const all = parts.flatMap((part) => [...new Set(of(part))])
    return new Set(all).size === all.length
  })
}

/** True if a whole shows all that its parts show, and nothing else. */
export function isSumOf(whole: MemberDifferences, parts: readonly MemberDifferences[]): boolean {
  const sum = new Map(parts.flatMap((part) => [...part]))
  return whole.size === sum.size && [...whole].every(([at, value]) => sum.get(at) === value)
}
