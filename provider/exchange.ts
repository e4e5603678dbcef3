import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { defined } from '../language/defined.ts'
import { jsonMembers } from '../text/json/json-text.ts'
import { percentDecoded } from '../text/percent.ts'

export interface Received {
  readonly method: string
  /** The path as it was sent, without the server's prefix and without the query. */
  readonly path: string
  readonly query: URLSearchParams
  /** Values by lower-case name; a header that was sent twice holds both, joined by a comma. */
  readonly headers: Readonly<Record<string, string>>
  readonly written: readonly string[]
  readonly body: Buffer
  /** Milliseconds since the Unix epoch. */
  readonly at: number
}

export const bodyLimit = 1 << 20

/** Reads a request's body; undefined when it is longer than the limit. @throws when the client goes away. */
export function readRequestBody(message: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  return new Promise((resolve, reject) => {
    message.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= bodyLimit) chunks.push(chunk)
    })
    message.once('end', () => resolve(length <= bodyLimit ? Buffer.concat(chunks) : undefined))
    message.once('error', reject).once('aborted', () => reject(new Error('The client went away.')))
  })
}

export function received(message: IncomingMessage, body: Buffer, at: number): Received {
  const [path = '/', ...query] = relative(message.url ?? '/').split('?')
  return {
    method: message.method ?? 'GET',
    path,
    query: new URLSearchParams(`?${query.join('?')}`),
    headers: headersOf(message.rawHeaders),
    written: message.rawHeaders.filter((_, at) => at % 2 === 0),
    body,
    at,
  }
}

export function membersOf(body: Buffer): Readonly<Record<string, unknown>> {
  return jsonMembers(body.toString('utf8'))
}

export function textNamed({ body }: Received, name: string): string | undefined {
  const value = membersOf(body)[name]
  return typeof value === 'string' ? value : undefined
}

export function cookieNamed({ headers }: Received, name: string): string | undefined {
  const pair = headers['cookie']?.split(/;\s*/).find((each) => each.startsWith(`${name}=`))
  return pair && percentDecoded(pair.slice(name.length + 1))
}

/** A target without the address of the server, which a client may write before it (RFC 9112, 3.2.2). */
function relative(target: string): string {
  return target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*(?=\/)/i, '')
}

/** Written out, since every request takes this way: names in lower case, the values of one that was sent twice joined. */
function headersOf(flat: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null)
  for (let at = 0; at + 1 < flat.length; at += 2) {
    const name = (flat[at] ?? '').toLowerCase()
    const earlier = headers[name]
    headers[name] = earlier === undefined ? (flat[at + 1] ?? '') : `${earlier}, ${flat[at + 1]}`
  }
  return headers
}

/** Where in a request a value stands, whatever stands around it, in words; undefined if nowhere, or if there is no value. */
export function placeOf({ headers, query, path, body }: Received, value: string): string | undefined {
  if (value === '') return undefined
  const header = Object.keys(headers).find((name) => headers[name]?.includes(value))
  if (header !== undefined) return `the header ${header}`
  if (path.includes(value) || [...query].some((pair) => pair.some((text) => text.includes(value)))) return 'the address'
  return body.includes(value) ? 'the body' : undefined
}

export function timesWritten({ written }: Received, header: string): number {
  return written.filter((name) => name.toLowerCase() === header.toLowerCase()).length
}

/** A response before it is sent: the body as it is before any content coding. */
export interface Reply {
  readonly status: number
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  /** Why it is a refusal, in words that hold no secret. */
  readonly refused?: string
}

export interface Delivery {
  readonly coding?: 'identity' | 'gzip' | 'deflate' | 'br'
  readonly framing?: 'length' | 'chunked'
  readonly connection?: 'keep-alive' | 'close'
  readonly headers?: Readonly<Record<string, string>>
  readonly names?: 'plain' | 'capitals'
}

const coders = {
  gzip: gzipSync,
  deflate: deflateSync,
  /** As servers compress what they make anew: the best quality, Node's default, takes a hundred times as long. */
  br: (body: Buffer) => brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
}

/** Sends a reply, in the content coding that is asked for where the client takes it. */
export function send(reply: Reply, response: ServerResponse, transport: Delivery, accepted: string): void {
  const coding = transport.coding ?? 'identity'
  const own = reply.headers['content-encoding']
  const coded = own === undefined && coding !== 'identity' && accepted.includes(coding) && reply.body.length > 0
  const body = coded ? coders[coding](reply.body) : reply.body
  const chunked = transport.framing === 'chunked'
  const headers: Record<string, string> = defined({
    ...transport.headers,
    ...reply.headers,
    'content-encoding': coded ? coding : own,
    'content-length': !chunked && hasBody(reply.status) ? String(body.length) : undefined,
    connection: transport.connection === 'close' ? 'close' : undefined,
  })
  response.writeHead(reply.status, transport.names === 'capitals' ? inCapitals(headers) : headers)
  if (!hasBody(reply.status)) return void response.end()
  if (chunked) for (const piece of pieces(body)) response.write(piece)
  response.end(chunked ? undefined : body)
}

function inCapitals(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]))
}

function hasBody(status: number): boolean {
  return status !== 204 && status !== 304
}

function pieces(body: Buffer): Buffer[] {
  const size = Math.max(1, Math.ceil(body.length / 7))
  return Array.from({ length: Math.ceil(body.length / size) }, (_, index) => body.subarray(index * size, (index + 1) * size))
}
