import { expect, it } from 'vitest'
import { inTime, TookTooLong } from './in-time.ts'

it('gives up an expression that never ends, and passes on what is found or thrown', () => {
  expect(() => inTime(() => /^(a+)+$/.test(`${'a'.repeat(60)}b`), 20)).toThrow(TookTooLong)
  expect(inTime(() => /^a+$/.test('aa'))).toBe(true)
  expect(() => inTime(() => JSON.parse('{'))).toThrow(SyntaxError)
})
