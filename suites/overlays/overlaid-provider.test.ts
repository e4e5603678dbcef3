import { describe, expect, it } from 'vitest'
import type { Contract, Operation } from '../../contracts/contract.ts'
import { derive } from '../../contracts/derivation/derive.ts'
import { ask, bodyOf, withProvider } from '../../provider/asking.fixture.ts'
import { loadDocument } from '../../spec/document.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import { mutants } from '../mutants.ts'

const { content } = await loadDocument()
const contract = derive({ content: { ...content, ...overlaid() }, sha256: 'overlaid' })
const [quotes, orders, wallets] = ['listQuotes', 'placeOrder', 'listWallets'].map((id) => operationOf(contract, id)) as [
  Operation,
  Operation,
  Operation,
]

describe('operations that an overlay adds', () => {
  it('are answered from their schema, with every required field', async () => {
    await withProvider({ contract }, async (provider) => {
      const { status, json } = await ask(provider, quotes)
      expect(status).toBe(200)
      expect(json).toEqual({ quotes: [{ pair: 'assay', price: 1, at: '2024-02-29' }], source: 'https://reference.example/' })
    })
  })

  it('are refused without their own credential', async () => {
    await withProvider({ contract }, async (provider) => {
      expect((await ask(provider, quotes, { headers: { Authorization: undefined } })).status).toBe(401)
      expect((await ask(provider, wallets, { headers: { 'x-wallet-key': undefined } })).status).toBe(401)
      expect((await ask(provider, wallets, { headers: { 'x-wallet-key': provider.settings['walletKey'] } })).status).toBe(200)
    })
  })

  it('are signed by their own construction, and numbered', async () => {
    await withProvider({ contract }, async (provider) => {
      const answers = [await ask(provider, orders), await ask(provider, orders)]
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      expect(answers.map(({ json }) => valueAtPointer(json, '/order/id'))).toEqual(['40001', '40002'])
      const signedBody = bodyOf(provider, orders)
      expect((await ask(provider, orders, { signedBody, body: { ...signedBody, volume: '7' } })).status).toBe(401)
    })
  })

  it('have their fields judged by type', async () => {
    await withProvider({ contract }, async (provider) => {
      const right = bodyOf(provider, orders)
      const { status, text } = await ask(provider, orders, { signedBody: right, body: { ...right, urgent: 'yes' } })
      expect(status).toBe(400)
      expect(text).toContain('urgent: expected boolean, found string')
    })
  })

  it('have mutants of their own', () => {
    const names = new Set(mutants(contract).map(({ name }) => name))
    for (const name of ['listQuotes.drops.quotes[].price', 'placeOrder.signature.beside.omits-volume', 'listWallets.credential.none']) {
      expect(names).toContain(name)
    }
  })
})

function overlaid(): Record<string, unknown> {
  const components = content['components'] as { securitySchemes: Record<string, unknown> }
  const bearer = { type: 'http', scheme: 'bearer', 'x-setting': 'quoteToken' }
  const walletKey = { type: 'apiKey', in: 'header', name: 'x-wallet-key', 'x-setting': 'walletKey' }
  const orderKey = { type: 'apiKey', in: 'header', name: 'x-order-key', 'x-setting': 'apiKey' }
  const orderTime = { type: 'apiKey', in: 'header', name: 'x-order-time', 'x-timestamp': { unit: 'milliseconds' } }
  const parts = [
    { name: 'timestamp', header: 'x-order-time' },
    { name: 'volume', body: '/volume', kind: 'decimal' },
  ]
  const construction = { algorithm: 'hmac', hash: 'sha512', encoding: 'base64', key: 'signingSecret', separator: '\n', parts }
  const orderSignature = { type: 'apiKey', in: 'header', name: 'x-order-signature', 'x-signature': construction }
  return {
    components: {
      ...components,
      securitySchemes: { ...components.securitySchemes, bearer, walletKey, orderKey, orderTime, orderSignature },
    },
    paths: {
      ...(content['paths'] as object),
      '/quotes': { get: quoteList() },
      '/orders': { post: order() },
      '/wallets/{owner}': { get: walletList() },
    },
  }
}

function quoteList() {
  const quote = object({ pair: { type: 'string' }, price: { type: 'number' }, at: { type: 'string', format: 'date' } })
  return operation(
    'listQuotes',
    [{ bearer: [] }],
    200,
    object({ quotes: { type: 'array', items: quote }, source: { type: 'string', format: 'url' } }),
  )
}

function order() {
  const body = object({ volume: { type: 'string', format: 'decimal' }, urgent: { type: 'boolean' } })
  const answer = object({ order: object({ id: { type: 'string', format: 'digits' } }) })
  return {
    ...operation('placeOrder', [{ orderKey: [], orderTime: [], orderSignature: [] }], 201, answer),
    'x-unique': { at: '/order/id' },
    requestBody: { required: true, content: { 'application/json': { schema: body } } },
  }
}

function walletList() {
  const parameters = [{ name: 'owner', in: 'path', required: true, schema: { type: 'string' } }]
  return {
    ...operation('listWallets', [{ walletKey: [] }], 200, object({ wallets: { type: 'array', items: { type: 'string' } } })),
    parameters,
  }
}

function operation(operationId: string, security: object[], status: number, schema: object) {
  return { operationId, security, responses: { [status]: { description: 'a success', content: { 'application/json': { schema } } } } }
}

function object(properties: Record<string, object>) {
  return { type: 'object', required: Object.keys(properties), properties }
}

function operationOf({ operations }: Contract, id: string): Operation {
  const found = operations.find((candidate) => candidate.id === id)
  if (!found) throw new Error(`${id} was not derived`)
  return found
}
