import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { alarmAfter } from './transport.ts'

/** The time that passed, and how much of it this process was busy. */
const passed = { all: 0, busy: 0 }
const ring = vi.fn()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  Object.assign(passed, { all: 0, busy: 0 })
  vi.spyOn(performance, 'now').mockImplementation(() => passed.all)
  const utilization = (before = { idle: 0, active: 0 }) => ({
    idle: passed.all - passed.busy - before.idle,
    active: passed.busy - before.active,
    utilization: 0,
  })
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(utilization)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  ring.mockReset()
})

/** Lets time pass until the alarm looks again: so much in all, and so much of it busy. */
function pass(all: number, busy = 0): void {
  passed.all += all
  passed.busy += busy
  vi.advanceTimersToNextTimer()
}

it('an alarm rings after its time', () => {
  alarmAfter(1000, ring)
  pass(1000)
  expect(ring).toHaveBeenCalledOnce()
})

it('one that is called off does not', () => {
  alarmAfter(1000, ring)()
  vi.advanceTimersByTime(5000)
  expect(ring).not.toHaveBeenCalled()
})

it('one that comes late, since the process stood still, rings after its time again', () => {
  alarmAfter(1000, ring)
  pass(21_000)
  expect(ring).not.toHaveBeenCalled()
  pass(1000)
  expect(ring).toHaveBeenCalledOnce()
})

it('what this process is busy for counts for a tenth', () => {
  alarmAfter(1000, ring)
  pass(1000, 1000)
  expect(ring).not.toHaveBeenCalled()
  pass(900, 100)
  expect(ring).not.toHaveBeenCalled()
  pass(90)
  expect(ring).toHaveBeenCalledOnce()
})
