import { randomBytes } from 'node:crypto'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { defined } from '../../language/defined.ts'
import { startListening, stopListening } from '../../language/listening-server.ts'
import { plainHttp } from '../../language/plain-http.ts'
import { type Clock, stopwatch, systemClock } from '../client/clock.ts'
import { readAnswerBody } from '../client/transport/decoding.ts'
import { type Exchange, headersFrom, type ReceivedResponse, type SentRequest } from '../exchange.ts'

export type ReceivedCallback = Pick<Exchange, 'request' | 'response' | 'startedAt' | 'durationMs'>

/** Receives callbacks. It listens from the moment it is created, so that an early callback is not missed. */
export interface Receiver {
  /** The address to register with the service. */
  readonly url: string
  /** What came in so far; waits for the first until its time-out, counted from the start, or the signal. */
  received(signal: AbortSignal): Promise<readonly ReceivedCallback[]>
  /** How many requests for other paths than the receiver's own were answered: they come from strangers, and nothing is kept of them. */
  ignored(): number
  close(): Promise<void>
}

interface ReceiverOptions {
  readonly host?: string
  /** The path that callbacks come to, with the slash before it; one that nobody can guess unless it is given. */
  readonly path?: string
  /** 0 takes a free port. */
  readonly port?: number
  /** How long the first callback is waited for, in milliseconds. */
  readonly wait?: number
  readonly clock?: Clock
}

/** How many requests are kept; those after them are answered 429. */
export const mostReceived = 20

/** The longest body that is kept whole, in bytes. */
export const longestReceived = 1 << 20

/** How long the first callback is waited for unless a run says otherwise, in milliseconds. */
export const defaultWait = 60_000

/** Starts to listen. @throws when the port is taken or the host is no address of this machine. */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { host, port, path = `/${randomBytes(16).toString('base64url')}`, wait = defaultWait, clock = systemClock } = options
  const kept: ReceivedCallback[] = []
  let ignored = 0
  const first = Promise.withResolvers<void>()
  const server = plainHttp.createServer(timeouts, (message, response) => {
    if (!isOwn(path, message.url)) {
      ignored += 1
      return void answer(response, 404)
    }
    hear(message, response).catch(() => response.destroy())
  })
  /** Keeps a request once it is complete; one that breaks off is dropped. */
  const hear = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const startedAt = clock.now()
    const elapsed = stopwatch(clock)
    if (kept.length >= mostReceived) return void answer(response, 429)
    const { bytes, truncated } = await readAnswerBody(message, message.headers['content-encoding'], longestReceived)
    if (kept.length >= mostReceived) return void answer(response, 429)
    const request: SentRequest = defined({ ...requestOf(message, origin), body: bytes, truncated: truncated || undefined })
    kept.push({ request, response: answer(response, truncated ? 413 : 200), startedAt, durationMs: elapsed() })
    first.resolve()
  }
  const door = keepDoor(
    server,
    (target) => isOwn(path, target),
    () => (ignored += 1),
  )
  server.on('clientError', (_error, socket) => socket.destroy())
  const origin = `http://${await startListening(server, { host, port })}`
  const elapsed = stopwatch(clock)
  return {
    url: `${origin}${path}`,
    received: async (signal) => {
      const left = wait - elapsed()
      if (kept.length === 0 && left > 0) await either(first.promise, left, clock, signal)
      return [...kept]
    },
    ignored: () => ignored,
    close: async () => {
      door.close()
      await stopListening(server)
    },
  }
}

const timeouts = { headersTimeout: 5000, requestTimeout: 10_000, keepAliveTimeout: 1000, connectionsCheckingInterval: 1000 }

/** A service may add a path or a query of its own to the address that it was told. */
function isOwn(path: string, url = ''): boolean {
  const [before] = url.split('?')
  return before === path || url.startsWith(path.endsWith('/') ? path : `${path}/`)
}

function requestOf({ method = 'GET', url = '/', rawHeaders }: IncomingMessage, base: string): SentRequest {
  const address = `${base}${url}`
  return { method, url: url.startsWith('/') && URL.canParse(address) ? address : `${base}/`, headers: headersFrom(rawHeaders) }
}

/** Answers with a JSON success: the source does not show what a service expects. */
function answer(response: ServerResponse, status: number): ReceivedResponse {
  const headers: Record<string, string> = defined({ 'content-type': 'application/json', connection: status === 200 ? undefined : 'close' })
  const body = Buffer.from('{}')
  response.writeHead(status, headers).end(body)
  return { status, headers: Object.entries(headers), body, truncated: false }
}

async function either(promise: Promise<void>, milliseconds: number, clock: Clock, signal: AbortSignal): Promise<void> {
  const done = new AbortController()
  const alarm = clock.sleep(milliseconds, AbortSignal.any([signal, done.signal])).catch(() => undefined)
  await Promise.race([promise, alarm])
  done.abort()
}

/** How many connections may be there at a time that have not asked for anything yet: more than a system takes at once (511). */
export const mostWaiting = 600
/** How many may be inside: each may hold the longest body. */
const mostInside = 32
const longestLine = 1 << 14

/**
 * Lets a connection in to a server once the target in its first line is known to be served. A stranger is answered 404 and cut off, whatever it
 * has sent besides: to read thousands of requests that nobody wants would keep a run from its own. Where too many wait, the one that has waited
 * longest gives way. `close` cuts off connections that were not let in.
 */
function keepDoor(server: Server, isServed: (target: string) => boolean, refused: () => void) {
  const enter = server.listeners('connection')
  const waiting = new Set<Socket>()
  let inside = 0
  const admit = (socket: Socket) => {
    if (inside >= mostInside) return void socket.destroy()
    waiting.delete(socket)
    inside += 1
    socket.once('close', () => (inside -= 1))
    for (const listener of enter) listener.call(server, socket)
    socket.resume()
  }
  const turnAway = (socket: Socket) => {
    refused()
    socket.end(refusal, () => socket.destroy())
  }
  server.removeAllListeners('connection').on('connection', (socket: Socket) => {
    waiting.add(socket)
    socket.on('error', () => socket.destroy()).once('close', () => waiting.delete(socket))
    const [oldest] = waiting
    if (oldest && waiting.size > mostWaiting) waiting.delete(oldest.destroy())
    onFirstLine(socket, (target) => (isServed(target) ? admit(socket) : turnAway(socket)))
  })
  return { close: () => [...waiting].forEach((socket) => void socket.destroy()) }
}

const refusal = 'HTTP/1.1 404 Not Found\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}'

/** Reads what a connection asks for first, stops there, and puts back all that was read. */
function onFirstLine(socket: Socket, found: (target: string) => void): void {
  let head = Buffer.alloc(0)
  const look = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk])
    if (!chunk.includes('\n') && head.length < longestLine) return
    const [, line = ''] = /^(?:\r?\n){0,9}([^\r\n]+)\r?\n/.exec(head.toString('latin1', 0, longestLine)) ?? []
    if (line === '' && head.length < longestLine) return
    socket.off('data', look).pause().unshift(head)
    found(line.split(' ')[1] ?? '')
  }
  socket.on('data', look)
}
