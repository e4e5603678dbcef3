import { expect, it } from 'vitest'
import { dayOf } from './day.ts'

it('names the day of a time in UTC', () => {
  expect(dayOf(Date.UTC(2026, 0, 31, 23, 59))).toBe('2026-01-31')
  expect(dayOf('2026-02-01T00:30:00+01:00')).toBe('2026-01-31')
})

it('throws for no time that a stranger may write', () => {
  for (const time of [Number.NaN, -1e300, 8.65e15, 'soon']) expect(dayOf(time)).toBe('no valid time')
})
