import { expect, it } from 'vitest'
import { response } from '../../evidence/evidence.fixture.ts'
import { ClosedOperations } from './later-refusals.ts'

/** Whether an operation is closed that said these statuses, ten seconds apart, while another one was answered. */
function isClosed(statuses: readonly number[], other = 200): boolean {
  const closed = new ClosedOperations()
  closed.note({ operation: 'other', response: response(other, {}), startedAt: 0 })
  for (const [at, status] of statuses.entries()) closed.note({ operation: 'own', response: response(status, {}), startedAt: at * 10_000 })
  return closed.isClosed('own')
}

it.each([429, 503])('an operation that says %i for more than a minute, while others are answered, is closed', (status) => {
  expect(isClosed(Array<number>(8).fill(status))).toBe(true)
})

it.each([
  ['for less than a minute', Array<number>(7).fill(429), 200],
  ['and was answered once', [401, ...Array<number>(9).fill(429)], 200],
  ['as all others do', Array<number>(9).fill(429), 429],
])('one that says "later" %s may be asked too fast', (_, statuses, other) => {
  expect(isClosed(statuses, other)).toBe(false)
})
