import { expect, it } from 'vitest'
import { RateEstimate } from './rate-estimate.ts'

/** Sends until so many are answered; tells how many were told "later", after which time, in seconds, and whether that looked like a lockout. */
function askedUntil(count: number, waitAt: (now: number) => number | undefined, isSaid: boolean) {
  const estimate = new RateEstimate(0)
  let [answered, laters, isLocked, now] = [0, 0, false, 0]
  for (; answered < count; now = Math.max(now + 1, estimate.nextAt)) {
    estimate.sent(now)
    const wait = waitAt(now)
    if (wait === undefined) {
      answered += 1
      estimate.answered(now)
    } else {
      laters += 1
      const told = { sentAt: now, now, asked: isSaid ? wait : undefined }
      estimate.backOff(told, estimate.backOffUntil(told))
      isLocked ||= estimate.isLockedOut(now)
    }
  }
  return { seconds: now / 1000, laters, isLocked }
}

/** A bucket that holds so many requests, and gets so many a second. */
function bucket(room: number, perSecond: number, asks: number): (now: number) => number | undefined {
  let [tokens, filledAt] = [room, 0]
  return (now) => {
    tokens = Math.min(room, tokens + ((now - filledAt) / 1000) * perSecond)
    filledAt = now
    if (tokens < 1) return asks
    tokens -= 1
    return undefined
  }
}

/** So many requests in each window. */
function windowed(most: number, milliseconds: number): (now: number) => number | undefined {
  let [window, sent] = [-1, 0]
  return (now) => {
    const own = Math.floor((now + milliseconds / 3) / milliseconds)
    sent = own === window ? sent + 1 : 1
    window = own
    return sent > most ? 1000 : undefined
  }
}

it.each([
  { room: 20, perSecond: 1, asks: 1000, most: 360 },
  { room: 5, perSecond: 1, asks: 1000, most: 360 },
  { room: 5, perSecond: 5, asks: 1000, most: 70 },
  { room: 5, perSecond: 10, asks: 1000, most: 70 },
  { room: 20, perSecond: 10, asks: 0, most: 40 },
  { room: 100, perSecond: 5, asks: 1000, most: 90 },
])(
  'keeps to a bucket of $room requests that gets $perSecond a second and asks to wait for $asks ms, and sees no lockout',
  ({ room, perSecond, asks, most }) => {
    const { seconds, laters, isLocked } = askedUntil(300, bucket(room, perSecond, asks), true)
    expect(isLocked).toBe(false)
    expect(seconds).toBeLessThan(most)
    expect(laters).toBeLessThan(25)
  },
)

it.each([
  [50, 10_000, 35],
  [60, 60_000, 35],
  [20, 1000, 22],
])('is told "later" seldom by one that takes %i in every %i ms and says no more', (most, milliseconds, laters) => {
  expect(askedUntil(400, windowed(most, milliseconds), false).laters).toBeLessThan(laters)
})

/** So many in any minute; what is asked for is a multiple of the unit, in milliseconds. */
function slidingMinute(most: number, unit: number): (now: number) => number | undefined {
  let taken: number[] = []
  return (now) => {
    taken = taken.filter((at) => at > now - 60_000)
    if (taken.length >= most) return Math.ceil(((taken[0] ?? now) + 60_000 - now) / unit) * unit
    taken.push(now)
    return undefined
  }
}

it.each([
  [20, 5000],
  [30, 10_000],
  [60, 10_000],
])('sees no lockout in the pauses after bursts where %i are taken in any minute, and a multiple of %i ms is asked for', (most, unit) => {
  expect(askedUntil(450, slidingMinute(most, unit), true)).toMatchObject({ isLocked: false })
})

it('sees a lockout all the same in a wait that is longer than any limit per minute asks for', () => {
  const sliding = slidingMinute(60, 10_000)
  let [taken, long] = [0, 0]
  const locking = (now: number) => {
    if (taken >= 440 && long === 0) long = now + 66_000
    if (now < long) return 66_000
    const wait = sliding(now)
    taken += Number(wait === undefined)
    return wait
  }
  expect(askedUntil(450, locking, true)).toMatchObject({ isLocked: true })
})
