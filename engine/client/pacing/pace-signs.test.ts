import { describe, expect, it } from 'vitest'
import { exchange, listing, response, signed } from '../../evidence/evidence.fixture.ts'
import type { Draft } from '../draft.ts'
import { PaceSigns } from './pace-signs.ts'

const aside = { place: 'aside' } as const

function draft(role: string, more: Pick<Draft, 'place'> = {}): Draft {
  return { probe: 'probe', role, operation: listing, build: () => exchange(listing, role).request, ...more }
}

/** What is known once these requests were told "later". */
function toldLater(...drafts: readonly Draft[]): PaceSigns {
  const signs = new PaceSigns({ isRight: ({ role }) => role === 'right', isUnusual: () => false }, false)
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
  { role: 'right', want: true },
  { role: 'odd', want: false },
  { role: 'wrong', want: false },
])('a withdrawal that is told 429 beside others that are refused is one too many, where it is $role: $want', ({ role, want }) => {
  const signs = new PaceSigns({ isRight: (asked) => asked.role !== 'wrong', isUnusual: (asked) => asked.role === 'odd' }, false)
  const about = (own: string): Draft => ({ ...draft(own), operation: signed })
  const told = (own: string, status: number, startedAt: number) =>
    signs.settled(about(own), { ...later(about(own), status), startedAt }, status === 429 ? 'later' : 'refused')
  for (let number = 0; number < 10; number += 1) told('wrong', 401, number)
  expect([10, 11, 12, 13].map((second) => told(role, 429, second * 1000)).at(-1)).toBe(want)
})
