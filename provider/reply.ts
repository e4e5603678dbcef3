import type { ServerResponse } from 'node:http'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'
import { defined } from '../language/defined.ts'

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
