import { describe, expect, it } from 'vitest'
import { exchange, response, signed } from '../../evidence/evidence.fixture.ts'
import { Quota, type WithdrawalKind } from './quota.ts'

const answer = (status: number) => exchange(signed, 'seen', response(status, {}))

/** Tells whether one more that is told 429 is asked for in vain, which counts from then on. */
function told(quota: Quota, startedAt: number, kind: WithdrawalKind = 'right', repeats = 0): boolean {
  const limited = { ...answer(429), startedAt, repeats }
  quota.note(limited, kind)
  return quota.isFutile(limited, kind)
}

/** What a quota says of so many right ones, after ten wrong withdrawals were refused: one a second unless otherwise said. */
function after(limited: number, { status = 401, pause = 1000 } = {}) {
  const quota = new Quota()
  for (let number = 0; number < 10; number += 1) quota.note(answer(status), 'wrong')
  return { quota, futile: Array.from({ length: limited }, (_, at) => told(quota, 60_000 + at * pause)) }
}

describe('a quota', () => {
  it('is reached where right ones are told 429 again and again, and wrong ones never', () => {
    expect(after(4).futile).toEqual([false, false, false, true])
  })

  it('is not reached where wrong ones are told 429 as well, or few are asked', () => {
    expect(after(9, { status: 429 }).quota.isReached).toBe(false)
    const { quota: reached } = after(9)
    expect(reached.isReached).toBe(true)
    reached.note(answer(429), 'wrong')
    expect(reached.isReached).toBe(false)
    const quota = new Quota()
    for (let time = 0; time < 9; time += 1) expect(told(quota, time * 1000)).toBe(false)
  })

  it('is not reached by many at once: a second later one may be taken', () => {
    expect(after(9, { pause: 10 }).futile).not.toContain(true)
  })

  it('is not reached by few, however long they took', () => {
    expect(after(3, { pause: 5000 }).futile).toEqual([false, false, false])
  })

  it('is over where one is registered', () => {
    const { quota } = after(4)
    expect(quota.isReached).toBe(true)
    quota.note(answer(200), 'right', true)
    expect(quota.isReached).toBe(false)
  })

  it.each([
    [10, 20, true],
    [9, 20, false],
    [10, 19, false],
  ])('is reached or not where %i requests of other operations alone are answered, and %i s pass: %s', (others, seconds, isReached) => {
    const quota = new Quota()
    const futile = [0, 7, 14, seconds].map((second, at) => {
      const isFutile = told(quota, second * 1000)
      for (let number = 0; at === 0 && number < others; number += 1) quota.note(answer(200), 'other')
      return isFutile
    })
    expect(futile).toEqual([false, false, false, isReached])
    quota.note(answer(429), 'other')
    expect(quota.isReached).toBe(false)
  })

  it('makes it futile to repeat only what is told 429', () => {
    const { quota } = after(4)
    expect(quota.isFutile(answer(503), 'right')).toBe(false)
  })

  it('is no reason to give up what is wrong, or, until an ordinary one is told so, what is unusual, before that was repeated three times', () => {
    const { quota } = after(0)
    const unusual = () => [0, 1, 2, 3].map((repeats) => told(quota, repeats * 1000, 'unusual', repeats))
    expect([unusual(), unusual()]).toEqual([
      [false, false, false, true],
      [false, false, false, true],
    ])
    expect(told(quota, 4000)).toBe(true)
    expect(unusual()).toEqual([true, true, true, true])
    expect(quota.isFutile(answer(429), 'wrong')).toBe(false)
  })

  it('keeps right ones apart once two others were answered meanwhile, be they of other operations or wrong', () => {
    const quota = new Quota()
    for (const _ of [1, 2]) quota.note(answer(429), 'right')
    for (const kind of ['other', 'wrong'] as const) {
      expect(quota.isApart).toBe(false)
      quota.note(answer(200), kind)
    }
    expect(quota.isApart).toBe(true)
    quota.note(answer(429), 'other')
    expect(quota.isApart).toBe(false)
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

  const [right, other, lost] = [answer(429), answer(200), exchange(signed, 'seen')]
  it.each([
    ['are answered before alone', [other, other], []],
    ['are answered once', [], [other]],
    ['are told 429 as well', [], [other, other, answer(429)]],
    ['get no answer', [], [lost, lost]],
  ])('keeps no right ones apart while others %s', (_, before, after) => {
    const quota = new Quota()
    for (const each of before) quota.note(each, 'other')
    for (const each of [right, right, right]) quota.note(each, 'right')
    for (const each of after) quota.note(each, 'other')
    expect(quota.isApart).toBe(false)
  })
})
