import type { Exchange, Headers, SentRequest, TransportFailure } from '../../engine/exchange.ts'
import { withoutUser } from '../../engine/target.ts'
import { defined } from '../../language/defined.ts'
import { boundedHeaders, cutTo, reportLimits } from '../bounds.ts'
import type { Redactions } from '../redaction/redaction.ts'
import type { BodyStore } from './stored-bodies.ts'

/** An exchange as a report has it: without secrets, its bodies by their keys in `bodies`. */
export interface ReportedExchange
  extends Pick<Exchange, 'id' | 'probe' | 'role' | 'operation' | 'durationMs' | 'repeats' | 'lost' | 'disclosed'> {
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: Headers
    readonly body?: string
    readonly truncated?: boolean
    readonly respelt?: boolean
  }
  readonly response?: ReportedResponse
  readonly error?: string
  readonly failure?: TransportFailure
  readonly startedAt: string
  readonly lostSince?: string
}

interface ReportedResponse extends Pick<NonNullable<Exchange['response']>, 'status' | 'headers'> {
  /** The key under which `bodies` holds it. Left out when it is empty, or did not fit. */
  readonly body?: string
  /** Bytes as received. */
  readonly size: number
  /** True when not all of the body is here: it was too long for the client or for the report. */
  readonly truncated: boolean
  /** What is wrong with the content codings that the headers say of the body. */
  readonly codingFault?: string
  /** True if a secret was taken out of the body: judged again, it may not say what it said. */
  readonly redacted?: boolean
}

/** How secrets are taken out of an exchange, and the settings that hold them. */
type Ways = Redactions & { readonly ofHeaders: Pick<Redactions, 'received' | 'sent'>; readonly settings: Readonly<Record<string, string>> }

export function reportedExchange(exchange: Exchange, store: BodyStore, ways: Ways): ReportedExchange {
  const { id, probe, role, operation, request, response, failure, startedAt, durationMs, repeats, lost, lostSince, disclosed } = exchange
  const { received: redact, sent } = ways
  const requestBody = store.keyOf(request.body)
  const url = cutTo(sent(withoutUser(request.url)), 8192)
  const headers = boundedHeaders(request.headers, ways.ofHeaders.sent, reportLimits.sentFields)
  return defined({
    id,
    probe,
    role,
    operation,
    request: defined({
      method: sent(request.method),
      url,
      headers,
      body: requestBody,
      truncated: request.truncated || (request.body && request.body.length > 0 && !requestBody) ? true : undefined,
      respelt: isRespelt({ url, headers }, request, ways.settings) || undefined,
    }),
    response: response && reportedResponse(response, store, ways),
    error: failure && cutTo(redact(failure.message)),
    failure: failure?.kind,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: Math.round(durationMs * 100) / 100,
    repeats,
    lost,
    lostSince: lostSince === undefined ? undefined : new Date(lostSince).toISOString(),
    disclosed,
  })
}

function reportedResponse(response: NonNullable<Exchange['response']>, store: BodyStore, { received, ofHeaders }: Ways): ReportedResponse {
  const { status, headers, body, truncated, codingFault } = response
  const key = store.keyOf(body)
  return defined({
    status,
    headers: boundedHeaders(headers, ofHeaders.received, reportLimits.receivedFields),
    body: key,
    size: body.length,
    truncated: truncated || (body.length > 0 && !key),
    codingFault: codingFault === undefined ? undefined : received(codingFault),
    redacted: store.isRedacted(body) || undefined,
  })
}

type Told = Pick<SentRequest, 'url' | 'headers'>

/** True for a request that held a secret in another spelling than its own: sent again with the secret, it would differ. */
function isRespelt(reported: Told, sent: Told, settings: Readonly<Record<string, string>>): boolean {
  const before = textsOf(sent)
  return textsOf(reported).some((text, at) => text.includes('«') && withValues(text, settings) !== before[at])
}

function textsOf({ url, headers }: Told): string[] {
  return [url, ...headers.map(([, value]) => value)]
}

function withValues(text: string, settings: Readonly<Record<string, string>>): string {
  return text.replace(/«(\w+)»/g, (placeholder, name: string) => (Object.hasOwn(settings, name) ? (settings[name] ?? '') : placeholder))
}
