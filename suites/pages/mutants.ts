import type { Operation, Pagination } from '../../contracts/contract.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { type Page, pageOf } from '../../provider/pages.ts'
import { valueAt } from '../../provider/pointer.ts'
import { mutant } from '../mutant.ts'

type Turn = (page: Page, all: readonly unknown[], everyone: readonly unknown[]) => Page

/** Pages that ignore what was asked, overlap, leave out, count wrongly, or hold what belongs to somebody else. */
export function pageMutants(operation: Operation): Mutant[] {
  const { pagination } = operation
  if (!pagination) return []
  const make = (id: string, title: string, caughtBy: readonly string[], page: Turn) =>
    mutant(operation, { id: `pages.${id}`, title, caughtBy: caughtBy.map((check) => `pages.${check}`), hooks: () => ({ page }) })
  return [
    ...numbers(pagination.page.first).map(([id, title, page]) => make(id, title, ['number'], page)),
    ...sizes.map(([id, title, page]) => make(id, title, ['size'], page)),
    ...repeats.map(([id, title, caughtBy, page]) => make(id, title, caughtBy, page)),
    ...totals.map(([id, title, page]) => make(id, title, ['total'], page)),
    ...leaks(pagination).map(([id, title, page]) => make(id, title, ['filter'], page)),
  ]
}

type Entry = readonly [id: string, title: string, page: Turn]

function numbers(first: number): Entry[] {
  return [
    ['echoes-first-page', 'says that every page is the first', (page) => ({ ...page, page: first })],
    ['echoes-next-page', 'says of every page the number of the next', (page) => ({ ...page, page: page.page + 1 })],
    ['echoes-from-zero', 'counts the pages that it answers from zero', (page) => ({ ...page, page: page.page - 1 })],
    [
      'echoes-wrongly-later',
      'says a wrong number from the second page on',
      (page) => (page.page > first ? { ...page, page: page.page + 1 } : page),
    ],
  ]
}

const sizes: readonly Entry[] = [
  [
    'ignores-size',
    'answers 25 records whatever the size asked for',
    (page, all) => ({ ...pageOf(all, page.page, Math.max(25, page.size * 2)), size: page.size }),
  ],
  ['answers-other-size', 'answers pages of twice the size asked for, and says so', (page, all) => pageOf(all, page.page, page.size * 2)],
  ['holds-one-more', 'holds one record more than its size', (page, all) => ({ ...pageOf(all, page.page, page.size + 1), size: page.size })],
  ['echoes-larger-size', 'says a size larger than the one asked for', (page) => ({ ...page, size: page.size + 1 })],
  ['echoes-smaller-size', 'says a size smaller than what it holds', (page) => ({ ...page, size: Math.max(0, page.records.length - 1) })],
]

type Repetition = readonly [id: string, title: string, caughtBy: readonly string[], page: Turn]

/** Where a record is repeated in the place of another, one is missing as well. */
const repeats: readonly Repetition[] = [
  [
    'overlaps-by-one',
    'begins each page with the last record of the one before',
    ['distinct'],
    (page, all) => ({ ...page, records: shifted(page, all, -1) }),
  ],
  [
    'repeats-on-page',
    'holds a record twice on one page',
    ['distinct', 'total'],
    (page) => ({ ...page, records: [...page.records.slice(0, -1), ...page.records.slice(0, 1)] }),
  ],
  [
    'ignores-page',
    'answers the first page again and again',
    ['distinct', 'total'],
    (page, all) => ({ ...page, records: all.slice(0, page.records.length) }),
  ],
]

const totals: readonly Entry[] = [
  ['skips-one', 'leaves a record out between two pages', (page, all) => ({ ...page, records: shifted(page, all, 1) })],
  [
    'counts-pages-from-zero',
    'takes the first page for the second',
    (page, all) => ({ ...page, records: pageOf(all, page.page + 1, page.size).records }),
  ],
  ['total-of-page', 'says how many records the page holds instead of all', (page) => ({ ...page, total: page.records.length })],
  ['total-one-more', 'says one record more than there are', (page) => ({ ...page, total: page.total + 1 })],
  ['total-one-less', 'says one record less than there are', (page) => ({ ...page, total: Math.max(0, page.total - 1) })],
  ['total-zero', 'says that there are none', (page) => ({ ...page, total: 0 })],
  ['total-of-pages', 'says how many pages there are instead of records', (page) => ({ ...page, total: Math.ceil(page.total / page.size) })],
  ['total-of-everyone', 'counts the records of all', (page, _all, everyone) => ({ ...page, total: everyone.length })],
  [
    'total-wrong-later',
    'says a wrong total from the second page on',
    (page) => (page.page > 1 ? { ...page, total: page.total - 1 } : page),
  ],
  [
    'loses-last',
    'leaves out the very last record',
    (page, all) => ({ ...page, records: page.records.filter((record) => record !== all.at(-1)) }),
  ],
]

function leaks(pagination: Pagination): Entry[] {
  const { filter } = pagination
  if (!filter) return []
  const foreign = (all: readonly unknown[], everyone: readonly unknown[]) => {
    const own = valueAt(all[0], filter.record)
    return everyone.filter((record) => valueAt(record, filter.record) !== own)
  }
  const mixed = (place: (all: readonly unknown[], others: readonly unknown[], size: number) => readonly unknown[]): Turn => {
    return (page, all, everyone) => (all.length === 0 ? page : pageOf(place(all, foreign(all, everyone), page.size), page.page, page.size))
  }
  return [
    ['ignores-filter', 'answers the records of all', mixed((all, others) => [...all, ...others])],
    ['answers-only-others', 'answers the records of somebody else', mixed((_all, others) => others)],
    ['leaks-first', "begins with somebody else's record", mixed((all, others) => [...others.slice(0, 1), ...all])],
    ['leaks-last', "ends with somebody else's record", mixed((all, others) => [...all, ...others.slice(0, 1)])],
    [
      'leaks-later',
      "holds somebody else's record on the second page",
      mixed((all, others, size) => [...all.slice(0, size), ...others.slice(0, 1), ...all.slice(size)]),
    ],
  ]
}

function shifted({ page, size, records }: Page, all: readonly unknown[], by: number): readonly unknown[] {
  const start = (page - 1) * size + (page > 1 ? by : 0)
  return page > 1 ? all.slice(start, start + size) : records
}
