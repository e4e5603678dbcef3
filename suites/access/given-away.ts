import type { Operation } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { decodedText, jsonOf } from '../../engine/evidence/body.ts'
import { classify } from '../../engine/evidence/classification.ts'
import type { Evidence } from '../../engine/evidence/evidence.ts'
import { placesAt } from '../../engine/evidence/place.ts'
import { bodyText, type Exchange, isWebPage, type ReceivedResponse } from '../../engine/exchange.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import type { Roles } from '../../engine/judging/refusal-judge.ts'
import { withoutRole } from '../../engine/probes/roles.ts'
import { memoized } from '../../language/memoized.ts'
import { counted } from '../../text/counted.ts'
import { excerpt } from '../../text/excerpt.ts'
import { pointerSteps, valueAtPointer } from '../../text/json/pointer.ts'

const strangers = new Set([withoutRole, 'zeros', 'other-value', 'whole.none', 'whole.zeros'])

/** True for a request without a right value, which an answer can then only have from the target; a wrong signature may hold the right one. */
export function isStranger(operation: Operation, role: string): boolean {
  return strangers.has(role) || (role === 'form.forwarded' && !isSigned(operation))
}

/** What says nothing of a target: a token that may be made of the altered one in its request, and what any stranger is told. */
function untelling({ operation, exchanges }: Evidence, role: string): readonly string[] {
  if (isStranger(operation, role)) return []
  const toldAnyway = [...exchanges].flatMap(([other, { disclosed = [] }]) => (isStranger(operation, other) ? disclosed : []))
  return [...toldAnyway, ...ownProofs(operation, role)]
}

function ownProofs({ authentication }: Operation, role: string): readonly string[] {
  return authentication.kind === 'scheme' && !formed.test(role) ? [authentication.setting] : []
}

/** These hold no credential, or one that has nothing of the right one. */
const formed = /^(?:form|none|wrong)\./

/** The places where an answer to a wrong request discloses a credential or signature, or to a stranger what right requests are given. */
export function* givenAway(evidence: Evidence, role: string, roles: Roles): Generator<Finding> {
  const { operation, exchanges } = evidence
  for (const exchange of roles.flatMap((each) => exchanges.get(each) ?? [])) {
    const { id, disclosed = [] } = exchange
    const passedOver = disclosed.length > 0 ? untelling(evidence, role) : [] // hardly any answer discloses anything
    const names = disclosed
      .filter((name) => !passedOver.includes(name))
      .map((name) => (name === 'signature' ? 'the right signature' : `the secret ${name}`))
    if (names.length > 0) yield { at: 'body', expected: 'a refusal', actual: `a refusal that tells ${names.join(' and ')}`, exchange: id }
    if (!isStranger(operation, role)) continue
    const told = classify(operation, exchange) === 'accepted' ? [] : toldOfRecords(evidence, exchange)
    if (told.length > 0) yield { at: 'body', expected: 'a refusal', actual: `a refusal that tells ${wordsOf(told)}`, exchange: id }
  }
}

function wordsOf(told: readonly string[]): string {
  return `${counted(told.length, 'value')} that right requests are given: ${told.slice(0, mostNamed).map(excerpt).join(', ')}`
}

const mostNamed = 3

/**
 * What an answer tells of the records that right requests were given, its own request aside: values that one record alone has, in its body, in a
 * header or in base64, and how many records there are. Empty if it may be chance: one value that is not long.
 */
function toldOfRecords({ operation, exchanges }: Evidence, { request, response }: Exchange): readonly string[] {
  if (!response) return []
  const given = [...exchanges.values()].filter((other) => classify(operation, other) === 'accepted').slice(0, mostLooked)
  const sent = `${request.url}\n${bodyText(request)}`
  const text = tellingText(response)
  const numbers = new Set(text.split(/[^\d.e+-]+/i))
  // A page for people may show anything, such as the prices of the day.
  const page = isWebPage(response) ? decodedText(response) : ''
  const isShown = (value: string) => value.length >= unmistakable && page.includes(value)
  const isTold = (value: string) =>
    (/^[\d.e+-]+$/i.test(value) ? numbers.has(value) : text.includes(value) || isShown(value)) && !sent.includes(value)
  const told = [...new Set(given.flatMap(ownValues(operation)))].filter(isTold)
  if (told.length >= leastTold || told.some((value) => value.length >= unmistakable)) return told
  return given.flatMap((other) => toldTotal(operation, other, response))
}

