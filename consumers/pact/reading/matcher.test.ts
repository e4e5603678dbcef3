import { expect, it } from 'vitest'
import { finds, takes, textTaken } from './matcher.ts'
import { isTakenBy } from './pact-rules.ts'

const regex = (expression: string) => ({ match: 'regex', regex: expression })

it.each([
  ['(?i)usdt', 'USDT', true],
  ['\\d+(\\.\\d+)?', '1.5.5', false],
  ['^[a-z', 'a', undefined],
  ['(0|1|\\d)*x', '1'.repeat(60), false],
  ['(?i)(AB|a|b)*x', `${'ab'.repeat(400)}X`, true],
  ['(?=1)(0|1|\\d)*x', '1'.repeat(60), undefined],
  ['(x|x|x|x|x|x|x|x)*b', 'x'.repeat(16), false],
])('the expression %s takes %s: %s', (expression, text, isTaken) => {
  expect(takes(regex(expression), text)).toBe(isTaken)
})

it('finds an expression anywhere in a text, whatever its case if it says so', () => {
  expect(['(?i)usdt', '(?i)^usdt'].map((expression) => finds(regex(expression), 'in USDT'))).toEqual([true, false])
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
  ['(0|1|\\d)*x', 'x'],
  ['(?i)usdt', 'usdt'],
])('a text that %s takes is %s', (expression, text) => {
  expect(textTaken(regex(expression))).toBe(text)
})
