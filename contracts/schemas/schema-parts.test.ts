import { expect, it } from 'vitest'
import type { Schema } from '../contract.ts'
import { allowsNumbers, isNumeric } from './schema-parts.ts'

it.each<[type: Schema['type'], allows: boolean, only: boolean]>([
  ['integer', true, true],
  ['number', true, true],
  [['number', 'null'], true, true],
  [['null', 'integer'], true, true],
  [['string', 'number'], true, false],
  ['string', false, false],
  [undefined, false, false],
])('knows where a number may stand, and where no text may: %j', (type, allows, only) => {
  const schema = (type === undefined ? {} : { type }) as Schema
  expect([allowsNumbers(schema), isNumeric(schema)]).toEqual([allows, only])
})
