import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { deriveOverlaid } from './overlaid.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-idle-'))
afterAll(() => rm(folder, { recursive: true }))

const signed = [{ withdrawalApiKey: [], withdrawalTimestamp: [], withdrawalSignature: [] }]
const schemas = '$.components.schemas'

it('that a withdrawal moves money is not taken away', async () => {
  const file = join(folder, 'o.yaml')
  const action = { target: "$.paths['/v1/webservice/withdraw'].post['x-money']", remove: true }
  await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions: [action] }))
  await expect(deriveOverlaid([file])).rejects.toThrow(/post\/x-money: it moves money, which no overlay takes back/)
})

const cited = (clause: string) => ({ 'x-requirements': [{ id: 'r', clause, text: 'T', untestable: 'y' }] })

it('takes a clause that the overlay titles', async () => {
  const file = join(folder, 'o.yaml')
  const actions = [
    { target: '$', update: { 'x-clauses': { 'P.1': 'Of the partner' } } },
    { target: '$.info', update: cited('P.1') },
  ]
  await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions }))
  await expect(deriveOverlaid([file])).resolves.toMatchObject({ clauses: { 'P.1': 'Of the partner' } })
})

it.each([
  ['a clause that nobody has', '$.info', cited('9.9'), /r is of clause 9\.9, which the source does not have/],
  [
    'a body that is sent with GET',
    "$.paths['/api/exchange/source_currency_info'].get",
    { requestBody: { content: { 'application/json': { schema: {} } } } },
    /\/get\/requestBody: GET and HEAD are sent without a body; expected parameters in the query, or POST/,
  ],
  ['what tells forms apart', `${schemas}.Coin`, { discriminator: { propertyName: 'rank' } }, /Coin\/discriminator: expected nothing, as/],
  ['a name for XML', `${schemas}.Coin.properties.rank`, { xml: { name: 'r' } }, /rank\/xml: expected nothing, as nothing reads it here/],
  [
    'a name that another requires',
    `${schemas}.Coin`,
    { dependentRequired: { rank: 'price' } },
    /dependentRequired: expected a mapping from/,
  ],
  [
    'null of what may be anything',
    `${schemas}.Coin.properties`,
    { more: { nullable: true } },
    /more has nullable, which nothing reads there/,
  ],
  [
    'what is sent of a setting',
    `${schemas}.WithdrawalRequest.properties.amount`,
    { 'x-sends': '9' },
    /amount has x-sends beside x-setting/,
  ],
  [
    'the address of a base',
    "$.paths['/v1/webservice/withdraw'].post.servers[0]",
    { url: 'https://a.example' },
    /post\/servers\/0\/url: the settings say where chain is, so that nothing reads https:\/\/a\.example/,
  ],
  [
    'that a withdrawal moves no money',
    "$.paths['/v1/webservice/withdraw'].post",
    { 'x-money': false },
    /o\.yaml: \/actions\/0: \/paths\/~1v1~1webservice~1withdraw\/post\/x-money: it moves money, which no overlay takes back/,
  ],
  [
    'that what is signed as a withdrawal is moves no money',
    '$.paths',
    { '/v1/cancel': { post: { operationId: 'cancel', security: signed, 'x-money': false, responses: { '204': { description: 'ok' } } } } },
    /\/paths\/~1v1~1cancel\/post\/x-money: it is signed or asked for as what moves money is/,
  ],
  [
    'a header of its own scheme, whatever its case',
    "$.paths['/v1/webservice/withdraw'].post",
    { parameters: [{ name: 'X-Api-Key', in: 'header', schema: { type: 'string' } }] },
    /the parameter X-Api-Key is a header that security or the content says/,
  ],
  [
    'a scheme that no operation asks for',
    '$.components.securitySchemes',
    { spare: { type: 'http', scheme: 'bearer' } },
    /\/actions\/0: \/components\/securitySchemes\/spare: nothing refers to it/,
  ],
  [
    'a refusal that no operation refers to',
    '$.components.responses',
    { Denied: { description: 'no' } },
    /\/components\/responses\/Denied: nothing/,
  ],
  [
    'a setting that nothing takes',
    "$['x-settings']",
    { memo: { description: 'm' } },
    /\/x-settings\/memo: no request takes a value from it/,
  ],
  [
    'a role that a credential has to have',
    "$.paths['/pg/v1/inquiryPay'].post.security[0]",
    { apiToken: ['read'] },
    /security\/0: expected a mapping such as \{ nameOfAScheme: \[\] \} \(roles and scopes are not judged\)/,
  ],
  [
    'what the lists of a record may not hold twice',
    `${schemas}.Coin.properties.explorers`,
    { 'x-unique': { by: '' } },
    /has x-unique, which nothing reads/,
  ],
  ['a clause', `${schemas}.Coin`, { 'x-clause': true }, /x-clause: expected a clause, found true/],
] as const)('what something else decides is refused: %s', async (_, target, update, want) => {
  const file = join(folder, 'o.yaml')
  await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions: [{ target, update }] }))
  await expect(deriveOverlaid([file])).rejects.toThrow(want)
})

const host = { url: 'https://a.example' }
const asked = { operationId: 'added', responses: { '204': { description: 'ok' } } }
const linking = (link: object) => ({ get: { ...asked, responses: { '204': { description: 'ok', links: { next: link } } } } })

it.each([
  ['a link to an operation', linking({ operationId: 'inquirePayments' })],
  ['a link to an address', linking({ operationRef: 'https://a.example' })],
  [
    'servers of a path of which one operation has its own',
    { servers: [host], get: asked, put: { ...asked, operationId: 'put', servers: [host] } },
  ],
  ['a second server without a base behind one without', { get: { ...asked, servers: [host, { url: 'https://b.example' }] } }],
])('what somebody reads is taken: %s', async (_, item) => {
  const file = join(folder, 'o.yaml')
  const actions = [{ target: '$.paths', update: { '/a': item } }]
  await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions }))
  expect((await deriveOverlaid([file])).operations.map(({ id }) => id)).toContain('added')
})

const signedBy = { apiKey: 'P-Key', timestamp: 'P-Time', signature: 'P-Sign' }
const signing = Object.fromEntries(Object.entries(signedBy).map(([name, header]) => [name, { type: 'apiKey', in: 'header', name: header }]))

it.each([
  ['0', { format: 'uuidd' }, { added: { type: 'http', scheme: 'bearer' } }],
  ['1', {}, { added: { type: 'oauth2', flows: {} } }],
  [
    '0',
    { format: 'uuidd' },
    {
      ...signing,
      timestamp: { ...signing['timestamp'], 'x-timestamp': {} },
      signature: { ...signing['signature'], 'x-signature': { key: 'secret', parts: [{ name: 'k', header: 'P-Key' }] } },
    },
  ],
])('blames the action that is wrong, and not the one that completes it: %s, %j', async (blamed, wrong, schemes) => {
  const content = { 'application/json': { schema: { type: 'object', properties: { a: { type: 'string', ...wrong } } } } }
  const security = [Object.fromEntries(Object.keys(schemes).map((name) => [name, []]))]
  const get = { operationId: 'added', security, responses: { 200: { description: 'ok', content } } }
  const actions = [
    { target: '$.paths', update: { '/a': { get } } },
    { target: '$.components.securitySchemes', update: schemes },
  ]
  const file = join(folder, 'o.yaml')
  await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions }))
  await expect(deriveOverlaid([file])).rejects.toThrow(`/actions/${blamed}: `)
})
