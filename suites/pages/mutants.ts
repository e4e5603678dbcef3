import type { Operation, Pagination } from '../../contracts/contract.ts'
import { inputAt } from '../../contracts/fields.ts'
import { getOrInsert } from '../../language/get-or-insert.ts'
import { withValue } from '../../provider/edits.ts'
import type { Hooks, Mutant } from '../../provider/mutant.ts'
import { pageOf, type ServedPage } from '../../provider/pages.ts'
import { membersOf, type Received } from '../../provider/received.ts'
import type { Reply } from '../../provider/reply.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import { plainReaders } from '../answers/plain-readers.ts'
import { jsonReply, onSuccess } from '../hooks.ts'
import { mutant } from '../mutant.ts'
import { usualSizes } from './choice.ts'
import { filterMutants } from './filter-mutants.ts'
import { fault, type HeldRecords, type PageAlteration, type PageFault, recordsFault } from './page-fault.ts'
import { totalMutants } from './total-mutants.ts'
import { valueMutants } from './value-mutants.ts'

/** Pages that ignore what was asked, overlap, leave out, count wrongly, or hold what belongs to somebody else. */
export function pageMutants(operation: Operation): Mutant[] {
  const { pagination } = operation
  if (!pagination) return []
  const faults = [...numbers, ...sizes, ...records, ...totalMutants, ...leaks(pagination)]
  return [
    ...faults.map(({ id, caughtBy, turn, ...named }) =>
      mutant(operation, {
        ...named,
        id: `pages.${id}`,
        caughtBy: caughtBy.map((check) => `pages.${check}`),
        hooks: () => numbered(turn()),
      }),
    ),
    ...answerMutants(operation, pagination),
    ...filterMutants(operation, pagination),
    ...valueMutants(operation, pagination),
    emptyUnlessAsked(operation, pagination),
    ...plainReaders(operation, 'pages', () => 'answered'),
  ]
}

function numbered(alter: PageAlteration): Hooks {
  let number = 0
  return {
    page: (...given) => {
      number += 1
      return alter(...given, number)
    },
  }
}

const number = (id: string, title: string, turn: PageAlteration) => fault(['number'], id, title, turn)
const numbers: readonly PageFault[] = [
  number('echoes-first-page', 'says that every page is the first', (page) => ({ ...page, page: 1 })),
  number('echoes-next-page', 'says of every page the number of the next', (page) => ({ ...page, page: page.page + 1 })),
  number('echoes-from-zero', 'counts the pages that it answers from zero', (page) => ({ ...page, page: page.page - 1 })),
  number('echoes-wrongly-later', 'says a wrong number from the second page on', (page) =>
    page.page > 1 ? { ...page, page: page.page + 1 } : page,
  ),
  number('echoes-last-beyond', 'says that an empty page beyond the end is the last one', (page) =>
    page.records.length === 0 && page.total > 0 ? { ...page, page: Math.ceil(page.total / page.size) } : page,
  ),
  number('echoes-zero-where-empty', 'says that the page of an empty list is number zero', (page) =>
    page.total === 0 ? { ...page, page: 0 } : page,
  ),
  number('echoes-first-of-small', 'says of every page of one record that it is the first', (page) =>
    page.size === 1 ? { ...page, page: 1 } : page,
  ),
]

