import { isUtf8 } from 'node:buffer'
import { isNoValue } from '../../text/no-value.ts'
import { shownText } from './shown-text.ts'

/** What stands in the place of JSON, in words that tell at most one character of it. */
export function unparsed(body: Buffer, { message }: Error): string {
  if (body.length === 0) return 'nothing'
  if (/^(efbbbf|fffe|feff)/.test(body.toString('hex', 0, 3))) return 'a byte order mark'
  if (/^1f8b/.test(body.toString('hex', 0, 2))) return 'bytes that are compressed'
  if (!isUtf8(body)) return 'bytes that are not UTF-8'
  const text = body.toString('utf8')
  if (/^[\w.-]+=[^\s{]*$/.test(text)) return 'a form'
  if (isNoValue(text)) return `the word ${text}`
  return strangerIn(text, message)
}

/** What the parser stumbled over: it tells a position, or else the character, or else that the end came too soon. */
function strangerIn(text: string, message: string): string {
  const [, position] = /at position (\d+)/.exec(message) ?? []
  const at = Number(position ?? text.length)
  const [, token] = position === undefined ? (/^Unexpected token '(.)'/su.exec(message) ?? []) : []
  if (token !== undefined) return `${shownText(token)} in the place of a value`
  if (at >= text.length || message.startsWith('Unterminated'))
    return `a text that breaks off after ${text.length} characters, before it is complete`
  return `${shownText(String.fromCodePoint(text.codePointAt(at) ?? 0))} at character ${at + 1}`
}
