import { everyValue } from '../../engine/exchange.ts'

export interface Head {
  readonly line: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The bytes, the empty line included. */
  readonly raw: Buffer
}

/** How a body is delimited; `opaque` is what is no HTTP/1.1 from there on. */
type BodyLength = number | 'chunked' | 'until-close' | 'opaque'

/** What a stream of bytes holds, piece by piece and without a byte left out: `raw` is what came, `data` what it means. */
export type Piece =
  | { readonly kind: 'head'; readonly head: Head }
  | { readonly kind: 'body'; readonly raw: Buffer; readonly data: Buffer }
  | { readonly kind: 'end'; readonly raw: Buffer }
  | { readonly kind: 'opaque'; readonly raw: Buffer }

/** The longest head or chunk line, in bytes: no server accepts longer ones. */
const longestHead = 1 << 17
const longestLine = 1 << 14

type State = 'head' | 'length' | 'until-close' | 'opaque' | 'chunk-size' | 'chunk-data' | 'chunk-end' | 'trailers'

interface Reading {
  readonly lengthOf: (head: Head) => BodyLength
  state: State
  /** The bytes that came and belong to no piece yet. */
  waiting: Buffer
  /** How many bytes of a body, or of a chunk, are still to come. */
  left: number
}

/** Cuts one direction of HTTP/1.1 into pieces as bytes come; only unfinished heads and lines wait. `lengthOf` delimits a head's body. */
export function createFramer(lengthOf: (head: Head) => BodyLength) {
  const reading: Reading = { lengthOf, state: 'head', waiting: nothing, left: 0 }
  return {
    push: (chunk: Buffer) => {
      reading.waiting = reading.waiting.length === 0 ? chunk : Buffer.concat([reading.waiting, chunk])
      return read(reading)
    },
    /** From here on it is another protocol: nothing is held back any more. */
    release: () => {
      reading.state = 'opaque'
      return read(reading)
    },
    /** The connection ended: what was left, and the end of a body that lasts until then. */
    finish: (): Piece[] => {
      if (reading.waiting.length > 0) return [{ kind: 'opaque', raw: take(reading) }]
      return reading.state === 'until-close' ? [endPiece()] : []
    },
  }
}

function read(reading: Reading): Piece[] {
  const pieces: Piece[] = []
  while (reading.waiting.length > 0) {
    const next = steps[reading.state](reading)
    if (!next) break
    pieces.push(...next)
  }
  return pieces
}

/** What a state makes of the waiting bytes; undefined if it needs more of them. */
const steps: Readonly<Record<State, (reading: Reading) => Piece[] | undefined>> = {
  head: readHead,
  length: (reading) => {
    const piece = readPart(reading)
    if (reading.left > 0) return [piece]
    reading.state = 'head'
    return [piece, endPiece()]
  },
  'until-close': (reading) => [body(take(reading))],
  opaque: (reading) => [{ kind: 'opaque', raw: take(reading) }],
  'chunk-size': (reading) =>
    readLine(reading, (line) => {
      const size = chunkSize(line)
      if (size === undefined) return giveUp(reading, line)
      reading.left = size
      reading.state = size === 0 ? 'trailers' : 'chunk-data'
      return [body(line, nothing)]
    }),
  'chunk-data': (reading) => {
    const piece = readPart(reading)
    if (reading.left === 0) reading.state = 'chunk-end'
    return [piece]
  },
  'chunk-end': (reading) =>
    readLine(reading, (line) => {
      reading.state = 'chunk-size'
      return [body(line, nothing)]
    }),
  trailers: (reading) =>
    readLine(reading, (line) => {
      if (line.length > 2) return [body(line, nothing)]
      reading.state = 'head'
      return [endPiece(line)]
    }),
}

function readHead(reading: Reading): Piece[] | undefined {
  const end = endOfHead(reading.waiting)
  if (end < 0) return reading.waiting.length > longestHead ? giveUp(reading) : undefined
  const raw = take(reading, end)
  const head = parseHead(raw)
  if (!head) return giveUp(reading, raw)
  const length = reading.lengthOf(head)
  if (length === 0) return [{ kind: 'head', head }, endPiece()]
  reading.left = typeof length === 'number' ? length : 0
  reading.state = typeof length === 'number' ? 'length' : length === 'chunked' ? 'chunk-size' : length
  return [{ kind: 'head', head }]
}

/** What came of a body or a chunk of known length. */
function readPart(reading: Reading): Piece {
  const raw = take(reading, Math.min(reading.left, reading.waiting.length))
  reading.left -= raw.length
  return body(raw)
}

