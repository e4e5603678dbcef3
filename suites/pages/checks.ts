import type { Check } from '../../engine/check.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { describe, type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import { excerpt } from '../../engine/evidence/excerpt.ts'
import { at } from '../../engine/evidence/place.ts'
import type { Finding } from '../../engine/outcome.ts'
import type { Probe } from '../../engine/probe.ts'
import { whyNoAnswer } from '../answers/checks.ts'
import { acceptedPage, askedOf, type Page, type PagedOperation, readPages, sweptPages } from './probe.ts'

/** Checks of how a list is paged: page, perPage and total in their ordinary meaning. */
export function pageChecks(operation: PagedOperation, probe: Probe): Check[] {
  const check = (id: string, title: string, judge: Check['judge']): Check => ({
    id: `${operation.id}.pages.${id}`,
    requirement: `${operation.id}.pages.${id}`,
    title,
    probe,
    roles: [],
    judge,
  })
  return [
    check('number', 'The page answered is the page asked for', judgeNumber),
    check('size', 'A page holds no more than its size', judgeSize),
    check('distinct', 'No record stands twice', judgeDistinct),
    check('total', 'All pages together hold the total', judgeTotal),
    ...(operation.pagination.filter ? [check('filter', 'Every record is one of those asked for', judgeFilter)] : []),
  ]
}

function* judgeNumber(evidence: Evidence): Generator<Finding> {
  const { pagination } = paged(evidence)
  const numbered = pagesToJudge(evidence).filter(({ number }) => Number.isInteger(number))
  if (numbered.length === 0) throw new Inconclusive('No page has a number that is an integer.')
  for (const { exchange, asked, number } of numbered) {
    if (number === asked.page) continue
    yield { at: pagination.page.response, expected: String(asked.page), actual: excerpt(number), exchange: exchange.id }
  }
}

function* judgeSize(evidence: Evidence): Generator<Finding> {
  const { pagination } = paged(evidence)
  for (const { exchange, asked, size, records } of pagesToJudge(evidence)) {
    if (isSize(size) && size > asked.size) {
      yield { at: pagination.size.response, expected: `at most ${asked.size}`, actual: String(size), exchange: exchange.id }
    }
    const granted = isSize(size) ? Math.min(size, asked.size) : asked.size
    if (records && records.length > granted) {
      yield { at: pagination.records, expected: `at most ${granted} records`, actual: `${records.length} records`, exchange: exchange.id }
    }
  }
}

/** Payments that arrive while the pages are read push records onto the next page: so many repeats are no fault. */
function* judgeDistinct(evidence: Evidence): Generator<Finding> {
  const { pagination } = paged(evidence)
  const pages = pagesToJudge(evidence).filter(({ records }) => records)
  if (pages.length < 2 && pages[0]?.total !== 1)
    throw new Inconclusive('The list could be read from no more than one page; two are needed to see whether a record stands on both.')
  const seen = new Map<string, string>()
  const repeats: { place: string; before: string; exchange: string }[] = []
  for (const { exchange, asked, records = [] } of pages) {
    for (const [index, record] of records.entries()) {
      const identity = identityOf(record, pagination.identity)
      const place = `page ${asked.page}, ${pagination.records}/${index}`
      const before = identity === undefined ? undefined : seen.get(identity)
      if (identity === undefined) continue
      if (before === undefined) seen.set(identity, place)
      else repeats.push({ place, before, exchange: exchange.id })
    }
  }
  const [first] = repeats
  if (!first || repeats.length <= arrivals(pages)) return
  yield {
    at: first.place,
    expected: 'a record that stands on no other page',
    actual: `the record of ${first.before}`,
    exchange: first.exchange,
    ...(repeats.length > 1 && { count: repeats.length, places: repeats.slice(0, 10).map(({ place }) => place) }),
  }
}

function* judgeTotal(evidence: Evidence): Generator<Finding> {
  const { pagination } = paged(evidence)
  const pages = pagesToJudge(evidence)
  refuseUnanswered(evidence)
  const totals = pages.map(({ total }) => total)
  if (!totals.every((total) => Number.isSafeInteger(total))) throw new Inconclusive('A page has no total that is an integer.')
  const numbers = totals as number[]
  if (pages.some(({ records }) => !records)) throw new Inconclusive('A page has no list of records to count.')
  if (Math.max(...numbers) === 0 && pages.every(({ records }) => records?.length === 0))
    throw new Inconclusive('The list is empty, so its total proves nothing. Ask for one that holds records.')
  const fall = numbers.findIndex((total, index) => index > 0 && total < (numbers[index - 1] ?? 0))
  if (fall !== -1) {
    yield {
      at: pagination.total,
      expected: `at least ${numbers[fall - 1]}, as before`,
      actual: String(numbers[fall]),
      ...exchangeOfPage(pages[fall]),
    }
    return
  }
  yield* countFindings(evidence, pages, Math.min(...numbers), Math.max(...numbers))
}

/** A page that was asked for and never came may hold any number of records. @throws {Inconclusive} */
function refuseUnanswered({ operation, exchanges }: Evidence): void {
  for (const [role, exchange] of exchanges) {
    if (/^(page|again)-\d+$/.test(role) && classify(operation, exchange) === 'unanswered')
      throw new Inconclusive(`A page got no answer to count: ${describe(exchange, 'unanswered')}.`)
  }
}

