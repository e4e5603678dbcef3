import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { type Exchange, everyValue, type Failure, headerValue, type SentRequest } from '../../exchange.ts'
import { requestTarget } from '../../request-target.ts'
import type { Target } from '../../target.ts'
import { PrioritySemaphore } from '../pacing/priority-semaphore.ts'
import { decodeBody, type KeptBody } from './decoding.ts'
import { createDispatchers, type DispatchersOptions } from './dispatchers.ts'
import { failureOf } from './failure.ts'
import { createReception, type InTurn, type Raw } from './reception.ts'

/** What came of a request: a response, or the reason why there is none. */
export type Answer = Pick<Exchange, 'response' | 'failure'>

/** How long a request may take, in milliseconds, and how much of its answer is kept, in bytes. */
interface ExchangeLimits {
  readonly signal: AbortSignal
  readonly timeout: number
  readonly keep: number
  /** Requests of one name share one connection of their own. */
  readonly connection?: string
  /** Goes before the others that wait for a connection. */
  readonly isUrgent?: boolean
}

/** Sends single requests. Follows no redirect, keeps no cookie, repeats nothing, and never rejects for what a target does. */
export interface Transport {
  send(request: SentRequest, limits: ExchangeLimits): Promise<Answer>
  close(): Promise<void>
}

/** Sends over HTTP, as the target's connection says. */
export function createTransport({ connection }: Target, options: DispatchersOptions): Transport {
  const dispatchers = createDispatchers(connection, options)
  const long = new PrioritySemaphore(1)
  const inTurn: InTurn = (read) => long.run('normal', read)
  return {
    send: async (request, limits) => {
      const { dispatcher, pool } = dispatchers.of(request.url, limits.connection)
      try {
        await pool.enter(limits.signal, limits.isUrgent)
      } catch (cause) {
        return { failure: unconnected(failureOf(cause, limits.signal)) }
      }
      // A connection is free one turn of the event loop after its answer: undici waits for servers that close it in spite of what they say.
      return sendOnce(dispatcher, request, { ...limits, inTurn }).finally(() => setImmediate(pool.leave))
    },
    close: () => dispatchers.close(),
  }
}

async function sendOnce(
  dispatcher: Dispatcher,
  request: SentRequest,
  { signal, timeout, keep, inTurn }: ExchangeLimits & { readonly inTurn: InTurn },
): Promise<Answer> {
  const reception = createReception(keep, inTurn)
  let isLate = false
  const watch = () =>
    alarmAfter(timeout, () => {
      if (reception.hasWaited()) {
        silence = watch()
        return
      }
      isLate = true
      reception.giveUp(new Error('it is late'))
    })
  let silence = watch()
  const stop = () => reception.giveUp(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    dispatch(dispatcher, request, reception.handler)
    return { response: await decodedAnswer(await reception.answer, keep, signal) }
  } catch (cause) {
    const failure = failureOf(cause, signal, { timeout: isLate ? timeout : undefined, hasBegun: reception.hasBegun() })
    return { failure: reception.isSent() ? failure : unconnected(failure) }
  } finally {
    silence()
    signal.removeEventListener('abort', stop)
  }
}

/** The failure of a request that waited for a connection all the while: whatever ended that, nothing of it went out. */
function unconnected(failure: Failure): Failure {
  return { ...failure, unconnected: true }
}

function dispatch(dispatcher: Dispatcher, { method, url, headers, body }: SentRequest, handler: Dispatcher.DispatchHandler): void {
  const isChunked = headerValue(headers, 'transfer-encoding') !== undefined
  const what = {
    origin: new URL(url).origin,
    path: requestTarget(url),
    method: method as Dispatcher.HttpMethod,
    headers: headers.filter(([name]) => name.toLowerCase() !== 'transfer-encoding').flat(),
    body: isChunked ? Readable.from(inPieces(body)) : (body ?? null),
    // A server that knows no chunks would take what is left of them for the next request; undici closes after HEAD and after the body of a GET.
    ...(isChunked && { reset: true }),
  }
  dispatcher.dispatch({ ...what, headersTimeout: 0, bodyTimeout: 0 }, handler)
}

/** Two pieces of a body, each of which is sent as a chunk. */
function inPieces(body: Buffer = Buffer.alloc(0)): Buffer[] {
  return [body.subarray(0, body.length >> 1), body.subarray(body.length >> 1)].filter(({ length }) => length > 0)
}

async function decodedAnswer({ status, headers, body, truncated }: Raw, keep: number, signal: AbortSignal) {
  const codings = everyValue(headers, 'content-encoding').join()
  const { bytes, ...kept }: KeptBody = await decodeBody({ bytes: body, truncated }, codings, keep, signal)
  return { status, headers: headers.slice(0, mostFields), body: bytes, ...kept }
}

/** How many header fields of an answer are kept: in memory each takes much more room than on the wire. */
const mostFields = 500

/** The longest that a process is busy with its own work, in milliseconds: an alarm that is later than that follows a standstill. */
const longestPause = 2000

/** How many times as long to wait if this process is busy all the time: an answer that arrives then is read late, but is not late. */
const mostPatience = 10

/**
 * Rings after a time, unless the function that it returns is called first. If the process stood still meanwhile (stopped, or
 * starved), an answer may have arrived unread: then it rings after the same time again.
 */
export function alarmAfter(milliseconds: number, ring: () => void): () => void {
  let [left, set, since] = [milliseconds, performance.now(), performance.eventLoopUtilization()]
  const check = () => {
    const now = performance.now()
    const { idle, active } = performance.eventLoopUtilization(since)
    const isStandstill = now - set >= left + longestPause
    left = isStandstill ? milliseconds : left - idle - active / mostPatience
    if (left < 1) return ring()
    set = now
    since = performance.eventLoopUtilization()
    timer = setTimeout(check, left)
  }
  let timer = setTimeout(check, milliseconds)
  return () => clearTimeout(timer)
}
