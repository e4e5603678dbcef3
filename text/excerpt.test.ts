import { expect, it } from 'vitest'
import { counted } from './counted.ts'
import { shortened } from './excerpt.ts'

it('a text is cut between letters, not within one that takes two units', () => {
  expect(shortened('ab😀', 4)).toBe('ab😀')
  expect(shortened('ab😀c', 4)).toBe('ab…')
})

it.each([
  [0, '0 requests'],
  [1, '1 request'],
  [1234567, '1,234,567 requests'],
])('%i are counted in words', (count, words) => {
  expect(counted(count, 'request')).toBe(words)
})
