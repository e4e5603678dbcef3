import type { Contract, Operation } from '../../contracts/contract.ts'
import { requestInputs } from '../../contracts/fields.ts'
import { type JsonBody, jsonOnce } from '../../engine/evidence/body.ts'
import { type Exchange, everyValue, type Headers, queryOf, type SentRequest } from '../../engine/exchange.ts'
import { defined } from '../../language/defined.ts'
import { isObject } from '../../text/json/pointer.ts'
import type { ClientRequest } from '../client-request.ts'
import { type Addressed, addressed } from './address.ts'
import { undone } from './coding.ts'

/** One request of a consumer, read once, however many checks judge it. */
export interface Sent extends ClientRequest {
  readonly exchange: Exchange
  readonly address: Addressed
  readonly operation?: Operation
  readonly body?: JsonBody
  text(): string
  readonly lacks: Lacks
}

export type Lacks = Readonly<Partial<Record<'body' | 'headers' | 'response' | 'time', string>>>

export function readSent(contract: Contract, bases: Readonly<Record<string, string>>, exchange: Exchange, lacks: Lacks = {}): Sent {
  const { request } = exchange
  const body = request.body && request.body.length > 0 ? jsonOnce({ body: request.body, truncated: request.truncated ?? false }) : undefined
  const address = addressed(contract, bases, request, (operation) => carriesInputs(operation, queryOf(request.url), body?.value))
  const operation = 'operation' in address ? address.operation : undefined
  let text: string | undefined
  const read = defined<Omit<Sent, 'query' | 'text'>>({
    exchange: { ...exchange, operation: operation?.id ?? '' },
    ...{ address, operation, headers: request.headers, body, lacks },
  })
  return {
    ...read,
    // Kept for all requests, they would take twenty times the room of the addresses.
    get query() {
      return queryOf(request.url)
    },
    text: () => {
      text ??= wholeText(request)
      return text
    },
  }
}

function wholeText({ url, headers, body = Buffer.alloc(0) }: SentRequest): string {
  return [url, ...headers.map(([name, value]) => `${name}: ${value}`), plainBody(headers, body)].join('\n')
}

const mostDecoded = 1 << 20

/** A body byte by byte, with its content codings undone. */
export function plainBody(headers: SentRequest['headers'], body: Buffer): string {
  const codings = everyValue(headers, 'content-encoding')
  return (codings.length === 0 ? body : undone(body, codings.join(), mostDecoded).bytes).toString('latin1')
}

export function sentFields({ body }: Sent): Readonly<Record<string, unknown>> | undefined {
  return isObject(body?.value) ? body.value : undefined
}

export function inputNamed(sent: Sent, name: string): unknown {
  return sentFields(sent)?.[name] ?? sent.query.find(([each]) => each === name)?.[1]
}

function carriesInputs(operation: Operation, query: Headers, value: unknown): boolean {
  const names = new Set(requestInputs(operation).map(({ name }) => name))
  return query.some(([name]) => names.has(name)) || (isObject(value) && Object.keys(value).some((name) => names.has(name)))
}
