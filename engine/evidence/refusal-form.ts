import type { Operation } from '../../contracts/contract.ts'
import { hashed } from '../../contracts/hashing.ts'
import { isSuccessful, saysMade } from '../../contracts/statuses.ts'
import { memoized } from '../../language/memoized.ts'
import { isObject, pointerSteps, valueAt } from '../../text/json/pointer.ts'
import { bodyText, type Exchange, type ReceivedResponse } from '../exchange.ts'
import { decodedText, isMarkup, jsonOf } from './body.ts'
import { type Classification, classify } from './classification.ts'
import { placesAt } from './place.ts'
import { isGoodCode } from './plain-error.ts'
import { isHopeful } from './wording.ts'

/**
 * What a target did with a wrong request, by its answer and by what was answered to others of the same operation. A 2xx that is neither
 * payload nor plainly an error tells by itself nothing. It is a refusal
 * - of an operation that only gives something, where it holds nothing of what a right request was given;
 * - of one that may register something, where a request that holds nothing to register is answered alike.
 */
export function classifyAmong(operation: Operation, exchange: Exchange, others: Iterable<Exchange>): Classification {
  const classification = classify(operation, exchange)
  const { response } = exchange
  if (classification !== 'unanswered' || !isWholeSuccess(response) || operation.payload.known.length === 0) return classification
  const isRefused = onlyGives(operation)
    ? !mayHold(response) && givesNothing(operation, exchange, response, others)
    : !saysMade(response.status) && isAnsweredAsNothing(operation, response, others)
  return isRefused ? 'refused' : classification
}

/** True for a 2xx that was read to its end: behind an excerpt may stand what was registered. */
function isWholeSuccess(response: ReceivedResponse | undefined): response is ReceivedResponse {
  return response !== undefined && isSuccessful(response.status) && !response.truncated
}

/** Times and ids are no longer. */
const mostPassing = 1 << 12

/** True if another answer is the same except for what differs in each answer, such as its time. */
export function isAlike(one: ReceivedResponse, other: ReceivedResponse): boolean {
  if (one.status !== other.status || Math.abs(one.body.length - other.body.length) > mostPassing) return false
  return one.body.equals(other.body) || digestOf(one) === digestOf(other)
}

/** Each answer is compared with many others: what it is compared by is worked out once, and kept however long it is. */
const digestOf = memoized((response: ReceivedResponse) => hashed('sha256', lastingFormOf(response)).toString('base64'))

/** True if another refusal gives the same reason: it is alike, or differs in ids and times in its text alone. */
export function saysTheSame(one: ReceivedResponse, other: ReceivedResponse): boolean {
  return isAlike(one, other) || (one.status === other.status && wordsOf(one) === wordsOf(other) && codesOf(one) === codesOf(other))
}

/** The codes by which an answer says why it refuses, with their places: single words, and numbers called codes. Sentences repeat requests. */
export function codesOf(response: ReceivedResponse): string {
  const found: string[] = []
  const look = (value: unknown, place: string): void => {
    if (typeof value === 'object' && value !== null) for (const [name, member] of Object.entries(value)) look(member, `${place}/${name}`)
    else if ((typeof value === 'string' && code.test(value)) || (numbered.test(place) && digits.test(String(value))))
      found.push(`${place} ${value}`)
  }
  try {
    look(jsonOf(response).value, '')
  } catch {
    return '' // nested too deep to be looked through
  }
  return found.join('\n')
}

/** A word that stands for a kind of fault: no id, digest or time. */
const code = /^[A-Za-z][A-Za-z_.:-]{2,60}$/
const numbered = /(?:code|errno|\/(?:rc|ret|status))$/i
const digits = /^-?\d{1,12}$/

/** The words of an answer, without those that hold a digit: ids, times and amounts differ from answer to answer. */
export function wordsOf(response: ReceivedResponse): string {
  return decodedText(response)
    .slice(0, longestPlain)
    .replace(/[\w.:-]+/g, (word) => (/\d/.test(word) ? '' : word))
}

/** True for an operation that registers nothing: one that reads, or that lists records. */
function onlyGives({ method, movesMoney, payload }: Operation): boolean {
  return !movesMoney && (method === 'GET' || payload.record.includes('*'))
}

const longestPlain = 10_000
const longestPage = 100_000
const opaque = /[A-Za-z0-9+/_=-]{200}/

