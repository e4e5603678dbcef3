import { expect, it } from 'vitest'
import { dayOf, minuteOf } from './day.ts'

it('names the day of a time in UTC', () => {
  expect(dayOf(Date.UTC(2026, 0, 31, 23, 59))).toBe('2026-01-31')
  expect(dayOf('2026-02-01T00:30:00+01:00')).toBe('2026-01-31')
  expect(minuteOf('2026-02-01T00:30:59+01:00')).toBe('2026-01-31 23:30')
})

it('says that an invalid time is none, and does not throw', () => {
  for (const time of [Number.NaN, -1e300, 8.65e15, 'soon'])
    expect([dayOf(time), minuteOf(time)]).toEqual(['no valid time', 'no valid time'])
})
