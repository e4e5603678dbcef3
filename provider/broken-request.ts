import type { IncomingMessage } from 'node:http'
import { plainHttp } from '../language/plain-http.ts'

/** What a parser of HTTP says of bytes that it cannot read. */
export interface ParsingError extends Error {
  readonly code?: string
  readonly reason?: string
  readonly rawPacket?: Buffer
}

/** Why what came on a connection is no request that can be answered, and by which status it is refused. */
export interface Unreadable {
  readonly status: number
  readonly words: string
}

/** What is wrong with what came; `last` is the latest request on its connection, and `error` is undefined if the server closed meanwhile. */
export function unreadable(error: ParsingError | undefined, last: IncomingMessage | undefined): Unreadable {
  const { code = '', reason = error?.message ?? '', rawPacket } = error ?? {}
  if (error === undefined || unfinished.includes(code)) return { status: code === late ? 408 : 400, words: unfinishedWords(last) }
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, words: `headers of more than ${plainHttp.maxHeaderSize} bytes` }
  if (rawPacket?.[0] === firstByteOfTls) return { status: 400, words: 'TLS on a port of plain HTTP, whose address begins with http://' }
  if (reason.startsWith('Expected HTTP/'))
    return { status: 400, words: 'no HTTP request: white space in its address, or no version behind it' }
  if (last?.complete && surplus.includes(code))
    return { status: 400, words: `more bytes than the request before said that it has (Content-Length: ${lengthOf(last)})` }
  return { status: 400, words: `bytes that are no HTTP request (${reason})` }
}

/** What a client sends that takes the server for its proxy. */
export const proxied: Unreadable = { status: 405, words: 'CONNECT, which asks for a proxy: this is the server itself' }

/** Why a request that can be read is answered by no operation, whatever it asks for. */
export function unheard({ headers, httpVersionMinor, headersDistinct }: IncomingMessage): Unreadable | undefined {
  if (headers.host === undefined && httpVersionMinor === 1) return { status: 400, words: 'HTTP/1.1 without the header Host' }
  if ((headersDistinct['host'] ?? []).length > 1) return { status: 400, words: 'the header Host more than once' }
  const isExpected = headers.expect === undefined || headers.expect.toLowerCase() === '100-continue'
  return isExpected ? undefined : { status: 417, words: 'the header Expect with another value than 100-continue' }
}

export function unreadableReply({ status, words }: Unreadable): string {
  const body = JSON.stringify({ error: { code: 'request', message: `Expected a request, found ${words}.` } })
  return `HTTP/1.1 ${status} ${plainHttp.STATUS_CODES[status]}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
}

const late = 'ERR_HTTP_REQUEST_TIMEOUT'
const unfinished = ['HPE_INVALID_EOF_STATE', late]

const surplus = ['HPE_INVALID_METHOD', 'HPE_CLOSED_CONNECTION']

const firstByteOfTls = 0x16

function unfinishedWords(last: IncomingMessage | undefined): string {
  const isBody = last !== undefined && !last.complete && last.headers['content-length'] !== undefined
  return `a request that was never whole${isBody ? `: its body ends before the ${lengthOf(last)} bytes of its Content-Length` : ''}`
}

/** What a client says that its body is long, where that is a number. */
function lengthOf({ headers }: IncomingMessage): string {
  const stated = headers['content-length'] ?? 'none'
  return /^\d{1,15}$/.test(stated) ? stated : 'none'
}