const size = (id: string, title: string, turn: PageAlteration) => fault(['size'], id, title, turn)
const rounding = (id: string, title: string, turn: PageAlteration): PageFault => ({
  ...fault(['rounding'], id, title, turn),
  level: 'SHOULD',
})
const sizes: readonly PageFault[] = [
  fault(['size', 'total'], 'ignores-size', 'answers 25 records whatever the size asked for', (page, all) => ({
    ...pageOf(all, page.page, Math.max(25, page.size * 2)),
    size: page.size,
  })),
  size('answers-other-size', 'answers pages of twice the size asked for, and says so', (page, all) =>
    pageOf(all, page.page, page.size * 2),
  ),
  fault(['size', 'total'], 'holds-one-more', 'holds one record more than its size', (page, all) => ({
    ...pageOf(all, page.page, page.size + 1),
    size: page.size,
  })),
  size('echoes-larger-size', 'says a size larger than the one asked for', (page) => ({ ...page, size: page.size + 1 })),
  size('echoes-smaller-size', 'says a size smaller than what it holds', (page) => ({
    ...page,
    size: Math.max(0, page.records.length - 1),
  })),
  size('echoes-count', 'says as its size how many records it holds', (page) => ({ ...page, size: page.records.length })),
  size('echoes-no-size-where-empty', 'says that the page of an empty list has no size', (page) =>
    page.total === 0 ? { ...page, size: 0 } : page,
  ),
  size('never-follows-size', 'has pages of ten records alone, and says so', (page, all) => pageOf(all, page.page, 10)),
  {
    ...size('never-follows-size-of-100', 'has pages of a hundred records alone, and says so', (page, all) => pageOf(all, page.page, 100)),
    isObserved: true,
  },
  {
    id: 'kept-by-glued-name',
    title: 'keeps its pages by their number and size, with nothing between the two',
    caughtBy: ['size'],
    turn: () => {
      const kept = new Map<string, ServedPage>()
      return (page, all) => getOrInsert(kept, `${all.length}/${page.page}${page.size}`, () => page)
    },
  },
  size('ignores-size-of-one', 'answers ten records where one is asked for', (page, all) =>
    page.size === 1 ? { ...pageOf(all, page.page, 10), size: 1 } : page,
  ),
  size('last-page-takes-more', 'has the few records of the last page on the one before it', (page, all) => {
    const last = Math.ceil(all.length / page.size)
    return page.page === last - 1 ? { ...page, records: all.slice((page.page - 1) * page.size) } : page
  }),
  rounding('rounds-up-to-five', 'has no page smaller than five records, and says so', (page, all) =>
    page.size < 5 ? pageOf(all, page.page, 5) : page,
  ),
  rounding('rounds-up-to-tens', 'rounds the size of a page up to tens, and says so', (page, all) =>
    pageOf(all, page.page, Math.ceil(page.size / 10) * 10),
  ),
]

const distinct = (id: string, title: string, records: HeldRecords) => recordsFault(['distinct'], id, title, records)
const records: readonly PageFault[] = [
  recordsFault(['distinct', 'total'], 'overlaps-by-one', 'begins each page with the last record of the one before', (page, all) =>
    shifted(page, all),
  ),
  recordsFault(['total'], 'whole-on-any-page', 'holds everything on any page of a size that holds it', (page, all) =>
    page.size > all.length ? all : page.records,
  ),
  ...usualSizes.map((size) =>
    recordsFault(['total'], `loses-one-of-${size}`, `lacks the last record of a page of ${size}`, (page) =>
      page.size === size ? page.records.slice(0, -1) : page.records,
    ),
  ),
  recordsFault(['total'], 'loses-last-of-large', 'lacks the last record where the pages of 20 or more end', (page, all) =>
    page.size >= 20 && page.page > 1 && page.page * page.size >= all.length ? page.records.slice(0, -1) : page.records,
  ),
  distinct('overlaps-and-loses', 'begins each page with the last record of the one before, and loses the last of all', (page, all) =>
    shifted(page, all).slice(0, page.records.length),
  ),
  distinct('repeats-on-page', 'holds a record twice on one page', (page) => [...page.records.slice(0, -1), ...page.records.slice(0, 1)]),
  distinct('repeats-one', 'answers the first record in the place of every one', (page, all) => page.records.map(() => all[0])),
  distinct('ignores-page', 'answers the first page again and again', (page, all) => all.slice(0, page.records.length)),
  distinct('ignores-page-of-one', 'answers the first record for every page of one', (page, all) =>
    page.size === 1 ? (page.records.length > 0 ? all.slice(0, 1) : []) : page.records,
  ),
  distinct('repeats-across-one-boundary', 'has the first record of the third page at the end of the second as well', (page, all) =>
    page.page === 2 && page.records.length === page.size ? [...page.records.slice(0, -1), all[2 * page.size]] : page.records,
  ),
  distinct('repeats-a-page', 'answers the second page in the place of the fourth', (page, all) =>
    page.page === 4 && page.records.length === page.size ? pageOf(all, 2, page.size).records : page.records,
  ),
  distinct('unordered', 'has its records in another order at every request', (page, all, number) => {
    const from = (7 * number) % Math.max(1, all.length)
    return pageOf([...all.slice(from), ...all.slice(0, from)], page.page, page.size).records
  }),
]

