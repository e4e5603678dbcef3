import { describe, expect, it } from 'vitest'
import { RateEstimate } from './rate-estimate.ts'

/** Sends `count` requests at once at `now`, of which `answered` are answered and the others told to wait. */
function burst(estimate: RateEstimate, now: number, count: number, answered: number, asked?: number) {
  for (let at = 0; at < count; at += 1) estimate.sent(now)
  for (let at = 0; at < answered; at += 1) estimate.answered(now)
  for (let at = answered; at < count; at += 1) later(estimate, now, now, asked)
}

/** The request that was sent at `sentAt` is answered with "later" at `now`. */
function later(estimate: RateEstimate, sentAt: number, now: number, asked?: number) {
  const answer = { sentAt, now, asked }
  estimate.backOff(answer, estimate.backOffUntil(answer))
}

describe('RateEstimate', () => {
  it('keeps no distance where none is asked for, and the one that is', () => {
    const [free, spaced] = [new RateEstimate(0), new RateEstimate(250)]
    for (const estimate of [free, spaced]) estimate.sent(1000)
    expect([free.nextAt, spaced.nextAt]).toEqual([1000, 1250])
  })

  it('holds for as long as a target asks, and then keeps the distance that it could bear', () => {
    const estimate = new RateEstimate(0)
    burst(estimate, 0, 32, 10, 1000)
    expect(estimate.nextAt).toBe(1000)
    expect(estimate.limitedSince).toBe(0)
    estimate.sent(1000)
    expect(estimate.nextAt).toBeCloseTo(1000 + 1.05 * 100)
    estimate.answered(1000)
    expect(estimate.limitedSince).toBeUndefined()
  })

  it('takes many refusals of one burst for one', () => {
    const estimate = new RateEstimate(0)
    burst(estimate, 0, 5, 1)
    later(estimate, 0, 400)
    expect(estimate.nextAt).toBe(500)
  })

  it('guesses longer each time that nothing but refusals comes, up to eight seconds', () => {
    const estimate = new RateEstimate(0)
    const waits: number[] = []
    for (let now = 0; waits.length < 8; ) {
      burst(estimate, now, 1, 0)
      waits.push(estimate.nextAt - now)
      now = estimate.nextAt
    }
    expect(waits).toEqual([500, 500, 1000, 2000, 4000, 8000, 8000, 8000])
  })

  it('waits for a target that is away as long as it is told, keeps its distance as it was, and takes that for no lockout', () => {
    const estimate = new RateEstimate(0)
    for (let index = 0; index < 3; index += 1) burst(estimate, index * 10_000, 11, 10, 9000)
    burst(estimate, 30_000, 1, 1)
    const distance = estimate.nextAt - 30_000
    const gone = { sentAt: 40_000, asked: undefined, isAllGone: true }
    for (const [index, until] of [99_000, 100_500, 100_000].entries()) estimate.backOff({ ...gone, now: 40_000 + index }, until)
    for (const sentAt of [39_900, 100_400]) estimate.answered(sentAt)
    expect([estimate.nextAt, estimate.limitedSince, estimate.isLockedOut(100_000)]).toEqual([100_500, 40_000, false])
    burst(estimate, 100_500, 1, 1)
    expect([estimate.nextAt - 100_500 <= distance, estimate.limitedSince]).toEqual([true, undefined])
  })

  describe('takes pauses for those of a lockout', () => {
    /** What is known after each of so many pauses, each asked for by "later" after so many answers. */
    function lockedOut(answered: number, asked: number, pauses: number): boolean[] {
      const estimate = new RateEstimate(0)
      return Array.from({ length: pauses }, (_, index) => {
        const now = index * (asked + 1000)
        burst(estimate, now, answered + 1, answered, asked)
        return estimate.isLockedOut(now)
      })
    }

    it('if few requests came before each, and the pace was slow', () => expect(lockedOut(5, 20_000, 3)).toEqual([false, false, true]))
    it('unless many came before each', () => expect(lockedOut(30, 20_000, 4)).not.toContain(true))
    it('unless they are short', () => expect(lockedOut(5, 500, 10)).not.toContain(true))
    it('if one is longer than a limit per minute asks for', () => expect(lockedOut(30, 66_000, 1)).toEqual([true]))
  })

  it('waits longer than the target asks if that was too short before', () => {
    const estimate = new RateEstimate(0)
    const waits: number[] = []
    for (let now = 0; waits.length < 4; ) {
      burst(estimate, now, 1, 0, 1000)
      waits.push(estimate.nextAt - now)
      now = estimate.nextAt
    }
    expect(waits).toEqual([1000, 1000, 2000, 4000])
  })

  /** Sends so many requests at its pace, each of which is answered; the distances that it keeps. */
  function paced(estimate: RateEstimate, count: number): number[] {
    return Array.from({ length: count }, () => {
      const now = estimate.nextAt
      estimate.sent(now)
      estimate.answered(now)
      return estimate.nextAt - now
    })
  }

  it('shortens a guess with every answer, and soon once more came through than before: the target may have been down', () => {
    const estimate = new RateEstimate(100)
    burst(estimate, 0, 1, 1)
    burst(estimate, 100, 1, 0)
    const distances = paced(estimate, 15)
    expect(distances[0]).toBeCloseTo(630)
    expect(distances[1]).toBeCloseTo(630 * 0.99)
    expect(distances[3]).toBeCloseTo(630 * 0.99 ** 2 * 0.85)
    expect(distances.at(-1)).toBe(100)
  })

  it('shortens it little by little, never below what was too fast before, where a faster pace was in vain, or the target says how long', () => {
    for (const asked of [undefined, 500]) {
      const estimate = new RateEstimate(100)
      burst(estimate, 0, 1, 1)
      burst(estimate, 100, 1, 0, asked)
      if (asked === undefined) paced(estimate, 5)
      burst(estimate, estimate.nextAt, 1, 0, asked)
      const [first = 0, second = 0, ...later] = paced(estimate, 500)
      expect(second).toBeGreaterThanOrEqual(0.99 * first - 1e-6)
      expect(later.at(-1)).toBeGreaterThan(109)
    }
  })

  it('asks no slower in the end where a second limit cut short what was measured', () => {
    const estimate = new RateEstimate(0)
    burst(estimate, 0, 5, 2, 60_000)
    const sent: number[] = []
    for (let now = estimate.nextAt; sent.length < 200; now = estimate.nextAt) {
      estimate.sent(now)
      estimate.answered(now)
      sent.push(now)
    }
    expect((sent[1] ?? 0) - (sent[0] ?? 0)).toBe(5000)
    expect((sent.at(-1) ?? 0) - (sent.at(-2) ?? 0)).toBeLessThan(1000)
  })

  it('keeps hardly any distance from a target that locks after so many, however far they are apart', () => {
    const estimate = new RateEstimate(0)
    const distances: number[] = []
    for (let [now, lock] = [0, 0]; lock < 4; lock += 1) {
      for (let answered = 0; answered < 20; answered += 1, now = estimate.nextAt) {
        estimate.sent(now)
        estimate.answered(now)
      }
      estimate.sent(now)
      later(estimate, now, now, 1000)
      distances.push(estimate.nextAt - now)
      now = estimate.nextAt
      estimate.sent(now)
      distances.push(estimate.nextAt - now)
      estimate.answered(now)
      now = estimate.nextAt
    }
    expect(distances.filter((_, index) => index % 2 === 1).map(Math.round)).toEqual([53, 100, 20, 20])
  })

  /** How many went out in a time, in milliseconds, where by chance every so manieth is told to come after a wait. */
  function sentBy(counts: readonly number[], wait: number, time: number): number {
    const estimate = new RateEstimate(0)
    let [now, sent, left, hold] = [0, 0, counts[0] ?? 0, 0]
    for (; now < time; now = Math.max(now + 1, estimate.nextAt), sent += 1) {
      estimate.sent(now)
      left -= 1
      if (left >= 0) {
        estimate.answered(now)
        continue
      }
      hold += 1
      left = counts[hold % counts.length] ?? 0
      later(estimate, now, now, wait)
    }
    return sent
  }

  it('keeps hardly any distance from a target that says by chance how long to wait', () => {
    expect(sentBy([20, 7, 44, 3, 18, 12, 25], 1000, 120_000)).toBeGreaterThan(1000)
    expect(sentBy([9, 30, 4, 22, 31, 14], 10_000, 600_000)).toBeGreaterThan(450)
  })

  /** Sends one after another for so long; tells when each went out. */
  function asked(until: number, isLater: (now: number, index: number) => boolean): number[] {
    const estimate = new RateEstimate(0)
    const sent: number[] = []
    for (let now = 0; now < until; now = Math.max(now + 1, estimate.nextAt)) {
      estimate.sent(now)
      if (isLater(now, sent.length)) later(estimate, now, now)
      else estimate.answered(now)
      sent.push(now)
    }
    return sent
  }

  it('waits no longer for a target that says "later" to every other request, however far they are apart', () => {
    const sent = asked(20_000, (_now, index) => index % 2 === 1)
    expect(sent.filter((at) => at > 15_000).length).toBeGreaterThan(4000)
  })

  it.each([true, false])(
    'asks in bursts where a pace that was taken for long no longer is, unless each "later" may cost money: %s',
    (isCostly) => {
      const estimate = new RateEstimate(0)
      for (const count of [20, 50, 110, 240]) {
        paced(estimate, count)
        const now = estimate.nextAt
        estimate.sent(now)
        const told = { sentAt: now, now, asked: 500, isCostly }
        estimate.backOff(told, estimate.backOffUntil(told))
      }
      expect(paced(estimate, 1)[0] === 20).toBe(!isCostly)
    },
  )

  it.each([
    { answered: [22, 40, 21, 45, 20], distance: 20, way: 'in small bursts, as a limit may have begun to count anew' },
    { answered: [11, 20, 10, 22, 11], distance: 0, way: 'at once, as a limit would let more through' },
  ])('goes on $way, where what skipped a pause is answered, after $answered.0 requests and others', ({ answered, distance }) => {
    const estimate = new RateEstimate(0)
    for (const count of answered) {
      paced(estimate, count)
      burst(estimate, estimate.nextAt, 1, 0)
    }
    expect(paced(estimate, 2)).toEqual([0, distance])
  })

  it('goes on waiting for one that takes two a second, and for one that locks for a while', () => {
    const [bucket, lock] = [{ nextAt: 0 }, { from: 0, until: 0 }]
    const limited = asked(60_000, (now) => {
      const isLater = now < bucket.nextAt
      if (!isLater) bucket.nextAt = now + 500
      return isLater
    })
    const locked = asked(60_000, (now) => {
      if (now < lock.until) return true
      lock.from += 1
      if (lock.from % 3 === 0) lock.until = now + 400
      return false
    })
    const atOnce = (sent: readonly number[]) => sent.filter((at, index) => index > 0 && at - (sent[index - 1] ?? 0) < 10).length
    expect(limited.length).toBeGreaterThan(60)
    expect(atOnce(limited)).toBeLessThan(10)
    expect(atOnce(locked)).toBeLessThan(10)
  })
})
