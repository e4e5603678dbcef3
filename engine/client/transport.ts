import type { LookupFunction } from 'node:net'
import { type Dispatcher, request as send } from 'undici'
import { type Exchange, type Headers, headerValue, type SentRequest } from '../exchange.ts'
import type { Target } from '../target.ts'
import { type Kept, readBody } from './decoding.ts'
import { createDispatchers } from './dispatchers.ts'
import { failureOf, TimedOut } from './failure.ts'

/** What came of a request: a response, or the reason why there is none. */
export type Answer = Pick<Exchange, 'response' | 'failure'>

export interface Limits {
  /** Ends the run. */
  readonly signal: AbortSignal
  /** How long the request may take, in milliseconds. */
  readonly timeout: number
  /** How many bytes of the answer's body are kept. */
  readonly keep: number
  /** Requests of one name share one connection of their own. */
  readonly connection?: string
}

/** Sends single requests. Follows no redirect, keeps no cookie, repeats nothing, and never rejects for what a target does. */
export interface Transport {
  send(request: SentRequest, limits: Limits): Promise<Answer>
  close(): Promise<void>
}

export interface TransportOptions {
  readonly concurrency: number
  /** How long opening a connection may take, in milliseconds. */
  readonly timeout: number
  /** Resolves names; the system's resolver unless a test brings its own. */
  readonly lookup?: LookupFunction
}

/** Sends over HTTP, as the target's connection says. */
export function createTransport({ connection }: Target, { concurrency, timeout, lookup }: TransportOptions): Transport {
  const dispatchers = createDispatchers(connection, { connections: concurrency, timeout, lookup })
  return {
    send: (request, limits) => sendOnce(dispatchers.of(request.url, limits.connection), request, limits),
    close: () => dispatchers.close(),
  }
}

async function sendOnce(dispatcher: Dispatcher, request: SentRequest, { signal, timeout, keep }: Limits): Promise<Answer> {
  const timer = new AbortController()
  const alarm = setTimeout(() => timer.abort(new TimedOut()), timeout)
  try {
    const end = AbortSignal.any([signal, timer.signal])
    return { response: await Promise.race([exchanged(dispatcher, request, end, keep), ended(end)]) }
  } catch (cause) {
    return { failure: failureOf(cause, signal, timer.signal.aborted ? timeout : undefined) }
  } finally {
    clearTimeout(alarm)
  }
}

/** Rejects when a signal is aborted: undici hears of that only once it is connected. */
function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

async function exchanged(dispatcher: Dispatcher, { method, url, headers, body }: SentRequest, signal: AbortSignal, keep: number) {
  const answer = await send(url, {
    dispatcher,
    method: method as Dispatcher.HttpMethod,
    headers: headers.flat(),
    body: body ?? null,
    signal,
    responseHeaders: 'raw',
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  const received = rawHeaders(answer.headers as unknown)
  const { bytes, ...kept }: Kept = await readBody(answer.body, headerValue(received, 'content-encoding'), keep)
  return { status: answer.statusCode, headers: received.slice(0, mostFields), body: bytes, ...kept }
}

/** How many header fields of an answer are kept: each takes much more room than it takes on the wire. */
const mostFields = 500

/** Raw header fields come as a flat list of names and values, bytes or text. */
function rawHeaders(raw: unknown): Headers {
  const flat = Array.isArray(raw)
    ? raw.map((part: unknown) => (Buffer.isBuffer(part) ? part.toString('latin1') : String(part)))
    : Object.entries(raw as object)
        .flat()
        .map(String)
  return Array.from({ length: flat.length >> 1 }, (_, index) => [flat[index * 2] ?? '', flat[index * 2 + 1] ?? ''] as const)
}
