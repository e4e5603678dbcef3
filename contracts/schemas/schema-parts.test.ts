import { expect, it } from 'vitest'
import type { Schema } from '../contract.ts'
import { allowsNumbers, allowsTexts, isFreeText, isNumeric } from './schema-parts.ts'

it.each<[type: Schema['type'], numbers: boolean, texts: boolean]>([
  ['integer', true, false],
  ['number', true, false],
  [['number', 'null'], true, false],
  [['null', 'integer'], true, false],
  [['string', 'number'], true, true],
  ['string', false, true],
  [['string', 'null'], false, true],
  [undefined, false, false],
])('knows where a number may stand, and where a text may: %j', (type, numbers, texts) => {
  const schema = (type === undefined ? {} : { type }) as Schema
  expect([allowsNumbers(schema), allowsTexts(schema), isFreeText(schema)]).toEqual([numbers, texts, texts])
  expect(isNumeric(schema)).toBe(numbers && !texts)
})

it.each([{ enum: ['a'] }, { const: 'a' }, { format: 'date' }, { pattern: '^a' }, { maxLength: 9 }])('%j allows no free text', (bound) => {
  expect(isFreeText({ type: ['string', 'null'], ...bound })).toBe(false)
})
