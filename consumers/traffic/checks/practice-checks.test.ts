import { expect, it } from 'vitest'
import type { Operation } from '../../../contracts/contract.ts'
import { contract } from '../../../contracts/generated/contract.ts'
import { exchange, listing, response, signed } from '../../../engine/evidence/evidence.fixture.ts'
import { Inconclusive } from '../../../engine/evidence/evidence.ts'
import type { Exchange } from '../../../engine/exchange.ts'
import type { Finding } from '../../../engine/judging/outcome.ts'
import type { Sent } from '../sent-request.ts'
import { practiceChecks } from './practice-checks.ts'

const paged = contract.operations.find(({ pagination }) => pagination)
if (!paged?.pagination) throw new Error('no operation has pages')
const { pagination } = paged
/** The same list behind a GET, as an overlay may have it. */
const { body: _, ...listed } = { ...paged, method: 'GET' } as Operation

function asked(operation: Operation, request: Partial<Exchange['request']>, query: Sent['query'], answer: Exchange['response']): Sent {
  const { response: __, ...one } = exchange(operation, 'one', answer ?? response(200, {}))
  const seen = { ...one, request: { ...one.request, ...request }, ...(answer ? { response: answer } : {}) } as Exchange
  return {
    exchange: seen,
    headers: seen.request.headers,
    operation,
    query,
    address: { kind: 'right', operation } as unknown as Sent['address'],
    text: () => '',
    lacks: {},
  }
}

function found(operation: Operation, id: string, sent: readonly Sent[]): Finding[] {
  const judging = practiceChecks(operation)
    .find((check) => check.id === `${operation.id}.${id}`)
    ?.begin({ contract, bases: {}, settings: {}, decoys: {}, callbacks: [], awaitsCallback: false })
  return [...sent.flatMap((each) => [...(judging?.see(each) ?? [])]), ...(judging?.end?.() ?? [])]
}

/** A right answer of a page of ten, of so many records. */
function page(terminal: string, number: number, total = 20): Sent {
  const answer = response(200, { transactions: { data: [], total, page: number, perPage: 10 } })
  return asked(listed, {}, [[pagination.filter?.request.slice(1) ?? '', terminal]], answer)
}

it('pages of two lists that the query tells apart do not stand for one another', () => {
  expect(found(listed, 'sends.every-page', [page('a', 1), page('a', 2)])).toEqual([])
  expect(found(listed, 'sends.every-page', [page('a', 1), page('b', 2)])).toHaveLength(2)
})

it('the first page that was left out is named, however many an answer speaks of', () => {
  const [finding] = found(
    listed,
    'sends.every-page',
    [1, 2, 4].map((number) => page('a', number, 1e15)),
  )
  expect(finding).toMatchObject({ expected: `every page up to ${1e14}`, actual: 'page 3 was never asked for' })
  const all = Array.from({ length: 10_000 }, (_, index) => page('a', index + 1, 100_010))
  expect(found(listed, 'sends.every-page', all)).toMatchObject([{ actual: 'page 10001 was never asked for' }])
})

it('a list of more pages than are followed is not said to have been left unread', () => {
  const all = Array.from({ length: 20_001 }, (_, index) => page('a', index + 1, 200_010))
  expect(() => found(listed, 'sends.every-page', all)).toThrow(Inconclusive)
  expect(found(listed, 'sends.every-page', all.slice(0, 19_999))).toMatchObject([{ actual: 'page 20000 was never asked for' }])
})

it('a withdrawal to another address is not the same one again', () => {
  const lost = (url: string, startedAt: number): Sent => {
    const { exchange: sent, ...rest } = asked(signed, { url }, [], undefined)
    return { ...rest, exchange: { ...sent, startedAt, durationMs: 5, failure: { kind: 'reset', message: '' } } }
  }
  expect(found(signed, 'sends.once', [lost('http://a/payouts/1', 10), lost('http://a/payouts/2', 20)])).toEqual([])
  expect(found(signed, 'sends.once', [lost('http://a/payouts/1', 10), lost('http://a/payouts/1', 20)])).toHaveLength(1)
})

it('a list that is not paged has no pages to read', () =>
  expect(practiceChecks(listing).map(({ id }) => id)).toEqual([`${listing.id}.sends.after-wait`]))
