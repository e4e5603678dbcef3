import { expect, it } from 'vitest'
import type { Schema } from '../contract.ts'
import { integerPattern, requiredPart, rulesOf } from './rules.ts'

it('knows integers however they are written', () => {
  const whole = new RegExp(`^(?:${integerPattern})$`)
  for (const text of ['0', '-12', '2.0', '9.007e+23', '1e22']) expect([text, whole.test(text)]).toEqual([text, true])
  for (const text of ['2.5', '1e-7', '', 'a']) expect([text, whole.test(text)]).toEqual([text, false])
})

it('accepts null besides whatever else a value may be', () => {
  const alternatives = (schema: Schema) => rulesOf(schema)['$']
  const orNull = (matcher: object) => ({ combine: 'OR', matchers: [matcher, { match: 'null' }] })
  expect(alternatives({ type: ['integer', 'null'] })).toEqual(orNull({ match: 'number' }))
  expect(alternatives({ type: ['string', 'null'], pattern: '^a$' })).toEqual(orNull({ match: 'regex', regex: '(?:a)' }))
  expect(alternatives({ type: ['string', 'null'] })).toEqual(orNull({ match: 'type' }))
})

it('shows what a schema requires and its example lacks', () => {
  const schema: Schema = { type: 'object', required: ['a', 'b'], properties: { a: { type: 'string' }, b: { type: 'integer' } } }
  expect(requiredPart(schema, { a: 'x' })).toEqual({ a: 'x', b: 1 })
})

it('asks for no member that may be left out, nor for one form of several', () => {
  const schema: Schema = {
    type: 'object',
    required: ['forms', 'list', 'names', 'id'],
    properties: {
      forms: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
      list: { type: 'array', items: { type: ['string', 'integer'] } },
      names: { type: 'object' },
      id: { type: 'string' },
      optional: { type: 'string' },
    },
  }
  const example = { forms: 1, list: [1], names: { a: 1 }, id: 'x', optional: 'y' }
  expect(requiredPart(schema, example)).toEqual({ list: [], names: {}, id: 'x' })
  expect(Object.keys(rulesOf(schema))).toEqual(['$.list', '$.names', '$.id'])
})
