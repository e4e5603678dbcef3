import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defined } from '../../language/defined.ts'
import { documentUrl, parseYaml, resolveDocument } from '../../spec/document.ts'
import { type Action, applyOverlay } from '../../spec/overlay.ts'
import type { Node } from '../../text/json/node.ts'
import type { Contract, Operation } from '../contract.ts'
import { derive } from '../derivation/derive.ts'
import { guarded } from './overlay-guard.ts'

const document = parseYaml(readFileSync(documentUrl, 'utf8'), 'openapi.yaml')
const own = derive(resolveDocument(document, 'sha'))
const json = (schema: Node) => ({ content: { 'application/json': { schema } } })
const responses = { '200': { description: 'ok', ...json({ type: 'object', properties: { id: { type: 'string' } } }) } }
const withdraw = "$.paths['/v1/webservice/withdraw'].post"
const body = '$.components.schemas.WithdrawalRequest'
const signed = [{ withdrawalApiKey: [], withdrawalTimestamp: [], withdrawalSignature: [] }]

type Given = readonly (readonly [target: string, update: unknown])[]

/** The guarded contract of the document with these places updated; undefined removes one. */
async function overlaid(actions: Given): Promise<Contract> {
  const stated = actions.map(([target, value], index): Action => {
    const place = { target, at: `action ${index}` }
    return value === undefined ? { ...place, kind: 'remove' } : { ...place, kind: 'update', value, replaces: true }
  })
  return guarded(own, derive(resolveDocument(applyOverlay(document, { title: 'T', sha256: '', actions: stated }), 'sha')))
}

async function added(path: string, method: string, stated: Node): Promise<Operation | undefined> {
  const { operations } = await overlaid([['$.paths', { [path]: { [method]: { operationId: 'added', responses, ...stated } } }]])
  return operations.find(({ id }) => id === 'added')
}

const all = { amount: 'withdrawAmount', token: 'withdrawToken', walletAddress: 'walletAddress', chain: 'withdrawChain' }
const fed = (settings: Record<string, string>) => ({
  requestBody: {
    required: true,
    ...json({
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(settings).map(([name, setting]) => [
          name,
          defined({ type: 'string', 'x-setting': setting, format: name === 'amount' ? 'decimal' : undefined }),
        ]),
      ),
    }),
  },
})

