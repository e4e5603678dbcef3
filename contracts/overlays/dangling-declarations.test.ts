import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadDocument } from '../../spec/document.ts'
import { misunderstood } from '../../spec/grammar/grammar.ts'
import type { Node } from '../../text/json/node.ts'
import type { Contract } from '../contract.ts'
import { contract as generated } from '../generated/contract.ts'
import { leadingNowhere } from './dangling-declarations.ts'
import { deriveOverlaid } from './overlaid.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-understood-'))
afterAll(() => rm(folder, { recursive: true }))
const schema = {
  type: 'object',
  properties: { items: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } } },
}
const responses = { '200': { description: 'ok', content: { 'application/json': { schema } } } }
const withExample = (described: unknown, example: unknown) => ({
  '200': { description: 'ok', content: { 'application/json': { schema: described, example } } },
})
const operation = { operationId: 'added', responses }
const atPath = (path: string, stated: Node) => [{ target: '$.paths', update: { [path]: { get: stated } } }]
const withdrawal = "$.paths['/v1/webservice/withdraw'].post"

const requiring = (stated: Node) => [{ target: withdrawal, update: { 'x-requirements': [{ clause: '4', text: 'T.', ...stated }] } }]
const sending = { type: 'object', properties: { o: { type: 'object', properties: { k: { type: 'string', 'x-setting': 'apiKey' } } } } }
const twice = { type: 'object', required: ['id', 'id'], properties: { id: { type: 'string' } } }

async function derived(actions: unknown, more: Node = {}): Promise<Contract> {
  const file = join(folder, 'o.yaml')
  await writeFile(file, JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions, ...more }))
  return deriveOverlaid([file])
}

it('understands all of the document itself', async () => {
  expect(misunderstood((await loadDocument()).content)).toEqual([])
  expect(leadingNowhere(generated)).toEqual([])
})

