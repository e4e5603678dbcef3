import type { Operation, Unique } from '../../contracts/contract.ts'
import { fieldNameAt } from '../../contracts/fields.ts'
import { jsonOf } from '../../engine/evidence/body.ts'
import { type Evidence, Inconclusive, LeftOut } from '../../engine/evidence/evidence.ts'
import { identifierAt } from '../../engine/evidence/identifier.ts'
import { askedBy, type Exchange, endOf } from '../../engine/exchange.ts'
import type { Check } from '../../engine/judging/check.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import { rationed, rationOf } from '../../engine/judging/refusal-judge.ts'
import { counted } from '../../text/counted.ts'
import { excerpt, shortened } from '../../text/excerpt.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import { preferenceRoles, preferences } from './probe.ts'
import { answeredExchanges, checkOfRight, type RightRequest, type Senders, whyNone } from './right-requests.ts'

export function uniqueChecks(operation: Operation, senders: Senders): Check[] {
  return operation.unique.map((unique) =>
    checkOfRight(senders, {
      id: `${operation.id}.unique.${fieldNameAt(unique.at)}`,
      title: unique.text,
      roles: [],
      judge: (requests, evidence) => (unique.scope === 'across' ? judgeAcross(requests, unique, evidence) : judgeWithin(requests, unique)),
    }),
  )
}

function* judgeWithin(requests: readonly RightRequest[], { at: pointer, by = '' }: Unique): Generator<Finding> {
  const listed = answeredExchanges(requests).flatMap((exchange): Listed[] => {
    const records = exchange.response && valueAtPointer(jsonOf(exchange.response).value, pointer)
    return Array.isArray(records) ? [{ exchange, records }] : []
  })
  if (listed.every(({ records }) => records.length === 0))
    throw new Inconclusive('No answer holds a list with records, so no two can be compared.')
  for (const { exchange, records } of listed) {
    const seen = new Map<string, number>()
    for (const [index, record] of records.entries()) {
      const key = keyOf(valueAtPointer(record, by))
      const before = key === undefined ? undefined : seen.get(key)
      if (before !== undefined) {
        const [at, expected] = [`${pointer}/${index}${by}`, `another than that of ${pointer}/${before}`]
        yield { at, expected, actual: 'the same', exchange: exchange.id }
        break
      }
      if (key !== undefined) seen.set(key, index)
    }
  }
  yield* missingBetween(listed, pointer, by)
}

interface Listed {
  readonly exchange: Exchange
  readonly records: readonly unknown[]
}

/** A record that an answer lacks, though those to the same request before and after it hold it; or all of them, which do not go at once. */
function* missingBetween(listed: readonly Listed[], pointer: string, by: string): Generator<Finding> {
  const groups = Map.groupBy(listed, ({ exchange }) => askedBy(exchange.request))
  for (const group of groups.values()) {
    const most = Math.max(...group.map(({ records }) => records.length))
    // Long lists are looked into only if one is shorter than another.
    if (group.every(({ records }) => records.length === most)) continue
    const whole = group.filter(({ records }) => records.length === most)
    const [before] = whole.toSorted((one, other) => endedIn(one) - endedIn(other))
    const after = whole.toSorted((one, other) => one.exchange.startedAt - other.exchange.startedAt).at(-1)
    if (!before || !after) continue
    const emptied = group.find((one) => one.records.length === 0 && endedIn(after) <= one.exchange.startedAt)
    if (emptied && most > 1) {
      const expected = `some of the ${most} records that stood there before it`
      yield { at: pointer, expected, actual: noRecords + circumstancesOf(emptied.exchange), exchange: emptied.exchange.id }
      return
    }
    const isBetween = (one: Listed) => endedIn(before) <= one.exchange.startedAt && endedIn(one) <= after.exchange.startedAt
    const short = group.find((one) => one.records.length < most && isBetween(one))
    if (!short) continue
    const own = keysOf(short, by)
    const kept = keysOf(after, by)
    const lost = before.records.findIndex((record) => {
      const key = keyOf(valueAtPointer(record, by))
      return key !== undefined && kept.has(key) && !own.has(key)
    })
    if (lost === -1) continue
    const expected = `the record that stands at ${pointer}/${lost} before and after it`
    const found = short.records.length === 0 ? noRecords : `${counted(short.records.length, 'record')} without it`
    yield { at: pointer, expected, actual: found + circumstancesOf(short.exchange), exchange: short.exchange.id }
    return
  }
}

const noRecords = 'no records'

/** What a client said beside, which may be the reason. */
function circumstancesOf({ role }: Exchange): string {
  const preference = preferenceRoles.find((own) => own === role)
  return preference ? `, ${preferences[preference].title}` : ''
}

/** The millisecond in which an answer was whole: starts are kept in whole milliseconds, so that the next request may have the same. */
function endedIn({ exchange }: Listed): number {
  return Math.floor(endOf(exchange))
}

function keysOf({ records }: Listed, by: string): Set<string | undefined> {
  return new Set(records.map((record) => keyOf(valueAtPointer(record, by))))
}

function* judgeAcross(requests: readonly RightRequest[], { at: pointer }: Unique, evidence: readonly Evidence[]): Generator<Finding> {
  const accepted = requests.filter(({ isAccepted }) => isAccepted).map(({ exchange }) => exchange)
  const ids = accepted.flatMap((exchange) => {
    const text = identifierAt(exchange, pointer)
    return text === undefined ? [] : [{ text, exchange: exchange.id }]
  })
  if (accepted.length === 1 && evidence.some((own) => rationOf(own) !== undefined)) throw new LeftOut(rationed)
  if (ids.length < 2)
    throw new Inconclusive(
      accepted.length < 2 ? whyNone(requests) : `Fewer than two answers hold ${pointer}, so there are no two to compare.`,
    )
  const seen = new Map<string, string>()
  for (const { text, exchange } of ids) {
    const before = seen.get(text)
    if (before !== undefined)
      yield { at: pointer, expected: 'an id that no answer had before', actual: `${shortened(text)}, as in ${before}`, exchange }
    else seen.set(text, exchange)
  }
}

/** A key that is equal for equal values, whatever the order of their members; one level deep, as identifying values are. */
function keyOf(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object') return textOf(value)
  const members = value as Readonly<Record<string, unknown>>
  const names = Object.keys(value).sort()
  return names.map((name) => `${name}=${textOf(members[name])}\n`).join('')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? `"${value}` : typeof value === 'object' ? excerpt(value) : String(value)
}
