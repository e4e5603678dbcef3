import type { Contract, Operation } from '../../contracts/contract.ts'
import type { Builder } from '../../engine/client/client.ts'
import { createTimestamps } from '../../engine/client/timestamps.ts'
import { withCommon } from '../../engine/client/user-agents.ts'
import { type Classification, classify } from '../../engine/evidence/classification.ts'
import type { Exchange, ReceivedResponse, SentRequest } from '../../engine/exchange.ts'
import { distinctionOf } from '../../engine/money/distinction.ts'
import { ordinaryRequest } from '../../engine/probes/request.ts'
import { controlRoles, repeatedRoles } from '../../engine/probes/roles.ts'
import { requestTarget } from '../../engine/request-target.ts'
import { createSeed } from '../../engine/seed.ts'
import type { Target } from '../../engine/target.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import { memoized } from '../../language/memoized.ts'
import type { Mutant } from '../../provider/mutant.ts'
import type { Received } from '../../provider/received.ts'
import { providerSettings } from '../../provider/reference-settings.ts'
import { createService, handle, type Service } from '../../provider/service.ts'
import { mutant } from '../mutant.ts'
import type { WrongRequest } from './wrong-request.ts'

const address = 'http://127.0.0.1:1'
const now = Date.UTC(2026, 0, 1)
const seed = createSeed('simulation')

/** The roles of the wrong requests that a mutant with these hooks accepts, each alone: the first before a right one, the others after it. */
export function acceptedBy(contract: Contract, operation: Operation, hooks: Mutant['hooks'], wrong: readonly WrongRequest[]): string[] {
  const lax = mutant(operation, { id: '', title: '', caughtBy: [], hooks })
  const service = createService({ contract, mutant: lax, clock: () => now })
  const answered = ({ request, received }: Scripted): Exchange => {
    return { ...exchangeOf(operation, request), response: answerOf(service, received) }
  }
  const isAccepted = (exchange: Exchange) => classifiedAlike(operation, exchange) === 'accepted'
  const scriptIf = (course: Course) =>
    getOrInsert(scripts(wrong), JSON.stringify(course), () => written(contract, operation, wrong, course))
  const { sendable, opening, control } = scriptIf({ taken: false, smaller: false })
  if (!opening) return []
  const opened = answered(opening)
  const accepted = new Set(isAccepted(opened) ? [opening.role] : [])
  const taken = isAccepted(answered(control))
  const smaller = taken && isAccepted(answered(scriptIf({ taken: true, smaller: true }).smaller))
  const sent = new Map([[opening.role, opened]])
  const ask = (each: Scripted): void => {
    const exchange = answered(each)
    sent.set(each.role, exchange)
    if (isAccepted(exchange)) accepted.add(each.counts)
    if (each.isFollowed(exchange, sent)) each.next.forEach(ask)
  }
  scriptIf({ taken, smaller }).others.forEach(ask)
  return sendable
    .filter(({ role, sentAs, without }) => accepted.has(sentAs ?? role) && !(without && accepted.has(without)))
    .filter(({ behind }) => behind === undefined || taken)
    .map(({ role }) => role)
}

const classified = memoized((_operation: Operation) => new Map<string, Classification>())

/** Classifies an answer once, however many mutants give it. */
function classifiedAlike(operation: Operation, exchange: Exchange): Classification {
  const { status, headers, body } = exchange.response ?? { headers: [], body: '' }
  const answer = JSON.stringify([exchange.request.method, status, headers, body.toString('latin1')])
  return getOrInsert(classified(operation), answer, () => classify(operation, exchange))
}

/** What decides how a run continues: whether the right request was accepted, and whether with a smaller amount. */
interface Course {
  readonly taken: boolean
  readonly smaller: boolean
}

interface Scripted {
  readonly role: string
  /** The role of the request of which it is another form, or its own. */
  readonly counts: string
  readonly request: SentRequest
  readonly received: Received
  /** True if its answer makes others worth sending. */
  readonly isFollowed: (exchange: Exchange, sent: ReadonlyMap<string, Exchange>) => boolean
  readonly next: readonly Scripted[]
}

