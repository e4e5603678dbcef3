import { schemaAt } from '../../contracts/fields.ts'
import type { PagedOperation } from '../../contracts/operation-kinds.ts'
import { isNumeric } from '../../contracts/schemas/schema-parts.ts'
import { type Evidence, Inconclusive, oneAcceptedOf } from '../../engine/evidence/evidence.ts'
import { type Finding, findingAt } from '../../engine/judging/outcome.ts'
import { excerpt } from '../../text/excerpt.ts'
import type { RightRequest } from '../answers/right-requests.ts'
import { changedOnes, keyIn, settledBy } from './changed-records.ts'
import { latestPass, ownPages, pagedOf, type ReadPage, singlePages } from './lists.ts'
import { acceptedPage, holdsItsShare, isBeyond, type Page, type PageRecord, pageCount, sizedPage, sizeOf } from './page.ts'
import { isSamePage, shiftOf } from './shifts.ts'
import { faultySizes } from './sizes.ts'
import { arrivals, rises } from './told-totals.ts'

interface Found {
  readonly record: PageRecord
  readonly index: number
  readonly page: Page
}

/** What one way of cutting the list showed of it. */
interface Reading {
  readonly found: readonly Found[]
  readonly pages: number
  /** Every page that was read holds as much as it should. */
  readonly isSound: boolean
  /** True if, in addition, every page was read. */
  readonly isWhole: boolean
}

/** The pages of the list, those that other requests were given of it, and the one of them that was read first, as often as it was read. */
interface Told {
  readonly pages: readonly ReadPage[]
  readonly others: readonly Page[]
  readonly samePage: readonly Page[]
}

/**
 * Every record stands on one page. Two records may be alike in all that is shown of them, so a record that is met twice proves nothing
 * by itself: the list is read in pages of several sizes, and each has to show every record as often as the one with the fewest pages.
 */
export function* judgeDistinct(evidence: Evidence, others: readonly Evidence[]): Generator<Finding> {
  const pages = latestPass(ownPages(evidence)).filter(({ count }) => count !== undefined)
  const [first] = pages
  if (!first || (new Set(pages.map(({ asked }) => `${asked.page}/${asked.size}`)).size < 2 && first.total !== 1))
    throw new Inconclusive('Only one page of the list could be read; two are needed to see whether a record is on both.')
  if (pages.every(({ count }) => count === 0))
    throw new Inconclusive('The list is empty, so no record can be in it twice. Ask for one that has records.')
  const operation = pagedOf(evidence)
  const readings = readingsBySize(evidence, pages)
  const single = onlyOne(operation, readings)
  if (single) {
    yield single
    return
  }
  if (arrivals(pages) > 0) {
    yield* repeated(operation, readings, rises(pages))
    return
  }
  const standard = readings.filter(({ isWhole }) => isWhole).sort((a, b) => a.pages - b.pages)[0]
  const asked = singlePages(evidence, others).filter((page) => page.asked.filter === first.asked.filter)
  const told = { pages, others: asked, samePage: [...pages, ...asked].filter((page) => isSamePage(page, first)) }
  for (const reading of readings) {
    const finding = standard && differenceOf(operation, reading, standard, told)
    if (finding) {
      yield finding
      return
    }
  }
  if (standard) yield* otherwiseTold(operation, standard, told)
  if (!standard || (standard.pages > 1 && readings.filter(({ isWhole }) => isWhole).length < 2))
    yield* repeated(operation, readings, mostRepeated(ownPages(evidence), pages))
}

/** How many records may stand on two pages: as many as were pushed onto the next one, and one by chance unless no two are alike. */
function mostRepeated(own: readonly ReadPage[], latest: readonly ReadPage[]): number {
  const before = own.filter(({ pass }) => pass !== latest[0]?.pass)
  const isUnlike = before.some(({ records, total }) => new Set(records.map(({ text }) => text)).size === total)
  return Math.max(isUnlike ? 0 : 1, shiftOf(latest, before))
}

