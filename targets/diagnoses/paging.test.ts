import { expect, it } from 'vitest'
import { inputAt } from '../../contracts/fields.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { pointerSteps } from '../../text/json/pointer.ts'
import { accepted, paged, problems } from './exchanges.fixture.ts'

/** An answer with as many of `total` records as stand on a page where pages count from `first`. */
function page(number: number, size: number, { total = 5, first = 0, most = size } = {}): Exchange {
  const { pagination } = paged
  if (!pagination) throw new Error('nothing is paged')
  const before = (number - first) * size
  const records = Array.from({ length: Math.max(0, Math.min(most, total - before)) }, (_, at) => ({ at }))
  const body: Record<string, unknown> = {}
  const values = [
    [pagination.records, records],
    [pagination.total, total],
    [pagination.page.response, number],
    [pagination.size.response, size],
  ] as const
  for (const [pointer, value] of values) {
    const steps = pointerSteps(pointer)
    let holder = body
    for (const step of steps.slice(0, -1)) {
      holder[step] ??= {}
      holder = holder[step] as Record<string, unknown>
    }
    holder[steps.at(-1) ?? ''] = value
  }
  const exchange = accepted(paged)
  const sent = { [inputAt(pagination.page.request)]: number, [inputAt(pagination.size.request)]: size }
  const response = { status: 200, headers: [], truncated: false, body: Buffer.from(JSON.stringify(body)) }
  return { ...exchange, id: `${number}/${size}`, request: { ...exchange.request, body: Buffer.from(JSON.stringify(sent)) }, response }
}

it.each([
  ['a list on one page', [page(1, 10)], 'page 1 of size 10 holds none of the 5 records'],
  ['a list on several', [page(1, 2), page(2, 2), page(3, 2), page(1, 100)], 'page 1 of size 100 holds none of the 5 records'],
])('a target that counts pages from 0 is told so by %s, and not that it lists nothing', (_, exchanges, words) => {
  expect(problems(exchanges)).toEqual([
    expect.stringMatching(`^pages: ${paged.id} counts pages from 0: ${words} that it tells\\. Let page 1`),
  ])
})

it.each([
  ['pages from 1', [page(1, 2, { first: 1 }), page(3, 2, { first: 1 }), page(1, 100, { first: 1 })]],
  ['nothing for large pages', [page(1, 2, { first: 1 }), page(3, 2, { first: 1 }), page(1, 100, { most: 0 })]],
  ['no first page', [page(3, 2)]],
])('one that has %s is not', (_, exchanges) => {
  expect(problems(exchanges).filter((said) => said.startsWith('pages'))).toEqual([])
})
