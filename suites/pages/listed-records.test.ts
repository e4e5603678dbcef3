import { expect, it } from 'vitest'
import { judge, pageOf, record, records, rightPages, rightPagesBut } from './page-answers.fixture.ts'

const settled = (from: number, to: number, change: object = { status: 'SETTLED', amount: 99_999 }): ReturnType<typeof records> =>
  records(from, to).map((one) => ({ ...one, ...change }))

/** The pages of a list all of whose records are settled while it is read, but for those of one page of that moment, or of the last. */
const settling = ({ midway = settled(0, 6), behind = settled(5, 10), closing = settled(0, 5) }) =>
  rightPagesBut(
    pageOf({ asked: 2, of: 5, held: behind }),
    pageOf({ asked: 3, of: 5, held: settled(10, 12) }),
    pageOf({ asked: 1, of: 1, held: settled(0, 1) }),
    pageOf({ asked: 1, of: 6, held: midway }),
    pageOf({ asked: 1, of: 50, held: settled(0, 12) }),
    pageOf({ moment: 3, asked: 12, of: 1, held: settled(11, 12) }),
    pageOf({ moment: 3, asked: 1, of: 12, held: settled(0, 12) }),
    pageOf({ moment: 4, asked: 1, of: 5, held: closing }),
  )

it.each([
  ['between two moments are the same', {}, 0],
  ['within a moment are the same', { midway: records(0, 6) }, 0],
  ['within a moment, and are last met before that on a page behind, are the same', { behind: records(5, 10) }, 0],
  ['and back again are not', { closing: records(0, 5) }, 1],
])('records that change %s', (_, changed, findings) => {
  expect(judge('distinct', settling(changed))).toHaveLength(findings)
})

it.each([
  ['three have', 3, 0],
  ['four have', 4, 1],
])('records of which %s another amount on a page of another size, or a malformed reference', (_, many, findings) => {
  const held = [...settled(0, many, { amount: 99_999 }), ...records(many, 12)]
  expect(judge('distinct', rightPagesBut(pageOf({ asked: 1, of: 50, held })))).toHaveLength(findings)
  const malformed = [...settled(5, 5 + many, { trxRefId: 'none' }), ...records(5 + many, 10)]
  expect(judge('distinct', rightPagesBut(pageOf({ asked: 2, of: 5, held: malformed })))).toHaveLength(findings)
})

it.each<[string, (index: number) => object, number, number]>([
  ['three have another amount', () => ({ amount: 99_999 }), 3, 0],
  ['four have another amount', () => ({ amount: 99_999 }), 4, 1],
  ['three have another amount and another fee', () => ({ amount: 99_999, fee: 99 }), 3, 0],
  ['all have settled', () => ({ status: 'SETTLED', amount: 99_999 }), 5, 0],
  ['all have settled or failed', (index) => ({ status: index % 2 ? 'SETTLED' : 'FAILED' }), 5, 0],
  ['each has a state of its own', (index) => ({ status: `STATE_${index}` }), 5, 1],
  ['all have a text for an amount, which is a fault of its own', () => ({ amount: '99999' }), 5, 0],
])('records of which, in the answer to another request, %s', (_, change, many, findings) => {
  const held = records(0, 5).map((one, index) => (index < many ? { ...one, ...change(index) } : one))
  const { role: _own, ...page } = pageOf({ asked: 1, of: 5, held })
  expect(judge('distinct', rightPages, [{ ...page, role: 'control' }])).toHaveLength(findings)
})

const states = (held: ReturnType<typeof records>, ...named: string[]) =>
  held.map((one, index) => ({ ...one, status: named[index % named.length] }))

it.each([
  ['into one another', ['A', 'B'], ['B', 'A'], 1],
  ['around', ['A', 'B', 'C'], ['B', 'C', 'A'], 1],
  ['one after another', ['A', 'B'], ['B', 'C'], 0],
  ['into the same', ['A', 'B', 'C'], ['C', 'C', 'C'], 0],
  ['into three others', ['A'], ['B', 'C', 'D'], 0],
  ['into four others', ['A'], ['B', 'C', 'D', 'E'], 1],
])('records whose states turn %s between two answers', (_, before, after, findings) => {
  const pages = [pageOf({ moment: 0, asked: 1, of: 12, held: states(records(0, 12), ...before) })]
  expect(judge('distinct', [...pages, pageOf({ asked: 1, of: 50, held: states(records(0, 12), ...after) })])).toHaveLength(findings)
})

it('records settle page by page, before and after another page that shows them all', () => {
  const pages = [
    pageOf({ moment: 0, asked: 1, of: 6, held: states(records(0, 6), 'A') }),
    pageOf({ asked: 1, of: 50, held: [...states(records(0, 6), 'B'), ...states(records(6, 12), 'A')] }),
    pageOf({ moment: 3, asked: 2, of: 6, held: states(records(6, 12), 'B') }),
  ]
  expect(judge('distinct', pages)).toEqual([])
})

type ValueOf = (index: number) => unknown
const valued = (value: ValueOf, from = 0, to = 5, name = 'fee') =>
  records(from, to).map((one, at) => ({ ...one, [name]: value(from + at) }))
