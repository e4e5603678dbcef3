import { type Headers, headerValue, queryOf } from '../../engine/exchange.ts'
import { defined } from '../../language/defined.ts'
import type { ReportedExchange } from '../exchanges/reported-exchange.ts'
import type { StoredBody } from '../exchanges/stored-bodies.ts'
import type { Report } from '../report.ts'
import { jsonPieces } from '../text/json.ts'
import { idsOf, lostLines } from '../wording/lost-withdrawals.ts'
import { inOrder, wasSent } from '../wording/run-texts.ts'

/** What was sent as an HTTP Archive (HAR 1.2), which browsers' tools open; an exchange without an answer has the status 0. */
export function har(report: Report): Iterable<string> {
  const room = { left: mostText }
  const log = defined({
    version: '1.2',
    creator: { name: 'assay', version: report.assay },
    pages: [],
    entries: inOrder(report.exchanges.filter(wasSent))
      .values()
      .map((exchange) => entry(report, exchange, room)),
    comment: `Secrets are replaced by the names of their settings.${withdrawals(report)}${unkept(report)}`,
    _requests: report.requests,
  })
  return jsonPieces({ log })
}

function withdrawals(report: Report): string {
  const { registered } = report
  const known = registered.length > 0 ? [`Withdrawals that the target registered: ${idsOf(registered)}.`] : []
  return [...known, ...lostLines(report)].map((line) => ` ${line}`).join('')
}

/** Says how many exchanges were not kept, which whoever judges the archive has to know. */
function unkept({ requests = 0, exchanges }: Report): string {
  return requests > exchanges.length ? ` It holds ${exchanges.length} of ${requests} exchanges: those of interest.` : ''
}

/** How many bytes of bodies and parameters there is still room for. */
interface Room {
  left: number
}

function entry({ bodies }: Report, exchange: ReportedExchange, room: Room) {
  const { id, startedAt, durationMs, error, repeats } = exchange
  const note = `${id}${repeats > 0 ? `, sent ${repeats + 1} times` : ''}${error === undefined ? '' : `: ${error}`}`
  return {
    startedDateTime: startedAt,
    time: durationMs,
    request: request(exchange, bodies, room),
    response: response(exchange, bodies, room),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: note,
  }
}

function request({ request: { method, url, headers, body } }: ReportedExchange, bodies: Report['bodies'], room: Room) {
  const text = body === undefined ? undefined : storedText(bodies[body])
  const shown = excerpt(text ?? '', room)
  return defined({
    method,
    url: uri(url),
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: fields(headers),
    queryString: parameters(url, room),
    postData:
      text === undefined ? undefined : { mimeType: mediaType(headers), params: [], text: shown, ...commentOn(false, text !== shown) },
    headersSize: -1,
    bodySize: text === undefined ? 0 : Buffer.byteLength(text),
  })
}

/** The parameters of an address, which holds them too, as long as there is room: each takes many times its text. */
function parameters(url: string, room: Room) {
  const all = fields(queryOf(url))
  const { length } = JSON.stringify(all)
  if (length > room.left) return []
  room.left -= length
  return all
}

function response({ response: received, error }: ReportedExchange, bodies: Report['bodies'], room: Room) {
  if (!received) return { ...nothing, comment: error ?? 'no answer' }
  const { status, headers, body, size, truncated } = received
  const stored = body === undefined ? '' : (bodies[body] ?? '')
  const whole = storedText(stored)
  const shown = excerpt(whole, room)
  return {
    ...nothing,
    status,
    headers: fields(headers),
    content: defined({
      size,
      mimeType: mediaType(headers),
      text: shown,
      encoding: typeof stored !== 'string' ? 'base64' : undefined,
      ...commentOn(truncated, whole.length > shown.length),
    }),
    redirectURL: headerValue(headers, 'location') ?? '',
    bodySize: size,
  }
}

/** The longest body of a HAR, which repeats a body each time that it was sent or received; report.json has longer ones whole. */
const longest = 1 << 18

/** How many bytes of bodies and parameters a HAR holds at most, as JSON writes them: a byte can take six. */
const mostText = 4 << 20

function excerpt(text: string, room: Room): string {
  const shown = text.slice(0, Math.min(longest, Math.max(0, room.left)))
  room.left -= Buffer.byteLength(JSON.stringify(shown))
  return shown
}

function commentOn(truncated: boolean, isCut: boolean): { comment?: string } {
  if (truncated) return { comment: 'not all of the body was kept' }
  return isCut ? { comment: 'the body is cut here; report.json holds it' } : {}
}

const nothing = {
  status: 0,
  statusText: '',
  httpVersion: 'HTTP/1.1',
  cookies: [],
  headers: [],
  content: { size: 0, mimeType: 'x-unknown' },
  redirectURL: '',
  headersSize: -1,
  bodySize: -1,
} as const

function fields(headers: Headers) {
  return headers.map(([name, value]) => ({ name, value }))
}

function mediaType(headers: Headers): string {
  return headerValue(headers, 'content-type') ?? 'x-unknown'
}

function storedText(body: StoredBody | undefined): string {
  return typeof body === 'string' ? body : (body?.base64 ?? '')
}

/** A URL as RFC 3986 writes it: placeholders of secrets, and whatever else a URL cannot hold, percent-encoded. */
function uri(url: string): string {
  const [, address = '', rest = url] = /^(\w+:\/\/[^/?#]*)(.*)$/s.exec(url.toWellFormed()) ?? []
  return address + rest.replace(/[^\w\-.~:/?@!$&'()*+,;=%]+/g, encodeURIComponent).replace(/%(?![0-9a-f]{2})/gi, '%25')
}
