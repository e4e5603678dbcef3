import { isUtf8 } from 'node:buffer'
import { counted } from '../../text/counted.ts'
import { jsonValue } from '../../text/json/json-text.ts'
import type { ReceivedResponse } from '../exchange.ts'
import { noteLeft } from '../memory.ts'
import { weightOf } from './parsed-size.ts'

/** How a body is told that ends in the middle of its JSON. */
export const brokenOff = 'it breaks off in the middle'
const notText = 'its bytes are not UTF-8'
const compressed = 'it is compressed by gzip, and no Content-Encoding says so'

/** What is found of a body where none was sent. */
export const emptyBody = 'the body is empty'

type Kept = Pick<ReceivedResponse, 'body' | 'truncated'>

export interface JsonBody {
  readonly value?: unknown
  readonly error?: string
}

/**
 * How much the parsed bodies that are remembered may weigh, by an estimate. What people send fits in by far; of what does not, the oldest
 * is parsed again when it is asked for. It is forgotten before the next is parsed, which needs the room.
 */
const mostRemembered = 64 << 20

const cut = 'the body is longer, or holds more values, than what can be judged'
const faults = new WeakMap<Buffer, string | null>()
const values = new WeakMap<Buffer, { readonly value: unknown }>()
/** Their weights, the oldest first. */
const remembered = new Map<WeakRef<Buffer>, number>()
let weightOfAll = 0

/** Parses a body once, however many checks ask. A byte order mark is passed over. */
export function jsonOf(response: Kept): JsonBody {
  const error = jsonFault(response)
  if (error !== undefined) return { error }
  return values.get(response.body) ?? parse(response)
}

/** A body that only one asks for, as JSON: nothing of it is remembered. */
export function jsonOnce(response: Kept): JsonBody {
  return response.truncated ? { error: cut } : parsed(response)
}

export function jsonFault(response: Kept): string | undefined {
  if (response.truncated) return cut
  const known = faults.get(response.body)
  if (known !== undefined) return known ?? undefined
  return parse(response).error
}

/** A body as text, without its byte order mark. */
export function decodedText({ body }: Kept): string {
  return body.toString('utf8', hasByteOrderMark(body) ? 3 : 0)
}

/** True for a text of markup, as a page is. */
export function isMarkup(text: string): boolean {
  return /^\s*</.test(text)
}

export function hasByteOrderMark(body: Buffer): boolean {
  return body.length >= 3 && body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf
}

/** Forgets what was parsed: once all is judged, reports need the room. */
export function forgetParsed(): void {
  for (const body of remembered.keys()) forget(body)
}

function parse(response: Kept): JsonBody {
  const weight = weightOf(response.body)
  for (const oldest of remembered.keys()) {
    if (weightOfAll + weight <= mostRemembered) break
    forget(oldest)
  }
  noteLeft(weight)
  const found = parsed(response)
  faults.set(response.body, found.error ?? null)
  if (found.error === undefined) remember(response.body, found.value, weight)
  return found
}

function parsed(response: Kept): JsonBody {
  if (!isUtf8(response.body)) return { error: isGzip(response.body) ? compressed : notText }
  const text = decodedText(response)
  if (text.trim() === '') return { error: emptyBody }
  try {
    return { value: JSON.parse(text) }
  } catch (cause) {
    return { error: textBefore(text) ?? faultWords(text, (cause as Error).message) }
  }
}

function isGzip(body: Buffer): boolean {
  return body[0] === 0x1f && body[1] === 0x8b
}

/** True for what a service sends of which nothing can be read, whoever asks: it is no page, and no words of a refusal. */
export function isGarbled(response: Kept): boolean {
  const fault = jsonFault(response)
  return fault === notText || fault === compressed || fault?.startsWith(brokenOff) === true
}

/** With a few characters of the text: it is cut, and beside its marks a secret that was cut is still found. */
function faultWords(text: string, message: string): string {
  const position = Number(/ at position (\d+)/.exec(message)?.[1] ?? Number.NaN)
  if (position >= text.length || message.startsWith('Unexpected end')) return `${brokenOff}: "…${text.slice(-2 * shownAround)}…"`
  if (Number.isNaN(position)) return message.replaceAll('..."', '"…').replaceAll('"...', '…"')
  return `${message}: "…${text.slice(Math.max(0, position - shownAround), position + shownAround)}…"`
}

const shownAround = 10

/** What a program printed before its JSON, such as a warning, in words: it would be taken for a web page. */
function textBefore(text: string): string | undefined {
  const start = text.search(/[{[]/)
  if (start < 0 || text.slice(0, start).trim() === '') return undefined
  if (jsonValue(text.slice(start)) === undefined) return undefined
  return `${counted(start, 'character')} of other text before its JSON`
}

function remember(body: Buffer, value: unknown, weight: number): void {
  values.set(body, { value })
  remembered.set(new WeakRef(body), weight)
  weightOfAll += weight
}

function forget(known: WeakRef<Buffer>): void {
  const body = known.deref()
  if (body) values.delete(body)
  weightOfAll -= remembered.get(known) ?? 0
  remembered.delete(known)
}
