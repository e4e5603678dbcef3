import { expect, it } from 'vitest'
import { finds, takes, textTaken } from './matcher.ts'
import { isTakenBy } from './pact-rules.ts'

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
  ['AND', '^[a-z', false],
  ['OR', '^[a-z', true],
  ['AND', '1+', true],
] as const)('a rule of %s is not judged by its other matchers alone where %s cannot be tried: %s', (combine, expression, isTaken) => {
  const matchers = [{ match: 'include', value: '1' }, { match: 'type' }, regex(expression)]
  expect(isTakenBy({ part: 'body', path: [], matchers, combine })('1'.repeat(60))).toBe(isTaken)
})

it.each([
  ['-\\d{2}', '-11'],
  ['first|last', 'first'],
  ['(', undefined],
])('a text that %s takes is %s', (expression, text) => {
  expect(textTaken(regex(expression))).toBe(text)
})
