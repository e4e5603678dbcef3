import { expect, it } from 'vitest'
import { Lateness } from './lateness.ts'

it('waits a fifth as long once four right requests were waited for in vain', () => {
  const lateness = new Lateness()
  const timeouts = [0, 1, 2, 3, 4, 5].map((late) => {
    if (late > 0) lateness.note()
    return lateness.timeout(10_000)
  })
  expect(timeouts).toEqual([10_000, 10_000, 10_000, 10_000, 2000, 2000])
})