/** Every record of any answer has the value that was asked for, be that the configured one or one near it. */
export function* judgeFilter(operation: PagedOperation, evidence: Evidence, requests: readonly RightRequest[]): Generator<Finding> {
  const { exchanges } = evidence
  const { filter, records: pointer } = operation.pagination
  const sent = new Set([...exchanges.values(), ...requests.map(({ exchange }) => exchange)])
  const pages = [...sent].flatMap((exchange) => acceptedPage(operation, exchange) ?? [])
  const right = pages[0]?.asked.filter
  const schema = filter && schemaAt(operation.success.schema, `${pointer}/*${filter.record}`)
  const kind = schema && isNumeric(schema) ? 'number' : 'string'
  let judged = false
  for (const { asked, records, exchange } of pages) {
    if (asked.filter === undefined) continue
    for (const [index, record] of records.entries()) {
      if (typeof record.filter !== kind || !isAlike(String(record.filter), String(right))) continue
      judged = true
      if (String(record.filter) === String(asked.filter)) continue
      const at = `${pointer}/${index}${filter?.record ?? ''}`
      yield { at, expected: excerpt(asked.filter), actual: excerpt(record.filter), exchange: exchange.id }
      break
    }
  }
  if (judged) return
  if (pages.length === 0) oneAcceptedOf(evidence, [...exchanges.keys()])
  const isEmpty = pages.every(({ records }) => records.length === 0)
  throw new Inconclusive(
    isEmpty
      ? 'No page holds a record, so nothing can belong to another one. Ask for a list that has some.'
      : 'No record has a value like the one that was asked for, so none can be told to belong to another one.',
  )
}

/** True if a value is of the kind of the one asked for: a malformed one is nobody else's record, but a finding of its field. */
function isAlike(value: string, asked: string): boolean {
  return /^\d+$/.test(value) === /^\d+$/.test(asked)
}

function readingsBySize(evidence: Evidence, pages: readonly ReadPage[]): Reading[] {
  const operation = pagedOf(evidence)
  const faulty = faultySizes(evidence)
  const sound = pages.filter(({ asked }) => !faulty.has(asked.size))
  return [...Map.groupBy(sound, ({ asked }) => asked.size).values()].map((group) => {
    const byNumber = new Map(group.toReversed().map((page) => [page.asked.page, page]))
    const own = [...byNumber.values()].filter((page) => !isBeyond(operation, page)).sort((a, b) => a.asked.page - b.asked.page)
    const [any] = own
    const count = any ? pageCount(Number(any.total), sizeOf(any)) : Number.POSITIVE_INFINITY
    const isSound = own.every((page) => holdsItsShare(operation, page) && page.records.length === page.count)
    const found = own.flatMap(foundOn)
    return { found, pages: own.length, isSound, isWhole: isSound && own.length === count }
  })
}

/** Some records may be alike in all that is shown of them. A list of several that holds no other is one record again and again. */
function onlyOne(operation: PagedOperation, readings: readonly Reading[]): Finding | undefined {
  const found = readings.map((reading) => reading.found).find(({ length }) => length >= several) ?? []
  const [first] = found
  if (first?.record.text === undefined || new Set(readings.flatMap(recordsOf).map(({ text }) => text)).size > 1) return undefined
  const places = found.map((one) => placeOf(operation, one))
  return findingAt(places, { expected: 'records that differ', actual: 'the same one in every place', exchange: first.page.exchange.id })
}

/** Two payments may happen to be alike, and be all that there are. */
const several = 3

function foundOn(page: Page): Found[] {
  return page.records.map((record, index) => ({ record, index, page }))
}

function recordsOf({ found }: Reading): PageRecord[] {
  return found.map(({ record }) => record)
}

function placeOf({ pagination }: PagedOperation, { index, page }: Found): string {
  return `${sizedPage(page)}, ${pagination.records}/${index}`
}