function* countFindings(evidence: Evidence, pages: readonly Page[], least: number, greatest: number): Generator<Finding> {
  const { pagination } = paged(evidence)
  const granted = grantedSize(pages)
  const count = Math.ceil(least / granted)
  const read = pages.filter(({ asked }) => asked.page < pagination.page.first + Math.max(1, count))
  const held = distinctCount(read, pagination.identity)
  const left = greatest - least
  const missed = Math.max(0, count - read.length) * granted
  const last = read.at(-1)
  if (held + missed < least - left || held + missed > greatest) {
    yield {
      at: pagination.total,
      expected: `as many records as the total says: ${least}`,
      actual: `${held + missed} records on ${count} pages`,
      ...exchangeOfPage(last),
    }
  }
  const beyond = newBeyond(evidence, pages)
  if (beyond.count > left) {
    yield {
      at: pagination.records,
      expected: `no further record beyond the total of ${greatest}`,
      actual: `${beyond.count} more`,
      ...exchangeOfPage(beyond.page),
    }
  }
}

/** A record that stands twice is counted once: that it does is another check's finding. */
function distinctCount(pages: readonly Page[], pointer: string | undefined): number {
  const identities = pages.flatMap(({ records = [] }) => (records ?? []).map((record) => identityOf(record, pointer)))
  return (
    new Set(identities.filter((identity) => identity !== undefined)).size + identities.filter((identity) => identity === undefined).length
  )
}

/** Records on the page beyond the end that no other page holds. A page of which not all were read proves nothing new. */
function newBeyond(evidence: Evidence, pages: readonly Page[]): { count: number; page: Page | undefined } {
  const operation = paged(evidence)
  const page = acceptedPage(operation, evidence.exchanges.get('beyond'))
  const { identity } = operation.pagination
  const known = new Set(pages.flatMap(({ records }) => (records ?? []).map((record) => identityOf(record, identity))))
  const all = pages.length < readPages - 1 || pages.every(({ asked }, index) => asked.page === operation.pagination.page.first + index)
  const more = (page?.records ?? []).filter((record) => !known.has(identityOf(record, identity)))
  return { count: all ? more.length : 0, page }
}

function* judgeFilter(evidence: Evidence): Generator<Finding> {
  const operation = paged(evidence)
  const { filter, records: at_ } = operation.pagination
  if (!filter) return
  const exchanges = [...evidence.exchanges.values()]
  let judged = false
  for (const exchange of exchanges) {
    const asked = askedOf(operation, exchange, filter.request)
    for (const [index, record] of (acceptedPage(operation, exchange)?.records ?? []).entries()) {
      const value = at(record, filter.record)
      if (typeof value !== 'string' || !isAlike(value, String(asked))) continue
      judged = true
      if (value === String(asked)) continue
      yield { at: `${at_}/${index}${filter.record}`, expected: excerpt(asked), actual: excerpt(value), exchange: exchange.id }
      break
    }
  }
  if (!judged)
    throw new Inconclusive('No page holds a record, so there is nothing that could be of another. Ask for a list that holds some.')
}

function pagesToJudge(evidence: Evidence): Page[] {
  const operation = paged(evidence)
  const ordinary = acceptedPage(operation, evidence.exchanges.get('first'))
  if (!ordinary) throw new Inconclusive(whyNoAnswer(evidence))
  const swept = sweptPages(evidence)
  if (swept.length === 0) throw new Inconclusive('The first page has no total that is a count, so no further page was read.')
  return swept
}

/** How many records may have come while the pages were read. */
function arrivals(pages: readonly Page[]): number {
  const totals = pages.map(({ total }) => Number(total)).filter(Number.isFinite)
  const rising = totals.every((total, index) => index === 0 || total >= (totals[index - 1] ?? 0))
  return rising && totals.length > 0 ? Math.max(...totals) - Math.min(...totals) : 0
}

function grantedSize(pages: readonly Page[]): number {
  const [first] = pages
  const asked = first?.asked.size ?? 1
  const size = first?.size
  return isSize(size) && size > 0 ? Math.min(size, asked) : asked
}

/** A value that is malformed is its field's finding; only one of the same kind tells of another's record. */
function isAlike(value: string, asked: string): boolean {
  return /^\d+$/.test(value) === /^\d+$/.test(asked)
}

function isSize(size: unknown): size is number {
  return Number.isInteger(size)
}

/** A record is known by its identity where it has one, else by all that it holds; what is no record has none. */
function identityOf(record: unknown, pointer: string | undefined): string | undefined {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return undefined
  const identity = pointer === undefined ? undefined : at(record, pointer)
  return typeof identity === 'string' || typeof identity === 'number' ? `${identity}` : `record ${flat(record)}`
}

function flat(record: object): string {
  return Object.entries(record)
    .map(([name, value]) => `${name}=${excerpt(value)}`)
    .join('&')
}

function exchangeOfPage(page: Page | undefined): { exchange?: string } {
  return page ? { exchange: page.exchange.id } : {}
}

function paged({ operation }: Evidence): PagedOperation {
  return operation as PagedOperation
}
