import type { Exchange, Headers } from '../../engine/exchange.ts'
import { defined } from '../../language/defined.ts'
import { type Redaction, type Redactions, redactBytes } from '../redaction/redaction.ts'
import { unnumbered } from '../redaction/signatures.ts'
import { excerptOf } from '../text/body-excerpt.ts'
import { type Colour, coloured, hanging, type TerminalStyle } from '../text/lines.ts'
import { cropped, plain } from '../text/plain.ts'

/** An exchange without secrets, whatever it is cut to afterwards. */
export function redactedExchange(exchange: Exchange, { received, sent }: Redactions): Exchange {
  const { request, response, failure } = exchange
  const fields = (headers: Headers, redact: Redaction) => headers.map(([name, value]) => [redact(name), redact(value)] as const)
  return defined({
    ...exchange,
    request: defined({
      ...request,
      url: sent(request.url),
      headers: fields(request.headers, sent),
      body: request.body && redactBytes(received, request.body),
    }),
    response: response && { ...response, headers: fields(response.headers, received), body: redactBytes(received, response.body) },
    failure: failure && { ...failure, message: received(failure.message) },
  })
}

export interface JudgedAgain {
  readonly check: string
  /** Where it failed in the report: `status`, `header <name>` or a JSON pointer. */
  readonly at: readonly string[]
  readonly stillFails: boolean
  /** What it finds now, or why it cannot be judged. */
  readonly why: string
}

export function resentVerdicts(judged: readonly JudgedAgain[], style: TerminalStyle): string {
  const lines = judged.flatMap(({ check, stillFails, why }) => {
    const text = stillFails
      ? `${check} still fails: ${cropped(plain(why), 300)}`
      : `${check} does not fail any more${why ? `: ${cropped(plain(why), 300)}` : ''}`
    return hanging(stillFails ? '✗ ' : '✓ ', text, style, stillFails ? 'red' : 'green')
  })
  return lines.length === 0 ? '' : `\n${lines.join('\n')}\n`
}

/** The lines that only one of two answers has, as a diff shows them. */
export function difference(saved: Exchange, now: Exchange, style: TerminalStyle): string {
  const [before, after] = [linesOf(saved), linesOf(now)]
  const gone = before.filter((line) => !after.includes(line)).flatMap((line) => whole('  - ', line, style, 'red'))
  const come = after.filter((line) => !before.includes(line)).flatMap((line) => whole('  + ', line, style, 'green'))
  const lines = [...gone.slice(0, mostLines), ...come.slice(0, mostLines)]
  if (lines.length === 0) return saved.response && now.response ? '\nBoth answers are alike, but for their time.\n' : ''
  return `\n${coloured(style, 'bold', 'What differs')}\n${lines.join('\n')}\n`
}

const mostLines = 20

/** Date and the like differ always; bodies are compared line by line as people read them. */
function linesOf({ response }: Exchange): string[] {
  if (!response) return []
  const body = excerptOf(unnumbered(response.body.toString('utf8')), [], { head: 2000, around: 0 }).map(({ text }) => text)
  return [
    `status ${response.status}`,
    ...response.headers.filter(([name]) => !/^(date|age|expires)$/i.test(name)).map(([name, value]) => unnumbered(`${name}: ${value}`)),
    ...body,
  ]
}

/** An exchange that was sent again, without secrets: the request, the answer of the report and the one of now, with places marked. */
export function sideBySide(saved: Exchange, now: Exchange, marked: readonly string[], style: TerminalStyle): string {
  return `${[
    coloured(style, 'bold', plain(saved.id)),
    ...request(now, style),
    '',
    coloured(style, 'bold', 'In the report'),
    ...answer(saved, marked, style),
    '',
    coloured(style, 'bold', 'Now'),
    ...answer(now, marked, style),
  ].join('\n')}\n`
}

function request({ request: { method, url, headers, body } }: Exchange, style: TerminalStyle): string[] {
  return [
    ...hanging('  ', shown(`${method} ${url}`), style),
    ...headers.flatMap(([name, value]) => hanging('  ', shown(`${name}: ${value}`), style)),
    ...(body && body.length > 0 ? bodyLines(body.toString('utf8'), [], style) : []),
  ]
}

/** Without the numbers of signatures, which each report counts for itself. */
function shown(text: string): string {
  return plain(unnumbered(text))
}

function answer({ response, failure, durationMs }: Exchange, marked: readonly string[], style: TerminalStyle): string[] {
  if (!response) return hanging('  ', plain(failure?.message ?? 'no answer'), style)
  return [
    `  ${response.status} in ${Math.round(durationMs)} ms`,
    ...response.headers.flatMap(([name, value]) => hanging('  ', shown(`${name}: ${value}`), style)),
    ...bodyLines(response.body.toString('utf8'), marked, style),
  ]
}

/** How a body begins, and what stands around the places that are marked: the report holds all of it. */
function bodyLines(body: string, marked: readonly string[], style: TerminalStyle): string[] {
  return excerptOf(unnumbered(body), marked, { head: 12, around: 2 })
    .slice(0, 2 * mostLines)
    .flatMap(({ text, marked: isMarked = false, skipped }) => {
      const colour = isMarked ? 'yellow' : 'dim'
      return skipped === undefined ? whole(isMarked ? '  > ' : '  | ', text, style, colour) : hanging('  … ', text, style, colour)
    })
}

/** A line with all that it says, under its own indentation: what a refusal says at its end is often what is sought. */
function whole(label: string, line: string, style: TerminalStyle, colour: Colour): string[] {
  const [indent = ''] = /^ */.exec(line) ?? []
  return hanging(label + indent, plain(line), style, colour)
}
