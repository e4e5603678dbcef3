import { expect, it } from 'vitest'
import { RequestCounts } from './request-counts.ts'

/** Pauses that begin after so many answers each, at these spacings, so far apart, in milliseconds. */
function paused(counts: RequestCounts, pauses: readonly (readonly [answered: number, spacing: number, after: number])[]): boolean[] {
  let now = 0
  return pauses.map(([answered, spacing, after]) => {
    now += after
    counts.paused({ answered, spacing, isSustained: false, now })
    return counts.areLimited
  })
}

const widened = [
  [20, 50, 2000],
  [20, 75, 2500],
  [20, 110, 3200],
] as const

it('are limited where a wider spacing lets no more through', () => {
  expect(paused(new RequestCounts(0), [...widened])).toEqual([false, false, true])
  expect(
    paused(
      new RequestCounts(0),
      widened.map(([answered, , after]) => [answered, 50, after]),
    ),
  ).toEqual([false, false, false])
})

it('are not where more comes through at a wider one', () => {
  const pauses = [10, 16, 27, 45].map((answered, index) => [answered, 50 * 1.6 ** index, 3000] as const)
  expect(paused(new RequestCounts(0), pauses)).not.toContain(true)
})

it('are limited where a pace that was taken for long no longer is, three times', () => {
  const counts = new RequestCounts(0)
  const found = [10, 30, 90].map((answered, index) => {
    counts.paused({ answered, spacing: 50, isSustained: true, now: 5000 * (index + 1) })
    return counts.areLimited
  })
  expect(found).toEqual([false, false, true])
})

it('stay limited where bursts let more through than a pace did, and else never are again', () => {
  const [lock, bucket] = [new RequestCounts(0), new RequestCounts(0)]
  const bursts = Array.from({ length: 6 }, () => [20, 20, 1400] as const)
  expect(paused(lock, [...widened, ...bursts]).slice(2)).not.toContain(false)
  const single = Array.from({ length: 6 }, () => [1, 20, 1000] as const)
  expect(paused(bucket, [...widened, ...single, ...widened, ...widened]).slice(2)).toEqual([true, true, true, ...Array(10).fill(false)])
})
