import type { Operation } from '../../contracts/contract.ts'
import { essence, isListOfTypes } from '../../contracts/media-type.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { brokenOff, decodedText, hasByteOrderMark, jsonFault } from '../../engine/evidence/body.ts'
import { Inconclusive } from '../../engine/evidence/evidence.ts'
import { everyValue, type ReceivedResponse } from '../../engine/exchange.ts'
import type { Check } from '../../engine/judging/check.ts'
import { type Finding, findingAt, foundIn, merged } from '../../engine/judging/outcome.ts'
import { noteLeft } from '../../engine/memory.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import { counted } from '../../text/counted.ts'
import { absent } from '../../text/excerpt.ts'
import { type Scan, scanJson } from '../../text/json/scan.ts'
import { withClients } from './clients.ts'
import { answeredExchanges, answersBegun, checkOfRight, type RightRequest, type Senders, shapedRequests } from './right-requests.ts'

export function answerChecks(operation: Operation, senders: Senders): Check[] {
  const check = (name: string, title: string, judge: Judge, answersOf = answeredExchanges): Check => {
    const judgeEach = (requests: readonly RightRequest[]) => eachAnswer(requests, judge, answersOf)
    return checkOfRight(senders, { id: `${operation.id}.${name}`, title, roles: [], judge: judgeEach }, shapedRequests)
  }
  const { status, mediaType } = operation.success
  const statusCheck = check('status', `A success has the status ${status}`, (response) => statusFindings(response, status), answersBegun)
  if (mediaType === undefined) return [statusCheck, check('empty', 'A success has no body', emptyFindings)]
  return [
    statusCheck,
    check('media-type', `A success is ${mediaType}`, (response) => mediaTypeFindings(response, mediaType), answersBegun),
    check('json', 'A success is well-formed JSON', jsonFindings),
    check('json.keys', 'No key stands twice in an object', (response) =>
      spots(response, 'duplicateKeys', 'each key once', (text) => `${JSON.stringify(text)} again`),
    ),
    check('json.numbers', 'Numbers fit double precision', (response) =>
      spots(response, 'largeNumbers', 'a number that a double holds exactly', (text) => text),
    ),
    check('json.text', 'The body has no byte order mark', textFindings),
  ]
}

/** No request holds the key: whatever answer does tells it. The senders are those of all operations. */
export function toldSecretChecks(operation: Operation, senders: Senders): Check[] {
  if (!isSigned(operation)) return []
  const { id } = operation
  const { key } = operation.authentication.signature.construction
  // Another operation that is signed with the same key has a check of its own.
  const isMeant = ({ operation: other }: RightRequest) =>
    other.id === id || !isSigned(other) || other.authentication.signature.construction.key !== key
  const judge = (requests: readonly RightRequest[]) => {
    const told = requests.filter((request) => request.exchange.disclosed?.includes(key) && isMeant(request))
    if (told.length === 0) answersBegun(requests.filter(({ operation: other }) => other.id === id))
    const finding = { at: 'response', expected: 'nothing of the secret key', actual: `the secret ${key}` }
    return merged(told.map(({ exchange }) => ({ ...finding, exchange: exchange.id })))
  }
  const title = 'No answer to a right request tells the secret key'
  return [checkOfRight(senders, { id: `${id}.signature.secret`, title, roles: [], judge })]
}

type Judge = (response: ReceivedResponse) => Iterable<Finding>

/** Judges every answer to a right request. @throws {Inconclusive} if there is none. */
function eachAnswer(requests: readonly RightRequest[], judge: Judge, answersOf: typeof answeredExchanges): Finding[] {
  const answers = answersOf(requests)
  const found = answers.flatMap(({ id, response }) => (response ? foundIn(id, judge(response)) : []))
  return merged(withClients(found, answers))
}

function* statusFindings({ status }: ReceivedResponse, expected: number): Generator<Finding> {
  if (status !== expected) yield { at: 'status', expected: String(expected), actual: String(status) }
}

function* emptyFindings({ body }: ReceivedResponse): Generator<Finding> {
  if (body.length > 0) yield { at: 'body', expected: 'no body', actual: counted(body.length, 'byte') }
}

/** Of several fields, or of a list, some clients take the first and others the last (RFC 9110, 8.3). */
export function* mediaTypeFindings({ headers }: ReceivedResponse, expected: string): Generator<Finding> {
  const given = everyValue(headers, 'content-type')
  const isRight = (value: string) => !isListOfTypes(value) && essence(value).toLowerCase() === expected.toLowerCase()
  if (given.length === 0 || !given.every(isRight)) yield { at: 'header content-type', expected, actual: given.join(', ') || absent }
}

function* jsonFindings(response: ReceivedResponse): Generator<Finding> {
  const { codingFault } = response
  if (codingFault !== undefined)
    yield { at: 'header content-encoding', expected: 'a single content coding that is true', actual: codingFault }
  const error = jsonFault(response)
  if (error === undefined || codingFault !== undefined) return
  if (response.truncated) throw new Inconclusive(`The body could not be judged: ${error}.`)
  yield { at: 'body', expected: 'well-formed JSON', actual: isCountedInLetters(response, error) ? `${error}${inLetters}` : error }
}

const inLetters = '; its Content-Length is too short: does that count letters instead of bytes?'

/** True for an answer that ends where its length says, in the middle of its JSON, and has letters of more than one byte. */
function isCountedInLetters(response: ReceivedResponse, error: string): boolean {
  const { headers, body } = response
  return error.startsWith(brokenOff) && everyValue(headers, 'content-length').includes(`${body.length}`) && body.some((byte) => byte > 0x7f)
}

const scans = new WeakMap<Buffer, Scan>()

function scanned(response: ReceivedResponse): Scan {
  noteLeft(response.body.length)
  return scanJson(decodedText(response))
}

function* spots(response: ReceivedResponse, kind: keyof Scan, expected: string, actual: (text: string) => string): Generator<Finding> {
  const error = jsonFault(response)
  if (error !== undefined) throw new Inconclusive(`There is no well-formed JSON to judge: ${error}.`)
  const scan = getOrInsert(scans, response.body, () => scanned(response))
  const [first] = scan[kind]
  if (!first) return
  const places = scan[kind].map(({ at }) => at)
  yield findingAt(places, { expected, actual: actual(first.text) })
}

function* textFindings({ body }: ReceivedResponse): Generator<Finding> {
  if (hasByteOrderMark(body)) yield { at: 'body', expected: 'no byte order mark', actual: 'a byte order mark' }
}
