import type { Operation, RefusalForm, Schema } from '../../contracts/contract.ts'
import { formOf, isNamedStatus } from '../../contracts/derivation/refusal-requirements.ts'
import { sample } from '../../contracts/schemas/sample.ts'
import { isFreeText, propertyOf } from '../../contracts/schemas/schema-parts.ts'
import { isObject } from '../../text/json/pointer.ts'
import { completed } from '../records/completion.ts'
import type { Reply } from '../reply.ts'

export type RefusalKind = keyof typeof statuses

/** A request that is not accepted: what was wrong, in words that hold no secret. */
export interface Refusal {
  readonly kind: RefusalKind
  readonly message: string
  /** Headers that belong to it whatever its style, such as Allow and Retry-After. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** A status that belongs to it whatever its style. */
  readonly status?: number | undefined
}

type ErrorStyle = keyof typeof styles

/** How refusals look, since the source leaves statuses and bodies of errors open: one style, or one for some kinds and `json` for the others. */
export type ErrorStyles = ErrorStyle | Partial<Readonly<Record<RefusalKind, ErrorStyle>>>

export function refuse(kind: RefusalKind, message: string, headers?: Readonly<Record<string, string>>): Refusal {
  return { kind, message, headers }
}

/** The answer to a refused request: as the document has it, else in a style. */
export function refusalReply(refusal: Refusal, errors: ErrorStyles = 'json', operation?: Operation): Reply {
  const { kind, message } = refusal
  const stated = operation && statedReply(operation, refusal)
  if (stated) return { ...stated, headers: { ...stated.headers, ...refusal.headers }, refused: message }
  const style = typeof errors === 'string' ? errors : (errors[kind] ?? 'json')
  const reply = styles[style](refusal, operation)
  return { ...reply, status: refusal.status ?? reply.status, headers: { ...reply.headers, ...refusal.headers }, refused: message }
}

export const aboutCredentials = new Set<RefusalKind>(['credential', 'header', 'key', 'signature', 'timestamp', 'replay'])

const statuses = {
  secret: 400,
  route: 404,
  method: 405,
  size: 413,
  'media-type': 415,
  body: 400,
  credential: 401,
  header: 401,
  key: 401,
  signature: 401,
  timestamp: 401,
  replay: 409,
  'not-found': 404,
  rate: 429,
}

const styles = {
  json: ({ kind, message }: Refusal) => json(statuses[kind], { error: { code: kind, message } }),
  flat: ({ kind, message }: Refusal) => json(statuses[kind], { status: 'error', message, data: null }),
  'ok-error': ({ message }: Refusal) => json(200, { status: 'error', message }),
  'ok-error-without-payload': ({ message }: Refusal) => json(200, { status: 'error', message, data: null, transactions: null }),
  'ok-no': () => json(200, { error: 'no' }),
  'ok-list': () => json(200, []),
  'ok-nothing': () => page(204, '', ''),
  problem: ({ kind, message }: Refusal) =>
    json(statuses[kind], { type: 'about:blank', title: kind, detail: message, status: statuses[kind] }, 'application/problem+json'),
  challenge: (refusal: Refusal, operation?: Operation) => challenge(refusal, operation),
  unprocessable: ({ kind, message }: Refusal) =>
    json(statuses[kind] < 404 ? 422 : statuses[kind], { errors: [{ code: kind, detail: message }] }),
  'bad-request': ({ message }: Refusal) => json(400, { message }),
  forbidden: () => page(403, 'text/html; charset=utf-8', '<!doctype html><title>403</title><h1>Forbidden</h1><p>Request blocked.</p>'),
  'empty-not-found': () => page(404, '', ''),
  plain: ({ kind, message }: Refusal) => page(statuses[kind], 'text/plain; charset=utf-8', `${message}\n`),
  unavailable: () => page(503, 'text/html', '<h1>503 Service Unavailable</h1>No server is available to handle this request.'),
  internal: () => page(500, 'text/plain', 'Internal Server Error'),
  'too-many': () => json(429, { message: 'Too many failed attempts' }),
  redirect: () => ({ ...page(302, '', ''), headers: { location: '/login' } }),
}

function challenge(refusal: Refusal, operation: Operation | undefined): Reply {
  const reply = styles.json(refusal)
  const authentication = operation?.authentication
  const scheme = authentication?.kind === 'scheme' && authentication.scheme ? authentication.scheme : 'Signature'
  return reply.status === 401 ? { ...reply, headers: { ...reply.headers, 'www-authenticate': `${scheme} realm="reference"` } } : reply
}

function json(status: number, body: unknown, mediaType = 'application/json'): Reply {
  return page(status, mediaType, JSON.stringify(body))
}

function page(status: number, mediaType: string, body: string): Reply {
  return { status, headers: mediaType ? { 'content-type': mediaType } : {}, body: Buffer.from(body) }
}

/** The answer to a refused request as the document has it; undefined if the document leaves it open. */
function statedReply({ refusals }: Operation, { kind, message, status: ordinary = statuses[kind] }: Refusal): Reply | undefined {
  const stated = aboutCredentials.has(kind) ? refusals.credentials : refusals.inputs
  const single = stated.find((name) => /^\d+$/.test(name))
  const status = stated.length === 0 || isNamedStatus(stated, ordinary) || single === undefined ? ordinary : Number(single)
  const form = formOf(refusals, status)
  if (!form) return stated.length > 0 ? { status, headers: {}, body: Buffer.alloc(0) } : undefined
  return { status, headers: form.mediaType ? { 'content-type': form.mediaType } : {}, body: Buffer.from(refusalBody(form, message)) }
}

function refusalBody({ schema, example, mediaType }: RefusalForm, message: string): string {
  if (!mediaType) return ''
  if (!schema) return mediaType.includes('json') ? JSON.stringify(example ?? { message }) : message
  return JSON.stringify(worded(schema, completed(schema, example ?? sample(schema)), message))
}

const wordy = /^(message|msg|detail|details|description|reason|error_?description|error_?message|title)$/i

/** A copy in which every message text says what was wrong. */
function worded(schema: Schema, value: unknown, message: string): unknown {
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const own = propertyOf(schema, name)
      return [name, wordy.test(name) && takesWords(own, message) ? message : worded(own, member, message)]
    }),
  )
}

function takesWords({ maxLength, ...schema }: Schema, message: string): boolean {
  return isFreeText(schema) && (maxLength === undefined || message.length <= Number(maxLength))
}
