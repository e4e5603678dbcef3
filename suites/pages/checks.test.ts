import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { evidenceOf, exchange, paged, response } from '../../engine/evidence/evidence.fixture.ts'
import { Inconclusive } from '../../engine/evidence/evidence.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { catalogueOf } from '../index.ts'

const { checks } = await catalogueOf(contract)
const { data } = (paged.success.example as { transactions: { data: [Record<string, unknown>] } }).transactions
const records = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => ({ ...data[0], trxRefId: String(1000 + from + at) }))

interface PageGiven {
  readonly role: string
  readonly page?: number
  readonly asked?: number
  readonly size?: number
  readonly total?: number
  readonly held: readonly unknown[]
}

function pageOf({ role, page = 1, asked = 5, size = 5, total = 12, held }: PageGiven): Exchange {
  const answer = response(200, { transactions: { data: held, total, page, perPage: size } })
  return exchange(paged, role, answer, {
    terminalId: data[0]['terminalId'],
    page: Number(/\d+$/.exec(role)?.[0] ?? (role === 'beyond' ? 4 : 1)),
    perPage: asked,
  })
}

const first = pageOf({ role: 'first', asked: 10, size: 10, held: records(0, 10) })
const right = [
  pageOf({ role: 'page-1', held: records(0, 5) }),
  pageOf({ role: 'page-2', page: 2, held: records(5, 10) }),
  pageOf({ role: 'page-3', page: 3, held: records(10, 12) }),
  pageOf({ role: 'beyond', page: 4, held: [] }),
]

function judge(name: string, pages: readonly Exchange[]) {
  const check = checks.find(({ id }) => id === `${paged.id}.pages.${name}`)
  if (!check) throw new Error(`there is no check ${name}`)
  return [...check.judge(evidenceOf(paged, [first, ...pages]))]
}

/** The right pages, with some in the place of those of the same role. */
const but = (...changed: Exchange[]) => right.map((page) => changed.find(({ role }) => role === page.role) ?? page)

describe('the checks of pages', () => {
  it.for(['number', 'size', 'distinct', 'total', 'filter'])('pass right pages (%s)', (name) => {
    expect(judge(name, right)).toEqual([])
  })

  it.for([
    { given: 'another page than asked for', name: 'number', pages: but(pageOf({ role: 'page-2', page: 1, held: records(5, 10) })) },
    { given: 'more records than the page holds', name: 'size', pages: but(pageOf({ role: 'page-1', held: records(0, 6) })) },
    { given: 'a larger page than asked for', name: 'size', pages: but(pageOf({ role: 'page-1', size: 50, held: records(0, 5) })) },
    { given: 'a record on two pages', name: 'distinct', pages: but(pageOf({ role: 'page-2', page: 2, held: records(4, 9) })) },
    { given: 'a record too few', name: 'total', pages: but(pageOf({ role: 'page-3', page: 3, held: records(10, 11) })) },
    { given: 'a record too many', name: 'total', pages: but(pageOf({ role: 'page-3', page: 3, held: records(10, 14) })) },
    { given: 'a record beyond the end', name: 'total', pages: but(pageOf({ role: 'beyond', page: 4, held: records(20, 21) })) },
    { given: 'a total that falls', name: 'total', pages: but(pageOf({ role: 'page-3', page: 3, total: 11, held: records(10, 12) })) },
    {
      given: "another terminal's record",
      name: 'filter',
      pages: but(pageOf({ role: 'page-2', page: 2, held: records(5, 10).map((each) => ({ ...each, terminalId: '999' })) })),
    },
  ])('find $given', ({ name, pages }) => {
    expect(judge(name, pages)).toHaveLength(1)
  })

  it('bear a payment that arrives, and the record that it pushes onto the next page', () => {
    const pages = but(
      pageOf({ role: 'page-2', page: 2, total: 13, held: records(4, 9) }),
      pageOf({ role: 'page-3', page: 3, total: 13, held: records(9, 12) }),
    )
    for (const name of ['distinct', 'total']) expect(judge(name, pages), name).toEqual([])
  })

  it('bear a target that grants smaller pages', () => {
    const pages = [0, 1, 2, 3].map((at) => pageOf({ role: `page-${at + 1}`, page: at + 1, size: 3, held: records(3 * at, 3 * at + 3) }))
    for (const name of ['number', 'size', 'distinct', 'total']) expect(judge(name, pages), name).toEqual([])
  })

  it('count nothing where a page never came', () => {
    const cut = right.map((page) => (page.role === 'page-3' ? exchange(paged, 'page-3') : page))
    expect(() => judge('total', cut)).toThrow(Inconclusive)
  })

  it('prove nothing by an empty list', () => {
    const empty = [pageOf({ role: 'page-1', total: 0, held: [] }), pageOf({ role: 'beyond', page: 4, total: 0, held: [] })]
    for (const name of ['distinct', 'total']) expect(() => judge(name, empty), name).toThrow(Inconclusive)
  })
})
