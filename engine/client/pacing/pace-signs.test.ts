import { describe, expect, it } from 'vitest'
import type { Operation } from '../../../contracts/contract.ts'
import { exchange, listing, paged, response, signed } from '../../evidence/evidence.fixture.ts'
import type { Draft } from '../draft.ts'
import { PaceSigns } from './pace-signs.ts'

const aside = { place: 'aside' } as const

function draft(role: string, more: Pick<Draft, 'place'> = {}): Draft {
  return { probe: 'probe', role, operation: listing, build: () => exchange(listing, role).request, ...more }
}

const roles = { isRight: ({ role }: { role: string }) => role !== 'wrong', isUnusual: ({ role }: { role: string }) => role === 'odd' }

/** What is known once these requests were told "later". */
function toldLater(...drafts: readonly Draft[]): PaceSigns {
  const signs = new PaceSigns(roles, false)
  for (const each of drafts) signs.sending(each)(later(each, 429))
  return signs
}

function later({ role }: Draft, status: number, repeats = 0) {
  return { ...exchange(listing, role, response(status, '')), repeats }
}

describe('"later" that a right request is told', () => {
  it.each([
    { given: 'no request', told: [], want: true },
    { given: 'a wrong one', told: [draft('wrong')], want: true },
    { given: 'an ordinary right one', told: [draft('right')], want: false },
    { given: 'an unusual one', told: [draft('odd')], want: true },
    { given: 'a right one that matters little', told: [draft('right', aside)], want: true },
  ])('is about the pace, where it is an ordinary one: of $given, a wrong one may be alone: $want', ({ told, want }) => {
    expect(toldLater(...told).mayBeAlone(draft('wrong'))).toBe(want)
  })
})

it('a 503 to what is ordinary is about the pace', () => {
  expect(toldLater().isUnrelated(draft('right'), later(draft('right'), 503))).toBe(false)
})

it.each([
  { what: 'an ordinary request', more: {}, want: listing.id },
  { what: 'one that matters little', more: aside, want: undefined },
])('an operation that alone says "later" to $what again and again waits apart: $want', ({ more, want }) => {
  const signs = toldLater()
  const note = (operation: string, status: number, startedAt: number) =>
    signs.sending(draft('right', more))({ ...later(draft('right'), status), operation, startedAt })
  for (const at of [1, 2, 3, 4]) {
    note(listing.id, 429, 2 * at)
    note('other', 200, 2 * at + 1)
  }
  expect(signs.apart(draft('right'))).toBe(want)
})

it.each([
  { given: 'nothing else', told: [], repeats: 0, want: true },
  { given: '"later" to an ordinary one', told: [draft('right')], repeats: 0, want: false },
  { given: 'that, and the same again and again', told: [draft('right')], repeats: 3, want: true },
])('a 503 to what matters little says nothing about the pace, beside $given: $want', ({ told, repeats, want }) => {
  const odd = draft('right', aside)
  expect(toldLater(...told).isUnrelated(odd, later(odd, 503, repeats))).toBe(want)
})

it.each([
  { role: 'right', what: 'withdrawal', operation: signed, want: true },
  { role: 'right', what: 'read', operation: listing, want: false },
  { role: 'odd', what: 'withdrawal', operation: signed, want: false },
  { role: 'wrong', what: 'withdrawal', operation: signed, want: false },
])(
  'a $what that is told 429 beside withdrawals that are refused is one too many, where it is $role: $want',
  ({ role, operation, want }) => {
    const signs = new PaceSigns(roles, false)
    const told = (about: Draft, status: number, startedAt: number) =>
      signs.settled(about, { ...later(about, status), startedAt }, status === 429 ? 'later' : 'refused')
    for (let number = 0; number < 10; number += 1) told({ ...draft('wrong'), operation: signed }, 401, number)
    expect([10, 11, 12, 13].map((second) => told({ ...draft(role), operation }, 429, second * 1000)).at(-1)).toBe(want)
  },
)

/** Notes answers to requests of an operation, one after another; for each, whether what was learned about the pace before is void. */
function noted(signs: PaceSigns, answers: readonly (readonly [role: string, status: number, operation?: Operation, name?: string])[]) {
  return answers.map(([role, status, operation = listing, name = ''], number) => {
    const answer = exchange(operation, role, response(status, ''))
    const request = { ...answer.request, headers: [['user-agent', name]] as const }
    return signs.sending({ ...draft(role), operation })({ ...answer, id: `${number}`, request, startedAt: number })
  })
}

function times<T>(count: number, one: T): T[] {
  return Array.from({ length: count }, () => one)
}

