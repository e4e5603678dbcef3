import type { Operation } from '../../contracts/contract.ts'
import { marksOf } from '../../contracts/fields.ts'
import { excerpt } from '../../text/excerpt.ts'
import { isObject, valueAt, valueAtPointer } from '../../text/json/pointer.ts'
import { saysError, saysNothing, saysSuccess } from './wording.ts'

/** True if a body says, in one of the ways in which services do, that the request was not accepted. Its status is not looked at. */
export function isPlainlyError(operation: Operation, body: unknown): boolean {
  if (typeof body === 'string') return saysError(body)
  if (Array.isArray(body))
    return body.length > 0 && body.slice(0, mostMembers).every((each) => isObject(each) && isPlainlyError(operation, each))
  if (!isObject(body)) return false
  const members = membersOf(body)
  const inner = members.flatMap(([name, value]) => (envelopes.has(name) && isObject(value) ? membersOf(value) : []))
  const payload = valueAtPointer(body, operation.payload.envelope)
  return (
    departsFromSuccess(operation, body) ||
    [...members, ...inner].some(marksError) ||
    [payload, valueAt(body, ['data'])].flatMap(membersOf).some(([name, value]) => errorNames.has(name) && tells(value)) ||
    hasErrorCode([...members, ...inner]) ||
    texts([...members, ...inner]).some(saysError) ||
    (typeof payload === 'string' && saysError(payload))
  )
}

/** True if a body says that the request was accepted, whatever else it lacks. */
export function isPlainlySuccess(body: unknown): boolean {
  return isObject(body) && texts(membersOf(body)).some(saysSuccess)
}

/** The texts of a body that are messages for people, empty ones left out. */
export function messagesOf(body: unknown): string[] {
  return texts(membersOf(body).filter(([name]) => messageNames.has(name))).filter((text) => !saysNothing(text))
}

type Member = readonly [name: string, value: unknown]

const mostMembers = 100

/** The members of an object, their names without case, hyphens and underscores, since services write them in every way. */
function membersOf(value: unknown): Member[] {
  if (!isObject(value)) return []
  return Object.entries(value)
    .slice(0, mostMembers)
    .map(([name, member]) => [name.toLowerCase().replace(/[_-]/g, ''), member])
}

const envelopes = new Set(['status', 'meta', 'header', 'head', 'result', 'response'])
const errorNames = new Set(
  'error errors err errorcode errorcodes errormessage errormsg errordescription errordetail errno errcode errmsg exception fault faultcode faultstring failure'.split(
    ' ',
  ),
)
const goodNames = new Set('success ok succeeded issuccess issuccessful successful isok valid authorized authenticated'.split(' '))
const badNames = new Set('haserror haserrors iserror failed isfailed'.split(' '))
const codeNames = new Set('code statuscode httpstatus httpcode httpstatuscode retcode ret returncode resultcode responsecode rc'.split(' '))
const messageNames = new Set('message msg detail reason statusmessage statustext retmsg returnmsg resultmsg'.split(' '))
const textNames = new Set([...messageNames, ...'details text info description title result status state cause data type'.split(' ')])

function marksError([name, value]: Member): boolean {
  if (errorNames.has(name)) return tells(value)
  if (goodNames.has(name)) return isFalse(value)
  if (badNames.has(name)) return value === true || value === 'true' || value === 1
  if (name === 'status' || name === 'result') return value === false || isErrorStatus(value)
  return codeNames.has(name) && isErrorStatus(value)
}

const deepest = 3

/**
 * True if the value of an error member means that there is an error: not null, false, zero, an empty list, `none`, or a code of zero
 * without a text.
 */
function tells(value: unknown, depth = 0, isListed = false): boolean {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return !isGoodCode(value)
  // In a list of errors "no" is one: where there is none the list is empty.
  if (typeof value === 'string') return !saysNothing(value) || (isListed && /^\s*no\s*$/i.test(value))
  if (typeof value !== 'object' || value === null) return false
  return depth >= deepest
    ? Object.keys(value).length > 0
    : Object.values(value)
        .slice(0, mostMembers)
        .some((member) => tells(member, depth + 1, isListed || Array.isArray(value)))
}

function isFalse(value: unknown): boolean {
  return value === false || value === 0 || (typeof value === 'string' && /^(?:false|no|0|n)$/i.test(value))
}

/** True if a code means an error: it is none of the usual codes of a success, and no words beside it say otherwise. */
function hasErrorCode(members: readonly Member[]): boolean {
  const codes = members.filter(([name]) => codeNames.has(name)).map(([, value]) => value)
  if (codes.some((code) => typeof code === 'string' && !isNumeric(code) && saysError(code))) return true
  if (!codes.some((code) => isNumeric(code) && !isGoodCode(Number(code)))) return false
  const said = texts(members)
  return !said.some((text) => saysSuccess(text) || /^\s*ok(?:ay)?\s*$/i.test(text))
}

function isNumeric(code: unknown): boolean {
  return typeof code === 'number' || (typeof code === 'string' && /^-?\d{1,15}$/.test(code))
}

/** The usual codes of a success are zero, one, and statuses of success. */
export function isGoodCode(code: number): boolean {
  return code === 0 || code === 1 || (code >= 200 && code <= 299)
}

function isErrorStatus(value: unknown): boolean {
  return isNumeric(value) && Number(value) >= 400 && Number(value) <= 599
}

/** The texts among members; other values are never converted into texts, which a target could abuse. */
function texts(members: readonly Member[]): string[] {
  return members.flatMap(([name, value]) => (textNames.has(name) && typeof value === 'string' ? [value] : []))
}

/**
 * True if the constant that marks a success has another text: one that means an error, or any text where the payload is missing as
 * well.
 */
function departsFromSuccess({ success, payload }: Operation, body: object): boolean {
  const place = valueAtPointer(body, payload.envelope)
  const isPlaceless = typeof place !== 'object' || place === null
  return otherMarks(success, body).some(({ found }) => isPlaceless || errorStates.test(found))
}

/** The constants that mark a success, and the other text that stands there. */
function otherMarks(success: Operation['success'], body: object) {
  return marksOf(success).flatMap(([name, expected]) => {
    const found = valueAt(body, [name])
    return typeof expected === 'string' && typeof found === 'string' && found !== expected ? [{ name, expected, found }] : []
  })
}

/** The text that stands where another would mark a success, unless it is the name of an error. */
export function otherMark({ success }: Operation, body: unknown): string | undefined {
  const [mark] = isObject(body) ? otherMarks(success, body) : []
  if (!mark || errorStates.test(mark.found)) return undefined
  return `${mark.name} ${excerpt(mark.found)} instead of ${excerpt(mark.expected)}`
}

const errorStates =
  /^(error|err|fail|failed|failure|ko|nok|not ?ok|denied|refused|rejected|invalid|unauthori[sz]ed|forbidden|exception|false)$/i
