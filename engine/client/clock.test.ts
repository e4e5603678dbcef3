import { expect, it } from 'vitest'
import { begun, endAfter, stopwatch, systemClock } from './clock.ts'

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

it.each([
  [0, 1250],
  [7_200_000, 7_201_250],
  [-5000, 1250],
])('a run of 250 ms whose clock is set by %i ms meanwhile ends by that clock, and not before it took that long', (by, want) => {
  let [now, awake] = [1000, 40.5]
  const { startedAt, elapsed, finishedAt } = begun({ now: () => now, awake: () => awake, sleep })
  now += 250 + by
  awake += 250.75
  expect([startedAt, elapsed(), finishedAt()]).toEqual([1000, 250.75, want])
})

it('what was to end at a deadline leaves no timer behind, and was not ended', () => {
  const timers: (AbortSignal | undefined)[] = []
  const sleep: typeof systemClock.sleep = (milliseconds, signal) => {
    timers.push(signal)
    return systemClock.sleep(milliseconds, signal)
  }
  const ended = () => {
    using end = endAfter({ ...systemClock, sleep }, 60_000, undefined)
    return { signal: end.signal, wasGivenUp: timers.map((timer) => timer?.aborted) }
  }
  const { signal, wasGivenUp } = ended()
  expect([wasGivenUp, timers.map((timer) => timer?.aborted), signal.aborted]).toEqual([[false], [true], false])
})

it('what had no time left is over before it begins', () => {
  using end = endAfter(systemClock, 0, undefined)
  expect([end.signal.aborted, end.reason()]).toEqual([true, 'deadline'])
})