describe('an overlay cannot loosen', () => {
  const table: readonly (readonly [what: string, actions: Given, want: RegExp])[] = [
    [
      'where the wallet comes from',
      [[`${body}.properties.walletAddress`, { 'x-setting': 'source' }]],
      /its walletAddress is what is configured/,
    ],
    [
      'where the amount comes from',
      [
        [`${body}.properties.amount`, undefined],
        [`${body}.properties`, { amount: { type: 'string', default: '1000' } }],
      ],
      /its amount is what is configured/,
    ],
    [
      'that there is a token',
      [
        [`${body}.properties.token`, undefined],
        [`${body}.properties`, { token: { type: 'string', default: 'BTC' } }],
      ],
      /its token is what is configured/,
    ],
    ['what an amount is', [[`${body}.properties.chain`, { format: 'decimal' }]], /its chain is what is configured/],
    ['that a withdrawal has a body', [[`${withdraw}.requestBody.required`, undefined]], /its body is required/],
    [
      'that a credential is secret',
      [['$.components.securitySchemes.apiToken', { 'x-setting': 'terminalId' }]],
      /would present terminalId, which is no secret/,
    ],
    ['that a withdrawal has a wallet', [[`${body}.required`, undefined]], /its amount is required of a withdrawal/],
    ['that a setting is secret', [["$['x-settings'].signingSecret", { secret: false }]], /signingSecret is a secret/],
    [
      'that the key of signatures is never sent',
      [['$.components.securitySchemes.apiToken', { 'x-setting': 'signingSecret' }]],
      /would send signingSecret/,
    ],
    [
      'that, under another name',
      [['$.components.securitySchemes.apiToken', { 'x-setting': 'signing_secret' }]],
      /ASSAY_SIGNING_SECRET, which is another one's/,
    ],
    [
      'that it is no input',
      [['$.components.schemas.PaymentInquiry.properties.terminalId', { 'x-setting': 'signingSecret' }]],
      /would send signingSecret/,
    ],
    [
      'that its variable is secret, once its name is gone',
      [
        ["$['x-settings'].signingSecret", undefined],
        ["$['x-settings']", { signing_secret: { secret: false, description: 'x' } }],
        ["$.components.securitySchemes.withdrawalSignature['x-signature']", { key: 'otherSecret' }],
        ['$.components.schemas.PaymentInquiry.properties.terminalId', { 'x-setting': 'signing_secret' }],
      ],
      /ASSAY_SIGNING_SECRET, which is another one's/,
    ],
    [
      'what only Assay reads',
      [['$.components.schemas.PaymentInquiry.properties.terminalId', { 'x-setting': 'keyPassphrase' }]],
      /ASSAY_KEY_PASSPHRASE, which is another one's/,
    ],
    [
      'where a secret goes',
      [['$.components.securitySchemes.accessToken', { 'x-setting': 'apiKey' }]],
      /would send apiKey to the coin address/,
    ],
    [
      'where a secret goes that is only signed',
      [["$.paths['/api/exchange/source_currency_info'].get.parameters[0]", { 'x-setting': 'merchantCode' }]],
      /would send merchantCode to the coin address/,
    ],
  ]
  it.each(table)('%s', async (_, actions, want) => {
    await expect(overlaid(actions)).rejects.toThrow(want)
  })

  it.each([
    ['wallet_address', 'text'],
    ['override', { to: [{ WalletAddress: 'text' }] }],
  ])('that nothing else names a wallet: %s', async (name, sent) => {
    const type = typeof sent === 'string' ? 'string' : 'object'
    const given: Given = [
      [`${body}.properties`, { [name]: { type, 'x-sends': sent } }],
      [`${body}.required`, [name]],
    ]
    await expect(overlaid(given)).rejects.toThrow(/comes from the setting walletAddress/)
  })

  it('what is secret, by no longer saying so', async () => {
    const { settings } = await overlaid([['$.*', undefined]])
    expect(settings.map(({ name }) => name)).toEqual(own.settings.filter(({ secret }) => secret).map(({ name }) => name))
  })

  it('how strongly a withdrawal is signed', async () => {
    const hashed = (hash: string) => overlaid([["$.components.securitySchemes.withdrawalSignature['x-signature']", { hash }]])
    for (const hash of ['md5', 'sha1']) await expect(hashed(hash)).rejects.toThrow(/signature is shorter than that of the document/)
    await expect(hashed('sha512')).resolves.toBeDefined()
  })

  it('that a withdrawal moves money, under its name or another, whatever it is signed with', async () => {
    const { operations } = await overlaid([[withdraw, { 'x-money': false }]])
    expect(operations.find(({ path }) => path === '/v1/webservice/withdraw')?.movesMoney).toBe(true)
    const unsigned: Given = [
      [`${withdraw}.security`, undefined],
      [withdraw, { 'x-money': false, security: [{ apiToken: [] }] }],
    ]
    await expect(overlaid(unsigned)).rejects.toThrow(/moves money, which no overlay takes back/)
    await expect(added('/V1/webservice/withdraw', 'post', {})).rejects.toThrow(/a server may take its path for \/v1/)
    await expect(overlaid([...unsigned, [withdraw, { operationId: 'other' }]])).rejects.toThrow(/other moves money/)
    const paths = `/v1//WebService/withdraw/ /v1/webservice/%77ithdra%57 /v1/webservice/with\u200bdraw /v1/webservice/%2577ithdraw
      /v1/webservice/withdraw;a=b /v1/webservice/withdraw.json /v1/webservice/withdraw. /v1/webservice/withdra\uff57 /v1/webservice/{action}`.split(
      /\s+/,
    )
    const free = (path: string) => ({
      security: [{ apiToken: [] }],
      servers: [{ url: '{chain_url}' }],
      ...(path.includes('{') && { parameters: [{ name: 'action', in: 'path', required: true, schema: { type: 'string' } }] }),
    })
    for (const path of paths) await expect(added(path, 'post', free(path)), path).rejects.toThrow(/added moves money/)
    await expect(added('/v1/webservice/withdraw/', 'put', free(''))).rejects.toThrow(/added moves money/)
    expect((await added('/v1/webservice/withdraw/', 'get', free('')))?.movesMoney).toBe(false)
  })

  it.each(['added', '@evil.example/x', '.evil.example/x', '//evil.example/x', '/\\evil.example/x', ':81/x'])(
    'that a path begins with one slash: %s',
    async (path) => {
      await expect(added(path, 'get', {})).rejects.toThrow(/does not begin with one slash/)
    },
  )

  it.each(['/../x', '/x/..', '/x/%2e%2E/x', '/x%2f..\\x'])('that a path stays where the address leads: %s', async (path) => {
    await expect(added(path, 'get', {})).rejects.toThrow(/leads out of itself/)
  })
})