/** Reads a whole line; one that is too long is none of HTTP/1.1. */
function readLine(reading: Reading, onLine: (line: Buffer) => Piece[]): Piece[] | undefined {
  const end = reading.waiting.indexOf(newline)
  if (end >= 0) return onLine(take(reading, end + 1))
  return reading.waiting.length > longestLine ? giveUp(reading) : undefined
}

/** What comes from here on is no HTTP/1.1, nor is what was just taken. */
function giveUp(reading: Reading, taken: Buffer = nothing): Piece[] {
  reading.waiting = Buffer.concat([taken, reading.waiting])
  reading.state = 'opaque'
  return []
}

function take(reading: Reading, count: number = reading.waiting.length): Buffer {
  const taken = reading.waiting.subarray(0, count)
  reading.waiting = reading.waiting.subarray(count)
  return taken
}

function body(raw: Buffer, data = raw): Piece {
  return { kind: 'body', raw, data }
}

function endPiece(raw = nothing): Piece {
  return { kind: 'end', raw }
}

const nothing: Buffer = Buffer.alloc(0)
const newline = 0x0a

/** The end of the empty line that ends a head; empty lines before a first line belong to it (RFC 9112, 2.2). */
function endOfHead(bytes: Buffer): number {
  let start = 0
  while (bytes[start] === 0x0d || bytes[start] === newline) start += 1
  const crlf = bytes.indexOf('\r\n\r\n', start)
  const lf = bytes.indexOf('\n\n', start)
  const ends = [crlf < 0 ? -1 : crlf + 4, lf < 0 ? -1 : lf + 2].filter((end) => end >= 0)
  return ends.length === 0 ? -1 : Math.min(...ends)
}

/** A head as text; undefined if it is none. */
function parseHead(raw: Buffer): Head | undefined {
  const [line = '', ...rest] = raw
    .toString('latin1')
    .replace(/^[\r\n]+/, '')
    .split(/\r?\n/)
  const fields = rest.filter((field) => field !== '')
  const headers = fields.map((field) => {
    const colon = field.indexOf(':')
    return [field.slice(0, Math.max(0, colon)), field.slice(colon + 1).trim()] as const
  })
  return headers.every(([name]) => name !== '' && !/^\s/.test(name)) ? { line, headers, raw } : undefined
}

function chunkSize(line: Buffer): number | undefined {
  const digits = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?\r?\n$/i.exec(line.toString('latin1'))?.[1]
  return digits === undefined ? undefined : Number.parseInt(digits, 16)
}

/** How the body of a request is delimited (RFC 9112, 6.3). */
export function requestLength(head: Head): BodyLength {
  if (!/^[^\s]+ [^\s]+ HTTP\/1\.[01]$/.test(head.line) || head.line.startsWith('CONNECT ')) return 'opaque'
  return statedLength(head) ?? 0
}

/** The status of an answer of HTTP/1; not a number for what is none. */
export function statusOf({ line }: Head): number {
  return Number(/^HTTP\/1\.[01] (\d{3})/.exec(line)?.[1] ?? Number.NaN)
}

export function responseLength(head: Head, method: string): BodyLength {
  const status = statusOf(head)
  if (Number.isNaN(status) || status === 101) return 'opaque'
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return 0
  return statedLength(head) ?? 'until-close'
}

function statedLength(head: Head): BodyLength | undefined {
  const codings = everyValue(head.headers, 'transfer-encoding').join(',').toLowerCase()
  const lengths = [...new Set(everyValue(head.headers, 'content-length').flatMap((value) => value.split(',').map((each) => each.trim())))]
  if (codings !== '') return lengths.length === 0 && /(^|,)\s*chunked\s*$/.test(codings) ? 'chunked' : 'opaque'
  if (lengths.length === 0) return undefined
  return lengths.length === 1 && /^\d{1,15}$/.test(lengths[0] ?? '') ? Number(lengths[0]) : 'opaque'
}

/** The bytes of a head with the value of its Host changed, and nothing else. */
export function withHost({ raw }: Head, host: string): Buffer {
  const text = raw.toString('latin1')
  const found = /\n[Hh][Oo][Ss][Tt]:(?=([^\r\n]*)\r?\n)/.exec(text)
  if (!found) return raw
  const [before, value = ''] = found
  let start = found.index + before.length
  let end = start + value.length
  while (start < end && ' \t'.includes(text.charAt(start))) start += 1
  while (end > start && ' \t'.includes(text.charAt(end - 1))) end -= 1
  return Buffer.from(text.slice(0, start) + host + text.slice(end), 'latin1')
}
