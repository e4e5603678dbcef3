import type { Duplex } from 'node:stream'
import { everyValue } from '../../engine/exchange.ts'
import { createFramer, type Head, type Piece, requestLength, responseLength, statusOf, withHost } from './framing.ts'
import { createTap, type Tap } from './tap.ts'

interface TunnelOptions {
  readonly client: Duplex
  readonly target: Duplex
  /** The value that Host gets; as it came without it. */
  readonly host?: string
  /** Says why a request must not pass. What cannot be read must not either, where there is anything to guard. */
  readonly refuse: (head: Head | 'unreadable') => string | undefined
  readonly taps: Parameters<typeof createTap>[0]
}

/** Joins two connections: every byte passes unchanged in both directions, except for the value of Host. */
export function joinTunnel({ client, target, host, refuse, taps }: TunnelOptions): void {
  const tap = createTap(taps)
  const underWay = createUnderWay()
  const [requests, responses] = [createFramer(underWay.lengthOfRequest), createFramer(underWay.lengthOfResponse)]
  let [isOver, isWebSocket] = [false, false]
  const reasonAgainst = (piece: Piece) => {
    if (piece.kind === 'head') return refuse(piece.head)
    return piece.kind === 'opaque' && !isWebSocket ? refuse('unreadable') : undefined
  }
  const stop = (reason: string) => {
    isOver = true
    client.end(refusal(reason))
    target.destroy()
  }
  const forward = (pieces: readonly Piece[]) => {
    for (const piece of pieces) {
      const reason = reasonAgainst(piece)
      if (reason !== undefined) return stop(reason)
      tap.request(piece)
      writeThrough(client, target, piece.kind === 'head' && host !== undefined ? withHost(piece.head, host) : bytesOf(piece))
    }
  }
  const back = (pieces: readonly Piece[]) => {
    for (const piece of pieces) {
      writeThrough(target, client, bytesOf(piece))
      tap.response(piece)
      const protocol = piece.kind === 'head' ? underWay.switchedTo(piece.head) : undefined
      if (protocol === undefined) continue
      isWebSocket = protocol === 'websocket'
      forward(requests.release()) // from here on both directions pass through unread
    }
  }
  relay(client, target, (chunk) => isOver || forward(chunk ? requests.push(chunk) : requests.finish()))
  relay(target, client, (chunk) => isOver || back(chunk ? responses.push(chunk) : responses.finish()))
  closeTogether(client, target, tap)
}

/** Hands over what comes from one side, nothing at its end, and then ends the other side. */
function relay(from: Duplex, to: Duplex, handOver: (chunk?: Buffer) => unknown): void {
  from.on('data', handOver)
  from.on('end', () => {
    handOver()
    to.end()
  })
}

function bytesOf(piece: Piece): Buffer {
  return piece.kind === 'head' ? piece.head.raw : piece.raw
}

/** Remembers of the requests under way what it takes to read their answers. */
function createUnderWay() {
  const methods: string[] = []
  const protocols: string[] = []
  return {
    lengthOfRequest: (head: Head) => {
      methods.push(head.line.slice(0, head.line.indexOf(' ')))
      protocols.push(everyValue(head.headers, 'upgrade').join().toLowerCase())
      return requestLength(head)
    },
    /** An answer with a status below 200 precedes the final one, except for a switch of protocols. */
    lengthOfResponse: (head: Head) => {
      const status = statusOf(head)
      const [method = ''] = methods
      if (!(status >= 100 && status < 200 && status !== 101)) methods.shift()
      return responseLength(head, method)
    },
    switchedTo: (head: Head): string | undefined => {
      const status = statusOf(head)
      const protocol = status >= 200 || status === 101 ? protocols.shift() : undefined
      return status === 101 ? (protocol ?? 'unknown') : undefined
    },
  }
}

/** Waits where the other side reads more slowly than this one writes. */
function writeThrough(from: Duplex, to: Duplex, bytes: Buffer): void {
  if (bytes.length === 0 || to.destroyed || !to.writable) return
  if (to.write(bytes) || from.isPaused()) return
  from.pause()
  to.once('drain', () => from.resume())
}

function closeTogether(client: Duplex, target: Duplex, tap: Tap): void {
  const end = (other: Duplex) => () => {
    other.destroy()
    tap.close()
  }
  client.on('error', end(target)).on('close', end(target))
  target.on('error', end(client)).on('close', () => {
    if (client.writable) client.end()
    tap.close()
  })
}

function refusal(reason: string): string {
  const body = JSON.stringify({ error: { code: 'assay-proxy', message: reason } })
  return `HTTP/1.1 403 Forbidden\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}
