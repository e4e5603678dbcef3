import { unusualObject } from '../../contracts/escapes.ts'
import type { PagedOperation } from '../../contracts/operation-kinds.ts'
import type { Client } from '../../engine/client/client.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { type Changes, ordinaryInputs, rightRequest } from '../../engine/probes/request.ts'
import { firstPageRole } from '../../engine/probes/roles.ts'
import type { Recorder, Step } from '../../engine/probes/steps.ts'
import type { Seed } from '../../engine/seed.ts'
import { withContentType } from '../access/edited-request.ts'
import {
  chosenPages,
  largestSize,
  mostAtOnce,
  mostOfSize,
  mostPages,
  mostPagesQuickly,
  nearValues,
  pageInputs,
  smallerSize,
  type TriedSize,
  triedSizes,
} from './choice.ts'
import { ownPages } from './lists.ts'
import { acceptedPage, askedOf, holdsItsShare, isCount, lastPage, type Page, pageCount, sizeOf } from './page.ts'
import { filterRole, type Moment, momentOf, type PageRole, type Pass, readingRole } from './page-roles.ts'
import { isMoved } from './shifts.ts'

export interface Reader extends Asker {
  readonly recorder: Recorder
}

/** The part of a reader that building its requests needs. */
interface Asker {
  readonly client: Client
  readonly operation: PagedOperation
}

/** What the first page of a list said, from which the rest is planned. */
interface Start {
  readonly page: Page
  readonly total: number
  /** The ordinary page size, as requested. */
  readonly size: number
}

const mostKept = 4 << 20
const leastKept = 1 << 18
const keptOfRecord = 1 << 16
/** The first of them is read once more at the end. */
const mostSlowPages = 6
const sizeUnlessSaid = 10

/** What a first page says about the list; undefined if it has no total. */
export function startOf(page: Page | undefined): Start | undefined {
  if (!page || !isCount(page.total)) return undefined
  const size = isCount(page.asked.size) && page.asked.size > 0 ? page.asked.size : sizeOf(page)
  return { page, total: page.total, size: Number.isInteger(size) ? size : sizeUnlessSaid }
}

/** The step of a role as an earlier run sent it: the page and the size are read from that request. */
export function stepAgain(asker: Asker, role: string, sent: Exchange | undefined): Step | undefined {
  if (role === firstPageRole) return stepOf(asker, role, {})
  const near = filterSteps(asker).find((step) => step.role === role)
  const when = momentOf(role)
  if (near || !when || !sent) return near
  const asked = askedOf(asker.operation, sent)
  return pageStep(asker, when, asked.page, asked.size)
}

export async function readPage(reader: Reader, when: Moment, page: number, size: number): Promise<Page | undefined> {
  return acceptedPage(reader.operation, await reader.recorder.send(pageStep(reader, when, page, size)))
}

/** A request for a page, or for whatever else a role needs. Of the answer, no more is kept than that many records can fill. */
export function stepOf(
  { operation }: Pick<Asker, 'operation'>,
  role: PageRole,
  changes: Changes,
  records = Number.POSITIVE_INFINITY,
): Step {
  const keep = Math.max(leastKept, Math.min(mostKept, records * keptOfRecord))
  return { role, keep, build: ({ target }) => rightRequest(operation, target, changes) }
}

/**
 * Reads all pages of ordinary size except the first, together with pages of other sizes; then what could not be known before, with `more`, and
 * finally the first page once more. If the first answers contradict the total, no further pages are read.
 */
export async function sweep(reader: Reader, pass: Pass, start: Start, more: readonly Step[]): Promise<void> {
  const { client, operation, recorder } = reader
  const { page, total, size } = start
  const { first } = operation.pagination.page
  const at = (moment: number) => (number: number, asked: number) => pageStep(reader, { pass, moment }, number, asked)
  const count = countOf(start)
  const [soon, late] = inTwo(
    chosenPages({ count, most: client.isQuick ? mostPagesQuickly : mostPages }, client.seed, `${operation.id}.pages.${pass}`),
  )
  const others = triedSizes(operation, client.seed, total, size)
  const burst = [
    ...soon.slice(1).map((index) => at(2)(first + index, size)),
    at(2)(first + count, size),
    // Of a size of which one page is read it is the last, where more goes wrong than on the first.
    ...others.map((other) => at(2)(other.most === 1 ? lastPage(total, other.size, first) : first, other.size)),
  ]
  const answers = await recorder.sendAll(client.seed.shuffled(`${operation.id}.pages.${pass}.order`, burst))
  const pages = answers.flatMap((exchange) => acceptedPage(operation, exchange) ?? [])
  const isTrusted = pages.every((each) => each.asked.size !== size || holdsItsShare(operation, each))
  const rest = [
    ...(isTrusted ? late.map((index) => at(3)(first + index, size)) : []),
    ...others.flatMap((tried) => {
      const { size: other } = tried
      const opened = pages.find(({ asked }) => asked.size === other && asked.page === first)
      if (!opened) return []
      const exact = exactSize(opened)
      if (exact === undefined) return restOf(reader, opened, tried).map((number) => at(3)(number, other))
      return [at(3)(first, exact), at(3)(anewBeyond(opened, first), other)]
    }),
    ...smallerPages(reader, pages, total, sizeOf(page)).map(([number, smaller]) => at(3)(number, smaller)),
    ...client.seed.shuffled(`${operation.id}.pages.${pass}.more`, more),
  ]
  // A short list fits exactly after each size that holds it with room to spare.
  await recorder.sendAll([...new Map(rest.map((step) => [step.role, step])).values()])
  await recorder.send(at(4)(first, size))
}