const own: ValueOf = (index) => 1 + index
const noneBelow =
  (end: number): ValueOf =>
  (index) =>
    index < end ? 0 : own(index)

const addresses = { name: 'to', rest: (index: number) => `0x${1 + index}` }

interface Filling {
  readonly rest?: ValueOf
  readonly opened?: ValueOf
  readonly closing?: ValueOf
  readonly second?: ValueOf
  readonly name?: string
}

/** The pages of a list whose records have a value each, but for what the first page told at first and in the end, and the second one. */
const filling = ({ rest = own, opened = rest, closing = rest, second = rest, name = 'fee' }: Filling) =>
  rightPages.map(({ role }) => {
    const [, moment = '0', asked = '1', of = '5'] = /(\d)\.page-(\d+)\.of-(\d+)/.exec(role) ?? []
    const fee = moment === '0' ? opened : moment === '4' ? closing : asked === '2' ? second : rest
    const from = (Number(asked) - 1) * Number(of)
    const held = valued(fee, from, Math.min(12, from + Number(of)), name)
    return { ...pageOf({ moment: Number(moment), asked: Number(asked), of: Number(of), held }), startedAt: 10 * Number(moment) }
  })

it.each([
  ['were filled in since the first page was read', { opened: noneBelow(12) }, 0],
  ['were filled in since, but for one', { opened: noneBelow(3), closing: (index: number) => (index === 0 ? 0 : 1 + index) }, 0],
  ['were filled in since, four with others than they have', { opened: noneBelow(2), second: (index: number) => 2 * index }, 1],
  ['were filled in since on the second page too', { opened: noneBelow(2), second: noneBelow(12) }, 0],
  ['were filled in once since, and on the second page', { opened: noneBelow(1), second: noneBelow(12) }, 1],
  ['are empty whenever the first page is read', { opened: noneBelow(12), closing: noneBelow(12) }, 1],
  ['were nothing again in the end, and on the second page', { opened: noneBelow(2), closing: noneBelow(2), second: noneBelow(12) }, 1],
  ['are addresses, and were null before', { opened: () => null, ...addresses }, 0],
  ['are addresses, and were missing before', { opened: () => undefined, ...addresses }, 0],
  ['are addresses, and were zeros before', { opened: () => '0x0', ...addresses }, 0],
  ['are addresses, and were others before', { opened: (index: number) => `0x${index}2`, ...addresses }, 1],
  ['were others before', { opened: (index: number) => 2 + 2 * index }, 1],
])('records whose values %s', (_, fees, findings) => {
  expect(judge('distinct', filling(fees))).toHaveLength(findings)
})

it('records whose values were filled in since a page was read are others where only one of another size shows them', () => {
  const pages = filling({ second: noneBelow(12) }).filter(({ role }) => !role.endsWith('of-50'))
  const later = { ...pageOf({ moment: 3, asked: 1, of: 50, held: valued(own, 0, 12) }), startedAt: 30 }
  expect(judge('distinct', [...pages, later])).toHaveLength(1)
})

it.each([
  ['before the list was read', -10, 0],
  ['while its first page was read with them', 1, 0],
  ['after its first page was read with them', 10, 1],
])('records whose fees are missing in the answer to another request, which was sent %s', (_, startedAt, findings) => {
  const { role: _own, ...page } = pageOf({ asked: 1, of: 5, held: valued(noneBelow(12)) })
  expect(judge('distinct', filling({}), [{ ...page, role: 'control', startedAt }])).toHaveLength(findings)
})

it('records that were given to another owner are compared with none', () => {
  const held = settled(0, 5, { amount: 99_999 })
  expect(judge('distinct', [...rightPages, pageOf({ asked: 1, of: 5, terminal: 'other', held })])).toEqual([])
})

it('records that came since the list was read are none of those that it had, though they share some of its values', () => {
  const own = [pageOf({ moment: 0, asked: 1, of: 5, total: 1 }), pageOf({ moment: 4, asked: 1, of: 5, total: 1 })]
  const { role: _own, ...page } = pageOf({ asked: 1, of: 6, total: 6 })
  expect(judge('distinct', own, [{ ...page, role: 'control' }])).toEqual([])
})

it('a record that is met in very many forms is judged in time', { timeout: 10_000 }, () => {
  const first = (amount: number) => ({ ...record(0), amount })
  const held = Array.from({ length: 4000 }, (_, index) => index)
  const pages = rightPagesBut(
    pageOf({ asked: 2, of: 5, held: [{ ...record(5), amount: 99_999 }, ...records(6, 10)] }),
    pageOf({ asked: 1, of: 1, held: [first(77)] }),
    pageOf({ asked: 1, of: 50, held: [first(77), ...records(1, 12)] }),
    pageOf({ moment: 4, asked: 1, of: 5, held: [first(78), ...records(1, 5)] }),
    ...[60, 61, 62, 63, 64].map((of) => pageOf({ asked: 1, of, held: held.map((index) => first(of * 10_000 + index)) })),
  )
  expect(judge('distinct', pages)).toEqual([])
})
