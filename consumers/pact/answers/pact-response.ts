import { isDeepStrictEqual } from 'node:util'
import type { Operation, Schema, Unique } from '../../../contracts/contract.ts'
import { expectation, inputAt } from '../../../contracts/fields.ts'
import { isMedia } from '../../../contracts/media-type.ts'
import { isSuccessful } from '../../../contracts/statuses.ts'
import { asText } from '../../../text/json/as-text.ts'
import { isObject, pointerSteps, valueAtPointer } from '../../../text/json/pointer.ts'
import { findingValue, must, type PactFinding, pointerOf, should } from '../finding.ts'
import {
  type ConsumerInteraction,
  type ConsumerRequest,
  type ConsumerResponse,
  listedHeader,
  namesOf,
  type PlacedRule,
} from '../reading/interaction.ts'
import { takes } from '../reading/matcher.ts'
import { gravity, schemaOf, schemaWithout } from '../reading/pact-rules.ts'
import { pageFindings } from './exact-page.ts'
import { departures, unlisted } from './pact-body.ts'

/** True if a consumer expects a success as the source shows it; anything else is a refusal, of which nothing is shown (clause 7). */
export function expectsSuccess({ success }: Operation, { status }: ConsumerResponse): boolean {
  return status === success.status
}

export function responseFindings(operation: Operation, interaction: ConsumerInteraction): PactFinding[] {
  const { success } = operation
  const { request, response } = interaction
  return [
    ...response.rules.filter(({ part }) => part === 'status').flatMap((rule) => statusFinding(success.status, rule)),
    ...headerFindings(success.mediaType, response),
    ...(success.mediaType === undefined && response.body.value !== undefined
      ? [must('response body', 'nothing: a success has no body', findingValue(response.body.value))]
      : []),
    ...(response.body.value === undefined ? [] : departures(success.schema, response.body.value, 'response body')),
    ...response.rules.filter(({ part }) => part === 'body').flatMap(({ path }) => listed(success.schema, path)),
    ...response.rules.filter(({ part }) => part === 'body').flatMap((rule) => bounded(operation, request, rule)),
    ...pageFindings(operation, interaction),
    ...operation.unique.filter(({ scope }) => scope === 'within').flatMap((each) => sharedIn(each, response)),
  ]
}

/** The statuses that Pact has a word for, by their first digits. */
const statusClasses: Readonly<Record<string, RegExp>> = {
  info: /^1/,
  success: /^2/,
  redirect: /^3/,
  clientError: /^4/,
  serverError: /^5/,
  nonError: /^[123]/,
  error: /^[45]/,
}

/** A rule for the status counts, whatever the example says. */
function statusFinding(status: number, { matchers }: PlacedRule): PactFinding[] {
  const named = matchers.flatMap((matcher) => (matcher['match'] === 'statusCode' ? [matcher['status']] : []))
  const expressions = matchers.flatMap((matcher) => (takes(matcher, String(status)) === false && matcher['regex']) || [])
  const others = named.filter(
    (taken) => !(Array.isArray(taken) ? taken.includes(status) : statusClasses[asText(taken)]?.test(String(status))),
  )
  const [wrong] = [...others, ...expressions]
  return wrong === undefined ? [] : [must('response status', String(status), `a matching rule that takes ${findingValue(wrong)} alone`)]
}

/** No list has an upper bound, except a page, which holds at most what was asked for. */
function bounded({ success, pagination }: Operation, { body }: ConsumerRequest, { path, matchers }: PlacedRule): PactFinding[] {
  const found = schemaOf(success.schema, path)
  const most = matchers.map(({ max }) => max).find((max) => typeof max === 'number')
  if (most === undefined || !found?.items) return []
  const isPage = pagination !== undefined && pointerOf(path) === pagination.records
  const asked = isPage && isObject(body.value) ? body.value[inputAt(pagination.size.request)] : undefined
  if (typeof asked === 'number' && most >= asked) return []
  return [must(`response body ${pointerOf(path)}`, `${expectation(found)}, of any length`, `a matching rule for at most ${most}`)]
}

/** A consumer that expects a refusal relies on a status, and often on a body, that the source leaves open. */
export function refusalFindings({ success }: Operation, { status, headers, body, rules }: ConsumerResponse): PactFinding[] {
  const loose = rules.some(({ part, matchers }) => part === 'status' && matchers.some(({ match }) => match === 'statusCode'))
  const named = namesOf(headers).filter((name) => name.toLowerCase() !== 'content-type')
  const isOther = isSuccessful(status)
  const open = isOther ? 'no other success is shown' : 'which status a refusal has is not shown'
  return [
    (loose ? should : must)('response status', `${success.status}: ${open}`, String(status)),
    ...(isOther || body.value === undefined || body.value === null
      ? []
      : [must('response body', 'nothing: which body a refusal has is not shown', findingValue(body.value))]),
    ...named.map((name) => must(`response header ${name}`, 'nothing: which headers a refusal has is not shown', 'an expectation')),
  ]
}

function headerFindings(mediaType: string | undefined, response: ConsumerResponse): PactFinding[] {
  const others = namesOf(response.headers).filter((name) => name.toLowerCase() !== 'content-type')
  return [
    ...others.map((name) => must(`response header ${name}`, 'a header that the source lists: Content-Type', 'an expectation')),
    ...(mediaType === undefined ? [] : mediaFindings(mediaType, response)),
  ]
}

function mediaFindings(mediaType: string, response: ConsumerResponse): PactFinding[] {
  const at = 'response header Content-Type'
  const value = listedHeader(response, 'content-type')
  const other = [value, response.body.ownType].find((type) => type !== undefined && !isMedia(type, mediaType))
  if (other !== undefined) return [must(at, mediaType, findingValue(other))]
  if (value === undefined) return []
  const matched = response.rules.filter(({ part, path }) => part === 'header' && path[0]?.toLowerCase() === 'content-type')
  const narrow = matched
    .flatMap(({ matchers }) => matchers)
    .find((matcher) => takes(matcher, mediaType) === false && matcher['match'] !== 'equality')
  if (narrow)
    return [must(at, `${mediaType}, with or without parameters`, `a matching rule for ${findingValue(narrow['regex'] ?? narrow['match'])}`)]
  const isExact = value.includes(';') && matched.length === 0
  return isExact ? [should(at, `${mediaType}, with or without parameters`, findingValue(value))] : []
}

function listed(schema: Schema, path: readonly string[]): PactFinding[] {
  const without = schemaWithout(schema, path)
  return without ? [unlisted(`response body ${pointerOf(path)}`, without, 'a matching rule')] : []
}

/**
 * Records of an expected list that share what no two may share. If they have to be exactly so, no provider can answer this way; under
 * matching rules it is only an unlikely example, and records that are equal are copies that a library made.
 */
function sharedIn({ at, by = '' }: Unique, response: ConsumerResponse): PactFinding[] {
  const list = valueAtPointer(response.body.value, at)
  if (!Array.isArray(list)) return []
  const seen = new Map<string | undefined, number>()
  return list.flatMap((record, index) => {
    const key = JSON.stringify(valueAtPointer(record, by))
    const before = key === undefined ? undefined : seen.get(key)
    if (before === undefined) seen.set(key, index)
    const level = before === undefined ? undefined : gravity(response, [...pointerSteps(at), String(index), ...pointerSteps(by)])
    if (level === undefined || (level === 'SHOULD' && isDeepStrictEqual(list[Number(before)], record))) return []
    return [{ level, at: `response body ${at}/${index}${by}`, expected: `another than that of ${at}/${before}`, actual: 'the same' }]
  })
}
