/** The head of a message: its first line and header fields, as they came. */
export interface Head {
  readonly line: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** The bytes, the empty line included. */
  readonly raw: Buffer
}

/** How a body is delimited; `opaque` is what is no HTTP/1.1 from there on. */
export type BodyLength = number | 'chunked' | 'until-close' | 'opaque'

/** What a stream of bytes holds, piece by piece and without a byte left out: `raw` is what came, `data` what it means. */
export type Piece =
  | { readonly kind: 'head'; readonly head: Head }
  | { readonly kind: 'body'; readonly raw: Buffer; readonly data: Buffer }
  | { readonly kind: 'end'; readonly raw: Buffer }
  | { readonly kind: 'opaque'; readonly raw: Buffer }

/** Cuts one direction of an HTTP/1.1 connection into pieces as the bytes come; nothing is held back but heads and lines that are not whole. */
export interface Framer {
  push(chunk: Buffer): Piece[]
  /** From here on it is another protocol: nothing is held back any more. */
  release(): Piece[]
  /** The connection ended: what was left, and the end of a body that lasts until then. */
  finish(): Piece[]
}

/** The longest head or chunk line, in bytes: no server accepts longer ones. */
const longestHead = 1 << 17
const longestLine = 1 << 14

type State = 'head' | 'length' | 'until-close' | 'opaque' | 'chunk-size' | 'chunk-data' | 'chunk-end' | 'trailers'

/** Begins to cut. `lengthOf` says how the body behind a head is delimited. */
export function createFramer(lengthOf: (head: Head) => BodyLength): Framer {
  let state: State = 'head'
  let waiting: Buffer = Buffer.alloc(0)
  let left = 0
  const begin = (head: Head): Piece[] => {
    const length = lengthOf(head)
    const piece: Piece = { kind: 'head', head }
    if (length === 0) return [piece, { kind: 'end', raw: nothing }]
    left = typeof length === 'number' ? length : 0
    state = typeof length === 'number' ? 'length' : length === 'chunked' ? 'chunk-size' : length
    return [piece]
  }
  const giveUp = (): Piece[] => {
    state = 'opaque'
    return []
  }
  /** Reads a line up to `most` bytes; undefined where it is not whole yet. */
  const line = (): Buffer | undefined => {
    const end = waiting.indexOf(newline)
    if (end < 0) return undefined
    return take(end + 1)
  }
  const take = (count: number): Buffer => {
    const taken = waiting.subarray(0, count)
    waiting = waiting.subarray(count)
    return taken
  }
  const steps: Readonly<Record<State, () => Piece[] | undefined>> = {
    head: () => {
      const end = endOfHead(waiting)
      if (end < 0) return waiting.length > longestHead ? giveUp() : undefined
      const raw = take(end)
      const head = parseHead(raw)
      if (head) return begin(head)
      waiting = Buffer.concat([raw, waiting])
      return giveUp()
    },
    length: () => {
      const raw = take(Math.min(left, waiting.length))
      left -= raw.length
      const piece: Piece = { kind: 'body', raw, data: raw }
      if (left > 0) return [piece]
      state = 'head'
      return [piece, { kind: 'end', raw: nothing }]
    },
    'until-close': () => {
      const raw = take(waiting.length)
      return [{ kind: 'body', raw, data: raw }]
    },
    opaque: () => [{ kind: 'opaque', raw: take(waiting.length) }],
    'chunk-size': () => {
      const raw = line()
      if (!raw) return waiting.length > longestLine ? giveUp() : undefined
      const size = chunkSize(raw)
      if (size === undefined) {
        waiting = Buffer.concat([raw, waiting])
        return giveUp()
      }
      left = size
      state = size === 0 ? 'trailers' : 'chunk-data'
      return [{ kind: 'body', raw, data: nothing }]
    },
    'chunk-data': () => {
      const raw = take(Math.min(left, waiting.length))
      left -= raw.length
      if (left === 0) state = 'chunk-end'
      return [{ kind: 'body', raw, data: raw }]
    },
    'chunk-end': () => {
      const raw = line()
      if (!raw) return waiting.length > longestLine ? giveUp() : undefined
      state = 'chunk-size'
      return [{ kind: 'body', raw, data: nothing }]
    },
    trailers: () => {
      const raw = line()
      if (!raw) return waiting.length > longestLine ? giveUp() : undefined
      if (raw.length > 2) return [{ kind: 'body', raw, data: nothing }]
      state = 'head'
      return [{ kind: 'end', raw }]
    },
  }
  const read = (): Piece[] => {
    const pieces: Piece[] = []
    for (let next = waiting.length > 0 ? steps[state]() : undefined; next; next = waiting.length > 0 ? steps[state]() : undefined) {
      pieces.push(...next)
    }
    return pieces
  }
  return {
    push: (chunk) => {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk])
      return read()
    },
    release: () => {
      state = 'opaque'
      return read()
    },
    finish: () => {
      const ended: Piece[] = state === 'until-close' ? [{ kind: 'end', raw: nothing }] : []
      return waiting.length > 0 ? [{ kind: 'opaque', raw: take(waiting.length) }] : ended
    },
  }
}

const nothing = Buffer.alloc(0)
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

/** A head as text; undefined where it is none. */
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

/** All values of a field, in their order. */
export function valuesOf({ headers }: Head, name: string): string[] {
  return headers.flatMap(([field, value]) => (field.toLowerCase() === name ? [value] : []))
}

/** How the body of a request is delimited (RFC 9112, 6.3). */
export function requestLength(head: Head): BodyLength {
  if (!/^[^\s]+ [^\s]+ HTTP\/1\.[01]$/.test(head.line) || head.line.startsWith('CONNECT ')) return 'opaque'
  return statedLength(head) ?? 0
}

/** How the body of the answer to a request is delimited. */
export function responseLength(head: Head, method: string): BodyLength {
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head.line)?.[1] ?? Number.NaN)
  if (Number.isNaN(status) || status === 101) return 'opaque'
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return 0
  return statedLength(head) ?? 'until-close'
}

function statedLength(head: Head): BodyLength | undefined {
  const codings = valuesOf(head, 'transfer-encoding').join(',').toLowerCase()
  const lengths = [...new Set(valuesOf(head, 'content-length').flatMap((value) => value.split(',').map((each) => each.trim())))]
  if (codings !== '') return lengths.length === 0 && /(^|,)\s*chunked\s*$/.test(codings) ? 'chunked' : 'opaque'
  if (lengths.length === 0) return undefined
  return lengths.length === 1 && /^\d{1,15}$/.test(lengths[0] ?? '') ? Number(lengths[0]) : 'opaque'
}

/** The bytes of a head with the value of its Host changed, and nothing else. */
export function withHost({ raw }: Head, host: string): Buffer {
  const text = raw.toString('latin1')
  const found = /(\n[Hh][Oo][Ss][Tt]:[ \t]*)([^\r\n]*?)([ \t]*\r?\n)/.exec(text)
  if (!found) return raw
  const [whole, before = '', , after = ''] = found
  const at = found.index
  return Buffer.from(`${text.slice(0, at)}${before}${host}${after}${text.slice(at + whole.length)}`, 'latin1')
}