/** How many pages of the ordinary size a list has. */
export function countOf({ page, total, size }: Start): number {
  return pageCount(total, sizeOf({ ...page, asked: { ...page.asked, size } }))
}

/**
 * Reads the list in a few large pages, one after another, so that it is certain which total came later. If ordinary pages are as large, or were
 * read but once, these are used, which were read before, unless one of them holds the whole list.
 */
export async function readSlowly(reader: Reader, pass: Pass, { total, size: ordinary }: Pick<Start, 'total' | 'size'>): Promise<void> {
  const { client, operation } = reader
  const { first } = operation.pagination.page
  const few = Math.max(1, Math.min(largestSize(operation), 100, Math.ceil(total / 4)))
  const size = few > ordinary && !client.isQuick ? few : total > ordinary ? ordinary : Math.min(2, few)
  const opened = startOf(await readPage(reader, { pass, moment: 0 }, first, size))
  if (!opened) return
  const count = pageCount(opened.total, sizeOf(opened.page))
  const [, ...rest] = chosenPages({ count, most: mostSlowPages }, client.seed, `${operation.id}.pages.${pass}`)
  const numbers = [...rest.map((index) => first + index), first]
  for (const [index, number] of numbers.entries()) await readPage(reader, { pass, moment: index + 1 }, number, size)
}

/** True if every page of a pass states the same total and no record came or went meanwhile, so that all of them show the same list. */
export function isSettled({ recorder }: Reader, pass: Pass): boolean {
  const own = ownPages(recorder.recorded()).filter((page) => page.pass === pass)
  return new Set(own.map(({ total }) => total)).size <= 1 && !isMoved(own)
}

/** Requests for values near the right filter, somebody's or nobody's, in the ordinary size; one names its charset, as many clients do. */
export function filterSteps(reader: Asker): Step[] {
  const { client, operation } = reader
  const { filter: name } = pageInputs(operation)
  if (name === undefined) return []
  const right = ordinaryInputs(operation, client.target)[name]
  return nearValues(right, client.seed).map(([near, value]) => {
    const step = stepOf(reader, filterRole(near), { inputs: { [name]: value } }, mostAtOnce)
    return near === 'extended'
      ? { ...step, build: (sender) => withContentType(step.build(sender), (type) => `${type}; charset=utf-8`) }
      : step
  })
}

/** The last pages are requested with JSON that means the same but looks different. */
function pageStep(reader: Asker, when: Moment, number: number, asked: number): Step {
  const { page, size } = pageInputs(reader.operation)
  const inputs = { [page]: number, [size]: asked }
  return stepOf(reader, readingRole(when, number, asked), { inputs, write: when.moment === 3 ? unusualObject : undefined }, asked)
}

/** The pages to read at once, including the last two, and those to read after the total is confirmed. */
function inTwo(indices: readonly number[]): [number[], number[]] {
  const isSoon = (_index: number, place: number) => place < mostAtOnce - 2 || place >= indices.length - 2
  return [indices.filter(isSoon), indices.filter((index, place) => !isSoon(index, place))]
}

/** Pages of a smaller size, if no other granted size cuts the list at different places. */
function smallerPages({ client, operation }: Reader, pages: readonly Page[], total: number, granted: number): [number, number][] {
  const isCutElsewhere = pages.some((each) => sizeOf(each) !== granted && isCount(each.total) && each.total / sizeOf(each) <= mostOfSize)
  const size = isCutElsewhere ? undefined : smallerSize(client.seed, `${operation.id}.pages.smaller`, total, granted)
  if (size === undefined || pages.some(({ asked }) => asked.size === size)) return []
  if (client.isQuick && total / granted + total / size > mostPagesQuickly) return []
  return Array.from({ length: Math.ceil(total / size) }, (_, index) => [operation.pagination.page.first + index, size])
}

/** The pages of a size that are still to be read after its first one, and a page beyond them, unless the size is one between. */
function restOf({ client, operation }: Reader, opened: Page, { most, middle }: TriedSize): number[] {
  if (!isCount(opened.total)) return []
  const { first } = operation.pagination.page
  const count = pageCount(opened.total, sizeOf(opened))
  const { size } = opened.asked
  const few = count <= most ? count : Math.min(most, 3)
  const rest = few === 1 ? [] : chosenPages({ count, most: few, wanted: middle }, client.seed, `${operation.id}.pages.of-${size}`).slice(1)
  const isBeyondAsked = size < leastOdd || size >= leastAbove
  return [...rest.map((index) => first + index), ...(isBeyondAsked ? [pageBeyond(opened, count, first, client.seed)] : [])]
}

/** Sizes between these only cut the list at different places; pages beyond the end are read at the other sizes. */
const leastOdd = 3
const leastAbove = 99

/** If one page holds the whole list with room to spare: the size that the list fits exactly. */
function exactSize({ asked, total, count = 0 }: Page): number | undefined {
  return count === total && count > 0 && asked.size > count ? count : undefined
}

const counted = 2 ** 32

function pageBeyond(opened: Page, count: number, first: number, seed: Seed): number {
  const { size } = opened.asked
  if (size >= leastOdd) return Math.max(first + count, anewBeyond(opened, first))
  return first + count + (size % 2 === 0 ? seed.integer('pages.beyond', 2, 999) - 1 : 0)
}

/** A page beyond the last, at which a 32-bit count has overflowed. */
function anewBeyond({ asked: { size } }: Page, first: number): number {
  return first + Math.ceil(counted / size)
}
