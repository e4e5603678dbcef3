import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Who is let in to a server, and what is done about others. */
interface DoorOptions {
  /** Whether the target of a request's first line is one that is served. */
  readonly isOwn: (target: string) => boolean
  /** Called for each connection whose first request is for something else. */
  readonly refused: () => void
}

/** How many connections may be there at a time that have not asked for anything yet: more than a system takes at once (511). */
export const mostWaiting = 600
/** How many may be inside: each may hold the longest body. */
const mostInside = 32
const longestLine = 1 << 14

/**
 * Lets a connection in to a server once its first line is known. A stranger is answered 404 and cut off, whatever it has sent besides: to read
 * thousands of requests that nobody wants would keep a run from its own. Where too many wait, the one that has waited longest gives way. `close`
 * cuts off connections that were not let in.
 */
export function keepDoor(server: Server, { isOwn, refused }: DoorOptions) {
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
    onFirstLine(socket, (target) => (isOwn(target) ? admit(socket) : turnAway(socket)))
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
