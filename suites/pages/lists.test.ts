import { describe, expect, it } from 'vitest'
import { evidenceOf, exchange, paged, response } from '../../engine/evidence/evidence.fixture.ts'
import { firstPageRole } from '../../engine/probes/roles.ts'
import { extentOf, ownPages, singlePages } from './lists.ts'
import { pageCheck, pageOf, records, rightPages } from './page-answers.fixture.ts'
import { arrivalsAt, isPromised, rises } from './told-totals.ts'

const { probe } = pageCheck('total')
const told = (moment: number, asked: number, total: number) => pageOf({ moment, asked, of: 5, total })
const untold = (moment: number, asked: number) => pageOf({ moment, asked, of: 5, total: 'many' as never, held: records(0, 5) })

describe('records that came while a page was made', () => {
  const exchanges = [told(0, 1, 10), told(0, 2, 12), told(2, 3, 13), told(2, 2, 40), told(3, 1, 14), told(3, 2, 17), told(4, 1, 15)]
  const own = ownPages(evidenceOf(probe, exchanges))
  const at = (moment: number, asked: number) => own.find((page) => page.moment === moment && page.asked.page === asked)

  it.each([
    ['the least that was told after it, less the most that was told before it', 2, 3, 2],
    ['none where that is less', 3, 2, 0],
    ['what others say of the whole time where nothing was told before it', 0, 1, 28],
    ['what others say of the whole time where nothing was told after it', 4, 1, 30],
  ])('are %s', (_, moment, asked, want) => {
    const page = at(moment, asked)
    expect(page && arrivalsAt(own, page)).toBe(want)
  })

  it('are what all say of the whole time of a page that another probe asked for', () => {
    const [page] = ownPages(evidenceOf(probe, [told(0, 1, 11)]))
    expect(page && arrivalsAt(own, page)).toBe(30)
    expect(page && arrivalsAt([page], page), 'and none where nobody says anything').toBe(0)
  })

  it('are what the others say where it told the most, or the least, itself', () => {
    const all = ownPages(evidenceOf(probe, [told(0, 1, 5), told(1, 2, 12), told(2, 1, 20)]))
    expect([all[0], all[2]].map((page) => page && arrivalsAt(all, page))).toEqual([8, 7])
  })

  it('are found without a look at all others for each page', () => {
    let reads = 0
    const total = () => {
      reads += 1
      return 7
    }
    const [page] = ownPages(evidenceOf(probe, [told(0, 1, 7)]))
    const alike = Array.from({ length: 200 }, (_, index) =>
      Object.defineProperty({ ...page, exchange: told(0, index, 7) } as NonNullable<typeof page>, 'total', { get: total }),
    )
    expect(alike.map((each) => arrivalsAt(alike, each))).toEqual(alike.map(() => 0))
    expect(reads).toBeLessThan(20 * alike.length)
  })
})

it('a page is promised by the smallest total that is one, and by the size that is granted', () => {
  const record = evidenceOf(probe, [untold(0, 1), told(1, 1, 8), told(2, 1, 30)])
  const asked = (page: number, of: number) => pageOf({ asked: page, of })
  const promised = (page: number, of: number, granted?: number) => isPromised(record, ownPages(record), asked(page, of), granted)
  expect([promised(1, 10), promised(2, 10), promised(2, 10, 5), promised(3, 10, 5)]).toEqual([true, false, true, false])
  expect(rises(ownPages(record))).toBe(22)
})

it('the pages of a list are in the order of reading, whichever came first', () => {
  const order = (pages: typeof rightPages) => ownPages(evidenceOf(probe, pages)).map(({ moment, asked }) => [moment, asked.page])
  const reading = [[0, 1], ...[1, 1, 2, 3, 4].map((page) => [2, page]), [3, 12], [4, 1]]
  expect([order(rightPages), order(rightPages.toReversed())]).toEqual([reading, reading])
})

it.each([
  ['none was accepted', exchange(paged, firstPageRole, response(500, {})), 'not accepted'],
  ['none tells a total', untold(0, 1), 'no usable total'],
  ['one was asked for by no number', exchange(paged, firstPageRole, pageOf({ asked: 1, of: 5 }).response, {}), 'which page it asks for'],
])('there are no pages to judge where %s', (_, page, why) => {
  expect(() => ownPages(evidenceOf(probe, [page]))).toThrow(why)
})

it.each([
  ['none where none tells a total', [untold(0, 1)], undefined],
  [
    'its own pages, without what was read beyond the end',
    [told(0, 1, 12), told(2, 2, 12), told(2, 4, 12)],
    '2 of 3 pages of 5 records were read.',
  ],
  ['what the first tells that tells one', [untold(0, 1), told(2, 2, 600)], '1 of 120 pages of 5 records were read.'],
])('the extent of a list is %s', (_, pages, extent) => {
  expect(extentOf(evidenceOf(paged, pages))).toBe(extent)
})

it.each([
  ['counts if the request was right', 'control', { page: 2, perPage: 5 }, {}, [[2, 5]]],
  ['counts for nothing if it was wrong', 'wrong', { page: 2, perPage: 5 }, {}, []],
  ['has the number that it tells, where that was left open', 'control', { perPage: 5 }, {}, [[2, 5]]],
  ['has the number asked for, where the size was left open', 'control', { page: 2 }, { page: 3 }, [[2, 5]]],
  ['counts for nothing if its number is told in words', 'control', { perPage: 5 }, { page: 'first' }, []],
])('a page that another probe was given %s', (_, role, asked, answered, pages) => {
  const body = { transactions: { data: records(5, 10), total: 12, page: 2, perPage: 5, ...answered } }
  const given = evidenceOf(paged, [exchange(paged, role, response(200, body), { terminalId: '100001', ...asked })])
  expect(singlePages(evidenceOf(paged, []), [given]).map((page) => [page.asked.page, page.asked.size])).toEqual(pages)
})
