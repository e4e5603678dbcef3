import { expect, it } from 'vitest'
import type { Operation } from '../../contracts/contract.ts'
import { contract } from '../../contracts/generated/contract.ts'
import { createCatalogue } from '../../suites/index.ts'
import { exchange, listing, paged, response, signed, target } from '../evidence/evidence.fixture.ts'
import type { Exchange } from '../exchange.ts'
import { planCatalogue } from '../plan.ts'
import type { Run } from '../run.ts'
import { type Throttling, throttlingOf } from './throttling.ts'

const planned = planCatalogue(createCatalogue(contract), contract, target)

/** Stands for a 401 that says why. */
const banned = 4010

/** What the pace explains where an operation, or several, were answered so: by role, to right requests and wrong ones. */
function throttling(...told: readonly (readonly [Operation, Readonly<Record<string, number>>])[]): Throttling {
  const exchanges = told.flatMap(([operation, answers]) =>
    Object.entries(answers).map(([role, status], startedAt): Exchange => {
      const body = status === 200 ? operation.success.example : { message: status === banned ? 'Too many failures' : 'no' }
      const probe = `${operation.id}.credential`
      const asked = exchange(operation, role, response(status === banned ? 401 : status, body))
      const request = { ...asked.request, headers: [['user-agent', role.startsWith('among') ? 'browser' : 'assay'] as const] }
      return { ...asked, id: `${probe}/${role}`, probe, startedAt, request }
    }),
  )
  const outcomes = [{ verdict: 'inconclusive', findings: [] }]
  return throttlingOf(planned, { outcomes, exchanges, complete: true } as unknown as Run)
}

const openTwice = { opening: 401, control: 200, none: 401, 'control-after': 401 }

it('one right request of each operation that is refused is a share of all', () => {
  expect(throttling([listing, openTwice], [paged, openTwice])).toBe('shown')
  expect(throttling([listing, openTwice])).toBe('possible')
})

it('so it is not where each is refused in its own way', () => {
  expect(throttling([listing, openTwice], [paged, { ...openTwice, 'control-after': 403 }])).toBe('possible')
})

it('the names of clients explain what was turned away only where they explain all of it', () => {
  const byName = { opening: 401, control: 200, 'among-1': 403, 'among-again': 403, 'control-after': 200 }
  expect(throttling([listing, byName])).toBe('none')
  expect(throttling([listing, byName], [paged, { opening: 401, control: 200, 'control-after': 403 }])).toBe('shown')
})

it('an operation may be locked from the first while others are not', () => {
  const locked = { opening: 401, control: 423, 'control-after': 423 }
  expect(throttling([listing, locked], [paged, { opening: 401, control: 200 }])).toBe('shown')
  expect(throttling([listing, { ...locked, control: 400, 'control-after': 400 }], [paged, { opening: 401, control: 200 }])).toBe('possible')
})

it('so it may be where each right request is told that too much was wrong, with the status of a refusal', () => {
  const turned = { opening: 401, control: banned, none: 401, 'control-after': banned }
  expect(throttling([listing, turned])).toBe('shown')
  expect(throttling([listing, { ...turned, 'control-after': 401 }])).toBe('possible')
})

it.each([
  [409, 'shown'],
  [400, 'possible'],
] as const)('an unusual right request that fails may be the only one that met another: %i', (status, expected) => {
  const answers = { opening: 401, control: 200, 'variety.spacing': status, 'among-1': 200, 'control-after': 200 }
  const probe = `${signed.id}.signature`
  const exchanges = Object.entries(answers).map(([role, given], startedAt): Exchange => {
    const body = given === 200 ? signed.success.example : { message: 'no' }
    return { ...exchange(signed, role, response(given, body)), id: `${probe}/${role}`, probe, startedAt }
  })
  const outcomes = [{ verdict: 'failed', findings: [{ exchange: `${probe}/variety.spacing` }] }]
  expect(throttlingOf(planned, { outcomes, exchanges, complete: true } as unknown as Run)).toBe(expected)
})

it.each<[string, Exchange['response'], Throttling]>([
  ['no answer', undefined, 'possible'],
  ['a refusal', response(401, { message: 'no' }), 'none'],
])('a right request may be held back because a wrong one got %s', (_, given, expected) => {
  const probe = `${signed.id}.signature`
  const held = { failure: { kind: 'unsent', message: 'nobody knows what became of the last ones' } } as const
  const exchanges = [
    exchange(signed, 'control', response(200, signed.success.example)),
    exchange(signed, 'whole.none', given),
    { ...exchange(signed, 'control-after'), ...held },
  ].map((each) => ({ ...each, id: `${probe}/${each.role}`, probe }))
  const outcomes = [{ verdict: 'inconclusive', findings: [] }]
  expect(throttlingOf(planned, { outcomes, exchanges, complete: true } as unknown as Run)).toBe(expected)
})

it.each([
  ['signed', 0, 'shown'],
  ['signed', 600_000, 'none'],
  ['not signed', 600_000, 'shown'],
] as const)(
  'of what is %s, a clock that was set by %i ms meanwhile explains what was refused since, which no pace changes: %s',
  (how, ahead, expected) => {
    const date = ['date', new Date(0).toUTCString()] as const
    const [operation, probe] = how === 'signed' ? [signed, `${signed.id}.signature`] : [listing, `${listing.id}.credential`]
    const exchanges = Object.entries({ control: 200, none: 401, 'among-1': 401, 'control-after': 401 }).map(
      ([role, status], at): Exchange => {
        const answer = response(status, status === 200 ? operation.success.example : { message: 'no' })
        const startedAt = at === 0 ? 0 : at + ahead
        return { ...exchange(operation, role, { ...answer, headers: [...answer.headers, date] }), id: `${probe}/${role}`, probe, startedAt }
      },
    )
    const outcomes = [{ verdict: 'inconclusive', findings: [] }]
    expect(throttlingOf(planned, { outcomes, exchanges, complete: true } as unknown as Run)).toBe(expected)
  },
)

it.each<[what: string, count: number, lost: Partial<Exchange>, isAccepting: boolean, expected: Throttling]>([
  ['two of many are broken off', 2, {}, true, 'shown'],
  ['a gateway answers two of many', 2, { response: response(502, 'Bad gateway.') }, true, 'shown'],
  ['one of many is broken off', 1, {}, true, 'possible'],
  ['two of many hang', 2, { failure: { kind: 'time-out', message: 'no complete answer within 10000 ms' } }, true, 'possible'],
  ['none is accepted', 2, {}, false, 'possible'],
])('a target may have been away for a moment where of its right requests %s', (_, count, lost, isAccepting, expected) => {
  const probe = `${listing.id}.credential`
  const answer = isAccepting ? response(200, listing.success.example) : response(401, { message: 'no' })
  const others = Array.from({ length: 40 }, (_none, at) => exchange(listing, isAccepting ? `among-${at + 2}` : `none-${at}`, answer))
  const gone = ['among-1', 'control-after'].slice(0, count).map((role) => ({ ...exchange(listing, role, lost.response), ...lost }))
  const exchanges = [...others, ...gone].map((each, startedAt) => ({ ...each, id: `${probe}/${each.role}`, probe, startedAt }))
  const outcomes = [{ verdict: 'inconclusive', findings: [] }]
  expect(throttlingOf(planned, { outcomes, exchanges, complete: true } as unknown as Run)).toBe(expected)
})
