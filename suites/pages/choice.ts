import { inputAt, requestInputs } from '../../contracts/fields.ts'
import type { PagedOperation } from '../../contracts/operation-kinds.ts'
import type { Seed } from '../../engine/seed.ts'
import { injection } from '../../engine/wrong-values/stand-ins.ts'
import type { NearValue } from './page-roles.ts'

/** Pages that are read one by one at the ordinary size: all of a list up to here, of a longer one so many. */
export const mostPages = 100

/** How many pages a quick run reads of each list, at the ordinary size and at a smaller one together. */
export const mostPagesQuickly = 18

/** Up to here all pages of another size are read, else the first, one in the middle and the last. */
export const mostOfSize = 7

/** As many are asked for at once before it is known whether a total is to be trusted. */
export const mostAtOnce = 20

/** How many pages are read of a size that a target grants where it caps the others at the ordinary one. */
export const mostOfSmaller = 40

export const largestAsked = 1000
const usualMost = 100
const widest = 2 ** 40

/** A size of pages that is tried, and up to how many of its pages are all read; of more only three and the one beyond. */
export interface TriedSize {
  readonly size: number
  readonly most: number
  /** The page of it to read between the first and the last, counted from 0: any, where it is left open. */
  readonly middle?: number
}

/** What clients ask for most, beside 10 and 100. */
export const usualSizes = [20, 25, 50]

/**
 * The sizes beside the ordinary one: 1, 2, one that cuts the list elsewhere, the last page of usual ones, and one above the total, never
 * below a hundred, so that a target which takes no size but its own shows: a hundred itself where that holds all, since many take no more.
 */
export function triedSizes(operation: PagedOperation, seed: Seed, total: number, ordinary: number): TriedSize[] {
  const largest = Math.min(largestAsked, largestSize(operation))
  const within = (size: number) => Math.max(1, Math.min(largest, size))
  const more = Math.max(99, Math.min(total, largestAsked)) + seed.integer(`${operation.id}.pages.above`, 1, 9)
  const above = within(total < usualMost && ordinary !== usualMost ? usualMost : more)
  const { size: odd, twin } = oddSize(operation, seed, total, ordinary)
  const tried = [
    ...[1, 2].map((size) => ({ size, most: 3, ...(twin?.size === size && { middle: twin.index }) })),
    { size: within(odd), most: 2 },
    ...usualSizes.map((size) => ({ size: within(size), most: 1 })),
    { size: above, most: mostOfSize },
  ]
  return tried.filter(({ size }, index) => size !== ordinary && tried.findIndex((other) => other.size === size) === index)
}

/**
 * A size that cuts the list elsewhere. Of a long list it is one whose first page has a twin: page 1 of 11 records and page 11 of one are the
 * same to a server that keeps pages by a name with nothing between the two numbers.
 */
function oddSize({ id, pagination }: PagedOperation, seed: Seed, total: number, ordinary: number) {
  const least = Math.ceil(total / mostOfSize)
  const digit = seed.integer(`${id}.pages.twin`, 1, 2)
  const tens = Math.max(1, Math.ceil((least - digit) / 10))
  const index = Number(`${pagination.page.first}${tens}`) - pagination.page.first
  const size = 10 * tens + digit
  if (size !== ordinary && index + 1 < Math.ceil(total / digit)) return { size, twin: { size: digit, index } }
  const few = Math.max(seed.integer(`${id}.pages.size`, 3, 9), least)
  return { size: few === ordinary ? few + 1 : few }
}

/** A size smaller than the one granted, which cuts the list elsewhere; undefined if that would take too many pages. */
export function smallerSize(seed: Seed, name: string, total: number, granted: number): number | undefined {
  if (granted < 3) return undefined
  const size = seed.integer(name, Math.ceil((granted + 1) / 2), granted - 1)
  return total / size <= mostOfSmaller ? size : undefined
}

/** The names of the inputs that ask for a page of a list, and between which bounds. */
export function pageInputs(operation: PagedOperation) {
  const { page, size, filter } = operation.pagination
  return {
    page: inputAt(page.request),
    size: inputAt(size.request),
    filter: filter && inputAt(filter.request),
    first: page.first,
    largest: largestSize(operation),
  }
}

export function largestSize(operation: PagedOperation): number {
  const size = requestInputs(operation).find(({ name }) => name === inputAt(operation.pagination.size.request))
  return Number(size?.schema['maximum'] ?? Number.POSITIVE_INFINITY)
}

interface PagesToChoose {
  readonly count: number
  readonly most: number
  readonly wanted?: number | undefined
}

/** Indices of pages: all of them, or so many: the first, the last, one that is wanted, and others that the seed chooses between them. */
export function chosenPages({ count, most, wanted }: PagesToChoose, seed: Seed, name: string): number[] {
  if (count <= most) return Array.from({ length: count }, (_, index) => index)
  const [head, tail] = most < 5 ? [1, 1] : [3, 2]
  const chosen = new Set([
    ...Array.from({ length: head }, (_, index) => index),
    ...Array.from({ length: tail }, (_, index) => count - tail + index),
    ...(wanted === undefined ? [] : [wanted]),
  ])
  const greatest = Math.min(count - tail - 1, head + widest)
  for (let at = 0; chosen.size < most && at < 4 * most; at += 1) chosen.add(seed.integer(`${name}.${at}`, head, greatest))
  return [...chosen].sort((a, b) => a - b)
}

export function nearValues(value: unknown, seed: Seed): [NearValue, unknown][] {
  if (typeof value !== 'string' || value === '') return []
  const isNumber = /^\d+$/.test(value)
  const letters = isNumber ? '0123456789' : 'abcdefghijkmnpqrstuvwxyz'
  const others = (own: string | undefined) => [...letters].filter((letter) => letter !== own)
  const near: readonly [NearValue, unknown][] = [
    ['cut', value.slice(0, -1) || undefined],
    ['cut-in-front', value.slice(1) || undefined],
    // What stands for any character in a pattern of SQL.
    ['changed-in-front', `_${value.slice(1)}`],
    // What is put together to a query of SQL finds anything by it.
    ['listed', `${value},${value.slice(0, -1)}${injection}`],
    ['extended', value + seed.pick('pages.filter.extended', others(value.at(-1)))],
    ['padded', `0${value}`],
    // Zero counts as nothing in many languages: a filter may be left out for it, as for no value.
    ['other', isNumber && value !== '0' ? '0' : value.slice(0, -1) + seed.pick('pages.filter.changed', others(value.at(-1)))],
    ['number', String(Number(value)) === value ? Number(value) : undefined],
  ]
  return near.filter(([, made]) => made !== undefined)
}
