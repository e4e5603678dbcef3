import { describe, expect, it } from 'vitest'
import type { Schema } from '../contract.ts'
import { fits, isAllowed, isFixed, violations } from './violations.ts'

it.each<[schema: Schema, right: unknown, broken: readonly unknown[]]>([
  [{ const: 4 }, 4, [5]],
  [{ enum: [4, 5] }, 4, [1004]],
  [{ const: true }, true, [false]],
  [{ const: 'a1Z' }, 'a1Z', ['q2Q']],
  [{ const: { a: 1 } }, { a: 1 }, ['qqqqq']],
  [{ pattern: '^[a-z]+~$' }, 'ab~', ['ab!']],
  [{ pattern: '^.*[^~]$' }, 'ab', ['a~']],
  [{ pattern: '^.{3}$' }, 'abc', ['abc~']],
  [{ pattern: '^.{3}$', maxLength: 3 }, 'abc', ['abcx', 'ab']],
  [{ pattern: '^.{3}$', minLength: 3, maxLength: 3 }, 'abc', ['ab', 'abcx']],
  [{ maxLength: 4095 }, 'a', [`a${'x'.repeat(4095)}`]],
  [{ maxLength: 4096 }, 'a', []],
])('what breaks one bound of %j', (schema, right, broken) => {
  expect(violations(schema, right).map(({ value }) => value)).toEqual(broken)
})

it.each<[schema: Schema | undefined, is: boolean]>([
  [undefined, false],
  [{}, false],
  [{ const: 1 }, true],
  [{ enum: [1] }, true],
  [{ enum: [1, 2] }, false],
])('%j allows one value alone: %s', (schema, is) => expect(isFixed(schema)).toBe(is))

describe('a value', () => {
  it.each<[value: unknown, schema: Schema, is: boolean]>([
    [1, { type: 'number' }, true],
    [1.5, { type: 'integer' }, false],
    [1, { type: ['string', 'null'] }, false],
    ['a', {}, true],
    [1, { minLength: 2 }, true],
    ['a', { minimum: 2 }, true],
    ['a', { type: 'string', minLength: 2 }, false],
    ['x', { type: 'string', format: 'decimal' }, false],
    [1, { format: 'decimal' }, true],
  ])('%j is allowed by %j: %s', (value, schema, is) => expect(isAllowed(schema, value)).toBe(is))

  const closed: Schema = { properties: { a: { type: 'string' } }, additionalProperties: false }
  it.each<[value: unknown, schema: Schema, is: boolean]>([
    [{}, { type: 'string' }, false],
    [[1], { items: { type: 'string' } }, false],
    [[1], { items: { type: 'string' }, prefixItems: [{ type: 'integer' }] } as Schema, true],
    [{}, { required: ['a'] }, false],
    [{ a: 1 }, { required: ['a'] }, true],
    [{ a: 1 }, { properties: { a: { type: 'string' } } }, false],
    [{ a: '' }, closed, true],
    [{ b: '' }, closed, false],
    [{ b: '' }, { ...closed, patternProperties: {} } as Schema, true],
    [{ b: '' }, { additionalProperties: false }, false],
  ])('%j fits %j: %s', (value, schema, is) => expect(fits(schema, value)).toBe(is))
})
