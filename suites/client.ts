import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib'
import { Agent, type Dispatcher, request as send } from 'undici'
import type { Contract } from '../contracts/contract.ts'
import { type Clock, systemClock } from './clock.ts'
import { type Exchange, type Headers, headerValue, type ReceivedResponse, type SentRequest, type TransportFailure } from './exchange.ts'
import { createPace, type Pace } from './pace.ts'
import type { Target } from './target.ts'

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
}

/** Talks to one target and records every exchange. Never throws for what a target does. */
export interface Client {
  readonly contract: Contract
  readonly target: Target
  readonly clock: Clock
  send(draft: Draft): Promise<Exchange>
  /** A time for a signature: the present, later than every time given before. Milliseconds since the Unix epoch. */
  risingTime(): number
  /** The present, later than the last rising time, but not taken: for requests that a conforming target refuses. */
  passingTime(): number
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
  readonly concurrency?: number
  readonly rate?: number
  /** How long one request may take, in milliseconds. */
  readonly timeout?: number
  readonly onExchange?: (exchange: Exchange) => void
  readonly userAgent?: string
}

/** What is kept of an answer unless a probe says otherwise. */
export const defaultKeep = 1 << 20
const attempts = 8

/** Opens a client; `close` it when the run is over. */
export function createClient(options: ClientOptions): Client {
  const { contract, target, signal, deadline, clock = systemClock, concurrency = 32, timeout = 10_000 } = options
  const agent = new Agent({ connections: concurrency, pipelining: 1, keepAliveTimeout: 2000, connect: { timeout }, maxHeaderSize: 65_536 })
  const paces = new Map<string, Pace>()
  let lastTime = 0

  const paceOf = (url: string): Pace => {
    const { origin } = new URL(url)
    const known = paces.get(origin)
    if (known) return known
    const pace = createPace({ clock, signal, concurrency, ...(options.rate && { rate: options.rate }) })
    paces.set(origin, pace)
    return pace
  }

  const attempt = async (draft: Draft, repeats: number): Promise<Exchange> => {
    const built = draft.build()
    const request = { ...built, headers: [...built.headers, ['user-agent', options.userAgent ?? 'assay']] as Headers }
    const startedAt = clock.now()
    const started = performance.now()
    const answer = await exchangeOnce(agent, request, { signal, timeout, keep: draft.keep ?? defaultKeep })
    const { probe, role, operation } = draft
    return {
      id: `${probe}/${role}`,
      probe,
      role,
      operation,
      request,
      ...answer,
      startedAt,
      durationMs: performance.now() - started,
      repeats,
    }
  }

  const sendPatiently = async (draft: Draft): Promise<Exchange> => {
    const pace = paceOf(draft.build().url)
    for (let repeats = 0; ; repeats += 1) {
      const exchange = await pace.run(() => attempt(draft, repeats))
      const wait = signal.aborted || repeats >= attempts ? undefined : waitBefore(exchange, draft, repeats)
      if (wait === undefined || clock.now() + wait >= deadline) return exchange
      if (wait > 0) pace.hold(exchange.startedAt, clock.now() + wait)
    }
  }

  return {
    contract,
    target,
    clock,
    send: async (draft) => {
      const exchange = await sendPatiently(draft).catch((cause: unknown) => unsent(draft, signal, cause, clock.now()))
      options.onExchange?.(exchange)
      return exchange
    },
    risingTime: () => {
      lastTime = Math.max(clock.now(), lastTime + 1)
      return lastTime
    },
    passingTime: () => Math.max(clock.now(), lastTime + 1),
    close: () => agent.destroy(),
  }
}

/** How long to wait before the same is sent again, in milliseconds; undefined where the answer stands. */
function waitBefore({ response, failure }: Exchange, { repeatable }: Draft, repeats: number): number | undefined {
  if (failure) return repeatable && failure.kind === 'reset' && repeats < 3 ? 0 : undefined
  if (!response || (response.status !== 429 && response.status !== 503)) return undefined
  const asked = retryAfter(headerValue(response.headers, 'retry-after'))
  if (asked !== undefined) return asked
  return response.status === 429 ? Math.min(8000, 500 * 2 ** repeats) : undefined
}

/** A Retry-After in milliseconds from now (RFC 9110, 10.2.3): seconds or a date. */
function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value.trim())) return Math.max(1, Number(value) * 1000)
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(1, date - Date.now())
}

type Answer = Pick<Exchange, 'response' | 'failure'>

interface Limits {
  readonly signal: AbortSignal
  readonly timeout: number
  readonly keep: number
}

