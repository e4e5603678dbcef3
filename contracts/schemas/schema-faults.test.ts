import { expect, it } from 'vitest'
import type { Schema } from '../contract.ts'
import { contract } from '../generated/contract.ts'
import { schemaFaults } from './schema-faults.ts'

const [read] = contract.operations

function faultsOf(schema: Schema): string[] {
  if (!read) throw new Error('There is no operation.')
  return schemaFaults({ ...contract, operations: [{ ...read, success: { ...read.success, schema } }] })
}

it.each<[what: string, schema: Schema, want: RegExp]>([
  ['bounds crossed', { minLength: 3, maxLength: 2 }, /has a minLength above its maxLength\.$/],
  ['fewer elements than there have to be', { type: 'array', minItems: 2, maxItems: 1 }, /a minItems above/],
  ['a const of no pattern', { type: 'string', const: 'a', pattern: '^b$' }, /allows "a" alone, which the rest of it excludes: no value/],
  ['a const beyond', { type: 'number', const: 3, maximum: 2 }, /allows 3 alone/],
  ['a list beyond', { type: 'integer', enum: [10, 20], maximum: 5 }, /allows 10, 20 alone/],
  ['a form of anything', { anyOf: [{ type: 'string' }, { title: 'any' }] }, /anyOf that takes whatever there is/],
])('a schema that contradicts itself is told: %s', (_, schema, want) => {
  expect(faultsOf(schema).join()).toMatch(want)
})

it.each<[what: string, schema: Schema]>([
  ['bounds that meet', { type: 'integer', minimum: 2, maximum: 2 }],
  ['one value of a list', { type: 'integer', enum: [1, 20], maximum: 5 }],
  [
    'forms of one type',
    {
      oneOf: [
        { type: 'number', maximum: 0 },
        { type: 'integer', minimum: 1 },
      ],
    },
  ],
])('a schema that a value fits is taken: %s', (_, schema) => {
  expect(faultsOf(schema)).toEqual([])
})
