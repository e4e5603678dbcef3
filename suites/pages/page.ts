import { inputAt } from '../../contracts/fields.ts'
import { hashed } from '../../contracts/hashing.ts'
import type { PagedOperation } from '../../contracts/operation-kinds.ts'
import { jsonOf } from '../../engine/evidence/body.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { bodyMembers, type Exchange } from '../../engine/exchange.ts'
import { memoized } from '../../language/memoized.ts'
import { excerpt } from '../../text/excerpt.ts'
import { isObject, memberOf, pointerSteps, valueAt, valueAtPointer } from '../../text/json/pointer.ts'

/** What a page says of itself and what it holds. What an answer does not say is undefined. */
export interface Page {
  readonly exchange: Exchange
  readonly asked: { readonly page: number; readonly size: number; readonly filter: unknown }
  readonly number: unknown
  readonly size: unknown
  readonly total: unknown
  readonly count: number | undefined
  /** The records, those of a page far longer than any that is asked for cut off. */
  readonly records: readonly PageRecord[]
}

/** As much of a record as telling it from others takes. Pages are many and long, so their bodies are not kept. */
export interface PageRecord {
  /** Everything that the document lists of it, in one text; undefined if it is no record at all. */
  readonly text: string | undefined
  readonly identity: string | undefined
  readonly filter: unknown
}

/** What stands between the values in the text of a record. */
export const betweenValues = '\n'

const mostRecords = 4000

/** The page that an exchange shows, if it was accepted. It is read once, however many checks ask. */
export function acceptedPage(operation: PagedOperation, exchange: Exchange | undefined): Page | undefined {
  return exchange && pageIn(operation)(exchange)
}

const pageIn = memoized((operation: PagedOperation) => memoized((exchange: Exchange) => readPage(operation, exchange)))

export function sizedPage({ asked }: Pick<Page, 'asked'>): string {
  return `page ${asked.page} of size ${asked.size}`
}

export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/** How many records a page holds when it is full: its own size, or the one asked for where it says none. */
export function sizeOf({ size, asked }: Pick<Page, 'size' | 'asked'>): number {
  return isCount(size) && size > 0 ? size : asked.size
}

/** How many pages a list has: an empty one has one, which is empty. */
export function pageCount(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** The number of the last page of a list, which is the first one where the list is empty. */
export function lastPage(total: number, size: number, first: number): number {
  return first + pageCount(total, size) - 1
}

export function askedOf(operation: PagedOperation, { request }: Exchange): Page['asked'] {
  const { page, size, filter } = operation.pagination
  const body = operation.body && bodyMembers(request)
  const query = operation.body ? undefined : new URL(request.url).searchParams
  const value = (pointer: string) => (query ? (query.get(inputAt(pointer)) ?? undefined) : valueAtPointer(body, pointer))
  return { page: Number(value(page.request)), size: Number(value(size.request)), filter: filter && value(filter.request) }
}

function readPage(operation: PagedOperation, exchange: Exchange): Page | undefined {
  if (!exchange.response || classify(operation, exchange) !== 'accepted') return undefined
  const { pagination } = operation
  const body = jsonOf(exchange.response).value
  const records = valueAtPointer(body, pagination.records)
  const list: readonly unknown[] | undefined = Array.isArray(records) ? records : undefined
  return {
    exchange,
    asked: askedOf(operation, exchange),
    number: valueAtPointer(body, pagination.page.response),
    size: valueAtPointer(body, pagination.size.response),
    total: valueAtPointer(body, pagination.total),
    count: list?.length,
    records: readRecords(operation, list ?? []),
  }
}

function readRecords(operation: PagedOperation, list: readonly unknown[]): PageRecord[] {
  const { identity, filter } = operation.pagination
  const listed = listedNames(operation)
  const [known, owner] = [identity, filter?.record].map((pointer) => (pointer === undefined ? undefined : pointerSteps(pointer)))
  return list.slice(0, mostRecords).map((record) => ({
    text: isObject(record) ? textOf(record, listed) : undefined,
    identity: known && valueText(valueAt(record, known)),
    filter: owner && valueAt(record, owner),
  }))
}

/** What a record has beyond the document may change with every answer, such as a link to its page. */
function listedNames({ success, pagination }: PagedOperation): string[] {
  const steps = [...pointerSteps(pagination.records), '*']
  return success.fields.flatMap(({ path }) => {
    const name = path[steps.length]
    return name !== undefined && path.length === steps.length + 1 && steps.every((each, index) => path[index] === each) ? [name] : []
  })
}

function textOf(record: object, listed: readonly string[]): string {
  const names = listed.length > 0 ? listed : Object.keys(record).sort().slice(0, 50)
  const values: string[] = []
  for (const name of names) values.push(valueText(memberOf(record, name)))
  return values.join(betweenValues)
}

const longest = 200

/** Most are short texts, which stay as they are; all else begins with a mark that no such text does. */
function valueText(value: unknown): string {
  if (typeof value !== 'string') return `${mark}${typeof value === 'object' ? excerpt(value) : String(value)}`
  if (value.length > longest) return `${mark}${hashed('sha256', value).toString('base64')}`
  return value.startsWith(mark) || value.includes(betweenValues) ? `${mark}${JSON.stringify(value)}` : value
}

const mark = '\0'

export function isNumberText(text: string): boolean {
  return text.startsWith(mark) && !Number.isNaN(Number(text.slice(mark.length)))
}

/** True for the text of a value that says nothing, as many do until there is one to say: none, empty, or zeros alone. */
export function isBlankText(text: string | undefined = ''): boolean {
  return /^(null|undefined|[0x]*)$/.test(text.startsWith(mark) ? text.slice(mark.length) : text)
}

/** True for a page beyond the end of the list, by what the page itself says. */
export function isBeyond({ pagination }: PagedOperation, page: Page): boolean {
  return isCount(page.total) && page.asked.page > lastPage(page.total, sizeOf(page), pagination.page.first)
}

/** How many records a page should hold by its own size and total: all that are left for it, up to its size. */
export function shareOf({ pagination }: PagedOperation, page: Page, number: number = page.asked.page): number {
  const size = sizeOf(page)
  return Math.max(0, Math.min(size, Number(page.total) - (number - pagination.page.first) * size))
}

/** True for a page with as much as its own numbers promise, if they do. Beyond the end: nothing, or the page that it says that it is. */
export function holdsItsShare(operation: PagedOperation, page: Page): boolean {
  const { count, total, number } = page
  if (count === undefined || !isCount(total) || count === shareOf(operation, page)) return true
  const isOther = isCount(number) && number >= operation.pagination.page.first && number < page.asked.page
  return isBeyond(operation, page) && isOther && count === shareOf(operation, page, number)
}

/** True for a request whose values are written with escapes, as those of the last pages are. */
export function isEscaped({ exchange }: Pick<Page, 'exchange'>): boolean {
  return exchange.request.body?.includes('\\u') === true
}
