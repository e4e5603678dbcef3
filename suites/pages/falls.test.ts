import { describe, expect, it } from 'vitest'
import { exchange, paged, response } from '../../engine/evidence/evidence.fixture.ts'
import { Inconclusive } from '../../engine/evidence/evidence.ts'
import { judge, pageOf } from './page-answers.fixture.ts'
import { type Pass, readingRole } from './page-roles.ts'

type TotalOf = (asked: number, of: number) => number

const within = [[2, 5], [3, 5], [1, 50], ...Array.from({ length: 6 }, (_, index) => [index + 1, 1] as const)] as const
const beyond = [
  [4, 5],
  [13, 1],
  [3, 10],
] as const

/** A list of twelve records that is read once, and at last one page after another, with these totals. */
function readTwice(first: TotalOf, last: TotalOf, between: readonly (readonly [asked: number, of: number])[] = [...within, ...beyond]) {
  const page = (pass: 'sweep' | 'slowly', moment: number, [asked, of]: readonly [number, number], total: TotalOf) =>
    pageOf({ pass, moment, asked, of, total: total(asked, of) })
  return [
    page('sweep', 0, [1, 5], first),
    ...between.map((each) => page('sweep', 2, each, first)),
    page('sweep', 4, [1, 5], first),
    ...[1, 2].map((asked) => page('slowly', asked, [asked, 10], last)),
  ]
}

const all = () => 12
const few = () => 7
const isBeyond = (asked: number, of: number) => (asked - 1) * of >= 12
const only =
  (asked: number, of: number, total: number, others: TotalOf): TotalOf =>
  (...own) =>
    own[0] === asked && own[1] === of ? total : others(...own)
const lessBeyond: TotalOf = (...own) => (isBeyond(...own) ? 9 : 12)
const lessOfOne: TotalOf = (_, of) => (of === 1 ? 11 : 12)

it.each<[what: string, pages: ReturnType<typeof readTwice>]>([
  ['wherever a page is beyond the end', readTwice(lessBeyond, all)],
  ['for all pages of one size', readTwice(lessOfOne, all)],
  ['in the end, though more was told before', readTwice(only(3, 5, 13, all), only(2, 10, 12, all))],
  ['in the last pass too', readTwice(only(2, 5, 11, all), only(2, 10, 11, all))],
  ['and is the same in the end, on no page that was read before', readTwice(only(3, 5, 11, all), () => 11)],
  ['to nothing on one page', readTwice(only(2, 5, 0, all), all)],
  ['beside more in the last pass', readTwice(only(2, 5, 11, all), only(2, 10, 13, all))],
])('a total that falls %s is wrong', (_, pages) => {
  expect(judge('total', pages)).toMatchObject([{ expected: expect.stringMatching(/^at least 1[23], as before on page /) }])
})

it.each<[what: string, pages: ReturnType<typeof readTwice>]>([
  ['on two pages beyond the end', readTwice(lessBeyond, all, [...within, ...beyond.slice(1)])],
  ['to two totals beyond the end', readTwice(only(13, 1, 8, lessBeyond), all)],
  ['beyond the end, and on another page', readTwice(only(3, 5, 11, lessBeyond), all)],
  ['not beyond the end', readTwice(only(2, 5, 9, all), all)],
  ['on five pages of one size', readTwice(lessOfOne, all, within.slice(0, -1))],
  ['on all but one page of a size', readTwice(only(1, 1, 12, lessOfOne), all)],
  ['to nothing from seven', readTwice(only(1, 50, 0, few), few, within)],
  ['for one size, and on a page of another', readTwice(only(3, 5, 10, lessOfOne), all, within)],
])('one that falls %s, and settles at the greatest, may be a replica that lags', (_, pages) => {
  expect(() => judge('total', pages)).toThrow(Inconclusive)
})

it('one that falls is right where the same page tells less in the end, as one record expired, or all tell more: records came', () => {
  expect(
    judge(
      'total',
      readTwice(only(3, 5, 11, all), () => 11, [...within, [1, 10]]),
    ),
  ).toEqual([])
  expect(
    judge(
      'total',
      readTwice(only(2, 5, 11, all), () => 14),
    ),
  ).toEqual([])
  expect(judge('total', readTwice(all, all))).toEqual([])
})

type Reading = readonly [pass: 'sweep' | 'slowly', moment: number, asked: number, of: number, total: number]

function read(pages: readonly Reading[]) {
  return judge(
    'total',
    pages.map(([pass, moment, asked, of, total]) => pageOf({ pass, moment, asked, of, total })),
  )
}

describe('a list whose total rose at first, and fell while it was read one page after another', () => {
  const swept: readonly Reading[] = [
    ['sweep', 0, 1, 5, 13],
    ['sweep', 2, 1, 10, 14],
    ['sweep', 2, 2, 5, 14],
    ['sweep', 2, 3, 5, 14],
  ]
  const slowly = (...totals: readonly [number, number, number]) =>
    totals.map((total, index): Reading => ['slowly', index, index % 2 === 0 ? 1 : 2, 10, total])

  it('is right where its first page tells less in the end', () => expect(read([...swept, ...slowly(13, 13, 12)])).toEqual([]))

  it.each([
    ['where it rose again in between', slowly(13, 14, 12)],
    ['where its first page was not read again', slowly(13, 12, 12).slice(0, -1)],
    ['where two others were read at once', [...slowly(13, 13, 12), ['slowly', 1, 3, 10, 13] as const]],
  ])('is wrong %s', (_, pages) =>
    expect(read([...swept, ...pages])).toMatchObject([{ expected: 'at least 14, as before on page 1 of size 10' }]),
  )
})

describe('a list whose first page told less than others', () => {
  const pages = (third: number, ...again: readonly Reading[]): readonly Reading[] => [
    ['sweep', 0, 1, 5, 11],
    ...again,
    ['sweep', 2, 2, 5, 12],
    ['sweep', 2, 3, 5, third],
    ['sweep', 4, 1, 5, 11],
    ['slowly', 1, 1, 10, 12],
    ['slowly', 2, 2, 10, 12],
  ]
  const more: Reading = ['sweep', 2, 1, 5, 12]

  it('is right where that page told more in between: a record came', () => expect(read(pages(12, more))).toEqual([]))

  it.each([
    ['where it never did', pages(12)],
    ['where another told less still', pages(10, more)],
  ])('may be one of a replica that lags %s', (_, own) => expect(() => read(own)).toThrow(Inconclusive))
})

describe('a list that loses records all the time', () => {
  const swept = [
    pageOf({ moment: 0, asked: 1, of: 5, total: 12 }),
    pageOf({ asked: 2, of: 5, total: 11 }),
    pageOf({ asked: 3, of: 5, total: 11 }),
    pageOf({ moment: 4, asked: 1, of: 5, total: 10 }),
  ]
  const refused = (pass: Pass) => exchange(paged, readingRole({ pass, moment: 1 }, 1, 5), response(429, {}), { page: 1, perPage: 5 })

  it('is right when it is read again', () => {
    const pages = [...swept, pageOf({ pass: 'again', moment: 0, asked: 1, of: 5, total: 10 })]
    expect(judge('total', pages)).toEqual([])
  })
  it('is open where it cannot be read again', () =>
    expect(() => judge('total', [...swept, refused('again')])).toThrow('could not be read again'))
  it('is wrong where that is told of the first reading', () => expect(judge('total', [...swept, refused('sweep')])).toHaveLength(1))
})
