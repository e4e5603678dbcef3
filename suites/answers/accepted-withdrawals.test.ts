import { describe, expect, it } from 'vitest'
import { evidenceOf, exchange, idleProbe, response, signed } from '../../engine/evidence/evidence.fixture.ts'
import { afterRefusedRole, controlRoles } from '../../engine/probes/roles.ts'
import { acceptedCheck } from './accepted.ts'

const taken = response(200, signed.success.example)
const bounded = response(422, { message: 'No more.' })

/** A withdrawal with this answer, sent after so many seconds. */
function at(second: number, answer = taken, role = `at-${second}`) {
  return { ...exchange(signed, role, answer), startedAt: second * 1000 }
}

/** What the check of accepted ones finds. */
function said(...exchanges: readonly ReturnType<typeof at>[]): (string | undefined)[] {
  return [...acceptedCheck(signed, [idleProbe(signed)], []).judge(evidenceOf(signed, exchanges))].map(({ exchange: id }) => id)
}

describe('a right withdrawal that is refused', () => {
  it.each([
    { accepted: [0, 10], refused: 14, isFound: false },
    { accepted: [0, 10, 20], refused: 29.9, isFound: false },
    { accepted: [0, 10, 20], refused: 30, isFound: true },
    { accepted: [0, 30, 40], refused: 52, isFound: true },
    { accepted: [0, 30, 40], refused: 35, isFound: false },
    { accepted: [40, 0, 30], refused: 38, isFound: false },
    { accepted: [5, 15], refused: 1, isFound: true },
    { accepted: [0], refused: 4, isFound: true },
    { accepted: [0, 4], refused: 5, isFound: true },
  ])('at $refused s, where others were accepted at $accepted, is found unless that is sooner than these came: $isFound', (given) => {
    const accepted = given.accepted.map((second) => at(second))
    expect(said(...accepted, at(given.refused, response(401, ''), 'refused'))).toEqual(given.isFound ? ['probe/refused'] : [])
  })

  it.each([
    { accepted: [0], found: [] },
    { accepted: [0, 3], found: ['probe/middle'] },
  ])('as the last ones, is found only if another was accepted after it: at $accepted', ({ accepted, found }) => {
    const rest = accepted.slice(1).map((second) => at(second))
    const last = [at(4, bounded, controlRoles.after), at(5, bounded, afterRefusedRole)]
    expect(said(at(0, taken, controlRoles.before), at(2, bounded, 'middle'), ...rest, ...last)).toEqual(found)
  })
})
