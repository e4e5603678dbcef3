import { expect, it } from 'vitest'
import { patience } from './patience.ts'
import { RateEstimate } from './rate-estimate.ts'

/** Sends requests one after another, so many milliseconds apart, each of which is answered; when the next would go out. */
function answeredApart(estimate: RateEstimate, count: number, apart: number): number {
  for (let index = 0; index < count; index += 1) {
    estimate.sent(index * apart)
    estimate.answered(index * apart)
  }
  return count * apart
}

type More = Partial<Parameters<RateEstimate['backOff']>[0]>

/** A request is told "later" at once; for how long nothing is sent. */
function waitAfter(estimate: RateEstimate, now: number, more: More = {}): number {
  estimate.sent(now)
  const told = { sentAt: now, now, asked: undefined, ...more }
  estimate.backOff(told, estimate.backOffUntil(told))
  return estimate.nextAt - now
}

/** The distance of requests after so many answers to them. */
function distanceAfter(estimate: RateEstimate, count: number): number {
  for (let index = 0; index < count; index += 1) {
    const now = estimate.nextAt
    estimate.sent(now)
    estimate.answered(now)
  }
  const now = estimate.nextAt
  estimate.sent(now)
  return estimate.nextAt - now
}

it.each([
  { count: 12, apart: 2000, isCostly: true, isKept: true, why: 'many answers showed it to be borne' },
  { count: 10, apart: 2000, isCostly: true, isKept: true, why: 'just as many did' },
  { count: 9, apart: 2000, isCostly: true, isKept: false, why: 'few answers measured it' },
  { count: 5, apart: 500, isCostly: true, isKept: true, why: 'few answers measured it, but it is short' },
  { count: 12, apart: 2000, isCostly: false, isKept: false, why: '"later" costs nothing' },
])('a pace is kept: $isKept, where $why', ({ count, apart, isCostly, isKept }) => {
  const estimate = new RateEstimate(0)
  waitAfter(estimate, answeredApart(estimate, count, apart), { isCostly })
  const [first, later] = [distanceAfter(estimate, 0), distanceAfter(estimate, 5)]
  expect(Math.abs(later - first) < 1e-6).toBe(isKept)
})

it('a pace that few answers measured is quickened little by little where "later" may cost money, though more comes through', () => {
  const quickened = [true, false].map((isCostly) => {
    const estimate = new RateEstimate(0)
    waitAfter(estimate, answeredApart(estimate, 5, 2000), { isCostly })
    const first = distanceAfter(estimate, 0)
    return distanceAfter(estimate, 8) / first > 0.9
  })
  expect(quickened).toEqual([true, false])
})

it.each([
  { isAgain: false, counts: [3, 5], isQuickened: false, why: 'after more than before, as at a limit' },
  { isAgain: true, counts: [3, 5], isQuickened: true, why: 'of an operation that said so before' },
  { isAgain: false, counts: [5, 3], isQuickened: true, why: 'after fewer than before' },
])('a pace is soon quickened: $isQuickened, where "later" came $why', ({ isAgain, counts, isQuickened }) => {
  const estimate = new RateEstimate(100)
  for (const count of counts) {
    distanceAfter(estimate, count)
    waitAfter(estimate, estimate.nextAt, { isAgain })
  }
  const before = distanceAfter(estimate, 5)
  expect(distanceAfter(estimate, 3) < 0.9 * before).toBe(isQuickened)
})

it.each([
  { asked: 500, counts: [20, 50, 110, 240], isBurst: true, why: 'for more than twice each wait' },
  { asked: 500, counts: [20, 32, 52, 84], isBurst: false, why: 'for less before one of the waits' },
  { asked: undefined, counts: [20, 50, 110, 240], isBurst: false, why: 'for long, and no wait is asked for' },
])('a target is asked in bursts: $isBurst, where a pace that no longer is was taken $why', ({ asked, counts, isBurst }) => {
  const estimate = new RateEstimate(0)
  for (const count of counts) {
    distanceAfter(estimate, count)
    waitAfter(estimate, estimate.nextAt, { asked })
  }
  expect(distanceAfter(estimate, 1) === 20).toBe(isBurst)
})

it('a pause is skipped, to find out whether it matters, only if the answer comes much sooner than requests go out', () => {
  const waits = [0, 400].map((roundTrip) => {
    const estimate = new RateEstimate(0)
    for (const count of [11, 20, 10, 22]) {
      distanceAfter(estimate, count)
      waitAfter(estimate, estimate.nextAt)
    }
    distanceAfter(estimate, 11)
    const now = estimate.nextAt + roundTrip
    return waitAfter(estimate, now, { sentAt: now - roundTrip }) > 0
  })
  expect(waits).toEqual([false, true])
})

