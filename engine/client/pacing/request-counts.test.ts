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

it.each([
  { what: 'fewer come through at far wider paces', answered: [30, 11, 23, 7], spacings: [50, 80, 80, 100], limited: true },
  { what: 'fewer come through than without a pace', answered: [200, 20, 13, 9], spacings: [0, 50, 80, 90], limited: false },
  { what: 'counts are alike at the widest pace', answered: [5, 5, 5], spacings: [4000, 5000, 5000], limited: true },
  { what: 'counts are alike at a pace that is nearly the widest', answered: [5, 5, 5], spacings: [4000, 4500, 4500], limited: false },
  { what: 'counts differ by less than half', answered: [20, 28, 20], spacings: [50, 75, 110], limited: true },
  { what: 'counts of few differ by one', answered: [8, 9, 8], spacings: [50, 75, 110], limited: true },
  { what: 'counts of few differ by half', answered: [4, 6, 4], spacings: [50, 75, 110], limited: false },
  { what: 'single ones come through', answered: [1, 1, 1], spacings: [50, 75, 110], limited: false },
])('are limited where $what: $limited', ({ answered, spacings, limited }) => {
  const pauses = answered.map((count, index) => [count, spacings[index] ?? 0, 2000] as const)
  expect(paused(new RequestCounts(0), pauses).at(-1)).toBe(limited)
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
  const unspaced = new RequestCounts(50)
  for (const now of [5000, 10_000, 15_000, 20_000]) unspaced.paused({ answered: now / 500, spacing: 50, isSustained: true, now })
  expect(unspaced.areLimited).toBe(false)
})

it('stay limited where bursts let more through than a pace did, and else never are again', () => {
  const [lock, bucket] = [new RequestCounts(0), new RequestCounts(0)]
  const bursts = Array.from({ length: 6 }, () => [20, 20, 1400] as const)
  expect(paused(lock, [...widened, ...bursts]).slice(2)).not.toContain(false)
  const single = Array.from({ length: 6 }, () => [1, 20, 1000] as const)
  expect(paused(new RequestCounts(0), [...widened, ...bursts, ...single]).slice(-5)).toEqual([true, false, false, false, false])
  const quick = Array.from({ length: 3 }, () => [1, 20, 100] as const)
  expect(paused(new RequestCounts(0), [...widened, ...quick]).slice(2)).toEqual([true, true, true, false])
  expect(paused(bucket, [...widened, ...single, ...widened, ...widened]).slice(2)).toEqual([true, true, true, ...Array(10).fill(false)])
})