interface Script {
  readonly sendable: readonly WrongRequest[]
  readonly opening: Scripted | undefined
  readonly control: Scripted
  readonly smaller: Scripted
  readonly others: readonly Scripted[]
}

/** All mutants of an operation get the same requests, so these are built once. */
const scripts = memoized((_wrong: readonly WrongRequest[]) => new Map<string, Script>())

function written(contract: Contract, operation: Operation, wrong: readonly WrongRequest[], { taken, smaller }: Course): Script {
  const client = simulatedClient(contract)
  const sent = new Map<string, Exchange>()
  const scripted = (each: WrongRequest, counts = each.role): Scripted => {
    client.turn()
    const forms = Object.values(repeatedRoles(counts))
    return {
      ...scriptedAs(each.role, each.build(client, sent)),
      counts,
      isFollowed: (exchange, answered) => each.onAnswer?.(exchange, answered) === true,
      next: (each.next?.(client.target) ?? []).map((other) => scripted(other, forms.includes(other.role) ? counts : other.role)),
    }
  }
  const right = () => scriptedAs('', ordinaryRequest(operation, client))
  const sendable = wrong.filter(({ omitted }) => omitted?.(client.target) === undefined)
  const [first, ...rest] = sendable
    .filter(({ sentAs, within }) => sentAs === undefined && within === undefined)
    .sort((one, other) => Number(one.isLate ?? 0) - Number(other.isLate ?? 0))
  const opening = first && scripted(first)
  const control = right()
  client.amounts.smaller = true
  const withLess = taken ? right() : control
  client.amounts.smaller = smaller
  sent.set(controlRoles.before, exchangeOf(operation, control.request))
  return { sendable, opening, control, smaller: withLess, others: rest.map((each) => scripted(each)) }
}

function scriptedAs(role: string, built: SentRequest): Scripted {
  const request = { ...built, headers: withCommon(built.headers, seed, role) }
  return { role, counts: role, request, received: receivedAt(now, request), isFollowed: () => false, next: [] }
}

function exchangeOf({ id }: Operation, request: SentRequest): Exchange {
  return { id: '', probe: '', role: '', operation: id, request, startedAt: now, durationMs: 0, repeats: 0 }
}

/** The part of a client that building requests needs, for the reference provider. */
export function simulatedClient(contract: Contract): Builder & { turn(): void } {
  const clock = { now: () => now, sleep: () => Promise.resolve() }
  let number = 0
  const amounts = { smaller: false }
  const distinct = distinctionOf(seed, () => number, amounts)
  const turn = () => {
    number += 1
  }
  const target: Target = {
    name: 'simulated',
    bases: Object.fromEntries(contract.bases.map((base) => [base, address])),
    settings: providerSettings(contract),
    operations: contract.operations.map(({ id }) => id),
    allowWithdrawals: false,
    distinct,
  }
  return { ...createTimestamps(clock, 1), order: { insists: false }, contract, target, clock, seed, amounts, turn }
}

export function answerOf(service: Service, received: Received): ReceivedResponse {
  const { status, headers, body } = handle(service, service.contract.operations, received)
  return { status, headers: Object.entries(headers), body, truncated: false }
}

/** A request as a server receives it: a header that was sent twice holds both values, joined by a comma. */
export function receivedAt(at: number, { method, url, headers, body = Buffer.alloc(0) }: SentRequest): Received {
  const { searchParams } = new URL(url)
  const [path = '/'] = requestTarget(url).split('?')
  const named = Map.groupBy(headers, ([name]) => name.toLowerCase())
  const joined = [...named].map(([name, fields]) => [name, fields.map(([, value]) => value.replace(/^[ \t]+|[ \t]+$/g, '')).join(', ')])
  const written = headers.map(([name]) => name)
  return { method, path, query: searchParams, headers: Object.fromEntries(joined), written, body, at }
}
