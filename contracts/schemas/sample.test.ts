import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import type { Schema } from '../contract.ts'
import { composed } from './composition.ts'
import { sample } from './sample.ts'
import { brokenBound, violations } from './violations.ts'

const words: Schema = { type: 'array', items: { type: 'string' }, minItems: 300 }

it.each<[what: string, schema: Schema, want: RegExp]>([
  ['a text', { type: 'string', minLength: 1e9 }, /minLength 1000000000 is not made/],
  ['a list', { type: 'array', minItems: 1e8 }, /minItems 100000000 is not made/],
  ['lists in lists', { type: 'array', items: { type: 'array', items: words, minItems: 300 }, minItems: 300 }, /are the most that are made/],
])('%s that would fill the memory is not made', (_, schema, want) => {
  expect(() => sample(schema)).toThrow(want)
})

it('a pattern that repeats for ever gives no text', () => {
  expect(typeof sample({ type: 'string', pattern: '^((((a{60}){60}){60}){60}){60}$' })).toBe('string')
})

it.each([
  ['takes for ever', '^(?:ab|ab|c){65000,}$', /takes too long on a text of \d+/],
  ['is too large', `^${'ab '.repeat(50_000)}(?:c|d)$`, /is too large to be tried/],
])('a pattern that %s is told', (_, pattern, want) => {
  expect(() => sample({ type: 'string', pattern })).toThrow(want)
})

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
const isValid = (schema: Schema, value: unknown) => ajv.validate(schema as object, value)

const schemas: readonly Schema[] = [
  { type: 'string', minLength: 8 },
  { type: 'string', maxLength: 2 },
  { type: 'string', pattern: '^[A-Z]{2}-[0-9]{6}$' },
  { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' },
  { type: 'string', pattern: '^(?:BTC|ETH)_\\d+(\\.\\d{1,2})?$' },
  { type: 'string', pattern: '\\w+@\\w+', minLength: 9 },
  { type: 'string', enum: ['a', 'b'] },
  { const: 'ok' },
  { type: 'integer', minimum: 3, maximum: 5 },
  { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1000 },
  { type: 'integer', maximum: -4 },
  { type: 'integer', minimum: 7, multipleOf: 5 },
  { type: ['integer', 'null'], minimum: 2.5 },
  { type: ['string', 'null'], format: 'date-time' },
  ...['uuid', 'uri', 'email', 'date', 'ipv4', 'hostname'].map((format) => ({ type: 'string', format })),
  { type: 'array', items: { type: 'string' }, minItems: 2 },
  { type: 'array', items: { type: 'string' }, minItems: 3, uniqueItems: true },
  { type: 'array', items: { enum: ['a', 'b'] }, minItems: 2, uniqueItems: true },
  { type: 'array', items: { type: 'integer' }, minItems: 2, uniqueItems: true },
  { type: 'array', contains: { type: 'string' }, minContains: 2 },
  { type: 'object', minProperties: 2, properties: { a: { type: 'string' } }, additionalProperties: { type: 'integer' } },
  { type: 'object', required: ['a'], properties: { a: { oneOf: [{ type: 'integer' }, { type: 'string' }] }, b: { type: 'boolean' } } },
  { oneOf: [{ type: 'object', required: ['up'], properties: { up: { type: 'boolean' } } }, { type: 'string' }] },
  {
    allOf: [
      { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } },
      { required: ['b'], properties: { b: { type: 'string' } } },
    ],
  },
]

describe('sample', () => {
  it.each(schemas.map((schema) => ({ schema, text: JSON.stringify(schema) })))('conforms to $text', ({ schema }) => {
    const value = sample(composed(schema))
    expect(isValid(schema, value), JSON.stringify(value)).toBe(true)
  })
})

describe('violations', () => {
  const bounded = schemas.filter((schema) => violations(schema, sample(schema)).length > 0)

  it('are found for every keyword', () => {
    const keywords = bounded.flatMap((schema) => violations(schema, sample(schema)).map(({ keyword }) => keyword))
    expect([...new Set(keywords)].sort()).toEqual(
      ['const', 'enum', 'exclusiveMaximum', 'exclusiveMinimum', 'maxLength', 'maximum', 'minLength', 'minimum', 'pattern'].sort(),
    )
  })

  it.each(bounded.map((schema) => ({ schema, text: JSON.stringify(schema) })))('do not conform to $text', ({ schema }) => {
    for (const { value, keyword } of violations(schema, sample(schema))) {
      expect(isValid(schema, value), `${keyword}: ${JSON.stringify(value)}`).toBe(false)
      expect(brokenBound(schema, value)).toBeDefined()
      expect(brokenBound(schema, sample(schema))).toBeUndefined()
    }
  })
})

describe('composed', () => {
  const address = { type: 'object', required: ['city'], properties: { city: { type: 'string' } } }

  it.each<{ what: string; given: Schema; want: Schema }>([
    {
      what: 'allOf into the schema around it',
      given: { allOf: [address, { required: ['zip'], properties: { zip: { type: 'string' } } }] },
      want: { type: 'object', required: ['city', 'zip'], properties: { city: { type: 'string' }, zip: { type: 'string' } } },
    },
    { what: 'an object or null', given: { anyOf: [address, { type: 'null' }] }, want: { ...address, type: ['object', 'null'] } },
    {
      what: 'nullable beside one of several forms',
      given: { nullable: true, anyOf: [{ type: 'string' }, { type: 'integer' }] },
      want: { anyOf: [{ type: 'string' }, { type: 'integer' }, { type: 'null' }] },
    },
    { what: 'a constant that is nullable', given: { const: 'a', nullable: true }, want: { enum: ['a', null] } },
    { what: 'values of any type, or null', given: { oneOf: [{ enum: ['a', 1] }, { type: 'null' }] }, want: { enum: ['a', 1, null] } },
    { what: 'what is not nullable', given: { type: 'string', nullable: false }, want: { type: 'string' } },
    { what: "OpenAPI 3.0's nullable", given: { type: 'string', nullable: true }, want: { type: ['string', 'null'] } },
    {
      what: 'an enumeration or null',
      given: { oneOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }] },
      want: { type: ['string', 'null'], enum: ['a', null] },
    },
  ])('folds $what', ({ given, want }) => {
    expect(composed(given)).toEqual(want)
    for (const value of [null, 'a', 1, { city: 'x' }, { city: 'x', zip: 'y' }, { zip: 'y' }])
      if (!('nullable' in given)) expect(isValid(composed(given), value), JSON.stringify(value)).toBe(isValid(given, value))
  })

  it('keeps what contradicts itself, or has several forms', () => {
    const kept: Schema[] = [{ allOf: [{ type: 'string' }, { type: 'integer' }] }, { oneOf: [{ type: 'string' }, { type: 'integer' }] }]
    for (const schema of kept) for (const value of ['a', 1]) expect(isValid(composed(schema), value)).toBe(isValid(schema, value))
  })

  it('leaves a schema without any of it as the very same', () => {
    expect(composed(address)).toBe(address)
  })
})
