import { expect, it } from 'vitest'
import { isLike } from './wildcard.ts'

it('takes * for anything, and the rest for itself', () => {
  for (const [pattern, name, want] of [
    ['a.b', 'a.b', true],
    ['a.b', 'axb', false],
    ['a*', 'a', true],
    ['*', '', true],
    ['a*a', 'a', false],
    ['a*b*c', 'a-b-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['*rank*', 'data[].rank', true],
    ['a*bc', 'abcbc', true],
    ['x', 'xx', false],
  ] as const)
    expect(isLike(pattern, name), `${pattern} ${name}`).toBe(want)
})

it('takes no longer for a pattern of many stars', () => {
  expect(isLike(`${'*a'.repeat(2000)}b`, 'a'.repeat(100_000))).toBe(false)
})