const mostLooked = 3
const leastTold = 2
/** A text of this length does not occur in two answers by chance. */
const unmistakable = 20
const leastCharacters = 8
const leastDigits = 5
const longestText = 1 << 16
const mostValues = 2000

/** The texts and numbers that only one record of an answer holds, as JSON writes them; a chain or an asset is no secret. */
const ownValues = memoized(({ payload }: Operation) =>
  memoized(({ response }: Exchange): readonly string[] => {
    const counts = new Map<string, number>()
    for (const { value: record } of placesAt(response && jsonOf(response).value, pointerSteps(payload.record))) {
      if (counts.size >= mostValues) break
      for (const value of new Set(valuesOf(record))) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    return [...counts].filter(([, count]) => count === 1).map(([value]) => value)
  }),
)

/** Addresses of pages are no secret either: a refusal may link to the same ones. */
function valuesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(valuesOf)
  if (typeof value === 'string') {
    const isTelling = value.length >= leastCharacters && value.length <= longestText && !value.includes('://')
    return isTelling ? [JSON.stringify(value).slice(1, -1)] : []
  }
  const digits = typeof value === 'number' ? String(Math.abs(value)).replace(/^[0.]+|\D|0+$/g, '') : ''
  return digits.length >= leastDigits ? [String(value)] : []
}

/** Headers and a body of any format, and what stands in them in base64, cut off or not. */
function tellingText(response: ReceivedResponse): string {
  const { value, error } = jsonOf(response)
  const body = error === undefined ? JSON.stringify(value) : isWebPage(response) ? '' : decodedText(response)
  const text = [body.slice(0, longestText), ...response.headers.map(([, header]) => header)].join('\n')
  const coded = text.match(/[\w+/-]{32,}/g) ?? []
  return [text, ...coded.map((each) => Buffer.from(each, 'base64').toString())].join('\n')
}

/** The number of all records, if an answer gives it under the name that the list uses or under another usual one; a 1 is chance. */
function toldTotal(operation: Operation, exchange: Exchange, response: ReceivedResponse): string[] {
  const total = totalOf(operation, exchange)
  if (total === undefined || total <= 1) return []
  const own = pointerSteps(operation.pagination?.total ?? '').at(-1)
  const isMeant = (name: string) => name === own || (total >= leastCounted && countNames.test(name))
  const isNamed = ([header]: readonly [string, string]) =>
    !/^content-length$/i.test(header) && header.toLowerCase().split('-').some(isMeant)
  const isTold =
    tells(jsonOf(response).value, isMeant, total) || response.headers.some((each) => isNamed(each) && each[1] === String(total))
  return isTold ? [String(total)] : []
}

/** The number of records that a list states, or how many it holds if it states none. */
function totalOf({ pagination, payload }: Operation, { response }: Exchange): number | undefined {
  const { value } = jsonOf(response as ReceivedResponse)
  if (!pagination) return payload.record.includes('*') ? [...placesAt(value, pointerSteps(payload.record))].length : undefined
  const total = valueAtPointer(value, pagination.total)
  return typeof total === 'number' ? total : undefined
}

/** A smaller number may count anything. */
const leastCounted = 10
const countNames = /^(?:count|records|results|items|rows|length)$|(?:Count|_count|Records|_records)$/

const deepest = 8

function tells(value: unknown, isMeant: (name: string) => boolean, total: number, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth > deepest) return false
  return Object.entries(value).some(([member, own]) => (own === total && isMeant(member)) || tells(own, isMeant, total, depth + 1))
}
