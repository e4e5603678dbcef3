import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { deriveOverlaid } from '../../contracts/overlays/overlaid.ts'
import { defined } from '../../language/defined.ts'
import { judgeInProcess } from '../in-process.fixture.ts'
import { mutants } from '../mutants.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-teams-'))
afterAll(() => rm(folder, { recursive: true }))

const object = (properties: Record<string, unknown>) => ({ type: 'object', required: Object.keys(properties), properties })
const content = (schema: unknown) => ({ content: { 'application/json': { schema } } })
const added = (stated: object, method = 'get') => ({
  target: '$.paths',
  update: { '/v1/added': { [method]: { operationId: 'added', ...stated } } },
})
const number = { type: 'integer' }
const responses = (schema: unknown) => ({ '200': { description: 'ok', ...content(schema) } })
const source = "$.paths['/api/exchange/source_currency_info'].get.parameters[0]"
const language = { name: 'Accept-Language', in: 'header', schema: { type: 'string', enum: ['fa', 'en'], default: 'en' } }

const coin = '$.components.schemas.Coin.properties'
const schemes = '$.components.securitySchemes'
const parts = `${schemes}.withdrawalSignature['x-signature'].parts`
const renamed = (key: string, time: string, signature: string) => [
  { target: `${schemes}.withdrawalApiKey`, update: { name: key } },
  { target: `${schemes}.withdrawalTimestamp`, update: { name: time } },
  { target: `${schemes}.withdrawalSignature`, update: { name: signature } },
  { target: `${parts}[?@.name == 'apiKey']`, update: { header: key } },
  { target: `${parts}[?@.name == 'timestamp']`, update: { header: time } },
]

describe('what a team writes conforms where its service does', () => {
  it.each<[what: string, operation: string, actions: readonly object[]]>([
    ['values that a parameter takes', 'getCoinInformation', [{ target: source, update: { required: true, schema: { enum: ['a', 'b'] } } }]],
    [
      'a price that is a string, in one of two languages',
      'getCoinInformation',
      [
        { target: `${coin}.price`, update: { type: 'string', format: 'decimal' } },
        { target: "$.paths['/api/exchange/source_currency_info'].get", update: { parameters: [language] } },
      ],
    ],
    [
      'ranks from a hundred on, of records that are closed and have fewer fields',
      'getCoinInformation',
      [
        { target: `${coin}.rank`, update: { minimum: 100 } },
        { target: `${coin}.dominance`, remove: true },
        { target: "$.components.schemas.Coin.required[?@ == 'dominance']", remove: true },
        { target: '$.components.schemas.Coin', update: { additionalProperties: false } },
      ],
    ],
    [
      'terminals that are numbers',
      'inquirePayments',
      [
        { target: '$.components.schemas.PaymentInquiry.properties.terminalId', update: { type: 'integer' } },
        { target: "$.components.schemas.Payment.properties.terminalId['format','pattern']", remove: true },
        { target: '$.components.schemas.Payment.properties.terminalId', update: { type: 'integer' } },
      ],
    ],
    [
      'ids of another form',
      'requestWithdrawal',
      [
        {
          target: '$.components.schemas.WithdrawalRegistered.properties.data.properties.withdrawId',
          update: { type: 'string', format: 'uuid' },
        },
      ],
    ],
    ['signed headers that lax servers read as well', 'requestWithdrawal', renamed('X-Merchant-Key', 'nonce', 'Sign')],
    ['signed headers of no X', 'requestWithdrawal', renamed('P-Key', 'P-Time', 'P-Sign')],
    ['an answer that is known by no name', 'added', [added({ security: [], responses: responses(object({ status: { const: 'up' } })) })]],
    ['an answer of any names', 'added', [added({ responses: responses({ type: 'object', additionalProperties: { type: 'string' } }) })]],
    [
      'a list by pages that its query may leave out',
      'added',
      [
        added({
          security: [{ apiToken: [] }],
          parameters: ['page', 'size'].map((name) => ({ name, in: 'query', schema: { type: 'integer' } })),
          'x-pagination': {
            clause: '4.4',
            page: { request: '/page', response: '/page' },
            size: { request: '/size', response: '/size' },
            total: '/total',
            records: '/items',
          },
          responses: responses(
            object({ items: { type: 'array', items: object({ id: number }) }, page: number, size: number, total: number }),
          ),
        }),
      ],
    ],
    [
      'a header that every client sends',
      'added',
      [
        added({
          parameters: [{ name: 'User-Agent', in: 'header', required: true, schema: { type: 'string', example: 'partner/1.0' } }],
          responses: responses(object({ a: { type: 'string' } })),
        }),
      ],
    ],
    ['a list of plain values', 'added', [added({ responses: responses({ type: 'array', items: { type: 'string' } }) })]],
    [
      'a change that is answered without a body',
      'added',
      [
        added(
          {
            security: [{ apiToken: [] }],
            requestBody: { required: true, ...content(object({ url: { type: 'string', format: 'uri' } })) },
            responses: { '204': { description: 'kept' } },
          },
          'put',
        ),
      ],
    ],
  ])('%s', async (_, operation, actions) => {
    const file = join(folder, 'o.yaml')
    await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions }))
    const { outcomes } = await judgeInProcess({ contract: await deriveOverlaid([file]) }, { operations: [operation] })
    const own = outcomes.filter((outcome) => outcome.operation === operation)
    expect(own.filter(({ verdict }) => verdict === 'passed').length).toBeGreaterThan(8)
    expect(own.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'inapplicable')).toEqual([])
  })
})

describe('what a service does wrong with the pages of a list that a team adds fails', () => {
  const record = object({ id: number, terminalId: { type: 'string' } })
  const asking = { type: 'object', properties: { terminalId: { type: 'string' }, page: number, size: number } }
  const added = {
    operationId: 'added',
    security: [{ apiToken: [] }],
    requestBody: { required: true, ...content(asking) },
    'x-pagination': {
      clause: '4.4',
      page: { request: '/page', response: '/page' },
      size: { request: '/size', response: '/size' },
      total: '/total',
      records: '/items',
      identity: '/id',
      filter: { request: '/terminalId', record: '/terminalId', clause: '4.4' },
    },
    responses: responses(object({ items: { type: 'array', items: record }, page: number, size: number, total: number })),
  }

  it.each([undefined, 'pages.ignores-page', 'pages.total-at-most-50', 'pages.ignores-filter'])('%s', async (name) => {
    const file = join(folder, 'paged.yaml')
    const actions = [{ target: '$.paths', update: { '/v1/added': { post: added } } }]
    await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions }))
    const contract = await deriveOverlaid([file])
    const mutant = mutants(contract).find((each) => each.name === `added.${name}`)
    const { outcomes } = await judgeInProcess(defined({ contract, mutant }), { operations: ['added'] })
    const wrong = outcomes.filter((outcome) => outcome.operation === 'added' && /failed|inconclusive/.test(outcome.verdict))
    expect(wrong.map(({ check }) => check)).toEqual(mutant?.caughtBy ?? [])
  })
})
