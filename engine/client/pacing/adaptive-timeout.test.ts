import { expect, it } from 'vitest'
import { AdaptiveTimeout } from './losses.ts'

it('waits a fifth as long once four right requests were waited for in vain', () => {
  const adaptive = new AdaptiveTimeout()
  const timeouts = [0, 1, 2, 3, 4, 5].map((late) => {
    if (late > 0) adaptive.noteTimeout()
    return adaptive.timeout(10_000)
  })
  expect(timeouts).toEqual([10_000, 10_000, 10_000, 10_000, 2000, 2000])
})
