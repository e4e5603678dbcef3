import { describe, expect, it } from 'vitest'
import { evidenceOf, exchange, paged, response } from '../../engine/evidence/evidence.fixture.ts'
import { Inconclusive } from '../../engine/evidence/evidence.ts'
import type { Exchange } from '../../engine/exchange.ts'
import {
  rightPagesBut as but,
  data,
  judge,
  pageCheck,
  pageOf,
  record,
  records,
  refusedPage as refused,
  rightPages as right,
} from './page-answers.fixture.ts'

describe('the checks of pages', () => {
  it('say where pages seem to count from 0, and where a total is that of its page', () => {
    const held = (asked: number, of: number) => pageOf({ asked, of, held: records(asked * of, Math.min(12, (asked + 1) * of)) })
    expect(judge('total', [held(1, 5), held(2, 5)])).toMatchObject([{ actual: '2 records' }])
    expect(judge('total', [held(1, 50), held(1, 5)])).toMatchObject([{ actual: '0 records, as where pages count from 0' }])
    const empty = (asked: number, of: number) => pageOf({ asked, of, held: [] })
    const found = (...pages: readonly Exchange[]) => judge('total', pages).map(({ actual }) => actual)
    expect([found(empty(1, 5)), found(empty(1, 50), pageOf({ asked: 1, of: 20, held: records(0, 12) }))]).toEqual([
      ['0 records'],
      ['0 records'],
    ])
    const own = (moment: number, of: number) => pageOf({ moment, asked: 1, of, total: of, held: records(0, of) })
    expect(judge('total', [own(0, 5), own(2, 3)])).toMatchObject([{ actual: '3, as many as that page holds' }])
  })

  it.for(['number', 'size', 'rounding', 'distinct', 'total', 'answered', 'filter'])('pass right pages (%s)', (name) => {
    expect(judge(name, right)).toEqual([])
  })

  it.for([
    {
      given: 'the whole list, where no number is asked for',
      left: 'page',
      told: { page: 1, perPage: 12, data: records(0, 12) },
      faults: [],
    },
    {
      given: 'the whole list, where no size is asked for',
      left: 'perPage',
      told: { page: 1, perPage: 12, data: records(0, 12) },
      faults: [],
    },
    { given: 'the whole list, which has no size then', left: 'page', told: { page: 1, perPage: 0, data: records(0, 12) }, faults: [] },
    { given: 'nothing of no size', left: 'page', told: { page: 1, perPage: 0, data: [] }, faults: ['size', 'total'] },
    { given: 'a page before the first', left: 'page', told: { page: 0, perPage: 5, data: [] }, faults: [] },
    { given: 'another page than the first', left: 'page', told: { page: 3, perPage: 5, data: records(10, 12) }, faults: [] },
    { given: 'a page that it does not hold', left: 'page', told: { page: 1, perPage: 5, data: [] }, faults: ['total'] },
  ])('take a page that was left open for the one that it says it is: $given', ({ left, told, faults }) => {
    const { [left]: _, ...asked } = { terminalId: data[0]['terminalId'], page: 1, perPage: 5 } as Record<string, unknown>
    const open = exchange(paged, `without.${left}`, response(200, { transactions: { total: 12, ...told } }), asked)
    expect(['number', 'size', 'total'].filter((name) => judge(name, right, [open]).length > 0)).toEqual(faults)
  })

  it.for([
    { total: 3, found: [['12, as before and afterwards', '3, as many as that page holds']] },
    { total: 3, after: 8, found: [['12, as before and afterwards', '3, as many as that page holds']] },
    { total: 3, after: 0, found: [] }, // the others may have gone since
    { total: 3, at: -1, found: [] }, // and those may have come since
    { total: 5, found: [] }, // a replica may lag by seven
    { total: 0, found: [] }, // and one that was just started may be empty
  ])('find a total of $total that counts the page alone, between answers that tell of twelve', ({ total, found, after = 1, at = 1000 }) => {
    const page = { page: 1, perPage: total, total, data: records(0, total) }
    const open = exchange(paged, 'without.perPage', response(200, { transactions: page }), { terminalId: data[0]['terminalId'], page: 1 })
    const all = [...right, pageOf({ asked: 2, of: 1 })]
    const pages = all.map((each, index) => (index < all.length - after ? each : { ...each, startedAt: 2000 }))
    const told = judge('total', pages, [{ ...open, startedAt: at }]).map(({ expected, actual }) => [expected, actual])
    expect(told).toEqual(found)
  })

  it('find that none is told of wherever a terminal is written with escapes, but nothing where that is one page', () => {
    const { terminalId } = data[0] as { terminalId: string }
    const escaped = [...terminalId].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
    const none = response(200, { transactions: { page: 1, perPage: 5, total: 0, data: [] } })
    const [one, other] = ['without.page', 'without.perPage'].map((role): Exchange => {
      const { request, ...open } = exchange(paged, role, none)
      return { ...open, request: { ...request, body: Buffer.from(`{"terminalId":"${escaped}","page":1,"perPage":5}`) } }
    })
    if (!one || !other) return expect.unreachable('both are made')
    expect(judge('total', right, [one, other])).toMatchObject([
      { expected: '12, as where the same is written without escapes', actual: '0' },
    ])
    expect(judge('total', right, [one])).toEqual([])
  })

  it.for([
    { given: 'another page than asked for', name: 'number', pages: but(pageOf({ asked: 2, of: 5, page: 1 })) },
    { given: 'more records than the page holds', name: 'size', pages: but(pageOf({ asked: 2, of: 5, held: records(5, 11) })) },
    {
      given: 'a size that no rounding gives',
      name: 'size',
      pages: [pageOf({ moment: 0, asked: 1, of: 1, size: 5 }), pageOf({ asked: 1, of: 5, size: 4, held: records(0, 4) })],
    },
    { given: 'pages of other sizes where one was asked for', name: 'size', pages: but(pageOf({ asked: 3, of: 5, size: 4 })) },
    { given: 'a size that is rounded up', name: 'rounding', pages: but(pageOf({ asked: 1, of: 1, size: 5, held: records(0, 5) })) },
    { given: 'a record on two pages', name: 'distinct', pages: but(pageOf({ asked: 2, of: 5, held: records(4, 9) })) },
    { given: 'a record on no page', name: 'distinct', pages: but(pageOf({ asked: 2, of: 5, held: [...records(5, 9), record(77)] })) },
    { given: 'a record too few', name: 'total', pages: but(pageOf({ asked: 3, of: 5, held: records(10, 11) })) },
    { given: 'a record too many', name: 'total', pages: but(pageOf({ asked: 3, of: 5, held: records(10, 14) })) },
    { given: 'a record beyond the end', name: 'total', pages: but(pageOf({ asked: 4, of: 5, held: records(20, 21) })) },
    { given: 'an undeclared cap', name: 'total', pages: but(pageOf({ asked: 1, of: 50, held: records(0, 10) })) },
    { given: 'a total that falls', name: 'total', pages: but(pageOf({ moment: 4, asked: 1, of: 5, total: 11 })) },
    {
      given: 'a page that ends the list before what all told, by totals that leap with every answer',
      name: 'total',
      pages: [1, 2, 3, 1].map((asked, at) =>
        pageOf({ moment: at, asked, of: 5, total: 50 * (at + 1), held: records(5 * (asked - 1), Math.min(12, 5 * asked)) }),
      ),
    },
    { given: 'a promised page that is refused', name: 'answered', pages: but(refused(3, 5, 404)) },
    {
      given: 'a refused page, promised by the size that is granted',
      name: 'answered',
      pages: but(pageOf({ asked: 1, of: 50, size: 5, held: records(0, 5) }), refused(2, 50, 404)),
    },
    { given: 'a promised page that makes no sense', name: 'answered', pages: but(refused(3, 5, 200)) },
    {
      given: "another terminal's record",
      name: 'filter',
      pages: but(pageOf({ asked: 2, of: 5, held: records(5, 10).map((each) => ({ ...each, terminalId: '999' })) })),
    },
    {
      given: 'the records of the terminal for a value near it',
      name: 'filter',
      pages: but(pageOf({ asked: 1, of: 5, terminal: '0100001' })),
    },
  ])('find $given', ({ name, pages }) => {
    expect(judge(name, pages)).toHaveLength(1)
  })

  it('bear two records that are alike in all that is shown', () => {
    const list = [...records(0, 6), record(5), ...records(7, 12)]
    const pages = right.map(({ request }) => {
      const { page, perPage } = JSON.parse(String(request.body)) as { page: number; perPage: number }
      return pageOf({ moment: page === 1 ? 0 : 2, asked: page, of: perPage, held: list.slice((page - 1) * perPage, page * perPage) })
    })
    expect(judge('distinct', pages)).toEqual([])
  })

  it('bear records each of which is there twice, where no other size shows that', () => {
    const first = pageOf({ moment: 0, asked: 1, of: 6, total: 30, held: [0, 0, 1, 1, 2, 3].map(record) })
    const second = pageOf({ asked: 2, of: 6, total: 30, held: [2, 3, 4, 4, 5, 5].map(record) })
    expect(judge('distinct', [first, second])).toEqual([])
  })

  it('bear a record whose status changes while the list is read', () => {
    const changed = [...records(0, 11), { ...record(11), status: 'PENDING' }]
    expect(judge('distinct', but(pageOf({ asked: 1, of: 50, held: changed })))).toEqual([])
  })

  it('bear payments that arrive, and the records that they push onto the next page', () => {
    const slowly = [
      pageOf({ pass: 'slowly', moment: 0, asked: 1, of: 6, total: 12 }),
      pageOf({ pass: 'slowly', moment: 1, asked: 2, of: 6, total: 14, held: records(4, 10) }),
      pageOf({ pass: 'slowly', moment: 2, asked: 1, of: 6, total: 15, held: [...records(90, 93), ...records(0, 3)] }),
    ]
    for (const name of ['distinct', 'total', 'answered']) expect(judge(name, [...right, ...slowly]), name).toEqual([])
  })

  it('lets a record expire where the list is read again in another size', () => {
    const expired = but(pageOf({ moment: 4, asked: 1, of: 5, total: 11 }))
    const slowly = [1, 2, 1].map((asked, at) => pageOf({ pass: 'slowly', moment: at, asked, of: 6, total: 11 }))
    expect(judge('total', [...expired, ...slowly])).toEqual([])
  })

  it('bear a target that grants smaller pages, and one that refuses a size or what lies beyond', () => {
    const smaller = [1, 2, 3, 4].map((page) =>
      pageOf({ asked: page, of: 5, size: 3, held: records(3 * page - 3, 3 * page), moment: page === 1 ? 0 : 2 }),
    )
    const cases = [smaller, but(refused(4, 5, 404)), but(refused(4, 5, 204)), but(refused(1, 50, 400))]
    for (const name of ['number', 'size', 'rounding', 'distinct', 'total', 'answered']) {
      for (const pages of cases) expect(judge(name, pages), name).toEqual([])
    }
  })

  it('bear a page beyond the end that is the last one, and says so', () => {
    const last = but(pageOf({ asked: 4, of: 5, page: 3, held: records(10, 12) }))
    for (const name of ['number', 'distinct', 'total']) expect(judge(name, last), name).toEqual([])
  })

  it.for([
    { given: 'never came', response: undefined },
    { given: 'is too long to be judged', response: { ...response(200, {}), truncated: true } },
  ])('count nothing where a page $given', ({ response }) => {
    const cut = right.map((page) =>
      page === right[2] ? exchange(paged, page.role, response, JSON.parse(String(page.request.body))) : page,
    )
    for (const name of ['total', 'answered']) expect(() => judge(name, cut), name).toThrow(Inconclusive)
  })

  it('take a page that ends beyond the least total told before for one to which records came', () => {
    const rising = [
      ...[10, 12].map((total, moment) => pageOf({ moment, asked: moment + 1, of: 5, total })),
      pageOf({ moment: 2, asked: 3, of: 5, total: 14, held: records(10, 11) }),
      pageOf({ moment: 3, asked: 1, of: 5, total: 16 }),
    ]
    expect(judge('total', rising)).toEqual([])
    expect(judge('total', [pageOf({ moment: 0, asked: 1, of: 5 }), ...rising.slice(1)])).toHaveLength(1)
  })

  it('prove nothing by an empty list', () => {
    const empty = [pageOf({ moment: 0, asked: 1, of: 5, total: 0 }), pageOf({ asked: 2, of: 5, total: 0 })]
    for (const name of ['distinct', 'total']) expect(() => judge(name, empty), name).toThrow(Inconclusive)
  })

  const owned = (terminalId: unknown, from: number, to: number) => records(from, to).map((each) => ({ ...each, terminalId }))

  it.for([
    { given: 'is a number', terminalId: 999 },
    { given: 'is no number, unlike the one asked for', terminalId: 'unknown' },
  ])("take no record for another's whose terminal $given, which is a fault of its field", ({ terminalId }) => {
    expect(judge('filter', but(pageOf({ asked: 2, of: 5, held: owned(terminalId, 5, 10) })))).toEqual([])
  })

  it.for([
    { given: 'there is none', page: pageOf({ moment: 0, asked: 1, of: 5, total: 0 }), why: 'No page holds a record' },
    { given: 'none says whose it is', page: pageOf({ moment: 0, asked: 1, of: 5, held: owned(7, 0, 5) }), why: 'No record has a value' },
    { given: 'no page was accepted', page: refused(1, 5, 500), why: 'not accepted' },
  ])('leave it open whose the records are where $given', ({ page, why }) => {
    expect(() => judge('filter', [page])).toThrow(why)
  })

  it('say how many pages of a long list were read', () => {
    const { extent } = pageCheck('total')
    expect(extent?.(evidenceOf(paged, right))).toBeUndefined()
    const long = right.map((page) => (page === right[0] ? pageOf({ moment: 0, asked: 1, of: 5, total: 600 }) : page))
    expect(extent?.(evidenceOf(paged, long))).toBe('4 of 120 pages of 5 records were read.')
  })
})
