import { expect, it } from 'vitest'
import { finds, takes, textTaken } from './matcher.ts'

const regex = (expression: string) => ({ match: 'regex', regex: expression })

it.each([
  ['(?i)usdt', 'USDT', true],
  ['\\d+(\\.\\d+)?', '1.5.5', false],
  ['^[a-z', 'a', undefined],
  ['(0|1|\\d)*x', '1'.repeat(60), undefined],
])('the expression %s takes %s: %s', (expression, text, isTaken) => {
  expect(takes(regex(expression), text)).toBe(isTaken)
})

it('leaves an expression that took too long once to others', () => {
  const slow = regex('(0|1|\\d)*x')
  expect([takes(slow, '1'.repeat(60)), takes(slow, 'x'), finds(slow, 'x'), textTaken(slow)]).toEqual(Array(4).fill(undefined))
})

it.each([
  ['-\\d{2}', '-11'],
  ['first|last', 'first'],
  ['(', undefined],
])('a text that %s takes is %s', (expression, text) => {
  expect(textTaken(regex(expression))).toBe(text)
})
