import type { Exchange } from '../engine/exchange.ts'
import { hanging, painted, type TerminalStyle } from './lines.ts'
import { plain, shortened } from './plain.ts'

/** An exchange that was sent again: the request, the answer that the report holds, and the answer of now. */
export function sideBySide(saved: Exchange, now: Exchange, style: TerminalStyle): string {
  return `${[
    painted(style, 'bold', saved.id),
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
    ...hanging('  ', `${method} ${plain(url)}`, style),
    ...headers.flatMap(([name, value]) => hanging('  ', `${name}: ${plain(value)}`, style)),
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