function leaks(pagination: Pagination): PageFault[] {
  const { filter } = pagination
  if (!filter) return []
  const foreign = (all: readonly unknown[], everyone: readonly unknown[]) => {
    const own = valueAtPointer(all[0], filter.record)
    return everyone.filter((record) => valueAtPointer(record, filter.record) !== own)
  }
  const leak = (
    id: string,
    title: string,
    place: (all: readonly unknown[], others: readonly unknown[], size: number) => readonly unknown[],
  ) =>
    fault(['filter'], id, title, (page, all, everyone) =>
      all.length === 0 ? page : pageOf(place(all, foreign(all, everyone), page.size), page.page, page.size),
    )
  return [
    leak('ignores-filter', 'answers the records of all', (all, others) => [...all, ...others]),
    leak('answers-only-others', 'answers the records of somebody else', (_all, others) => others),
    leak('leaks-first', "begins with somebody else's record", (all, others) => [...others.slice(0, 1), ...all]),
    leak('leaks-last', "ends with somebody else's record", (all, others) => [...all, ...others.slice(0, 1)]),
    leak('leaks-later', "holds somebody else's record on the second page", (all, others, pageSize) => [
      ...all.slice(0, pageSize),
      ...others.slice(0, 1),
      ...all.slice(pageSize),
    ]),
  ]
}

function shifted({ page, size: held, records: right }: ServedPage, all: readonly unknown[]): readonly unknown[] {
  const start = (page - 1) * held - 1
  return page > 1 ? all.slice(start, start + held) : right
}

/** A provider that reckons with the number of a page that a request does not name. */
function emptyUnlessAsked(operation: Operation, { page, records }: Pagination): Mutant {
  const isNamed = ({ body, query }: Received) =>
    operation.body ? valueAtPointer(membersOf(body), page.request) !== undefined : query.has(inputAt(page.request))
  return mutant(operation, {
    id: 'pages.empty-unless-asked',
    title: 'leaves the page empty of which a request does not say the number',
    caughtBy: ['pages.total'],
    isObserved: true,
    hooks: () => ({ answer: (answer, request) => (isNamed(request) ? answer : withValue(answer, records, [])) }),
  })
}

interface Right {
  readonly page: number
  readonly size: number
  readonly total: number
  readonly count: number
}

/** Providers that refuse pages which they promise, or break down where they should refuse or answer with nothing. */
function answerMutants(operation: Operation, pagination: Pagination): Mutant[] {
  const make = (id: string, title: string, status: number, isWrong: (right: Right) => boolean) =>
    mutant(operation, {
      id: `pages.${id}`,
      title,
      caughtBy: [status < 500 ? 'pages.answered' : 'accepted'],
      hooks: () =>
        onSuccess((reply) => (isWrong(rightOf(pagination, reply)) ? jsonReply(status, '{"error":{"message":"failed"}}') : reply)),
    })
  const lastOf = ({ total, size }: Right) => Math.ceil(total / size)
  return [
    make('refuses-last', 'knows no last page', 404, (right) => right.page > 1 && right.page === lastOf(right)),
    make('refuses-later', 'refuses every page from the third on', 400, ({ page, count }) => page > 2 && count > 0),
    make('errs-later', 'breaks down at the second page', 500, ({ page }) => page === 2),
    make(
      'refuses-small-later',
      'refuses pages of one record from the second on',
      403,
      ({ page, size, count }) => size === 1 && page > 1 && count > 0,
    ),
    make('errs-at-one', 'breaks down at pages of one record', 500, ({ size }) => size === 1),
    make('errs-beyond', 'breaks down at a page beyond the end', 500, (right) => right.total > 0 && right.page > lastOf(right)),
    make('errs-where-empty', 'breaks down where there is no record', 500, ({ total }) => total === 0),
  ]
}

function rightOf({ page, size, total, records }: Pagination, { body }: Reply): Right {
  const value: unknown = JSON.parse(body.toString('utf8'))
  const number = (pointer: string) => Number(valueAtPointer(value, pointer))
  const list = valueAtPointer(value, records)
  return { page: number(page.response), size: number(size.response), total: number(total), count: Array.isArray(list) ? list.length : 0 }
}
