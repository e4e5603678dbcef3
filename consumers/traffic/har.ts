import type { KeptBody } from '../../engine/client/transport/decoding.ts'
import { jsonOnce } from '../../engine/evidence/body.ts'
import { type Exchange, type Headers, headerValue, longestAddress, type ReceivedResponse, type SentRequest } from '../../engine/exchange.ts'
import { answerAsKept, bodyAsKept, requestAsKept } from '../../engine/probes/as-kept.ts'
import { defined } from '../../language/defined.ts'
import { UsageError } from '../../language/usage-error.ts'
import { grouped } from '../../text/counted.ts'
import { asText } from '../../text/json/as-text.ts'
import { parsedJson } from '../../text/json/json-text.ts'
import { holdsMoreValues, mostFileValues } from '../../text/json/nesting.ts'
import { type Node, nodeOf } from '../../text/json/node.ts'
import type { Lacks } from './sent-request.ts'

export interface Recorded {
  readonly exchange: Exchange
  readonly lacks: Lacks
}

/** What a HAR holds; `skipped` counts entries that are none, `missing` exchanges that its writer did not keep. */
export interface HarContents {
  readonly entries: readonly Recorded[]
  readonly skipped: number
  readonly missing: number
}

/** Reads an HTTP Archive (HAR 1.2) of any recorder. @throws {UsageError} */
export function parseHar(text: string): HarContents {
  const { entries, requests } = logOf(text)
  const read = entries.map(entryOf)
  const known = read.filter((entry) => entry !== undefined)
  const isSanitised =
    known.length > 0 && known.every(({ exchange }) => !exchange.request.headers.some(([name]) => /^(authorization|cookie)$/i.test(name)))
  return {
    entries: isSanitised ? known.map((entry) => ({ ...entry, lacks: { headers: sanitised, ...entry.lacks } })) : known,
    skipped: read.length - known.length,
    missing: Math.max(0, requests - read.length),
  }
}

const sanitised =
  'No request of the HAR has a credential: many recorders leave them out. Switch them on (Chrome: export with sensitive data; Playwright and mitmproxy keep them).'
const redacted = 'The HAR holds something else in the place of the value. Record it without taking secrets out, and keep it to yourself.'
const noBody =
  'The HAR holds no body of this request. Record it with bodies (Playwright: recordHar with content embed; Charles and Insomnia: export with bodies).'
const cutAnswer =
  'The HAR holds the beginning of this answer. Record it whole (Firefox: raise devtools.netmonitor.responseBodyLimit in about:config).'
const noAnswer =
  'The HAR holds no body of this answer. Record it with content (Playwright: recordHar with content embed, and a page that reads the answer).'
const noTime = 'The HAR does not say when it was sent.'

function logOf(text: string): { readonly entries: readonly unknown[]; readonly requests: number } {
  if (holdsMoreValues(text, mostFileValues))
    throw new UsageError(`expected at most ${grouped(mostFileValues)} values, found more: cut it into several`)
  const content = parsedJson(text, (fault) => new UsageError(`expected an HTTP Archive, found what is no JSON (${fault})`))
  const { entries, creator, _requests: requests } = nodeOf(nodeOf(content)['log'])
  if (!Array.isArray(entries)) {
    const { schema } = nodeOf(content)
    const isOwn = typeof schema === 'string' && schema.startsWith('assay.report/')
    throw new UsageError(
      `expected an HTTP Archive with log.entries, found ${isOwn ? 'a report, which `assay replay` judges again' : 'other JSON'}`,
    )
  }
  // What a gate or a proxy writes says how many requests there were.
  if (nodeOf(creator)['name'] === 'assay' && requests === undefined)
    throw new UsageError(
      'expected what a client sent, found the requests of `assay run`, wrong ones on purpose: `assay replay` judges its report',
    )
  return { entries, requests: typeof requests === 'number' ? requests : 0 }
}

/** The longest duration that is believed, in milliseconds. */
const longestTime = 1e12

