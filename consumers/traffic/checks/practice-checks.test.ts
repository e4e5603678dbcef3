import { expect, it } from 'vitest'
import type { Operation } from '../../../contracts/contract.ts'
import { contract } from '../../../contracts/generated/contract.ts'
import { exchange, listing, response, signed } from '../../../engine/evidence/evidence.fixture.ts'
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

it('pages of two lists that the query tells apart do not stand for one another', () => {
  const page = (terminal: string, number: number) => {
    const answer = response(200, { transactions: { data: [], total: 20, page: number, perPage: 10 } })
    return asked(listed, {}, [[pagination.filter?.request.slice(1) ?? '', terminal]], answer)
  }
  expect(found(listed, 'sends.every-page', [page('a', 1), page('a', 2)])).toEqual([])
  expect(found(listed, 'sends.every-page', [page('a', 1), page('b', 2)])).toHaveLength(2)
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
