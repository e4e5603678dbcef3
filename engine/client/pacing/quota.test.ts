import { describe, expect, it } from 'vitest'
import { exchange, response, signed } from '../../evidence/evidence.fixture.ts'
import { Quota } from './quota.ts'

const answer = (status: number) => exchange(signed, 'seen', response(status, {}))

/** A quota after ten wrong withdrawals were refused, and so many right ones told 429, one a second unless otherwise said. */
function after(limited: number, { status = 401, pause = 1000 } = {}) {
  const quota = new Quota()
  for (let number = 0; number < 10; number += 1) quota.note(answer(status), 'wrong')
  const told = Array.from({ length: limited }, (_, at) => quota.note({ ...answer(429), startedAt: at * pause }, 'right'))
  return { quota, told }
}

describe('a quota', () => {
  it('is reached where right ones are told 429 again and again, and wrong ones never', () => {
    expect(after(4).told).toEqual([false, false, false, true])
  })

  it('is not reached where wrong ones are told 429 as well, or few are asked', () => {
    expect(after(9, { status: 429 }).quota.isReached).toBe(false)
    const quota = new Quota()
    for (let time = 0; time < 9; time += 1) expect(quota.note(answer(429), 'right')).toBe(false)
  })

  it('is not reached by many at once: a second later one may be taken', () => {
    expect(after(9, { pause: 10 }).told).not.toContain(true)
  })

  it('is over where one is registered', () => {
    const { quota } = after(4)
    expect(quota.isReached).toBe(true)
    quota.note(answer(200), 'right', true)
    expect(quota.isReached).toBe(false)
  })
  it('is reached where only other operations are answered, later', () => {
    const quota = new Quota()
    const told = [0, 7, 14, 21].map((second) => {
      const isReached = quota.note({ ...answer(429), startedAt: second * 1000 }, 'right')
      for (let number = 0; number < 10; number += 1) quota.note(answer(200), 'other')
      return isReached
    })
    expect(told).toEqual([false, false, false, true])
  })

  it('keeps right ones apart while others are answered, registered ones between them or not', () => {
    const quota = new Quota()
    for (const isRegistered of [false, true, false]) {
      expect(quota.isApart).toBe(false)
      quota.note(answer(isRegistered ? 200 : 429), 'right', isRegistered)
      quota.note(answer(401), 'wrong')
      quota.note(answer(200), 'other')
    }
    expect(quota.isApart).toBe(true)
    quota.note(answer(429), 'wrong')
    expect(quota.isApart).toBe(false)
  })
})
