import { type Exchange, headerValue, type ReceivedResponse, type SentRequest } from '../../engine/exchange.ts'
import { defined } from '../../language/defined.ts'
import { undone } from '../traffic/coding.ts'
import { type Head, type Piece, statusOf } from './framing.ts'

/** Makes exchanges of what passes, and changes nothing of it. */
export type Tap = ReturnType<typeof createTap>

/** Where a tap passes requests on to, and what is called with their exchanges. */
interface TapOptions {
  /** The address that precedes the targets of requests. */
  readonly origin: string
  /** True for an address at which the proxy itself was asked, which stands for the target as well. */
  readonly isOwn?: (url: string) => boolean
  readonly nextId: () => string
  readonly now: () => number
  readonly taken: (exchange: Exchange) => void
}

type Place = Required<Pick<TapOptions, 'origin' | 'isOwn'>>

/** How much of a body is kept, in bytes. */
const mostKept = 1 << 20

interface Message {
  readonly head: Head
  readonly chunks: Buffer[]
  kept: number
  length: number
}

interface Open {
  readonly startedAt: number
  readonly started: number
  readonly request: Message
  response?: Message
}

/** Begins to listen at one connection: answers belong to requests in their order. */
export function createTap({ origin, isOwn = () => false, nextId, now, taken }: TapOptions) {
  const open: Open[] = []
  let isOpaque = false
  const close = (exchange: Open, response: ReceivedResponse | undefined) => {
    open.splice(open.indexOf(exchange), 1)
    taken(exchangeOf(exchange, response, { origin, isOwn, id: nextId(), durationMs: performance.now() - exchange.started }))
  }
  return {
    request: (piece: Piece) => {
      const last = open.at(-1)
      if (piece.kind === 'head') open.push({ startedAt: now(), started: performance.now(), request: messageOf(piece.head) })
      else if (piece.kind === 'body' && last) add(last.request, piece.data)
    },
    response: (piece: Piece) => {
      const [first] = open
      if (!first || isOpaque) return
      if (piece.kind === 'head') first.response = messageOf(piece.head)
      else if (piece.kind === 'body' && first.response) add(first.response, piece.data)
      else if (piece.kind === 'opaque') isOpaque = true
      if (first.response && isLast(piece, first.response)) close(first, receivedOf(first.response))
    },
    close: () => {
      for (const exchange of [...open]) close(exchange, undefined)
    },
  }
}

function messageOf(head: Head): Message {
  return { head, chunks: [], kept: 0, length: 0 }
}

function add(message: Message, data: Buffer): void {
  message.length += data.length
  if (message.kept >= mostKept || data.length === 0) return
  const part = data.subarray(0, mostKept - message.kept)
  message.chunks.push(Buffer.from(part))
  message.kept += part.length
}

/** True for the end of an answer that no other follows, and for the head of one that ends what is HTTP. */
function isLast({ kind }: Piece, { head }: Message): boolean {
  return statusOf(head) === 101 ? kind === 'head' : kind === 'end' && statusOf(head) >= 200
}

function receivedOf(message: Message): ReceivedResponse {
  const { headers } = message.head
  const { bytes, truncated } = undone(Buffer.concat(message.chunks), headerValue(headers, 'content-encoding'), mostKept)
  return { status: statusOf(message.head), headers, body: bytes, truncated: truncated || message.length > message.kept }
}

function requestOf({ request: { head, chunks, kept, length } }: Open, { origin, isOwn }: Place): SentRequest {
  const [method = '', line = '/'] = head.line.split(' ')
  const target = !line.startsWith('/') && isOwn(line) ? line.replace(/^\w+:\/\/[^/?#]*(?=\/)/, '') : line
  const body = Buffer.concat(chunks)
  return defined({
    method,
    url: target.startsWith('/') ? `${origin}${target}` : target,
    headers: head.headers,
    body: body.length > 0 ? body : undefined,
    truncated: length > kept || undefined,
  })
}

function exchangeOf(
  open: Open,
  response: ReceivedResponse | undefined,
  { origin, isOwn, id, durationMs }: Place & { id: string; durationMs: number },
): Exchange {
  const failure = { kind: 'reset', message: 'the connection ended before the answer was whole' } as const
  return {
    id,
    probe: 'proxy',
    role: id,
    operation: '',
    request: requestOf(open, { origin, isOwn }),
    ...(response ? { response } : { failure }),
    startedAt: open.startedAt,
    durationMs,
    repeats: 0,
  }
}
