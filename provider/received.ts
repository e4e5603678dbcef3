import type { IncomingMessage } from 'node:http'
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
