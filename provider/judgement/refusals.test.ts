import { expect, it } from 'vitest'
import type { Schema } from '../../contracts/contract.ts'
import { operations } from '../asking.fixture.ts'
import { refusalReply, refuse } from './refusals.ts'

const message = 'The key is unknown.'

it.each<[string, Schema, unknown]>([
  ['says what was wrong where it may be any text', { type: 'string' }, message],
  ['says what was wrong where it may be null as well', { type: ['string', 'null'] }, message],
  ['says what was wrong where there is room', { type: 'string', maxLength: message.length }, message],
  ['is as the document has it where there is no room', { type: 'string', maxLength: message.length - 1 }, 'no'],
  ['is as the document has it where words are named', { type: 'string', enum: ['no', 'never'] }, 'no'],
  ['is as the document has it where one is', { type: 'string', const: 'no' }, 'no'],
  ['is as the document has it where it has a pattern', { type: 'string', pattern: '^n' }, 'no'],
  ['is of its format where it has one', { type: 'string', format: 'hostname' }, 'reference.example'],
  ['is as the document has it where it is no text', { type: 'integer' }, 7],
])('the message of a refusal %s', (_, own, told) => {
  const schema: Schema = { type: 'object', required: ['message'], properties: { message: own } }
  const example = { message: own.type === 'integer' ? 7 : 'no' }
  const forms = [{ id: 'refusal', statuses: ['401'], mediaType: 'application/json', schema, fields: [], example }]
  const operation = { ...operations.listed, refusals: { credentials: ['401'], inputs: [], forms } }
  const { status, body } = refusalReply(refuse('credential', message), 'json', operation)
  expect([status, JSON.parse(String(body))]).toEqual([401, { message: told }])
})
