import { expect, it } from 'vitest'
import { judge, pageOf, record, records } from './page-answers.fixture.ts'

const first = pageOf({ moment: 0, asked: 1, of: 5 })
/** A page with a text in the place of its records. */
const unlisted = (moment: number, asked: number) => pageOf({ moment, asked, of: 5, held: 'none' as never })

it.each([
  ['the only page', [first]],
  ['the only page with a list', [first, unlisted(2, 2)]],
  ['no page with a list', [unlisted(0, 1)]],
])('%s leaves it open whether a record stands on two', (_, pages) => {
  expect(() => judge('distinct', pages)).toThrow('Only one page')
})

it('the only page of a list of one record shows that it is on no other', () => {
  expect(judge('distinct', [pageOf({ moment: 0, asked: 1, of: 5, total: 1 })])).toEqual([])
})

it('records that another request was given are compared with none where no size shows the whole list', () => {
  const held = records(0, 5).map((one) => ({ ...one, amount: 99_999 }))
  const { role: _own, ...page } = pageOf({ asked: 1, of: 5, held })
  expect(judge('distinct', [first, pageOf({ asked: 2, of: 5 })], [{ ...page, role: 'control' }])).toEqual([])
})

/** A list in pages of five, the second of which begins with this record. */
const overlapping = (from: number, pass: 'sweep' | 'slowly' = 'sweep') => [
  pageOf({ pass, moment: 0, asked: 1, of: 5 }),
  pageOf({ pass, asked: 2, of: 5, held: records(from, from + 5) }),
  pageOf({ pass, asked: 3, of: 5, held: records(from + 5, from + 7) }),
]
const doubled = [...records(0, 5), ...records(0, 2), ...records(5, 10)]
const whole = (held = records(0, 12)) => pageOf({ moment: 0, asked: 1, of: 50, held })

it.each([
  ['two, in the only size that shows the whole list', [...overlapping(3), pageOf({ asked: 1, of: 1 })], 1],
  ['two, where no size shows the whole list', overlapping(3).slice(0, 2), 1],
  [
    'two, as the one page of the whole list holds them twice',
    [whole(doubled), ...[1, 2].map((asked) => pageOf({ asked, of: 5, held: doubled.slice(5 * (asked - 1), 5 * asked) }))],
    0,
  ],
  ['one, which may be two that are alike', overlapping(4), 0],
  ['one, though all were unlike before', [whole(), ...overlapping(4, 'slowly')], 1],
  ['one, as two were alike before', [whole([...records(0, 11), record(10)]), ...overlapping(4, 'slowly')], 0],
])('records that stand on two pages: %s', (_, pages, findings) => {
  expect(judge('distinct', pages)).toHaveLength(findings)
})

it('records may stand on two pages if pages of two sizes show them twice', () => {
  const twice = [...records(0, 6), ...records(0, 6)]
  const pages = [5, 6].flatMap((of) =>
    Array.from({ length: Math.ceil(12 / of) }, (_, at) =>
      pageOf({ moment: at === 0 ? 0 : 2, asked: at + 1, of, held: twice.slice(at * of, (at + 1) * of) }),
    ),
  )
  expect(judge('distinct', pages)).toEqual([])
})

it.each([
  [3, 1],
  [2, 0],
])('a list of %i records that are all the same one repeats it: %i findings', (total, findings) => {
  const pages = [2, 3].flatMap((of) =>
    Array.from({ length: Math.ceil(total / of) }, (_, at) =>
      pageOf({ moment: 0, asked: at + 1, of, held: Array.from({ length: Math.min(of, total - at * of) }, () => record(0)), total }),
    ),
  )
  expect(judge('distinct', pages)).toHaveLength(findings)
})
