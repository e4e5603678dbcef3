import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { deriveOverlaid } from '../../contracts/overlays/overlaid.ts'
import { pacts } from '../../contracts/pacts/pacts.ts'
import type { Node } from '../../text/json/node.ts'
import { checkPacts } from './pact-check.ts'
import { parsePact } from './reading/file.ts'

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
const bounded = {
  books: {
    operationId: 'listBooks',
    servers,
    parameters: [
      { name: 'limit', in: 'query', required: true, schema: { type: 'integer', minimum: 1, maximum: 100, example: 10 } },
      { name: 'X-Shelf', in: 'header', required: true, schema: { type: 'string', enum: ['new', 'old'], example: 'new' } },
      { name: 'sort', in: 'query', required: true, schema: { type: 'string', pattern: '^[a-z]+$', example: 'title' } },
    ],
    responses: {
      '200': {
        description: 'ok',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['pages', 'title'],
              properties: { pages: { type: 'integer', minimum: 1, maximum: 5000 }, title: { type: 'string', minLength: 2, maxLength: 40 } },
            },
          },
        },
      },
    },
  },
}
const construction = { hash: 'sha512', encoding: 'base64', key: 'orderSecret', parts: [{ name: 'key', header: 'X-Order-Key' }] }
const actions = [
  {
    target: '$.paths',
    update: { '/v1/books/{at}': { post: { operationId: 'book', servers, parameters: asked, requestBody: booked, responses } } },
  },
  {
    target: '$.paths',
    update: Object.fromEntries(Object.entries({ ...added, ...bounded }).map(([name, get]) => [`/v1/${name}`, { get }])),
  },
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
  }) satisfies Node[]
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

it('finds values beyond the bounds that the changed document states', async () => {
  const contract = await changed()
  const [own] = [...pacts(contract).values()].flatMap(({ interactions }) => interactions).filter(({ key }) => key.startsWith('listBooks'))
  const judged = async (query: Node, content: Node, shelf: string) => {
    const matchingRules = { body: { '$.title': { combine: 'AND', matchers: [{ match: 'regex', regex: '..+' }] } } }
    const response = { status: 200, body: { contentType: 'application/json', encoded: false, content }, matchingRules }
    const interactions = [{ ...own, request: { ...own?.request, query, headers: { 'x-shelf': [shelf] }, matchingRules: {} }, response }]
    const pact = { consumer: { name: 'c' }, provider: { name: 'p' }, interactions, metadata: { pactSpecification: { version: '4.0' } } }
    const { pacts: found } = await checkPacts(contract, [parsePact(JSON.stringify(pact), 'bounds.json')])
    return found[0]?.interactions.flatMap(({ findings }) => findings.map(({ level, at, actual }) => `${level} ${at}: ${actual}`))
  }
  expect(await judged({ limit: ['100'], sort: ['title'] }, { pages: 1, title: 'It' }, 'old')).toEqual([])
  expect(await judged({ limit: ['1000'], sort: ['TITLE'] }, { pages: 0, title: 'x' }, 'lost')).toEqual([
    'MUST request query limit: "1000": a value that is above 100',
    'MUST request header X-Shelf: "lost": a value that is none of "new", "old"',
    'MUST request query sort: "TITLE": a value that does not match ^[a-z]+$',
    'MUST response body /pages: 0: a value that is below 1',
    'MUST response body /title: "x": a value that is shorter than 2',
  ])
})