/** What a reading has too often, and a whole one too seldom, by another one that is whole. */
function differenceOf(operation: PagedOperation, reading: Reading, standard: Reading, told: Told): Finding | undefined {
  const known = new Set(standard.found.map(({ record }) => record.text))
  const [more, less] = [beyondMeasure(reading.found, standard.found), beyondMeasure(standard.found, reading.found)]
  const unknown = more.filter(({ record }) => !known.has(record.text))
  const changed = changedIn(unknown, less, standard, told)
  const extra = more.filter((one) => !changed.has(one) && (reading.isSound || known.has(one.record.text)))
  const lost = reading.isWhole ? less.filter((one) => !changed.has(one)) : []
  const [first = lost[0]] = extra
  if (!first) return undefined
  const found = [...extra, ...lost]
  const places = found.map((one) => placeOf(operation, one))
  const exchange = (extra[0] ?? reading.found.at(-1) ?? first).page.exchange.id
  if (extra.length === 0)
    return findingAt(places, {
      expected: `this record on a page of ${reading.found[0]?.page.asked.size}`,
      actual: 'it is on none',
      exchange,
    })
  const actual = known.has(first.record.text) ? 'once more' : 'not there at all'
  return findingAt(places, { expected: 'a record as often as with pages of another size', actual, exchange })
}

function changedIn(unknown: readonly Found[], less: readonly Found[], standard: Reading, { pages, samePage }: Told): Set<Found> {
  if (unknown.length === 0) return new Set()
  const keyOf = keyIn(recordsOf(standard))
  return changedOnes(unknown, less, { keyOf, isSettled: settledBy(keyOf, pages), samePage })
}

/** Records that another request was given with other values than any page of the list has. */
function* otherwiseTold(operation: PagedOperation, standard: Reading, { pages, others, samePage }: Told): Generator<Finding> {
  const read = new Set(pages.flatMap(({ records }) => records.map(({ text }) => text)))
  for (const page of others) {
    const held = foundOn(page)
    const unread = held.filter(({ record }) => !read.has(record.text))
    if (unread.length === 0) continue
    // A list may have grown since: what its few records did not share, those that came may.
    const keyOf = keyIn(recordsOf(standard), page.records)
    const now = unread.filter(({ record }) => keyOf(record) !== undefined)
    const changed = changedOnes(now, standard.found, { keyOf, isSettled: () => true, samePage })
    const places = now.filter((one) => !changed.has(one)).map((one) => placeOf(operation, one))
    if (places.length === 0) continue
    const expected = `the values that this record has on a page of ${standard.found[0]?.page.asked.size}`
    return yield findingAt(places, { expected, actual: 'others', exchange: page.exchange.id })
  }
}

/** The records among `some` that `others` lack, or hold less often. */
function beyondMeasure(some: readonly Found[], others: readonly Found[]): Found[] {
  const left = new Map<string, number>()
  for (const { record } of others) if (record.text !== undefined) left.set(record.text, (left.get(record.text) ?? 0) + 1)
  return some.filter(({ record: { text } }) => {
    const count = text === undefined ? 1 : (left.get(text) ?? 0)
    if (text !== undefined) left.set(text, count - 1)
    return count <= 0
  })
}

/**
 * Records that stand on two pages of one size, where no other size shows how often each is there: more than may be by chance, and more
 * than stand twice on one page, as records that are alike would.
 */
function* repeated(operation: PagedOperation, readings: readonly Reading[], most: number): Generator<Finding> {
  for (const { found } of readings) {
    if (new Set(found.map(({ record }) => record.text)).size === found.length) continue // each once
    const seen = new Map<string, Found>()
    const again = found.flatMap((one) => {
      const { text } = one.record
      const before = text === undefined ? undefined : seen.get(text)
      if (text !== undefined && !before) seen.set(text, one)
      return before ? [{ one, before }] : []
    })
    const across = again.filter(({ one, before }) => one.page !== before.page)
    const [first] = across
    if (!first || across.length <= most || across.length <= again.length - across.length) continue
    const places = across.map(({ one }) => placeOf(operation, one))
    const actual = `the record of ${placeOf(operation, first.before)}`
    return yield findingAt(places, { expected: 'a record that stands on no other page', actual, exchange: first.one.page.exchange.id })
  }
}
