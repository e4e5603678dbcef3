import { expect, it } from 'vitest'
import { valueText } from './observed-values.ts'

it.each([
  [0, 'none'],
  [2, '1, 2'],
  [20, '1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20'],
  [21, '1, 2, 3, 4, 5 and 16 more'],
])('of %i values, as many are shown as people read', (count, want) => {
  expect(valueText(Array.from({ length: count }, (_, at) => at + 1))).toBe(want)
})
