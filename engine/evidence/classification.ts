import type { Operation, Payload } from '../../contracts/contract.ts'
import type { Exchange, ReceivedResponse } from '../exchange.ts'
import { escaped } from '../pattern.ts'
import { jsonOf } from './body.ts'
import { at, pointerSteps, valueAt } from './place.ts'

/**
 * What a target did with a request, by the evidence of its answer alone:
 * - `accepted`: the answer carries the operation's payload, whatever its status and well formed or not;
 * - `unanswered`: no answer, an answer that says "later" (408, 429, 502, 503, 504), or a 2xx that is neither payload nor plainly an error;
 * - `refused`: anything else.
 */
export type Classification = 'accepted' | 'refused' | 'unanswered'

const later = new Set([408, 429, 502, 503, 504])

/** Classifies an exchange of an operation. Probes and checks both ask here. */
export function classify(operation: Operation, { response }: Exchange): Classification {
  if (!response) return 'unanswered'
  if (carriesRecord(operation, response)) return 'accepted'
  if (later.has(response.status)) return 'unanswered'
  if (!isSuccessful(response)) return 'refused'
  const body = jsonOf(response).value
  if (isPlainlyError(operation, body)) return 'refused'
  return isEmptySuccess(operation, body) ? 'accepted' : 'unanswered'
}

/** True for a status from 200 to 299. */
export function isSuccessful({ status }: ReceivedResponse): boolean {
  return status >= 200 && status <= 299
}

/** A list without a record in it, marked as a success where the document has a marker for that. One record that is not there is no success. */
function isEmptySuccess({ payload, success }: Operation, body: unknown): boolean {
  const isMarked = Object.entries(success.schema.properties ?? {}).every(
    ([name, { const: marker }]) => !marker || valueAt(body, [name]) === marker,
  )
  return isMarked && payload.record.includes('*') && isContainer(at(body, payload.envelope))
}

function carriesRecord({ payload }: Operation, response: ReceivedResponse): boolean {
  const { value, error } = jsonOf(response)
  if (error !== undefined) return isRecordText(payload, response.body.toString('utf8', 0, textLimit))
  return valuesAt(value, pointerSteps(payload.record)).some((record) => isRecord(payload, record))
}

const textLimit = 1 << 20

function isRecord({ known, least }: Payload, record: unknown): boolean {
  if (!isContainer(record)) return false
  return known.filter((name) => isTelling(valueAt(record, [name]))).length >= least
}

/** A value that a refusal would not hold by habit: an empty list, a zero and an empty text come with errors as well. */
function isTelling(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === 0 || value === false) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

/** Where the body is no JSON, the names of a record's fields with something behind them tell a payload. */
function isRecordText({ known, least }: Payload, text: string): boolean {
  const seen = known.filter((name) =>
    new RegExp(`["']?\\b${escaped(name)}["']?\\s*[:=]\\s*(?!null|""|''|0\\b|\\[\\]|\\{\\})\\S`).test(text),
  )
  return seen.length >= least
}

const errorKeys = ['error', 'errors', 'error_code', 'errorCode', 'errorMessage', 'error_description', 'exception', 'fault']
const statusKeys = ['status', 'statusCode', 'status_code', 'code', 'httpStatus']
const codeKeys = ['code', 'errno', 'errcode', 'err', 'retcode', 'returnCode', 'resultCode']
const wordKeys = ['message', 'msg', 'detail', 'details', 'description', 'reason', 'title', 'result', 'status', 'state']
const errorWords =
  /\b(error|fail(ed|ure|s)?|invalid|unauthori[sz]ed|unauthenticated|forbidden|denied|refused|rejected|missing|not (allowed|permitted|authori[sz]ed|found|valid)|wrong|bad (request|signature|credential)|mismatch|expired|incorrect|unknown|required|no access|must (be|not)|can ?not|could not|does not match)\b/i

function isPlainlyError(operation: Operation, body: unknown): boolean {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return false
  if (departsFromSuccess(operation, body)) return true
  if (errorKeys.some((key) => isTelling(valueAt(body, [key])))) return true
  if (valueAt(body, ['success']) === false || valueAt(body, ['ok']) === false) return true
  if (statusKeys.some((key) => isErrorStatus(valueAt(body, [key])))) return true
  if (codeKeys.some((key) => isErrorCode(valueAt(body, [key])))) return true
  return wordKeys.some((key) => saysError(valueAt(body, [key])))
}

/** Only a text can say so: what a target nests or names to be turned into a text is not asked. */
function saysError(value: unknown): boolean {
  return typeof value === 'string' && errorWords.test(value.slice(0, longestMessage).replace(/[_-]/g, ' '))
}

const longestMessage = 10_000

/** A constant that marks a success has another text in it: one that means an error, or any where the payload has no place either. */
function departsFromSuccess({ success, payload }: Operation, body: object): boolean {
  const isPlaceless = !isContainer(at(body, payload.envelope))
  return Object.entries(success.schema.properties ?? {}).some(([name, schema]) => {
    const value = valueAt(body, [name])
    if (typeof schema.const !== 'string' || schema.const === '' || typeof value !== 'string' || value === schema.const) return false
    return isPlaceless || errorStates.test(value)
  })
}

const errorStates = /^(error|err|fail|failed|failure|ko|nok|denied|refused|rejected|invalid|unauthori[sz]ed|forbidden|exception|false)$/i

function isErrorStatus(value: unknown): boolean {
  const number = typeof value === 'number' ? value : typeof value === 'string' && /^[45]\d\d$/.test(value) ? Number(value) : 0
  return number >= 400 && number <= 599
}

/** By habit zero, or a status of success, is the code of a success; any other number is an error's. */
function isErrorCode(value: unknown): boolean {
  return typeof value === 'number' && value !== 0 && value !== 1 && (value < 200 || value > 299)
}

function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  const [step, ...rest] = path
  if (step === undefined) return [value]
  if (step !== '*') return valuesAt(valueAt(value, [step]), rest)
  const elements = Array.isArray(value) ? value : isContainer(value) ? Object.values(value) : []
  return elements.slice(0, elementLimit).flatMap((element) => valuesAt(element, rest))
}

const elementLimit = 100

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
