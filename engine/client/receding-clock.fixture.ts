import { onTestFinished, vi } from 'vitest'

/** Sets the machine's clock back by an hour whenever it is read, until the test is over. */
export function startRecedingClock(): void {
  let now = Date.now()
  const spy = vi.spyOn(Date, 'now').mockImplementation(() => {
    now -= 3_600_000
    return now
  })
  onTestFinished(() => spy.mockRestore())
}
