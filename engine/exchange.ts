import { jsonMembers } from '../text/json/json-text.ts'

/** Header fields as they were sent or received: in order, names in their own case, repeated ones apart. */
export type Headers = readonly (readonly [name: string, value: string])[]

/** A request as it was sent, byte for byte. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body?: Buffer
  /** True where less of the body is kept than came in, of a request that was received. */
  readonly truncated?: boolean
}

/** A response as it was received, its body decoded. */
export interface ReceivedResponse {
  readonly status: number
  readonly headers: Headers
  /** The body with its content codings undone, up to the limit of the client. */
  readonly body: Buffer
  /** True when the body was longer than the client keeps. */
  readonly truncated: boolean
  /** What is wrong with the content codings that are said of the body. */
  readonly codingFault?: string
}

export type TransportFailure =
  | 'refused'
  | 'reset'
  | 'time-out'
  | 'deadline'
  | 'tls'
  | 'name'
  | 'protocol'
  | 'interrupted'
  | 'unsent'
  | 'other'

export interface Failure {
  readonly kind: TransportFailure
  readonly message: string
  /** The one by which Node knows it. */
  readonly code?: string
  /** The connection never came about, or not its TLS: nothing of the request went out. */
  readonly unconnected?: true
}

/** Failures that the run itself caused, which say nothing about the target. */
const ours: ReadonlySet<TransportFailure> = new Set(['deadline', 'interrupted', 'unsent'])

/** True if the run itself left a request without an answer, or unsent. */
export function isGivenUp({ failure }: Pick<Exchange, 'failure'>): boolean {
  return failure !== undefined && ours.has(failure.kind)
}

/** One request and what came back: a response, or the reason why there is none. */
export interface Exchange {
  readonly id: string
  readonly probe: string
  readonly role: string
  readonly operation: string
  readonly request: SentRequest
  readonly response?: ReceivedResponse
  readonly failure?: Failure
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number
  readonly durationMs: number
  /** How often it was sent before this answer came (429, 503, a dropped connection). */
  readonly repeats: number
  /** How often an answer to this request was lost, and that to the one before it, right or wrong as it is, was not. */
  readonly lost?: number
  /** When the first attempt was sent that got no answer, in milliseconds since the Unix epoch. */
  readonly lostSince?: number
  /** What the answer tells that lets anybody in, and the request did not hold: names of settings, and `signature`. */
  readonly disclosed?: readonly string[]
}

/** False for a request that the run itself held back. */
export function wasTried({ failure }: Pick<Exchange, 'failure'>): boolean {
  return failure?.kind !== 'unsent'
}

/** When it was answered, or given up, in milliseconds since the Unix epoch. */
export function endOf({ startedAt, durationMs }: Pick<Exchange, 'startedAt' | 'durationMs'>): number {
  return startedAt + durationMs
}

/** Where it was sent: scheme, host and port. */
export function askedOrigin({ request }: Pick<Exchange, 'request'>): string {
  return new URL(request.url).origin
}

/** Those that were sent where any of the others were. */
export function sentWhere(exchanges: readonly Exchange[], others: readonly Exchange[]): Exchange[] {
  const origins = new Set(others.map(askedOrigin))
  return exchanges.filter((exchange) => origins.has(askedOrigin(exchange)))
}

/** These in the order in which they were sent. */
export function chronological(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.toSorted((one, other) => one.startedAt - other.startedAt)
}

/** The first value of a header field, whatever the case of its name. */
export function headerValue(headers: Headers, name: string): string | undefined {
  const wanted = name.toLowerCase()
  return headers.find(([field]) => field.toLowerCase() === wanted)?.[1]
}

export function everyValue(headers: Headers, name: string): string[] {
  const wanted = name.toLowerCase()
  return headers.flatMap(([field, value]) => (field.toLowerCase() === wanted ? [value] : []))
}

/** Header fields from the flat list of names and values that Node gives. */
export function headersFrom(flat: readonly string[]): Headers {
  return flat.flatMap((name, at) => {
    const value = flat[at + 1]
    return at % 2 === 0 && value !== undefined ? [[name, value] as const] : []
  })
}

export function withHeaders(request: SentRequest, headers: Headers): SentRequest {
  return { ...request, headers: [...request.headers, ...headers] }
}

/** The longest address of a file that is read: no service takes as long a one, and each of its parameters takes many times its text. */
export const longestAddress = 1 << 16

/** The parameters after the question mark of an address, decoded, in their order. */
export function queryOf(url: string): Headers {
  const [sent = ''] = url.split('#', 1)
  const at = sent.indexOf('?')
  return at < 0 ? [] : [...new URLSearchParams(sent.slice(at + 1))]
}

export function withParameters(url: string, pairs: Headers): string {
  return `${url.replace(/\?.*$/s, '')}?${new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value]))}`
}

export function bodyText({ body }: Pick<SentRequest, 'body'>): string {
  return body?.toString('utf8') ?? ''
}

/** What a request asks for, whatever its headers say beside: equal for those that ask for the same. */
export function askedBy(request: SentRequest): string {
  return `${request.method} ${request.url} ${bodyText(request)}`
}

/** The members of a request's body; none where it is no JSON object. */
export function bodyMembers(request: Pick<SentRequest, 'body'>): Readonly<Record<string, unknown>> {
  return jsonMembers(bodyText(request))
}

export function isWebPage({ headers }: ReceivedResponse): boolean {
  return /html/i.test(headerValue(headers, 'content-type') ?? '')
}
