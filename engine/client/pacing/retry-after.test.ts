import { expect, it } from 'vitest'
import type { Headers } from '../../exchange.ts'
import { retryAfter } from './retry-after.ts'

const now = Date.UTC(2026, 0, 1)
const answer = (headers: Headers, status = 429) => ({ status, headers, body: Buffer.alloc(0), truncated: false })

it.for([
  { given: '1', want: 1000 },
  { given: ' 120 ', want: 120_000 },
  { given: '0', want: 0 },
  { given: '31536000', want: 31_536_000_000 },
  { given: '9'.repeat(400), want: Number.POSITIVE_INFINITY },
  { given: 'Thu, 01 Jan 2026 00:00:30 GMT', want: 30_000 },
  { given: 'Wed, 31 Dec 2025 23:00:00 GMT', want: 0 },
  { given: '-5', want: undefined },
  { given: '1.5', want: undefined },
  { given: 'soon 5', want: undefined },
  { given: '', want: undefined },
  { given: '2026-01-01T00:00:30Z', want: undefined },
])('reads $given', ({ given, want }) => {
  expect(retryAfter(answer([['Retry-After', given]]), now)).toBe(want)
})

it('reads a date by the clock of the target', () => {
  const headers: Headers = [
    ['date', 'Thu, 01 Jan 2026 01:00:00 GMT'],
    ['retry-after', 'Thu, 01 Jan 2026 01:00:05 GMT'],
  ]
  expect(retryAfter(answer(headers), now)).toBe(5000)
})

it('knows nothing where nothing is said', () => {
  expect(retryAfter(answer([]), now)).toBeUndefined()
})