/** True for a body that may hold a payload that cannot be read: coded, binary, or long. */
function mayHold(response: ReceivedResponse): boolean {
  const { body, codingFault } = response
  if (codingFault !== undefined || body.length > longestPage) return true
  const text = decodedText(response)
  return (body.length > longestPlain && !isMarkup(text)) || opaque.test(text) || /[\0\ufffd]/.test(text)
}

/** True if an answer holds none of the values that right requests were given, those aside that were sent. */
function givesNothing(operation: Operation, { request }: Exchange, response: ReceivedResponse, others: Iterable<Exchange>): boolean {
  const { value, error } = jsonOf(response)
  const text = error === undefined ? JSON.stringify(value) : decodedText(response)
  const sent = `${request.url} ${bodyText(request)}`
  const given = [...others].filter((other) => classify(operation, other) === 'accepted').slice(0, mostLooked)
  const isGiven = (value: string) => text.includes(value) && !sent.includes(value)
  return !given.some((other) => valuesIn(operation)(other).values().some(isGiven))
}

/** True for a refusal, and for a 2xx that says nothing if a wrong request got the very same. */
export function isRefusedAs(operation: Operation, exchange: Exchange, wrong: readonly Exchange[]): boolean {
  const { response } = exchange
  const classification = classify(operation, exchange)
  if (classification !== 'unanswered' || !isWholeSuccess(response)) return classification === 'refused'
  return wrong.some((other) => other.response !== undefined && isAlike(response, other.response))
}

const mostLooked = 3
const leastTelling = 6
const longestTelling = 100
const mostValues = 500

/** Texts in the records that an accepted request was given, as JSON writes them. */
const valuesIn = memoized(({ payload }: Operation) =>
  memoized(({ response }: Exchange): ReadonlySet<string> => {
    const values = new Set<string>()
    for (const { value: record } of placesAt(response && jsonOf(response).value, pointerSteps(payload.record))) gather(record, values)
    return values
  }),
)

function gather(value: unknown, values: Set<string>): void {
  if (values.size >= mostValues) return
  if (typeof value === 'string' && value.length >= leastTelling) values.add(JSON.stringify(value.slice(0, longestTelling)).slice(1, -1))
  else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) gather(member, values)
}

/** True if a request that holds nothing to register has the same answer, or one that says as little in the same members. */
function isAnsweredAsNothing(operation: Operation, response: ReceivedResponse, others: Iterable<Exchange>): boolean {
  const isAlikeTo = (other: ReceivedResponse) => isAlike(response, other) || isOfItsKind(response, other)
  return Iterator.from(others).some((other) => other.response && holdsNothing(operation, other) && isAlikeTo(other.response))
}

/** True for an object of the same members of which each value is the same, or another code or text that means no success. */
function isOfItsKind(one: ReceivedResponse, other: ReceivedResponse): boolean {
  const [own, its] = [one, other].map((response) => jsonOf(response).value)
  if (one.status !== other.status || !isObject(own) || !isObject(its)) return false
  const names = Object.keys(own)
  return (
    names.length > 0 &&
    names.length === Object.keys(its).length &&
    names.every((name) => Object.hasOwn(its, name) && isAsLittle(valueAt(own, [name]), valueAt(its, [name])))
  )
}

function isAsLittle(own: unknown, its: unknown): boolean {
  if (typeof own === 'number' && typeof its === 'number') return own === its || !isGoodCode(own)
  if (typeof own === 'string' && typeof its === 'string') return own === its || !isHopeful(own)
  return JSON.stringify(own) === JSON.stringify(its)
}

/** True for a request that names none of the fields of its operation. */
function holdsNothing({ body, parameters }: Operation, { request }: Exchange): boolean {
  const text = `${request.url} ${bodyText(request)}`
  return body !== undefined && [...body.fields, ...parameters].every(({ name }) => !text.includes(name))
}

/** What differs from answer to answer. */
const passing =
  /^(?:(?:request|req|trace|correlation|span|error|event|incident|support|ray|log|activity)id|ts|time|timestamp|date|datetime|took|elapsed|duration)$/

/** An answer without what differs from answer to answer. */
export function lastingFormOf(response: ReceivedResponse): string {
  const { value, error } = jsonOf(response)
  if (error !== undefined) return `text ${decodedText(response)}`
  const isLasting = ([name]: [string, unknown]) => !passing.test(name.toLowerCase().replace(/[_-]/g, ''))
  try {
    return `json ${JSON.stringify(isObject(value) ? Object.entries(value).filter(isLasting) : value)}`
  } catch {
    return `text ${decodedText(response)}` // nested too deep to be written again
  }
}
