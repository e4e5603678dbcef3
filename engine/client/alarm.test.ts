import { expect, it, vi } from 'vitest'
import { alarmAfter } from './alarm.ts'

it('an alarm that comes late, since the process stood still, rings after its time again', ({ onTestFinished }) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => {
    vi.useRealTimers()
    now.mockRestore()
  })
  const ring = vi.fn()
  alarmAfter(1000, ring)
  now.mockReturnValue(21_000)
  vi.advanceTimersByTime(1000)
  expect(ring).not.toHaveBeenCalled()
  now.mockReturnValue(22_100)
  vi.advanceTimersByTime(1000)
  expect(ring).toHaveBeenCalledOnce()
  alarmAfter(1000, ring)()
  vi.advanceTimersByTime(5000)
  expect(ring).toHaveBeenCalledOnce()
})
