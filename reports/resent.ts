import type { Exchange, Headers } from '../engine/exchange.ts'
import { hanging, painted, type TerminalStyle } from './lines.ts'
import { plain, shortened } from './plain.ts'
import { type Redaction, type Redactions, redactBytes } from './redaction.ts'

/** An exchange without secrets, whatever it is cut to afterwards. */
export function redactedExchange(exchange: Exchange, { received, sent }: Redactions): Exchange {
  const { request, response, failure } = exchange
  const fields = (headers: Headers, redact: Redaction) => headers.map(([name, value]) => [redact(name), redact(value)] as const)
  return {
    ...exchange,
    request: {
      ...request,
      url: sent(request.url),
      headers: fields(request.headers, sent),
      ...(request.body && { body: redactBytes(received, request.body) }),
    },
    ...(response && {
      response: { ...response, headers: fields(response.headers, received), body: redactBytes(received, response.body) },
    }),
    ...(failure && { failure: { ...failure, message: received(failure.message) } }),
  }
}

/** An exchange that was sent again, without secrets: the request, the answer that the report holds, and the answer of now. */
export function sideBySide(saved: Exchange, now: Exchange, style: TerminalStyle): string {
  return `${[
    painted(style, 'bold', plain(saved.id)),
    ...request(now, style),
    '',
    painted(style, 'bold', 'In the report'),
    ...answer(saved, style),
    '',
    painted(style, 'bold', 'Now'),
    ...answer(now, style),
  ].join('\n')}\n`
}

function request({ request: { method, url, headers, body } }: Exchange, style: TerminalStyle): string[] {
  return [
    ...hanging('  ', plain(`${method} ${url}`), style),
    ...headers.flatMap(([name, value]) => hanging('  ', plain(`${name}: ${value}`), style)),
    ...(body && body.length > 0 ? hanging('  ', shortened(plain(body.toString('utf8')), shown), style) : []),
  ]
}

const shown = 4000

function answer({ response, failure, durationMs }: Exchange, style: TerminalStyle): string[] {
  if (!response) return hanging('  ', plain(failure?.message ?? 'no answer'), style)
  return [
    `  ${response.status} in ${Math.round(durationMs)} ms`,
    ...response.headers.flatMap(([name, value]) => hanging('  ', plain(`${name}: ${value}`), style)),
    ...(response.body.length > 0 ? hanging('  ', shortened(plain(response.body.toString('utf8')), shown), style) : []),
  ]
}