it('"later" to all that is wrong is a refusal, and so is that to what is unusual; what was learned from it is void once that is known', () => {
  const signs = new PaceSigns(roles, false)
  const isUnrelated = (role: string) => signs.isUnrelated(draft(role), later(draft(role), 429))
  expect(isUnrelated('wrong')).toBe(false)
  const voided = noted(signs, [
    ...times(10, ['wrong', 429] as const),
    ...times(3, ['right', 200] as const),
    ...times(2, ['wrong', 429] as const),
  ])
  expect(voided).toEqual([...times(12, false), true, false, false])
  expect(['wrong', 'odd', 'right'].map(isUnrelated)).toEqual([true, true, false])
})

it('a wrong request that is told "later" again and again may be refused so, and the pace is none to learn from; a right one is not', () => {
  const signs = new PaceSigns(roles, false)
  noted(signs, [
    ['wrong', 429],
    ['right', 200],
  ])
  const again = (role: string, status = 429) => ({ ...exchange(listing, role, response(status, '')), repeats: 2 })
  expect(signs.isUnrelated(draft('wrong'), again('wrong'))).toBe(true)
  expect(signs.sending(draft('wrong'))(again('wrong'))).toBe(true)
  expect(signs.isUnrelated(draft('right', aside), again('right'))).toBe(false)
  expect(signs.mayBeAlone(draft('right', aside))).toBe(false)
  expect(signs.mayBeAlone(draft('odd'))).toBe(true)
  expect(signs.sending(draft('wrong'))(again('wrong', 401))).toBe(false)
})

it('"later" to clients of one name is not about the pace; what was learned from it is void once that is known', () => {
  const signs = new PaceSigns(roles, false)
  const voided = noted(signs, [
    ...times(2, ['right', 429, listing, 'a'] as const),
    ...times(11, ['right', 200, signed, 'b'] as const),
    ['right', 429, listing, 'a'],
  ])
  expect(voided).toEqual([...times(13, false), true])
  expect(noted(signs, [['right', 429, listing, 'a']])).toEqual([false])
  const told = (name: string) => ({
    ...later(draft('right'), 429),
    request: { ...exchange(listing, 'right').request, headers: [['user-agent', name]] as const },
  })
  expect(['a', 'b'].map((name) => signs.isUnrelated(draft('right'), told(name)))).toEqual([true, false])
})

it('what was learned from "later" to clients of one name is void at once where the answer to another shows that', () => {
  const signs = new PaceSigns(roles, false)
  const voided = noted(signs, [...times(3, ['right', 429, listing, 'a'] as const), ...times(11, ['right', 200, signed, 'b'] as const)])
  expect(voided).toEqual([...times(12, false), true, false])
  expect(noted(signs, times(3, ['right', 429, listing, 'c'] as const))).toEqual([false, false, true])
})

it.each([
  { what: 'the opening request', detectsLockouts: false, place: { place: 'first' } as const, want: true },
  { what: 'any where lockouts are looked for', detectsLockouts: true, place: {}, want: true },
  { what: 'another', detectsLockouts: false, place: {}, want: false },
])('"later" to $what says nothing about the pace: $want', ({ detectsLockouts, place, want }) => {
  expect(new PaceSigns({ ...roles, detectsLockouts }, false).isUnrelated(draft('right', place), later(draft('right'), 429))).toBe(want)
})

describe('an operation that alone says "later"', () => {
  const alone = (operation: Operation, other: Operation) =>
    times(4, [['right', 429, operation] as const, ['right', 200, other] as const]).flat()

  it.each([
    { what: 'reads', isFused: true, operation: listing, want: listing.id },
    { what: 'moves money', isFused: false, operation: signed, want: signed.id },
    { what: 'moves money, each of which may be lost', isFused: true, operation: signed, want: undefined },
  ])('waits apart where it $what: $want', ({ isFused, operation, want }) => {
    const signs = new PaceSigns(roles, isFused)
    const voided = noted(signs, alone(operation, operation === listing ? paged : listing))
    expect([signs.apart({ ...draft('right'), operation }), voided.some(Boolean)]).toEqual([want, want !== undefined])
  })

  it('is, of withdrawals, the right ones once they were told so beside wrong ones that were not', () => {
    const signs = new PaceSigns(roles, false)
    const settle = (role: string, status: number) => signs.settled({ ...draft(role), operation: signed }, later(draft(role), status))
    for (const [role, status] of [
      ['right', 429],
      ['right', 429],
      ['wrong', 401],
    ] as const)
      settle(role, status)
    expect(signs.isApart).toBe(false)
    settle('wrong', 401)
    const apart = (role: string, operation: Operation) => signs.apart({ ...draft(role), operation })
    expect([apart('right', signed), apart('wrong', signed), apart('right', listing)]).toEqual(['apart', undefined, undefined])
  })
})