it.each([
  [
    'a keyword that is misspelt',
    atPath('/a', { ...operation, parameters: [{ name: 'q', in: 'query', schema: { type: 'string', minLenght: 1 } }] }),
    /o\.yaml: \/actions\/0: \/paths\/~1a\/get\/parameters\/0\/schema\/minLenght: "minLenght" is not understood; did you mean minLength\?/,
  ],
  [
    'a member that is misspelt',
    atPath('/a', { ...operation, respones: {} }),
    /\/actions\/0: .*"respones" is not understood; did you mean responses\?/,
  ],
  [
    'an extension that is misspelt',
    atPath('/a', { ...operation, 'x-mony': true }),
    /\/actions\/0: .*"x-mony" is not understood; did you mean x-money\?/,
  ],
  [
    'an extension that nothing reads',
    [{ target: '$.info', update: { 'x-internal': 1 } }],
    /\/actions\/0: \/info\/x-internal: "x-internal" is not understood; expected one of x-clause/,
  ],
  [
    'a setting further in than a field',
    atPath('/a', { ...operation, requestBody: { content: { 'application/json': { schema: sending } } } }),
    /\/actions\/0: added: its body\/o\/k has x-setting, which nothing reads there/,
  ],
  [
    'a required name twice',
    atPath('/a', { ...operation, responses: { '200': { description: 'ok', content: { 'application/json': { schema: twice } } } } }),
    /\/actions\/0: added: .*duplicate items/,
  ],
  ['a brace alone', atPath('/a}{', operation), /a}{: a brace in it has no other/],
  [
    'an id of a requirement that is derived',
    requiring({ id: 'requestWithdrawal.accepted', untestable: 'It is.' }),
    /\/actions\/0: Two requirements are called requestWithdrawal\.accepted/,
  ],
  ['an empty reason', requiring({ id: 'r', untestable: ' ' }), /\/actions\/0: .*untestable: expected a text with something in it/],
  ['an unknown member of an action', [{ target: '$.info', udpate: {} }], /o\.yaml: \/actions\/0\/udpate is not understood/],
  ['remove beside update', [{ target: '$.info', remove: true, update: {} }], /\/actions\/0: update beside remove: true/],
  ['remove that is no truth', [{ target: '$.info', remove: 'yes' }], /\/actions\/0\/remove: expected true, found "yes"/],
  [
    'an operationId twice',
    [...atPath('/b', { ...operation, operationId: 'b' }), ...atPath('/a', { ...operation, operationId: 'inquirePayments' })],
    /\/actions\/1: Two operations are called inquirePayments/,
  ],
  [
    'judged-by of no check',
    [
      {
        target: withdrawal,
        update: { 'x-requirements': [{ id: 'r', clause: '4', text: 'T.', 'judged-by': 'requestWithdrawal.nothing' }] },
      },
    ],
    /\/actions\/0: The requirement r is judged-by requestWithdrawal\.nothing, and no check judges that/,
  ],
  [
    'a requirement that is judged and cannot be',
    requiring({ id: 'r', 'judged-by': 'requestWithdrawal.accepted', untestable: 'Nobody knows.' }),
    /\/actions\/0: x-requirements: r has judged-by and untestable, which exclude each other/,
  ],
  [
    'an open point that is observed and cannot be',
    [
      {
        target: withdrawal,
        update: { 'x-open': [{ id: 'r', clause: '4', text: 'T.', 'observed-by': ['requestWithdrawal.replay'], unobservable: 'Nobody.' }] },
      },
    ],
    /\/actions\/0: x-open: r has observed-by and unobservable/,
  ],
  ['the whole document taken away', [{ target: '$..*', remove: true }], /\/actions\/0: the document: openapi is missing/],
  ['its title taken away', [{ target: '$.info', remove: true }], /\/actions\/0: the document: info is missing/],
  ['its paths taken away', [{ target: '$.paths.*', remove: true }], /\/actions\/0: \/paths: no operation is left/],
  [
    'a withdrawal without credentials',
    [
      { target: `${withdrawal}.security`, remove: true },
      { target: '$.components.securitySchemes.*["x-timestamp"]', remove: true },
    ],
    /\/actions\/0: requestWithdrawal moves money, and asks for no credentials any more/,
  ],
  [
    'an example that lacks what is required',
    atPath('/a', { ...operation, responses: withExample({ ...schema, required: ['items'] }, {}) }),
    /\/actions\/0: added: the example of its success lacks items/,
  ],
  [
    'an example with what is shut out',
    atPath('/a', { ...operation, responses: withExample({ ...schema, additionalProperties: false }, { items: [], more: 1 }) }),
    /\/actions\/0: added: the example of its success has more, and/,
  ],
  [
    'a credential in a header of HTTP itself',
    [
      ...atPath('/a', { ...operation, security: [{ k: [] }] }),
      { target: '$.components.securitySchemes', update: { k: { type: 'apiKey', in: 'header', name: 'Host' } } },
    ],
    /\/actions\/1: added: the security scheme k is the header Host/,
  ],
  [
    'an address with credentials',
    atPath('/a', { ...operation, servers: [{ url: 'https://u:p@a.example' }] }),
    /servers\/0\/url: expected an address .* no credentials, query or fragment, found "https:\/\/…@a\.example"/,
  ],
  [
    'a setting with the variable of an address',
    atPath('/a', { ...operation, parameters: [{ name: 'q', in: 'query', schema: { type: 'string' }, 'x-setting': 'target' }] }),
    /\/actions\/0: The setting target would be read from ASSAY_TARGET, which is another one's/,
  ],
  [
    'a base of a name that all objects have',
    atPath('/a', { ...operation, servers: [{ url: 'https://a.example', 'x-base': 'constructor' }] }),
    /x-base: expected a name/,
  ],
  ['a document without a title', [{ target: '$.info.title', remove: true }], /\/actions\/0: \/info: title is missing/],
  [
    'a payload that is not there',
    atPath('/a', { ...operation, 'x-payload': { record: '/rows/*' } }),
    /\/actions\/0: added: x-payload.* is \/rows/,
  ],
  [
    'an identity that is not there',
    [{ target: "$.paths['/pg/v1/inquiryPay'].post['x-pagination']", update: { identity: '/reference' } }],
    /\/actions\/0: inquirePayments: x-pagination is \/reference/,
  ],
  [
    'what is never sent raw',
    atPath('/a', { ...operation, parameters: [{ name: 'q', in: 'query', allowReserved: true, schema: { type: 'string' } }] }),
    /\/actions\/0: .*\/allowReserved: expected false, as nothing reads it/,
  ],
  [
    'a path that may lack a part',
    atPath('/a/{id}', { ...operation, parameters: [{ name: 'id', in: 'path', required: false, schema: { type: 'string' } }] }),
    /\/actions\/0: .*\/0\/required: expected true: a path has all/,
  ],
  [
    'inputs of one name',
    atPath('/a', { ...operation, parameters: ['query', 'header'].map((place) => ({ name: 'q', in: place, required: true, schema: {} })) }),
    /\/actions\/0: added: two of its inputs are called q/,
  ],
  [
    'elements in a word',
    atPath('/a', { responses: withExample({ type: 'array', items: true }, []) }),
    /items: expected a mapping, such as/,
  ],
  [
    'a link to nothing',
    atPath('/a', { ...operation, responses: { '200': { ...responses['200'], links: { next: { operationId: 'inquirePayment' } } } } }),
    /200\/links\/next: there is no operation inquirePayment\. Did you mean inquirePayments\?/,
  ],
  ['a body of HEAD', [{ target: '$.paths', update: { '/a': { head: operation } } }], /an answer to HEAD has no body/],
  [
    'a setting of nearly the name',
    [{ target: withdrawal, update: { parameters: [{ name: 'a', in: 'header', schema: {}, 'x-setting': 'walletAdress' }] } }],
    /The setting walletAdress is nearly called as walletAddress is/,
  ],
  ['a backslash in a path', atPath('/a\\b', operation), /\/actions\/0: .*a path has no control character, none of/],
  ['a path without its slash', atPath('a/b', operation), /\/actions\/0: \/paths\/a\/b: a path begins with a slash; expected "\/a\/b"/],
  [
    'a path parameter that is not declared',
    atPath('/a/{id}', operation),
    /\/actions\/0: added: its path \/a\/\{id\} has \{id\}, and no parameter/,
  ],
  [
    'a path parameter that is not in the path',
    atPath('/a', { ...operation, parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] }),
    /\/actions\/0: added: the parameter id is declared in: path, and \/a has no \{id\}/,
  ],
] as const)('refuses %s, with the file, the action and the place', async (_, actions, want) => {
  await expect(derived(actions)).rejects.toThrow(want)
})