async function exchangeOnce(agent: Agent, request: SentRequest, limits: Limits): Promise<Answer> {
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(new TimedOut()), limits.timeout)
  const signal = AbortSignal.any([limits.signal, timer.signal])
  try {
    const { status, headers, body } = await dispatch(agent, request, signal)
    const wire = await collect(body, limits.keep)
    const decoded = await decode(wire.bytes, headerValue(headers, 'content-encoding'), limits.keep)
    const response: ReceivedResponse = { status, headers, body: decoded.bytes, truncated: wire.truncated || decoded.truncated }
    return { response }
  } catch (cause) {
    return { failure: failureOf(cause, limits.signal, timer.signal, limits.timeout) }
  } finally {
    clearTimeout(timeout)
  }
}

class TimedOut extends Error {}

async function dispatch(agent: Agent, { method, url, headers, body }: SentRequest, signal: AbortSignal) {
  const answer = await send(url, {
    dispatcher: agent,
    method: method as Dispatcher.HttpMethod,
    headers: headers.flat(),
    body: body ?? null,
    signal,
    responseHeaders: 'raw',
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  return { status: answer.statusCode, headers: rawHeaders(answer.headers as unknown), body: answer.body }
}

/** Raw header fields come as a flat list of names and values, bytes or text. */
function rawHeaders(raw: unknown): Headers {
  const flat = Array.isArray(raw)
    ? raw.map((part: unknown) => (Buffer.isBuffer(part) ? part.toString('latin1') : String(part)))
    : Object.entries(raw as object)
        .flat()
        .map(String)
  return Array.from({ length: flat.length >> 1 }, (_, index) => [flat[index * 2] ?? '', flat[index * 2 + 1] ?? ''] as const)
}

interface Kept {
  readonly bytes: Buffer
  readonly truncated: boolean
}

async function collect(body: Readable, keep: number): Promise<Kept> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
    if (length > keep) {
      body.on('error', () => {})
      body.destroy()
      return { bytes: Buffer.concat(chunks).subarray(0, keep), truncated: true }
    }
  }
  return { bytes: Buffer.concat(chunks), truncated: false }
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
}

/** Undoes the content codings (RFC 9110, 8.4), last applied first. What cannot be undone stays as it is. */
async function decode(bytes: Buffer, codings: string | undefined, keep: number): Promise<Kept> {
  let kept: Kept = { bytes, truncated: false }
  for (const coding of (codings ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .reverse()
    .slice(0, 3)) {
    const decoder = decoders[coding]
    if (!decoder || kept.bytes.length === 0) continue
    const stream = decoder()
    stream.end(kept.bytes)
    try {
      kept = await collect(stream, keep)
    } catch {
      return kept
    }
  }
  return kept
}

const kinds: Readonly<Record<string, TransportFailure>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_CONNECT_TIMEOUT: 'time-out',
  ETIMEDOUT: 'time-out',
  ENOTFOUND: 'name',
  EAI_AGAIN: 'name',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
}

const words: Readonly<Record<TransportFailure, string>> = {
  refused: 'the connection was refused',
  reset: 'the connection broke before the answer was complete',
  'time-out': 'no complete answer in time',
  deadline: 'the run reached its deadline first',
  tls: 'the TLS handshake failed',
  name: 'the host name cannot be resolved',
  protocol: 'the answer is not valid HTTP',
  interrupted: 'the run was interrupted first',
  other: 'the exchange failed',
}

function failureOf(cause: unknown, run: AbortSignal, timer: AbortSignal, timeout: number): NonNullable<Exchange['failure']> {
  if (run.aborted) return endOf(run)
  if (timer.aborted) return { kind: 'time-out', message: `no complete answer within ${timeout} ms` }
  const code = String((cause as { code?: unknown } | null)?.code ?? '')
  const kind =
    kinds[code] ??
    (/^HPE_|UND_ERR_(HEADERS|RES|BODY)/.test(code) ? 'protocol' : /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO/.test(code) ? 'tls' : 'other')
  return { kind, message: code ? `${words[kind]} (${code})` : words[kind] }
}

function endOf(run: AbortSignal): NonNullable<Exchange['failure']> {
  const kind = run.reason === 'deadline' ? 'deadline' : 'interrupted'
  return { kind, message: words[kind] }
}

function unsent(draft: Draft, signal: AbortSignal, cause: unknown, startedAt: number): Exchange {
  const failure = signal.aborted ? endOf(signal) : { kind: 'other' as const, message: `it could not be sent: ${(cause as Error).message}` }
  const { probe, role, operation } = draft
  return { id: `${probe}/${role}`, probe, role, operation, request: draft.build(), failure, startedAt, durationMs: 0, repeats: 0 }
}
