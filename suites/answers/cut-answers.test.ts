import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { evidenceOf, exchange, listing, response } from '../../engine/evidence/evidence.fixture.ts'
import type { ReceivedResponse } from '../../engine/exchange.ts'
import { catalogueOf } from '../index.ts'

const { checks } = await catalogueOf(contract)
const whole = response(listing.success.status, listing.success.example)

/** What is found where one of two answers to right requests is longer than what is judged. */
function found(cut: ReceivedResponse): string[] {
  const judging = checks.filter(({ probe, roles }) => probe.operation.id === listing.id && roles.length === 0)
  const evidence = evidenceOf(listing, [
    exchange(listing, 'control', whole),
    exchange(listing, 'among-1', { ...cut, body: cut.body.subarray(0, 200), truncated: true }),
  ])
  return judging.flatMap(({ id, probe, judge }) => [...judge({ ...evidence, probe })].map(({ actual }) => `${id} ${actual}`))
}

it('an answer that was cut off is judged by its head', () => {
  expect(found(whole)).toEqual([])
  expect(found({ ...whole, status: 201 })).toEqual([`${listing.id}.status 201`])
  expect(found({ ...whole, headers: [['content-type', 'text/html']] })).toEqual([`${listing.id}.media-type text/html`])
})
