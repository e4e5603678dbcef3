import type { Operation, Payload } from '../../contracts/contract.ts'
import { regExpEscaped } from '../../contracts/wildcard.ts'
import { jsonValue } from '../../text/json/json-text.ts'
import { isObject, pointerSteps, valueAt, valueAtPointer } from '../../text/json/pointer.ts'
import { percentDecoded } from '../../text/percent.ts'
import type { ReceivedResponse } from '../exchange.ts'
import type { JsonBody } from './body.ts'
import { placesAt } from './place.ts'

/**
 * True if an answer holds a record of the operation's payload, anywhere in it; where the body is not JSON, the names of fields decide.
 */
export function carriesPayload({ payload }: Operation, { body }: ReceivedResponse, { value, error }: JsonBody): boolean {
  if (error !== undefined) return isRecordText(payload, plainText(body.toString('utf8', 0, textLimit)))
  return holdsRecordInPlace(payload, value) || holdsRecord(payload, value)
}

/** True if the single record of a success has its identifying member, whatever its value: zero is an id, null and no text are not. */
export function hasMarker({ payload }: Operation, body: unknown): boolean {
  const record = valueAtPointer(body, payload.record)
  return payload.known.some((name) => !isNothing(valueAt(record, [name])))
}

/** True if the list of a success is in its place, or an object that says anything. */
export function hasList({ payload }: Operation, body: unknown): boolean {
  const list = valueAtPointer(body, payload.envelope)
  return (
    Array.isArray(list) || (isObject(list) && (Object.keys(list).length === 0 || Object.values(list).some((value) => !isNothing(value))))
  )
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

const textLimit = 1 << 20
const mostLooked = 5000

function holdsRecordInPlace(payload: Payload, value: unknown): boolean {
  for (const { value: record } of placesAt(value, pointerSteps(payload.record))) if (isRecord(payload, record)) return true
  return false
}

/**
 * Looks for a record anywhere in a value. More members are required than in the record's own place, since errors repeat what was sent.
 * Outermost values come first, a few thousand at most.
 */
function holdsRecord({ known, least }: Payload, value: unknown): boolean {
  const payload = { known, least: Math.max(least, Math.ceil(known.length / 2)) }
  const open: unknown[] = [value]
  for (let next = 0; next < open.length && next < mostLooked; next += 1) {
    const found = open[next]
    const looked = typeof found === 'string' ? jsonValue(plainText(found)) : found
    if (isRecord(payload, looked)) return true
    const inner = isObject(looked) || Array.isArray(looked) ? Object.values(looked) : [looked]
    open.push(...inner.filter(isWorthLooking).slice(0, mostLooked - open.length))
  }
  return false
}

/** True for a value that may hold a record: one with members, or a text that looks like JSON. */
function isWorthLooking(value: unknown): boolean {
  if (typeof value === 'string') return value.length > leastWritten && value.length < textLimit && mayBeJson(value)
  return typeof value === 'object' && value !== null
}

const leastWritten = 20

function isRecord({ known, least }: Pick<Payload, 'known' | 'least'>, record: unknown): boolean {
  if (!isObject(record)) return false
  return known.filter((name) => isTelling(valueAt(record, [name]))).length >= least
}

/** True for a value that errors do not usually carry: empty lists, numbers up to zero and empty texts come with errors too. */
function isTelling(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false
  if (typeof value === 'number') return value > 0
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** Where a body is not JSON, a payload shows by the names of a record's fields with values behind them. */
function isRecordText({ known, least }: Payload, text: string): boolean {
  const seen = known.filter((name) =>
    new RegExp(`["']?\\b${regExpEscaped(name)}["'\\]]?\\s*(?:=>|[:=])\\s*(?!null|""|''|0\\b|\\[\\]|\\{\\})\\S`).test(text),
  )
  return seen.length >= least
}

/** A way to write a text of JSON so that nobody reads it at first sight. */
interface Coding {
  readonly form: RegExp
  readonly read: (text: string) => string
}

const codings: readonly Coding[] = [
  { form: /^[eW][w-z\d+/_-][\w+/=\s-]+$/, read: (text) => Buffer.from(text, 'base64').toString('utf8') },
  { form: /^[57]b[\da-f]+$/i, read: (text) => Buffer.from(text, 'hex').toString('utf8') },
  { form: /^%[57]b/i, read: percentDecoded },
  { form: /&(?:quot|#34|#x22);/i, read: (text) => text.replace(/&(?:quot|#34|#x22);/gi, '"') },
]

/** A text of JSON as it was before it was written in base64, in hexadecimal, percent-encoded or for a page; any other as it is. */
function plainText(text: string): string {
  return codings.find(({ form }) => form.test(text))?.read(text) ?? text
}

/** True for a text that begins as JSON of more than one value does, plain, as a text of JSON, or in one of these codings. */
function mayBeJson(text: string): boolean {
  return /^\s*["[{]|^%?[57]b|^[eW][w-z\d+/_-]/i.test(text)
}
