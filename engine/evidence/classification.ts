import type { Operation } from '../../contracts/contract.ts'
import { marksOf } from '../../contracts/fields.ts'
import { isNoAnswer, isRedirect, isSuccessful } from '../../contracts/statuses.ts'
import { valueAt } from '../../text/json/pointer.ts'
import { type Exchange, headerValue, type ReceivedResponse } from '../exchange.ts'
import { decodedText, isMarkup, jsonOf } from './body.ts'
import { carriesPayload, hasList, hasMarker } from './payload.ts'
import { isPlainlyError, isPlainlySuccess, messagesOf } from './plain-error.ts'
import { saysError, saysNothing, saysSuccess } from './wording.ts'

/**
 * What a target did with a request, by the evidence of its answer alone:
 * - `accepted`: the answer carries the operation's payload, whatever its status and well formed or not; or it is a 2xx in the form
 *   of the operation's success (an empty list, an id of zero) that is not plainly an error;
 * - `unanswered`: no answer, a status that is none (408, 429, 502, 503, 504), a 2xx that is neither payload nor plainly an error,
 *   or, where money moves, a redirect to what may have been registered;
 * - `refused`: anything else, and OPTIONS answered with the methods that there are.
 */
export type Classification = 'accepted' | 'refused' | 'unanswered'

const known = new WeakMap<Exchange, { readonly operation: Operation; readonly classification: Classification }>()

/** Classifies an exchange of an operation, once however often it is asked. Probes and checks both ask here. */
export function classify(operation: Operation, exchange: Exchange): Classification {
  const before = known.get(exchange)
  if (before?.operation === operation) return before.classification
  const told = classificationOf(operation, exchange)
  const classification = told === 'unanswered' && saysMethods(operation, exchange) ? 'refused' : told
  known.set(exchange, { operation, classification })
  return classification
}

/** True if a right request got an answer, and not its success: what such an answer is called matters not. */
export function isTurnedDown(operation: Operation, exchange: Exchange): boolean {
  return isAnswered(exchange) && classify(operation, exchange) !== 'accepted'
}

/** True for 501 to another method than the operation's: the service knows no such method (RFC 9110, 15.6.2), and nothing broke. */
export function isOfUnknownMethod({ method }: Pick<Operation, 'method'>, { request, response }: Exchange): boolean {
  return response?.status === 501 && request.method !== method
}

/** True if there is an answer, and not one by a status that is none. */
export function isAnswered({ response }: Exchange): boolean {
  return response !== undefined && !isNoAnswer(response.status)
}

/** True if OPTIONS is answered as such (RFC 9110, CORS): it tells which methods there are, and the operation was not reached. */
function saysMethods({ method }: Operation, { request, response }: Exchange): boolean {
  if (request.method !== 'OPTIONS' || method === 'OPTIONS' || !response || !isSuccessful(response.status)) return false
  return ['allow', 'access-control-allow-methods'].some((name) => headerValue(response.headers, name) !== undefined)
}

/**
 * Where a success has no body, or none with a name that it could be known by, its status tells. A body that should not be there makes a
 * success of an answer only if it says so.
 */
function classificationOf(operation: Operation, { request, response }: Exchange): Classification {
  if (!response) return 'unanswered'
  const isBodiless = operation.success.mediaType === undefined
  const isKnown = !isBodiless && operation.payload.known.length > 0
  if (isKnown && carriesPayload(operation, response, jsonOf(response))) return 'accepted'
  if (isNoAnswer(response.status) || (operation.movesMoney && leadsToRecord(response))) return 'unanswered'
  if (!isSuccessful(response.status)) return 'refused'
  if (isBodiless && response.body.length === 0) return 'accepted'
  const { value, error } = jsonOf(response)
  if (error !== undefined) return isErrorText(decodedText(response)) ? 'refused' : 'unanswered'
  if (isPlainlyError(operation, value)) return 'refused'
  const isSuccess = isKnown ? isSuccessWithoutPayload(operation, value) : !isBodiless || isPlainlySuccess(value)
  return isSuccess && !(isKnown && isOnlyRead(operation, request)) ? 'accepted' : 'unanswered'
}

/** True for a GET in place of another method: another operation may stand at the same path, or a word about this one. */
function isOnlyRead({ method }: Operation, request: Exchange['request']): boolean {
  return request.method === 'GET' && method !== 'GET'
}

/** True for a redirect whose address ends in an id, which is no page of errors: it may be that of what was registered. */
function leadsToRecord({ status, headers }: ReceivedResponse): boolean {
  if (!isRedirect(status)) return false
  const [path = ''] = (headerValue(headers, 'location') ?? '').slice(0, longestText).split(/[?#]/)
  const last = path.replace(/\/+$/, '').split('/').at(-1) ?? ''
  return /\d/.test(last) && /^[\da-f-]+$/i.test(last) && !/^[45]\d\d$/.test(last)
}

/** A list without a record in it, or one record that shows no more than its marker: a zero, or an empty text. */
function isSuccessWithoutPayload(operation: Operation, body: unknown): boolean {
  const { payload, success } = operation
  if (!payload.record.includes('*')) return hasMarker(operation, body) || isPlainlySuccess(body)
  const isMarked = marksOf(success).every(([name, mark]) => valueAt(body, [name]) === mark)
  return isMarked && hasList(operation, body) && messagesOf(body).every((text) => saysSuccess(text))
}

const longestText = 10_000

/** A text that is no JSON: short words of refusal, a page or a document that is one, or a page that asks to log in. */
function isErrorText(text: string): boolean {
  if (!isMarkup(text)) return text.length <= longestText && saysError(text)
  const page = text.slice(0, longestText)
  if (/<input\b[^<>]{0,500}\btype\s*=\s*["']?password\b/i.test(page)) return true
  const said = [...page.matchAll(telling)].some(([, , words = '']) => saysError(words) || /\b(?:log|sign)[ -]?in\b/i.test(words))
  return said || [...page.matchAll(faulty)].some(([, words = '']) => !saysNothing(words))
}

/** What a page is about, or the words of a document of XML. */
const telling = /<(title|h1|message|msg|status|reason|detail|description)\b[^<>]{0,200}>([^<]{0,500})/gi
/** The first words in an element that is called an error. */
const faulty = /<(?:\w{1,20}:)?(?:errors?|fault|exception)(?: [^<>]{0,200})?>\s*(?:<[^<>/]{1,200}>\s*){0,3}([^<]{0,500})/gi
