import type { Operation } from '../../contracts/contract.ts'
import type { Check } from '../../engine/check.ts'
import { hasByteOrderMark, jsonFault, jsonOf, textOf } from '../../engine/evidence/body.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { answersOf, describe, type Evidence, exchangeOf, Inconclusive } from '../../engine/evidence/evidence.ts'
import { type Scan, scanJson } from '../../engine/evidence/scan.ts'
import { type Exchange, headerValue, type ReceivedResponse } from '../../engine/exchange.ts'
import type { Finding } from '../../engine/outcome.ts'
import type { Probe } from '../../engine/probe.ts'
import { acceptedInstead } from '../signatures/explanation.ts'

/** Checks of what every success of an operation is: accepted at all, its status, its media type, its JSON. */
export function answerChecks(operation: Operation, probe: Probe): Check[] {
  const check = (id: string, title: string, judge: Check['judge']): Check => ({
    id: `${operation.id}.${id}`,
    requirement: `${operation.id}.${id}`,
    title,
    probe,
    roles: [],
    judge,
  })
  const { status, mediaType } = operation.success
  const each = (judge: (response: ReceivedResponse) => Iterable<Finding>) => (evidence: Evidence) => eachAnswer(evidence, probe, judge)
  return [
    check('accepted', 'A right request is accepted', judgeAccepted),
    check(
      'status',
      `A success has the status ${status}`,
      each((response) => statusFindings(response, status)),
    ),
    check(
      'media-type',
      `A success is ${mediaType}`,
      each((response) => mediaTypeFindings(response, mediaType)),
    ),
    check('json', 'A success is well-formed JSON', each(jsonFindings)),
    check(
      'json.keys',
      'No key stands twice in an object',
      each((response) => spots(response, 'duplicateKeys', 'each key once', (text) => `${JSON.stringify(text)} again`)),
    ),
    check(
      'json.numbers',
      'Numbers fit double precision',
      each((response) => spots(response, 'largeNumbers', 'a number that a double holds exactly', (text) => text)),
    ),
    check('json.text', 'The body has no byte order mark', each(textFindings)),
  ]
}

/** Judges every answer to a right request. @throws {Inconclusive} where there is none. */
export function* eachAnswer(
  evidence: Evidence,
  probe: Probe,
  judge: (response: ReceivedResponse) => Iterable<Finding>,
): Generator<Finding> {
  const answers = answersOf(evidence, probe.isRight)
  if (answers.length === 0) throw new Inconclusive(whyNoAnswer(evidence))
  for (const { id, response } of answers) {
    if (response) for (const finding of judge(response)) yield { ...finding, exchange: id }
  }
}

/** Why no right request has an answer that could be judged. */
export function whyNoAnswer({ operation, exchanges }: Evidence): string {
  const first: Exchange | undefined = exchanges.values().next().value
  if (!first) return 'Nothing was sent.'
  return `A right request was not accepted: ${describe(first, classify(operation, first))}.`
}

const controls = ['control', 'seen', 'control-after']

function* judgeAccepted(evidence: Evidence): Generator<Finding> {
  for (const role of controls.filter((name) => name === 'control' || evidence.exchanges.has(name))) {
    const exchange = exchangeOf(evidence, role)
    const classification = classify(evidence.operation, exchange)
    if (classification === 'accepted') continue
    const status = exchange.response?.status ?? 0
    if (classification === 'unanswered')
      throw new Inconclusive(`A right request got no answer to judge: ${describe(exchange, classification)}.`)
    if (role !== 'control' && status < 500) throw new Inconclusive(lockedOut(describe(exchange, classification)))
    yield {
      at: 'status',
      expected: 'a right request is accepted',
      actual: `${describe(exchange, classification)}${instead(evidence)}`,
      exchange: exchange.id,
    }
  }
}

function lockedOut(what: string): string {
  return `A right request was accepted before the wrong ones and not after them: ${what}. The target may lock out who fails often.`
}

/** What a target accepts that refuses the right signature: the likely explanation. */
function instead({ operation, exchanges }: Evidence): string {
  const accepted = acceptedInstead(operation, exchanges.values())
  if (accepted.length === 0) return ''
  const more = accepted.length > 3 ? ` (and ${accepted.length - 3} more)` : ''
  return `; instead ${accepted.slice(0, 3).join(', ')}${more}`
}

function* statusFindings({ status }: ReceivedResponse, expected: number): Generator<Finding> {
  if (status !== expected) yield { at: 'status', expected: String(expected), actual: String(status) }
}

function* mediaTypeFindings({ headers }: ReceivedResponse, expected: string): Generator<Finding> {
  const given = headerValue(headers, 'content-type')
  const essence = given?.split(';')[0]?.trim().toLowerCase()
  if (essence !== expected.toLowerCase()) yield { at: 'header content-type', expected, actual: given ?? 'missing' }
}

function* jsonFindings(response: ReceivedResponse): Generator<Finding> {
  const error = jsonFault(response)
  if (error === undefined) return
  if (response.truncated) throw new Inconclusive(`The body could not be judged: ${error}.`)
  yield { at: 'body', expected: 'well-formed JSON', actual: error }
}

const scans = new WeakMap<Buffer, Scan>()

function* spots(response: ReceivedResponse, kind: keyof Scan, expected: string, actual: (text: string) => string): Generator<Finding> {
  const error = jsonFault(response)
  if (error !== undefined) throw new Inconclusive(`There is no well-formed JSON to judge: ${error}.`)
  const scan = scans.get(response.body) ?? scanJson(textOf(response), jsonOf(response).value)
  scans.set(response.body, scan)
  const [first, ...others] = scan[kind]
  if (!first) return
  const places = [first, ...others].map(({ at }) => at)
  yield {
    at: first.at,
    expected,
    actual: actual(first.text),
    ...(others.length > 0 && { count: places.length, places: places.slice(0, 10) }),
  }
}

function* textFindings({ body }: ReceivedResponse): Generator<Finding> {
  if (hasByteOrderMark(body)) yield { at: 'body', expected: 'no byte order mark', actual: 'a byte order mark' }
}
