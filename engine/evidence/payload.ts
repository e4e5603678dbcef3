import type { Operation, Payload } from '../../contracts/contract.ts'
import { regExpEscaped } from '../../contracts/wildcard.ts'
import { isObject, pointerSteps } from '../../spec/pointer.ts'
import type { ReceivedResponse } from '../exchange.ts'
import type { JsonBody } from './body.ts'
import { at, placesAt, valueAt } from './place.ts'

/** True where an answer holds a record of the operation's payload, wherever it stands; where it is no JSON, the names of fields tell. */
export function carriesPayload({ payload }: Operation, { body }: ReceivedResponse, { value, error }: JsonBody): boolean {
  if (error !== undefined) return isRecordText(payload, body.toString('utf8', 0, textLimit))
  return holdsRecordInPlace(payload, value) || holdsRecord(payload, value)
}

/** True where the one record of a success has what it is known by, whatever its value: an id of zero is an id, null is none. */
export function hasMarker({ payload }: Operation, body: unknown): boolean {
  const record = at(body, payload.record)
  return payload.known.some((name) => (valueAt(record, [name]) ?? null) !== null)
}

const textLimit = 1 << 20
const mostLooked = 5000

function holdsRecordInPlace(payload: Payload, value: unknown): boolean {
  for (const { value: record } of placesAt(value, pointerSteps(payload.record))) if (isRecord(payload, record)) return true
  return false
}

/** Anywhere else more has to be there, since errors repeat what was sent. The outermost values come first, and no more than some thousands. */
function holdsRecord({ known, least }: Payload, value: unknown): boolean {
  const payload = { known, least: Math.max(least, Math.ceil(known.length / 2)) }
  const open: unknown[] = [value]
  for (let next = 0; next < open.length && next < mostLooked; next += 1) {
    const looked = open[next]
    if (isRecord(payload, looked)) return true
    if (typeof looked !== 'object' || looked === null || open.length >= mostLooked) continue
    for (const name in looked) {
      const member = (looked as Record<string, unknown>)[name]
      if (typeof member === 'object' && member !== null && Object.hasOwn(looked, name)) open.push(member)
      if (open.length >= mostLooked) break
    }
  }
  return false
}

function isRecord({ known, least }: Pick<Payload, 'known' | 'least'>, record: unknown): boolean {
  if (!isObject(record)) return false
  return known.filter((name) => isTelling(valueAt(record, [name]))).length >= least
}

/** A value that a refusal would not hold by habit: an empty list, a zero, a number below it and an empty text come with errors as well. */
function isTelling(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return false
  if (typeof value === 'number') return value > 0
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** Where the body is no JSON, the names of a record's fields with something behind them tell a payload. */
function isRecordText({ known, least }: Payload, text: string): boolean {
  const seen = known.filter((name) =>
    new RegExp(`["']?\\b${regExpEscaped(name)}["']?\\s*[:=]\\s*(?!null|""|''|0\\b|\\[\\]|\\{\\})\\S`).test(text),
  )
  return seen.length >= least
}