it('a pace is untried until ten requests were answered since the last pause', () => {
  const estimate = new RateEstimate(0)
  const isUntried = [0, 9, 10].map((count) => {
    const own = new RateEstimate(0)
    answeredApart(own, count, 1)
    return own.isUntried
  })
  answeredApart(estimate, 10, 1)
  waitAfter(estimate, 10)
  expect([...isUntried, estimate.isUntried]).toEqual([true, true, false, true])
})

it('how long a target says nothing but "later" ends with any other answer to what was sent since', () => {
  const estimate = new RateEstimate(0)
  const known = [estimate.limitedFor]
  estimate.sent(100)
  waitAfter(estimate, 100)
  estimate.answered(100)
  waitAfter(estimate, 600)
  known.push(estimate.limitedFor)
  estimate.answered(estimate.nextAt)
  expect([...known, estimate.limitedFor]).toEqual([0, 500, 0])
})

it('an answer to what was sent before a pause shows that the target took one more', () => {
  const [few, more] = [new RateEstimate(0), new RateEstimate(0)]
  for (const estimate of [few, more]) {
    answeredApart(estimate, 5, 100)
    waitAfter(estimate, 500, { asked: 500 })
  }
  for (let late = 0; late < 5; late += 1) more.answered(400)
  const unmeasured = new RateEstimate(0)
  waitAfter(unmeasured, 0)
  unmeasured.answered(0)
  expect(distanceAfter(few, 0)).toBeCloseTo(2 * distanceAfter(more, 0))
  expect(distanceAfter(unmeasured, 0)).toBe(0)
})

it('a target is waited for longer where the next "later" may cost money, longest where it took nothing yet', () => {
  const [none, some] = [new RateEstimate(0), new RateEstimate(0)]
  const now = answeredApart(some, 5, 100)
  expect([waitAfter(none, 0, { isCostly: true }), waitAfter(some, now, { isCostly: true })]).toEqual([10_000, 2000])
  expect(waitAfter(some, now + 40_000, { isCostly: true })).toBe(patience - 40_000)
})

it('a wait that is asked for is believed, unless it was too short before or one that asks for more comes behind it', () => {
  const estimate = new RateEstimate(0)
  expect(waitAfter(estimate, 0, { asked: 100 })).toBe(100)
  expect(waitAfter(estimate, 50, { sentAt: 0, asked: 3000 })).toBe(3000)
  expect(waitAfter(estimate, 60, { sentAt: 0 })).toBe(2990)
})

it('a wait that is asked for is believed also where "later" is known to be said by chance', () => {
  const estimate = new RateEstimate(0)
  let now = 0
  for (let index = 0; now < 20_000; index += 1, now = Math.max(now + 1, estimate.nextAt)) {
    if (index % 2 === 1) waitAfter(estimate, now)
    else {
      estimate.sent(now)
      estimate.answered(now)
    }
  }
  expect([waitAfter(estimate, now), waitAfter(estimate, now, { sentAt: now - 20 }), estimate.limitedSince]).toEqual([0, 0, undefined])
  expect(estimate.backOffUntil({ sentAt: now - 20, now, asked: undefined })).toBe(now)
  expect([waitAfter(estimate, now, { asked: 700 }), distanceAfter(estimate, 1)]).toEqual([700, 0])
})

it.each([
  { pauses: [[5, 40_000]], isLocked: false, why: 'one' },
  {
    pauses: [
      [20, 15_000],
      [20, 15_000],
    ],
    isLocked: true,
    why: 'two',
  },
  {
    pauses: [
      [21, 15_000],
      [21, 15_000],
    ],
    isLocked: false,
    why: 'those that come after many requests',
  },
  {
    pauses: [
      [5, 1000],
      [5, 1000],
      [30, 40_000],
    ],
    isLocked: false,
    why: 'short ones, and a long one after many',
  },
  { pauses: [[30, 65_000]], isLocked: false, why: 'one that a limit per minute asks for' },
  { pauses: [[30, 65_001]], isLocked: true, why: 'a longer one' },
] as const)('pauses are those of a lockout: $isLocked, for $why', ({ pauses, isLocked }) => {
  const estimate = new RateEstimate(0)
  waitAfter(estimate, answeredApart(estimate, 5, 100), { asked: 500 })
  let now = 0
  for (const [count, asked] of pauses) {
    for (let sent = 0; sent < count; sent += 1) {
      now = estimate.nextAt
      estimate.sent(now)
      estimate.answered(now)
    }
    now = estimate.nextAt
    waitAfter(estimate, now, { asked })
  }
  expect(estimate.isLockedOut(now)).toBe(isLocked)
})
