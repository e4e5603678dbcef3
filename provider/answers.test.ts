import { expect, it } from 'vitest'
import type { Operation, Schema } from '../contracts/contract.ts'
import { contract } from '../contracts/generated/contract.ts'
import { isPaged } from '../contracts/operation-kinds.ts'
import { answer } from './answers.ts'

const [operation] = contract.operations.filter((each) => !isPaged(each)) as [Operation]

it.each<[type: Schema['type'], given: unknown, answered: unknown]>([
  ['string', 7, '7'],
  ['integer', '7', 7],
  [['number', 'null'], '7', 7],
  [['string', 'null'], 7, '7'],
  [['number', 'string'], 'all', 'all'],
])('what is asked for is answered as its type says: %j for %j', (type, given, answered) => {
  const schema = { type: 'object', properties: { echo: { type } } } as Schema
  const asking: Operation = {
    ...operation,
    id: 'echo',
    unique: [],
    askedFor: [{ input: 'asked', answered: '/echo', clause: '1', text: '' }],
    success: { ...operation.success, schema, example: { echo: 'b' } },
  }
  const stock = { settings: {}, behaviour: {}, records: { of: () => undefined, asked: () => {} }, next: () => 1 }
  expect(answer(asking, { asked: given }, stock, {})).toEqual({ value: { echo: answered } })
})
