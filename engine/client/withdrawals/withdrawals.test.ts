import { expect, it } from 'vitest'
import { exchange, response, signed } from '../../evidence/evidence.fixture.ts'
import type { Exchange } from '../../exchange.ts'
import { createSeed } from '../../seed.ts'
import { virtualClock } from '../virtual.fixture.ts'
import { Withdrawals } from './withdrawals.ts'

const registered = (withdrawId: number) => response(200, { message: 'registered', data: { withdrawId } })
const unanswered = (failure: NonNullable<Exchange['failure']>): Exchange => {
  const { response: _, ...sent } = exchange(signed, 'right', response(200, ''))
  return { ...sent, failure }
}

function withdrawals() {
  return new Withdrawals(createSeed('withdrawals'), virtualClock(), undefined, { amounts: { smaller: false } })
}

/** What became of withdrawals of these amounts that were answered so, and those to look for. */
function followed(...answers: readonly (readonly [amount: string, answered: Exchange, right?: boolean])[]) {
  const all = withdrawals()
  const fates = answers.map(([amount, answered, right = true]) => {
    const { request } = exchange(signed, 'right', undefined, { amount })
    all.sending(signed, { exchange: answered.id, request, right })(answered)
    return all.fateOf(answered)
  })
  return { fates, unknown: all.unknown.map(({ withdrawal }) => withdrawal['amount']), isTextTaken: all.amounts.isTextTaken === true }
}

it.each([
  ['registered', exchange(signed, 'a', registered(7)), []],
  ['later', exchange(signed, 'a', response(429, '')), []],
  ['refused', exchange(signed, 'a', response(422, { error: 'no' })), []],
  ['unknown', exchange(signed, 'a', response(503, '')), ['1']],
  ['unknown', exchange(signed, 'a', response(500, { error: 'no' })), ['1']],
  ['unknown', unanswered({ kind: 'time-out', message: 'late' }), ['1']],
  ['unsent', unanswered({ kind: 'refused', message: 'away', unconnected: true }), []],
  ['unsent', unanswered({ kind: 'unsent', message: 'held back' }), []],
])('a right withdrawal is %s by its answer, and looked for where nobody knows: %#', (fate, answered, unknown) => {
  expect(followed(['1', answered])).toEqual({ fates: [fate], unknown, isTextTaken: fate === 'registered' })
})

it('one is looked for whose id another has, and not if it is the very same', () => {
  const [first, second, third] = ['a', 'b', 'c'].map((role) => exchange(signed, role, registered(7))) as [Exchange, Exchange, Exchange]
  expect(followed(['1', first], ['1', second], ['2', third]).unknown).toEqual(['2'])
})

it('a wrong one that is registered shows nothing about texts', () => {
  expect(followed(['1', exchange(signed, 'a', registered(7)), false])).toMatchObject({ fates: ['registered'], isTextTaken: false })
})

it('one that was not noted never went out', () => expect(withdrawals().fateOf(exchange(signed, 'a', registered(7)))).toBe('unsent'))
