import { expect, it } from 'vitest'
import { counted } from './counted.ts'
import { excerpt, shortened } from './excerpt.ts'

it('a text is cut between letters, not within one that takes two units', () => {
  expect(shortened('ab😀', 4)).toBe('ab😀')
  expect(shortened('ab😀c', 4)).toBe('ab…')
})

it.each([
  [undefined, 'nothing'],
  [null, 'null'],
  [1.5, '1.5'],
  ['a "b"', '"a \\"b\\""'],
  ['x'.repeat(1000), `"${'x'.repeat(98)}…`],
  [[], '[]'],
  [[1, 2], 'array of 2'],
  [{}, '{}'],
  [{ a: 1, b: 2, c: 3, d: 4, e: 5 }, 'object with a, b, c, d, e'],
  [{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, g: 7 }, 'object with a, b, c, d, e and 2 more'],
])('the value %j is shown as %s', (value, words) => {
  expect(excerpt(value)).toBe(words)
})

it.each([
  [0, '0 requests'],
  [1, '1 request'],
  [1234567, '1,234,567 requests'],
])('%i are counted in words', (count, words) => {
  expect(counted(count, 'request')).toBe(words)
})
