import { pageOf, type ServedPage } from '../../provider/pages.ts'
import { fault, type HeldRecords, type PageAlteration, type PageFault, recordsFault } from './page-fault.ts'

const total = (id: string, title: string, turn: PageAlteration) => fault(['total'], id, title, turn)
const says = (id: string, title: string, count: (page: ServedPage, everyone: readonly unknown[]) => number) =>
  total(id, title, (page, _all, everyone) => ({ ...page, total: count(page, everyone) }))
const holds = (id: string, title: string, records: HeldRecords) => recordsFault(['total'], id, title, records)
const varies = (id: string, title: string, count: (page: ServedPage, number: number) => number) =>
  total(id, title, (page, _all, _everyone, number) => ({ ...page, total: count(page, number) }))

/** Totals that are wrong, and pages that hold fewer records than the total leaves for them, or more. */
export const totalMutants: readonly PageFault[] = [
  holds(
    'first-answer-short',
    'leaves a record out of the first page that it answers, which it has to put together yet',
    (page, _, number) => (number === 1 ? page.records.slice(1) : page.records),
  ),
  varies('total-zero-once', 'says in its second answer that there are none', (page, requests) => (requests === 2 ? 0 : page.total)),
  total('empty-now-and-then', 'lists nothing in every third answer', (page, _all, _everyone, number) =>
    number % 3 === 0 ? { ...page, records: [], total: 0 } : page,
  ),
  varies('total-more-once', 'says in one answer that there are two more', (page, requests) => page.total + (requests === 20 ? 2 : 0)),
  says('total-of-page', 'says how many records the page holds instead of all', ({ records }) => records.length),
  says('total-one-more', 'says one record more than there are', (page) => page.total + 1),
  says('total-one-less', 'says one record less than there are', (page) => Math.max(0, page.total - 1)),
  says('total-zero', 'says that there are none', () => 0),
  says('total-of-pages', 'says how many pages there are instead of records', (page) => Math.ceil(page.total / page.size)),
  says('total-of-everyone', 'counts the records of all', (_page, everyone) => everyone.length),
  says('total-of-everyone-where-empty', 'counts the records of all where there is none', (page, everyone) =>
    page.total === 0 ? everyone.length : page.total,
  ),
  says('total-wrong-later', 'says a wrong total from the second page on', (page) => (page.page > 1 ? page.total - 1 : page.total)),
  says('total-on-first-page-only', 'says a total of zero from the second page on', (page) => (page.page > 1 ? 0 : page.total)),
  says('total-zero-beyond', 'counts in the records that a page is cut from, so that there are none beyond the end', ({ records, total }) =>
    records.length > 0 ? total : 0,
  ),
  says('total-so-far', 'says how many records there were up to the end of the page', (page) => Math.min(page.total, page.page * page.size)),
  says('total-left', 'says how many records there are from the page on', (page) => Math.max(0, page.total - (page.page - 1) * page.size)),
  says('total-of-full-pages', 'counts the last page as if it were full', (page) => Math.ceil(page.total / page.size) * page.size),
  says('total-at-most-50', 'counts no more than 50', (page) => Math.min(50, page.total)),
  says('total-lies', 'says that there are a million million', () => 1e12),
  says('total-of-small-pages', 'says of pages of one record that there is one', (page) =>
    page.size === 1 ? page.records.length : page.total,
  ),
  says('total-less-of-two', 'says one record less of pages of two', (page) => (page.size === 2 ? Math.max(0, page.total - 1) : page.total)),
  says('total-negative', 'says a total below zero', () => -1),
  says('total-negative-where-empty', 'says a total below zero where there is no record', (page) => (page.total === 0 ? -1 : page.total)),
  holds('exact-page-loses-last', 'leaves out the last record of a page that would hold the whole list exactly', (page) =>
    page.size > 2 && page.size === page.total ? page.records.slice(0, -1) : page.records,
  ),
  varies('total-rises', 'counts one record more with every request, and holds no more', (page, requests) => page.total + requests),
  varies('total-leaps', 'counts fifty records more with every request, and holds no more', (page, requests) => page.total + 50 * requests),
  varies('total-falls', 'counts down with every request', (page, requests) => Math.max(0, page.total - Math.floor(requests / 8))),
  holds('skips-one', 'leaves a record out between two pages', (page, all) =>
    page.page > 1 ? all.slice((page.page - 1) * page.size + 1, page.page * page.size + 1) : page.records,
  ),
  holds('counts-pages-from-zero', 'takes the first page for the second', (page, all) => pageOf(all, page.page + 1, page.size).records),
  holds('loses-last', 'leaves out the very last record', (page, all) => page.records.filter((record) => record !== all.at(-1))),
  holds('loses-last-page', 'leaves the last page empty where it is not full', (page) =>
    page.records.length < page.size && page.page > 1 ? [] : page.records,
  ),
  holds('loses-one-later', 'has a record too few on every page from the third on', (page) =>
    page.page > 2 ? page.records.slice(1) : page.records,
  ),
  holds('ends-after-forty', 'has nothing behind the fortieth record', (page) =>
    page.records.slice(0, Math.max(0, 40 - (page.page - 1) * page.size)),
  ),
  holds('caps-in-silence', 'holds no more than 50 records, whatever the size that it says', (page) => page.records.slice(0, 50)),
  holds('caps-small-in-silence', 'holds no more than 5 records, whatever the size that it says', (page) => page.records.slice(0, 5)),
  holds('repeats-last-beyond', 'answers the last page for every page beyond the end, and says the number asked for', (page, all) =>
    page.records.length > 0 ? page.records : pageOf(all, Math.ceil(all.length / page.size), page.size).records,
  ),
  holds('counts-in-32-bits', 'begins anew where it has counted to the end of 32 bits', (page, all) => {
    const start = ((page.page - 1) * page.size) % 2 ** 32
    return all.slice(start, start + page.size)
  }),
  holds('begins-anew-beyond', 'answers the first page beyond the end, and says the number asked for', (page, all) =>
    page.records.length > 0 ? page.records : all.slice(0, page.size),
  ),
]
