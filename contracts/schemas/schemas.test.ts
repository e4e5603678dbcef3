import { describe, expect, it } from 'vitest'
import type { Schema } from '../contract.ts'
import { contract } from '../generated/contract.ts'
import { cut } from './schemas.ts'

const record: Schema = { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] }

describe('cut', () => {
  it('leaves a schema without lists of objects whole', () => {
    const schema = { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } }
    expect(cut(schema)).toEqual([{ path: [], schema }])
  })

  it('takes the elements of a list of objects out of the root', () => {
    const schema: Schema = { type: 'object', required: ['data'], properties: { data: { type: 'array', minItems: 1, items: record } } }
    expect(cut(schema)).toEqual([
      { path: [], schema: { type: 'object', required: ['data'], properties: { data: { type: 'array', minItems: 1 } } } },
      { path: ['data', '*'], schema: record },
    ])
  })

  it('cuts lists within lists, and lists at the root', () => {
    const inner: Schema = { type: 'object', properties: { records: { type: 'array', items: record } } }
    expect(cut({ type: 'array', items: inner }).map(({ path }) => path)).toEqual([[], ['*'], ['*', 'records', '*']])
    expect(cut({ type: 'array', items: { type: 'array', items: record } }).map(({ path }) => path)).toEqual([[], ['*', '*']])
  })

  it('keeps what is not alike for all elements', () => {
    const tuple: Schema = { type: 'array', prefixItems: [{ type: 'string' }], items: record }
    const closed = { type: 'array', items: false } as unknown as Schema
    for (const schema of [tuple, closed]) expect(cut(schema)).toEqual([{ path: [], schema }])
  })

  it('keeps what asserts and drops what does not', () => {
    const schema: Schema = {
      type: 'object',
      description: 'words',
      'x-clause': '1',
      examples: [{}],
      additionalProperties: false,
      properties: { description: { type: 'string', 'x-anchor': 'a', default: '' }, x: { anyOf: [{ type: 'null', title: 't' }] } },
    }
    expect(cut(schema)).toEqual([
      {
        path: [],
        schema: {
          type: 'object',
          additionalProperties: false,
          properties: { description: { type: 'string' }, x: { anyOf: [{ type: 'null' }] } },
        },
      },
    ])
  })

  it('cuts the successes of the document at their records', () => {
    const paths = contract.operations.map(({ id, success }) => [id, cut(success.schema).map(({ path }) => `/${path.join('/')}`)])
    expect(Object.fromEntries(paths)).toMatchObject({
      getCoinInformation: ['/', '/data/*'],
      inquirePayments: ['/', '/transactions/data/*'],
      requestWithdrawal: ['/'],
    })
  })
})