function entryOf(entry: unknown, index: number): Recorded | undefined {
  const { request, response, startedDateTime, time } = nodeOf(entry)
  const { method, url } = nodeOf(request)
  // What is its own address, as browsers list images, was sent nowhere.
  if (typeof method !== 'string' || typeof url !== 'string' || /^data:/i.test(url)) return undefined
  if (url.length > longestAddress)
    throw new UsageError(`expected addresses of at most ${grouped(longestAddress)} characters, found one of ${grouped(url.length)}`)
  const startedAt = Date.parse(asText(startedDateTime))
  const sent = requestOf(nodeOf(request))
  const received = responseOf(nodeOf(response))
  const failure = { kind: 'other', message: 'the HAR holds no answer' } as const
  const exchange: Exchange = {
    id: `request/${index + 1}`,
    probe: 'har',
    role: `${index + 1}`,
    operation: '',
    request: sent.request,
    ...(received ? { response: received.response } : { failure }),
    startedAt: Number.isNaN(startedAt) ? 0 : startedAt,
    durationMs: typeof time === 'number' && time > 0 ? Math.min(time, longestTime) : 0,
    repeats: 0,
  }
  const isRedacted = sent.request.headers.some(([, value]) => isRemoved(value))
  return {
    exchange,
    lacks: defined({
      body: sent.lacksBody ? noBody : undefined,
      headers: isRedacted ? redacted : undefined,
      response: received?.lacks,
      time: Number.isNaN(startedAt) ? noTime : undefined,
    }),
  }
}

/** True for what recorders and reports put in place of a secret. */
export function isRemoved(value: string): boolean {
  return /«[^«»]*»|\*{4,}|[[<({]redacted[\])}>]|^redacted$|[[<]filtered[\]>]/i.test(value)
}

function requestOf(request: Node): { readonly request: SentRequest; readonly lacksBody: boolean } {
  const headers = headersOf(request['headers'])
  const body = postedBody(request['postData'])
  const stated = Number(headerValue(headers, 'content-length') ?? asText(request['bodySize'] ?? -1))
  const mayHaveBody = !/^(GET|HEAD|OPTIONS|TRACE)$/.test(String(request['method']))
  return {
    request: requestAsKept(defined({ method: String(request['method']), url: String(request['url']), headers, body })),
    lacksBody: !body && (stated > 0 || (mayHaveBody && stated !== 0)),
  }
}

/** The text that was posted, or the form that its parameters make. */
function postedBody(postData: unknown): Buffer | undefined {
  const { text, params, encoding } = nodeOf(postData)
  if (typeof text === 'string' && text !== '') return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8')
  if (!Array.isArray(params) || params.length === 0) return undefined
  const fields = params.map(nodeOf).map(({ name, value }) => [asText(name), asText(value ?? '')].map(formText).join('='))
  return Buffer.from(fields.join('&'))
}

function formText(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

function responseOf(response: Node): { readonly response: ReceivedResponse; readonly lacks: string | undefined } | undefined {
  const status = Number(asText(response['status']))
  if (!Number.isInteger(status) || status < 100 || status > 999) return undefined
  const { text, encoding, size } = nodeOf(response['content'])
  const body = typeof text === 'string' ? Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8') : Buffer.alloc(0)
  const isSaid = /cut|not all of the body|truncated/i.test(asText(nodeOf(response['content'])['comment'] ?? ''))
  const isCut = typeof text === 'string' && (isSaid || (Number(asText(size)) > body.length && body.length > 0 && !isJson(bodyAsKept(body))))
  const isAbsent = typeof text !== 'string' && size !== 0 && status !== 204 && status !== 304
  return {
    response: answerAsKept({ status, headers: headersOf(response['headers']), body, truncated: isCut }),
    lacks: isCut ? cutAnswer : isAbsent ? noAnswer : undefined,
  }
}

/** A body that is shorter than its recorder says was cut, unless it is valid JSON, as far as that is looked at. */
function isJson({ bytes, truncated }: KeptBody): boolean {
  return jsonOnce({ body: bytes, truncated }).error === undefined
}

/** Drops the pseudo-header fields of HTTP/2. */
function headersOf(headers: unknown): Headers {
  if (!Array.isArray(headers)) return []
  return headers
    .map(nodeOf)
    .flatMap(({ name, value }) => (typeof name === 'string' && !name.startsWith(':') ? [[name, asText(value ?? '')] as const] : []))
}
