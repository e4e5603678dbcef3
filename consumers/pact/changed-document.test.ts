import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { deriveOverlaid } from '../../contracts/overlays/overlaid.ts'
import { pacts } from '../../contracts/pacts/pacts.ts'
import { checkPacts } from './pact-check.ts'
import { parsePact } from './reading/file.ts'
import type { JsonObject } from './reading/interaction.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-changed-document-'))
afterAll(() => rm(folder, { recursive: true }))

const responses = { '200': { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } } }
const servers = [{ url: '{chain_url}' }]
const apiKey = (name: string, stated: object = {}) => ({ type: 'apiKey', in: 'header', name, ...stated })
const asked = [
  { name: 'filter[state]', in: 'query', required: true, schema: { type: 'string', example: 'open' } },
  { name: 'at', in: 'path', required: true, schema: { type: 'string', example: 'a/b c' } },
]
const booked = { content: { 'application/json': { schema: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } } } }
const added = {
  balances: { operationId: 'getBalances', servers, security: [{ balanceKey: [] }], responses },
  orders: {
    operationId: 'getOrders',
    servers,
    security: [{ orderKey: [], orderTime: [], orderSignature: [] }],
    'x-money': false,
    responses,
  },
}
const construction = { hash: 'sha512', encoding: 'base64', key: 'orderSecret', parts: [{ name: 'key', header: 'X-Order-Key' }] }
const actions = [
  {
    target: '$.paths',
    update: { '/v1/books/{at}': { post: { operationId: 'book', servers, parameters: asked, requestBody: booked, responses } } },
  },
  { target: '$.paths', update: Object.fromEntries(Object.entries(added).map(([name, get]) => [`/v1/${name}`, { get }])) },
  { target: "$.paths['/api/exchange/source_currency_info'].get.parameters[0].schema", update: { enum: ['spot', 'futures'] } },
  {
    target: '$.components.securitySchemes',
    update: {
      balanceKey: { type: 'apiKey', in: 'query', name: 'api_key' },
      orderKey: apiKey('X-Order-Key'),
      orderTime: apiKey('X-Order-Time', { 'x-timestamp': { unit: 'seconds' } }),
      orderSignature: apiKey('X-Order-Signature', { 'x-signature': construction }),
    },
  },
]

async function changed() {
  const file = join(folder, 'o.yaml')
  await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions }))
  return deriveOverlaid([file])
}

it('passes the pacts of a changed document by that document', async () => {
  const contract = await changed()
  const own = [...pacts(contract).values()].map((pact) => parsePact(JSON.stringify(pact), 'own.json'))
  const { pacts: judged } = await checkPacts(contract, own)
  const interactions = judged.flatMap((pact) => pact.interactions)
  expect(interactions.flatMap(({ findings }) => findings)).toEqual([])
  expect(interactions.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['book', 'getBalances', 'getOrders']))
})

it('finds a signature of another length, and a key that is not in the query', async () => {
  const contract = await changed()
  const own = [...pacts(contract).values()]
    .flatMap(({ interactions }) => interactions)
    .filter(({ key }) => /^get(Orders|Balances)/.test(key))
  const wrong = own.map(({ request, ...rest }) => {
    const { query: _, ...asked } = request
    const headers = Object.fromEntries(Object.entries(request.headers ?? {}).map(([name, [value = '']]) => [name, [value.slice(-44)]]))
    return { ...rest, request: { ...asked, headers, matchingRules: {} } }
  }) satisfies JsonObject[]
  const pact = {
    consumer: { name: 'c' },
    provider: { name: 'p' },
    interactions: wrong,
    metadata: { pactSpecification: { version: '4.0' } },
  }
  const { pacts: judged } = await checkPacts(contract, [parsePact(JSON.stringify(pact), 'wrong.json')])
  expect(judged[0]?.interactions.map(({ findings }) => findings[0]?.at)).toEqual([
    'request: the parameter api_key of the query',
    'request header X-Order-Signature',
  ])
})
