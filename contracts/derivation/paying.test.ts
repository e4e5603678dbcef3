import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { documentUrl, parseYaml, resolveDocument } from '../../spec/document.ts'
import { type Node, nodeOf } from '../../text/json/node.ts'
import { derive } from './derive.ts'

const document = parseYaml(readFileSync(documentUrl, 'utf8'), 'openapi.yaml')
const json = (schema: Node) => ({ content: { 'application/json': { schema } } })
const record = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } }
const texts = { recipient: { type: 'string', example: '0xabc' }, note: { type: 'string' } }
const taking = (properties: Node) => ({ requestBody: { required: true, ...json({ type: 'object', properties }) } })
const summed = taking({ sum: { type: 'number' }, ...texts })
const answering = (schema: Node) => ({ responses: { '200': { description: 'It is done.', ...json(schema) } } })

it.each<[what: string, money: boolean, stated: Node, method?: string]>([
  ['a number', true, summed],
  ['a whole number', true, taking({ sum: { type: 'integer' }, ...texts })],
  ['a decimal', true, taking({ sum: { type: 'string', format: 'decimal' }, ...texts })],
  ['a text with a fraction', true, taking({ sum: { type: 'string', example: '1.5' }, ...texts })],
  [
    'a number within',
    true,
    taking({ transfer: { type: 'object', properties: { sum: { type: 'number' } }, example: { sum: 2 } }, ...texts }),
  ],
  ['a number, by PUT', true, summed, 'put'],
  ['a number or null', true, taking({ sum: { type: ['number', 'null'] }, ...texts })],
  ['null or a text or a number', true, taking({ sum: { type: ['null', 'string', 'number'] }, ...texts })],
  ['null or a whole number', true, taking({ sum: { type: ['null', 'integer'] }, ...texts })],
  ['texts alone', false, taking(texts)],
  ['a number alone', false, taking({ sum: { type: 'number' } })],
  ['a number, and gives a list', false, { ...summed, ...answering({ type: 'array', items: record }) }],
  ['a number, and says that it moves none', false, { ...summed, 'x-money': false }],
])('an operation that is not signed moves money if it takes %s, under any name: %s', (_, money, stated, method = 'post') => {
  const added = { operationId: 'added', servers: [{ url: '{chain_url}' }], security: [{ apiToken: [] }], ...answering(record), ...stated }
  const paths = { ...nodeOf(document['paths']), '/added': { [method]: added } }
  const { operations } = derive(resolveDocument({ ...document, paths }, 'sha'))
  expect(operations.find(({ id }) => id === 'added')?.movesMoney).toBe(money)
})
