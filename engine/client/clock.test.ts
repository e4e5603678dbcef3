import { expect, it } from 'vitest'
import { stopwatch } from './clock.ts'

const sleep = async () => {}

it('measures by the time awake, in the hundredths of a millisecond that a report keeps', () => {
  let time = 10.123
  const elapsed = stopwatch({ now: () => 0, awake: () => time, sleep })
  time = 13.45678
  expect(elapsed()).toBe(3.33)
})

it('measures by the clock that a tape gives', () => {
  let time = 1000
  const elapsed = stopwatch({ now: () => time, sleep })
  time = 1004
  expect(elapsed()).toBe(4)
})