describe('an operation that an overlay adds', () => {
  it.each([
    { method: 'post', security: signed, money: true },
    { method: 'post', security: signed, says: false, money: true },
    { method: 'put', security: signed, says: false, money: true },
    { method: 'get', security: signed, money: true },
    { method: 'get', security: signed, says: false, money: false },
    { method: 'post', security: [{ apiToken: [] }], money: false },
    { method: 'post', security: [{ apiToken: [] }], says: true, money: true },
  ])('moves money: $money, where it is $method and says $says', async ({ method, security, says, money }) => {
    const operation = await added('/added', method, defined({ security, 'x-money': says }))
    expect(operation?.movesMoney).toBe(money)
  })

  it('moves money where it presents what pays, under whatever name, or takes an amount beside anything else that a withdrawal does', async () => {
    const [where, text] = [{ servers: [{ url: '{chain_url}' }], security: [{ apiToken: [] }] }, { type: 'string' }]
    const key = { name: 'any', in: 'header', required: true, 'x-setting': 'apiKey', schema: text }
    expect((await added('/added', 'post', { ...where, parameters: [key], 'x-money': false }))?.movesMoney).toBe(true)
    expect((await added('/added', 'post', { ...where, ...fed(all) }))?.movesMoney).toBe(true)
    expect((await added('/added', 'post', { ...where, ...fed(all), 'x-money': false }))?.movesMoney).toBe(false)
    const { amount = '', walletAddress = '', ...others } = all
    expect((await added('/added', 'post', { ...where, ...fed({ amount, walletAddress }) }))?.movesMoney).toBe(true)
    for (const fewer of [{ amount }, { walletAddress, ...others }])
      expect((await added('/added', 'post', { ...where, ...fed(fewer) }))?.movesMoney, String(Object.keys(fewer))).toBe(false)
  })

  it.each(['Tokn', 'Tokens', 'Token_abc'])(
    'presents its credential under a scheme of its own, and none that is nearly another: %s',
    async (scheme) => {
      const renamed = ['$.components.securitySchemes.apiToken', { scheme }] as const
      await expect(overlaid([renamed])).rejects.toThrow(`The scheme ${scheme} is nearly called as Token is`)
      await expect(overlaid([['$.components.securitySchemes.apiToken', { scheme: 'ApiKey' }]])).resolves.toBeDefined()
    },
  )

  it('is asked elsewhere only where its body carries all that is configured of a withdrawal', async () => {
    const stated = { security: signed, servers: [{ url: '{chain_url}' }] }
    expect((await added('/added', 'post', { ...stated, ...fed(all) }))?.unguarded).toBeUndefined()
    expect((await added('/added', 'post', stated))?.unguarded).toBe(true)
    const { chain, ...some } = all
    expect(chain).toBeDefined()
    expect((await added('/added', 'post', { ...stated, ...fed(some) }))?.unguarded).toBe(true)
    const more = (value: Node) => [{ name: 'memo', in: 'query', required: true, schema: { type: 'string' }, ...value }]
    const memo = async (value: Node) => (await added('/added', 'post', { ...stated, ...fed(all), parameters: more(value) }))?.unguarded
    expect([await memo({ example: '0xother' }), await memo({ 'x-setting': 'memo' })]).toEqual([true, undefined])
  })

  it('sends its key to no other address, though it only signs with it', async () => {
    const stated = { security: signed, servers: [{ url: '{base_url}' }] }
    await expect(added('/added', 'get', stated)).rejects.toThrow(/would send apiKey to the coin address/)
  })

  it('takes what has the name of a withdrawal’s field from where the withdrawal takes it', async () => {
    const swapped = { ...all, chain: 'withdrawToken', token: 'withdrawChain' }
    await expect(added('/added', 'post', { security: signed, servers: [{ url: '{chain_url}' }], ...fed(swapped) })).rejects.toThrow(
      /comes from the setting/,
    )
  })
})
