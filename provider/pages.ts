import type { Operation, Pagination } from '../contracts/contract.ts'
import { inputAt, requestInputs } from '../contracts/fields.ts'
import type { PagedOperation } from '../contracts/operation-kinds.ts'
import { valueAtPointer } from '../text/json/pointer.ts'
import type { Behaviour } from './behaviour.ts'
import { type Refusal, refuse } from './judgement/refusals.ts'

export interface ServedPage {
  readonly records: readonly unknown[]
  readonly total: number
  /** Counted from 1, whatever number the document gives to the first. */
  readonly page: number
  readonly size: number
}

type AskedPage = Pick<ServedPage, 'page' | 'size'>

/** The records that a request is about, cut to the page that it asks for, or why it gets none. */
export function cutPage(operation: PagedOperation, inputs: unknown, all: readonly unknown[], behaviour: Behaviour): ServedPage | Refusal {
  const { pagination } = operation
  const asked = askedPage(operation, inputs)
  const problem = pageProblem(asked, pagination, behaviour)
  if (problem) return problem
  const size = grantedSize(asked.size, behaviour)
  const last = Math.max(1, Math.ceil(all.length / size))
  const beyond = asked.page > last
  if (beyond && behaviour.beyondEnd === 'refused')
    return refuse('not-found', `There is no such page: the last one is ${statedNumber(pagination, last)}.`)
  const instead = { last, first: 1, empty: asked.page, refused: asked.page }[behaviour.beyondEnd ?? 'empty']
  return pageOf(all, Math.max(beyond ? instead : asked.page, 1), size)
}

export function statedNumber({ page: { first } }: Pagination, page: number): number {
  return page + first - 1
}

/** A page by its number, counted from 1. */
export function pageOf(all: readonly unknown[], page: number, size: number): ServedPage {
  return { records: all.slice((page - 1) * size, page * size), total: all.length, page, size }
}

/** The number and size of the page that a request asks for; what it leaves out is as the document says. */
function askedPage(operation: PagedOperation, inputs: unknown): AskedPage {
  const { page, size } = operation.pagination
  const number = (pointer: string, otherwise: number) =>
    Number(valueAtPointer(inputs, pointer) ?? ordinary(operation, pointer) ?? otherwise)
  return { page: number(page.request, page.first) - page.first + 1, size: number(size.request, 10) }
}

function grantedSize(asked: number, { largestPage = Number.POSITIVE_INFINITY, pageSizes }: Behaviour): number {
  const granted = pageSizes?.find((size) => size >= asked) ?? pageSizes?.at(-1) ?? asked
  return Math.min(granted, largestPage)
}

function pageProblem(asked: AskedPage, { page, size }: Pagination, behaviour: Behaviour): Refusal | undefined {
  if (asked.page < 1 && behaviour.pageZero !== 'first') {
    return refuse('body', `${inputAt(page.request)}: expected a page number from ${page.first}, found a smaller one.`)
  }
  if (asked.size < 1) return refuse('body', `${inputAt(size.request)}: expected a page size of at least 1, found a smaller one.`)
  const { largestPage: largest, pageSizes, otherPageSizes } = behaviour
  if (otherPageSizes === 'refused' && pageSizes && !pageSizes.includes(asked.size)) {
    return refuse('body', `${inputAt(size.request)}: expected one of ${pageSizes.join(', ')}, found another.`)
  }
  if (largest !== undefined && asked.size > largest && behaviour.overLargestPage === 'refused') {
    return refuse('body', `${inputAt(size.request)}: expected a page size of at most ${largest}, found a larger one.`)
  }
  return undefined
}

function ordinary(operation: Operation, pointer: string): unknown {
  const input = requestInputs(operation).find(({ name }) => name === inputAt(pointer))
  return input && 'value' in input.value ? input.value.value : undefined
}
