import { createServer, type Socket } from 'node:net'
import { contract } from '../../contracts/generated/contract.ts'

/** A request as a hostile server sees it: the bytes, and the credentials in them. */
export interface SeenRequest {
  /** Counts the requests to the server from 1. */
  readonly number: number
  readonly method: string
  readonly path: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface HostileServer {
  readonly id: string
  /** It sends, or makes the client unpack, so much that it is judged in a process of its own. */
  readonly heavy?: true
  /** Called for each connection, or for each request on it. */
  readonly connect?: (socket: Socket) => void
  readonly answer?: (socket: Socket, request: SeenRequest, own: RunningHostile) => void
}

export interface RunningHostile {
  readonly url: string
  readonly requests: readonly SeenRequest[]
  close(): Promise<void>
}

export async function startHostile(hostile: HostileServer): Promise<RunningHostile> {
  const requests: SeenRequest[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.setNoDelay())
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    hostile.connect?.(socket)
    readRequests(socket, (request) => {
      const seen = { ...request, number: requests.length + 1 }
      requests.push(seen)
      hostile.answer?.(socket, seen, running)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const running = {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return running
}

/** Writes an answer whose head is as given, body and all; nothing is added but the lines' ends. */
export function write(socket: Socket, head: readonly string[], body: string | Buffer = ''): void {
  if (socket.destroyed) return
  socket.write(`${head.join('\r\n')}\r\n\r\n`, 'latin1')
  if (body.length > 0) socket.write(body)
}

export function answerJson(socket: Socket, body: string | Buffer, head: readonly string[] = [], status = '200 OK'): void {
  write(socket, [`HTTP/1.1 ${status}`, 'content-type: application/json', `content-length: ${Buffer.byteLength(body)}`, ...head], body)
}

/** What a conforming target would answer to a right request. */
export function successOf({ path }: SeenRequest): string {
  const operation = contract.operations.find((candidate) => path.split('?')[0]?.endsWith(candidate.path))
  return JSON.stringify(operation?.success.example ?? {})
}

/** Writes again and again for as long as the other side listens, a chunk whenever there is room. */
export function pour(socket: Socket, chunk: Buffer): void {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
}

/** Writes a byte at a time, forever. */
export function drip(socket: Socket, text: string): void {
  let at = 0
  const timer = setInterval(() => {
    if (socket.destroyed) return clearInterval(timer)
    socket.write(text[at % text.length] ?? ' ')
    at += 1
  }, 5)
  socket.on('close', () => clearInterval(timer))
}

function readRequests(socket: Socket, found: (request: Omit<SeenRequest, 'number'>) => void): void {
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
    for (let end = text.indexOf('\r\n\r\n'); end !== -1; end = text.indexOf('\r\n\r\n')) {
      const [first = '', ...lines] = text.slice(0, end).split('\r\n')
      const headers = Object.fromEntries(lines.map((line) => [line.split(': ')[0]?.toLowerCase(), line.slice(line.indexOf(': ') + 2)]))
      const length = end + 4 + Number(headers['content-length'] ?? 0)
      if (text.length < length) return
      const [method = '', path = ''] = first.split(' ')
      found({ method, path, headers, text: text.slice(0, length) })
      text = text.slice(length)
    }
  })
}
