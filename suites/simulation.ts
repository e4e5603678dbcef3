import type { Contract, Operation } from '../contracts/contract.ts'
import type { Builder } from '../engine/client/client.ts'
import { createTimestamps } from '../engine/client/timestamps.ts'
import { distinctionOf } from '../engine/distinction.ts'
import { type Classification, classify } from '../engine/evidence/classification.ts'
import type { Exchange, SentRequest } from '../engine/exchange.ts'
import { isSigned, rightRequest, signedRequest, signedValues } from '../engine/request.ts'
import { createSeed } from '../engine/seed.ts'
import type { Target } from '../engine/target.ts'
import type { Mutant } from '../provider/mutant.ts'
import type { Received } from '../provider/received.ts'
import { providerSettings } from '../provider/reference-settings.ts'
import { createService, handle } from '../provider/service.ts'
import type { WrongRequest } from './wrong-request.ts'

const address = 'http://127.0.0.1:1'
const now = Date.UTC(2026, 0, 1)
const seed = createSeed('simulation')

/** The roles of the wrong requests that a mutant accepts, each asked by itself: the first before a right one, the others behind it. */
export function acceptedBy(contract: Contract, operation: Operation, mutant: Mutant, wrong: readonly WrongRequest[]): string[] {
  const service = createService({ contract, mutant, clock: () => now })
  const client = simulatedClient(contract)
  const ask = (role: string, request: SentRequest): Exchange => {
    const { status, headers, body } = handle(service, contract.operations, receivedAt(now, request, 1))
    const response = { status, headers: Object.entries(headers), body, truncated: false }
    return { id: role, probe: '', role, operation: operation.id, request, response, startedAt: now, durationMs: 0, repeats: 0 }
  }
  const answered = (each: WrongRequest, sent: ReadonlyMap<string, Exchange>): Classification => {
    client.turn()
    return classify(operation, ask(each.role, each.build(client, sent)))
  }
  const sendable = wrong.filter(({ omitted }) => omitted?.(client.target) === undefined)
  const [opening, ...others] = sendable.filter(({ sentAs }) => sentAs === undefined)
  if (!opening) return []
  const first = answered(opening, new Map())
  const control = ask('control', right(operation, client))
  const isTaken = (exchange: Exchange) => classify(operation, exchange) === 'accepted'
  client.amounts.smaller = true
  client.amounts.smaller = isTaken(control) && isTaken(ask('smaller', right(operation, client)))
  const sent = new Map([['earlier', control]])
  const accepted = new Set([...(first === 'accepted' ? [opening.role] : [])])
  for (const each of others) if (answered(each, sent) === 'accepted') accepted.add(each.role)
  return sendable
    .filter(({ role, sentAs, without }) => accepted.has(sentAs ?? role) && !(without && accepted.has(without)))
    .map(({ role }) => role)
}

/** As much of a client as building a request takes, for the reference provider. */
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
  return { ...createTimestamps(clock, 1), contract, target, clock, seed, amounts, turn }
}

function right(operation: Operation, { target, reserveTime }: Builder): SentRequest {
  return isSigned(operation)
    ? signedRequest(operation, target, signedValues(operation, target, reserveTime()))
    : rightRequest(operation, target)
}

/** A request as a server receives it: a header that was sent twice holds both, joined by a comma. */
export function receivedAt(at: number, { method, url, headers, body = Buffer.alloc(0) }: SentRequest, number: number): Received {
  const { pathname, searchParams } = new URL(url)
  const named = Map.groupBy(headers, ([name]) => name.toLowerCase())
  const joined = [...named].map(([name, fields]) => [name, fields.map(([, value]) => value.replace(/^[ \t]+|[ \t]+$/g, '')).join(', ')])
  return { number, method, path: pathname, query: searchParams, headers: Object.fromEntries(joined), body, at }
}