it('takes a document without the operation that was signed', async () => {
  const { operations } = await derived([{ target: withdrawal, remove: true }])
  expect(operations.map(({ authentication }) => authentication.kind)).not.toContain('signed')
})

it('refuses an unknown member of the overlay', async () => {
  await expect(derived([{ target: '$.info', update: {} }], { action: [] })).rejects.toThrow(/o\.yaml: \/action is not understood/)
})

it('blames nothing that a later action completes', async () => {
  const actions = [
    ...atPath('/a', { ...operation, security: [{ added: [] }] }),
    { target: '$.components.securitySchemes', update: { added: { type: 'http', scheme: 'bearer' } } },
  ]
  expect((await derived(actions)).operations.map(({ id }) => id)).toContain('added')
})

it.each([
  [
    'in a header',
    { parameters: [{ name: 'x-merchant-code', in: 'header', required: true, schema: { type: 'string' }, 'x-setting': 'merchantCode' }] },
  ],
  ['in the query', { parameters: [{ name: 'merchant', in: 'query', schema: { type: 'string' }, 'x-setting': 'merchantCode' }] }],
] as const)('lets an overlay say that the merchant code travels %s', async (_, update) => {
  const { operations } = await derived([{ target: withdrawal, update }])
  const [parameter] = operations.find(({ movesMoney }) => movesMoney)?.parameters ?? []
  expect(parameter?.value).toEqual({ setting: 'merchantCode' })
})

it('lets an overlay say that the merchant code travels in the body', async () => {
  const update = { merchantCode: { type: 'string', 'x-setting': 'merchantCode' } }
  const { operations } = await derived([{ target: '$.components.schemas.WithdrawalRequest.properties', update }])
  const field = operations.find(({ movesMoney }) => movesMoney)?.body?.fields.find(({ name }) => name === 'merchantCode')
  expect(field?.value).toEqual({ setting: 'merchantCode' })
})
