import { gzipSync } from 'node:zlib'
import { bodyMembers, type Exchange, queryOf, type SentRequest, withHeaders, withParameters } from '../../engine/exchange.ts'

export const asItIs = (request: SentRequest): SentRequest => request

/** A request with another Accept header; undefined to leave it out. */
export function withAccept(request: SentRequest, accept: string | undefined): SentRequest {
  const others = request.headers.filter(([name]) => name !== 'accept')
  return { ...request, headers: accept === undefined ? others : [['accept', accept], ...others] }
}

export function withContentType(request: SentRequest, write: (type: string) => string): SentRequest {
  return { ...request, headers: request.headers.map(([name, value]) => [name, name === 'content-type' ? write(value) : value] as const) }
}

export function withQuery(request: SentRequest, values: Readonly<Record<string, string>>): SentRequest {
  return { ...request, url: withParameters(request.url, [...queryOf(request.url), ...Object.entries(values)]) }
}

export function withPath(request: SentRequest, path: string, other: string): SentRequest {
  const changed = (address: string) => (address.endsWith(path) ? address.slice(0, -path.length) + other : address)
  return { ...request, url: request.url.replace(/^[^?]*/, changed) }
}

/** The request as a GET: its inputs go into the query, where a provider looks for them. */
export function asGet(request: SentRequest): SentRequest {
  const { body: _, headers, ...rest } = request
  const inputs = Object.entries(bodyMembers(request)).map(([name, value]) => [name, String(value)])
  const kept = headers.filter(([name]) => name !== 'content-type')
  return { ...withQuery({ ...rest, headers: kept }, Object.fromEntries(inputs)), method: 'GET' }
}

/** JSON means the same with white space after it. */
export function withSpaceBehind({ body = Buffer.alloc(0), ...request }: SentRequest, length: number): SentRequest {
  return { ...request, body: Buffer.concat([body, Buffer.alloc(length, ' ')]) }
}

export function compressed({ body = Buffer.alloc(0), ...request }: SentRequest): SentRequest {
  return { ...withHeaders(request, [['content-encoding', 'gzip']]), body: gzipSync(body) }
}

export function cookieText(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
}

const longestCookies = 4096

/** A request that brings back the cookies which an answer set, as browsers and clients with a jar do. */
export function withGivenCookies(request: SentRequest, answered: Exchange | undefined): SentRequest {
  const given = answered?.response?.headers.filter(([name]) => name.toLowerCase() === 'set-cookie') ?? []
  const cookies = given.flatMap(([, value]) => /^[!-:<-~]+=[!-:<-~]*/.exec(value.trim())?.[0] ?? []).join('; ')
  return cookies === '' || cookies.length > longestCookies ? request : withHeaders(request, [['cookie', cookies]])
}
