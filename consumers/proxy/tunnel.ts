import type { Duplex } from 'node:stream'
import { createFramer, type Head, type Piece, requestLength, responseLength, valuesOf, withHost } from './framing.ts'
import { createTap, type Tap } from './tap.ts'

/** What a tunnel is told, and whom it tells. */
export interface TunnelOptions {
  readonly client: Duplex
  readonly target: Duplex
  /** The value that Host gets; as it came without it. */
  readonly host?: string
  /** Says why a request must not pass. What cannot be read must not either, where there is anything to guard. */
  readonly refuse: (head: Head | 'unreadable') => string | undefined
  readonly taps: Parameters<typeof createTap>[0]
}

/** Joins two connections: every byte passes as it comes, in both directions, but for the value of Host. */
export function joinTunnel({ client, target, host, refuse, taps }: TunnelOptions): void {
  const tap = createTap(taps)
  const methods: string[] = []
  const requests = createFramer((head) => {
    methods.push(head.line.slice(0, head.line.indexOf(' ')))
    upgrades.push(valuesOf(head, 'upgrade').join().toLowerCase())
    return requestLength(head)
  })
  const responses = createFramer((head) => lengthOfResponse(head, methods))
  const upgrades: string[] = []
  let [isOver, isWebSocket] = [false, false]
  const stop = (reason: string) => {
    isOver = true
    client.end(refusal(reason))
    target.destroy()
  }
  const pass = (pieces: readonly Piece[]) => {
    for (const piece of pieces) {
      const isUnreadable = piece.kind === 'opaque' && !isWebSocket
      const reason = piece.kind === 'head' ? refuse(piece.head) : isUnreadable ? refuse('unreadable') : undefined
      if (reason !== undefined) return stop(reason)
      tap.request(piece)
      write(client, target, piece.kind === 'head' ? (host === undefined ? piece.head.raw : withHost(piece.head, host)) : piece.raw)
    }
  }
  const back = (pieces: readonly Piece[]) => {
    for (const piece of pieces) {
      write(target, client, piece.kind === 'head' ? piece.head.raw : piece.raw)
      tap.response(piece)
      if (piece.kind === 'head') follow(piece.head)
    }
  }
  /** After a switch of protocols both directions pass through unread. */
  const follow = (head: Head) => {
    const status = statusOf(head)
    const upgrade = status >= 200 || status === 101 ? upgrades.shift() : undefined
    if (status !== 101) return
    isWebSocket = upgrade === 'websocket'
    pass(requests.release())
  }
  client.on('data', (chunk: Buffer) => void (isOver || pass(requests.push(chunk))))
  target.on('data', (chunk: Buffer) => void (isOver || back(responses.push(chunk))))
  client.on('end', () => {
    if (!isOver) pass(requests.finish())
    target.end()
  })
  target.on('end', () => {
    if (!isOver) back(responses.finish())
    client.end()
  })
  closeTogether(client, target, tap)
}

/** An answer with a status below 200 comes before the one that is meant, but for a switch of protocols. */
function lengthOfResponse(head: Head, methods: string[]) {
  const status = statusOf(head)
  const [method = ''] = methods
  if (!(status >= 100 && status < 200 && status !== 101)) methods.shift()
  return responseLength(head, method)
}

function statusOf({ line }: Head): number {
  return Number(/^HTTP\/1\.[01] (\d{3})/.exec(line)?.[1] ?? Number.NaN)
}

/** Waits where the other side reads more slowly than this one writes. */
function write(from: Duplex, to: Duplex, bytes: Buffer): void {
  if (bytes.length === 0 || to.destroyed || !to.writable) return
  if (to.write(bytes)) return
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
