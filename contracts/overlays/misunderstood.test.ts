import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Node } from '../../text/json/node.ts'
import { deriveOverlaid } from './overlaid.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-misunderstood-'))
afterAll(() => rm(folder, { recursive: true }))

const schema = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } }
const content = (inner: unknown = schema) => ({ 'application/json': { schema: inner } })
const responses = { '200': { description: 'ok', content: content() } }
const added = (stated: Node) => [{ target: '$.paths', update: { '/a': { get: { operationId: 'added', responses, ...stated } } } }]
const answering = (inner: unknown) => added({ responses: { '200': { description: 'ok', content: content(inner) } } })
const asking = (parameters: unknown) => added({ parameters })
const finding = (asked: Node, parameter: Node = { ...query, required: true }) => added({ parameters: [parameter], 'x-asked-for': [asked] })
const holding = (property: unknown) => answering({ type: 'object', properties: { id: property } })
const challenged = [
  {
    target: '$',
    update: {
      components: { securitySchemes: { digested: { type: 'http', scheme: 'digest' } } },
      paths: { '/a': { get: { operationId: 'added', responses, security: [{ digested: [] }] } } },
    },
  },
]
const heading = { '200': { description: 'ok', content: content(), headers: { 'X-Total': { required: true } } } }
const carrying = { requestBody: { content: content() } }
const withdrawal = "$.paths['/v1/webservice/withdraw'].post"
const paging = "$.paths['/pg/v1/inquiryPay'].post['x-pagination']"
const signature = '$.components.securitySchemes.withdrawalSignature'
const host = { url: 'https://a.example' }
const query = { name: 'q', in: 'query', schema: { type: 'string' } }

type Row = [what: string, actions: unknown, want: RegExp]

async function refusal(overlay: string): Promise<string> {
  const file = join(folder, 'o.yaml')
  await writeFile(file, overlay)
  return deriveOverlaid([file]).then(
    () => 'taken',
    (error: Error) => error.message,
  )
}

const overlay = (actions: unknown, more: Node = {}) => JSON.stringify({ overlay: '1.1.0', info: { title: 'T' }, actions, ...more })

describe('what an overlay says that nothing would read is refused with its action and its place', () => {
  it.each<Row>([
    ['a header of the connection', asking([{ ...query, in: 'header', name: 'Upgrade' }]), /"Upgrade" is no header that a request may set/],
    ['a header of two lines', asking([{ ...query, in: 'header', name: 'a\r\nb' }]), /is no header that a request may set/],
    ['a value of two lines', asking([{ ...query, in: 'header', name: 'a', example: 'b\r\nc: d' }]), /does not fit into a header/],
    ['a type', holding({ type: 'strng' }), /properties\/id\/type: expected one of array, boolean/],
    ['a format', holding({ type: 'string', format: 'dateime' }), /success\/id has the format "dateime".*Did you mean date-time/],
    ['a format of further fields', holding({ additionalProperties: { format: 'dateime' } }), /success\/id has the format "dateime"/],
    ['an encoding', holding({ type: 'string', contentEncoding: 'base64' }), /contentEncoding" is not understood/],
    ['null among further fields', holding({ additionalProperties: { type: 'string', nullable: true } }), /nullable.*write type: \[/],
    ['a case of answers', holding({ type: 'string', 'x-case': 'upper' }), /\/actions\/0: added: its success\/id has x-case/],
    ['what no answer has', holding({ type: 'string', writeOnly: true }), /success\/id has writeOnly, which nothing reads there/],
    ['what no request has', asking([{ ...query, schema: { type: 'string', readOnly: true } }]), /parameter q has readOnly/],
    [
      'a default of another type',
      asking([{ ...query, schema: { type: 'integer', default: 'one' } }]),
      /has a default that it does not allow/,
    ],
    ['an example that breaks a bound', holding({ type: 'string', maxLength: 1, example: 'ab' }), /id has an example .*"ab"/],
    [
      'an example of another type',
      added({ responses: { '200': { description: 'ok', content: { 'application/json': { schema, example: { id: 7 } } } } } }),
      /added: the example of its success\/id is 7, which its schema/,
    ],
    ['a pattern of JavaScript', holding({ type: 'string', pattern: '/^a$/i' }), /pattern .* between slashes/],
    ['a condition of nothing', holding({ if: { type: 'string' } }), /\/actions\/0: added: .*"if" without "then"/],
    ['an enum', holding({ enum: 'a' }), /id\/enum: expected a list, found "a"/],
    ['a dependent name', answering({ ...schema, dependentRequired: { id: ['idd'] } }), /success requires idd.*Did you mean id\?/],
    ['an exclusion of everything', holding({ not: {} }), /id has a not that excludes everything/],
    ['a form twice', holding({ oneOf: [{ type: 'string' }, { type: 'string' }] }), /id has the same form twice in its oneOf/],
    ['a form that takes all', holding({ oneOf: [{}, { type: 'string' }] }), /id has the form .* in its oneOf, which another one takes in/],
    ['a text of a megabyte', holding({ type: 'string', minLength: 700_000 }), /id has a minLength of 700000; 65536 is the most/],
    ['no form at all', holding({ anyOf: [] }), /id\/anyOf: it is empty, and would ask for nothing/],
    ['a pattern of a million', holding({ type: 'string', pattern: '^(?:a{1000}){1000}$' }), /\/actions\/0: added: .*invalid repeat count/],
    ['another version', [{ target: '$', update: { openapi: '2.0.0' } }], /openapi: expected one of 3\.1\.0/],
    [
      'another dialect',
      [{ target: '$', update: { jsonSchemaDialect: 'http://json-schema.org/draft-04/schema#' } }],
      /jsonSchemaDialect: expected one/,
    ],
    ['an empty enum', holding({ enum: [] }), /success\/id has an empty enum/],
    ['a bound', holding({ type: 'number', minimum: '1' }), /minimum: expected a number, found "1"/],
    ['crossed bounds', holding({ type: 'number', minimum: 2, maximum: 1 }), /has a minimum above its maximum/],
    ['a pattern', holding({ type: 'string', pattern: '(' }), /pattern: expected a regular expression, as JavaScript reads it, found "\("/],
    [
      'a pattern of what is sent',
      [{ target: '$.components.schemas.PaymentInquiry.properties.terminalId', update: { pattern: '[0-9' } }],
      /actions\/0: .*terminalId\/pattern: expected a regular expression/,
    ],
    ['a costly pattern', holding({ type: 'string', pattern: '^(?=.*\\d).+$' }), /success has the pattern .*, which looks around/],
    ['a schema', answering('string'), /schema: expected a mapping, found "string"/],
    ['properties', answering({ type: 'object', properties: ['id'] }), /properties: expected a mapping, found a list/],
    ['a required name', answering({ ...schema, required: ['idd'] }), /success requires idd.*Did you mean id\?/],
    ['required', answering({ ...schema, required: 'id' }), /required: expected a list of texts/],
    ['an operationId', added({ operationId: 'a b' }), /operationId: expected a name of letters/],
    ['a parameter without a place', asking([{ name: 'q', schema: { type: 'string' } }]), /parameters\/0: in is missing/],
    ['a place', asking([{ ...query, in: 'querry' }]), /in: expected one of query, header, path, cookie, found "querry"/],
    ['a parameter without a schema', asking([{ name: 'q', in: 'query' }]), /parameters\/0: schema or content is missing/],
    ['a parameter twice', asking([query, query]), /parameters\/1: the parameter q in query is declared twice/],
    ['parameters', asking({ q: query }), /parameters: expected a list, found a mapping/],
    ['required of a parameter', asking([{ ...query, required: 'yes' }]), /required: expected true or false, found "yes"/],
    ['a status', added({ responses: { ...responses, '600': { description: 'x' } } }), /responses\/600: expected a status such as 200/],
    ['a status in words', added({ responses: { ...responses, Default: { description: 'x' } } }), /responses\/Default: expected a status/],
    ['a header of an answer', added({ responses: heading }), /X-Total\/required: expected false, as no header of an answer is judged/],
    ['a method that is not sent', [{ target: '$.paths', update: { '/a': { trace: { responses } } } }], /"trace" is not understood/],
    [
      'any step of a path',
      [{ target: '$.paths', update: { '/a/*': { get: { responses } } } }],
      /\* would be sent as it stands; expected a/,
    ],
    ['a step of a router', [{ target: '$.paths', update: { '/a/:id': { get: { responses } } } }], /expected a parameter such as \{id\}/],
    [
      'a parameter twice',
      [{ target: '$.paths', update: { '/{a}/b{a}': { get: { responses } } } }],
      /each parameter once; a stands in it twice/,
    ],
    ['an empty step', [{ target: '$.paths', update: { '/a//b': { get: { responses } } } }], /a path has no empty step/],
    ['what follows an operation', added({ 'x-followed-by': 'inquirePayments' }), /x-followed-by is not read here; it belongs to a webhook/],
    ['a callback of an operation', added({ callbacks: {} }), /"callbacks" is not understood/],
    ['a webhook of nothing', [{ target: '$.webhooks', update: { told: { post: { responses } } } }], /told\/post: x-followed-by is missing/],
    ['what a webhook carries', [{ target: '$.webhooks.*.post', update: carrying }], /what a callback carries is not judged/],
    [
      'the age of what is not signed',
      [{ target: '$.components.securitySchemes.apiToken', update: { 'x-timestamp': { skew: 5 } } }],
      /no operation is signed with that time/,
    ],
    ['a step of no width', holding({ type: 'integer', multipleOf: 0 }), /multipleOf: expected a number above 0/],
    ['an example outside of its enum', holding({ enum: ['a'], example: 'b' }), /has an example that its enum does not have/],
    ['a condition without its if', holding({ type: 'string', else: { const: 'a' } }), /"else" without "if" is ignored/],
    ['a field of no schema', holding(true), /expected a mapping, such as \{\} for any value, found true/],
    ['a second success', added({ responses: { ...responses, '201': { description: 'x' } } }), /responses\/201: a second success/],
    ['another media type', added({ responses: { '200': { content: { 'text/xml': {} } } } }), /text~1xml: expected application\/json/],
    ['content of a 204', added({ responses: { '204': { content: content() } } }), /a success 204 has no body/],
    ['security', added({ security: { apiToken: [] } }), /security: expected a list, found a mapping/],
    ['a server', added({ servers: [{ url: 'ftp://x.example' }] }), /servers\/0\/url: expected an address that begins with https/],
    ['a server of the document', [{ target: '$.servers', update: [host] }], /\/actions\/0: \/servers\/1: the first server is asked/],
    ['a server of a withdrawal', [{ target: withdrawal, update: { servers: [host] } }], /post\/servers\/2: the first server is asked/],
    [
      'servers of a path',
      [{ target: "$.paths['/v1/webservice/withdraw']", update: { servers: [host] } }],
      /withdraw\/servers: each of its operations has servers of its own/,
    ],
    ['a server of nearly the name', added({ servers: [{ url: '{bas_url}' }] }), /no server "\{bas_url\}"\. Did you mean \{base_url\}\?/],
    ['a scheme that answers challenges', challenged, /added: the security scheme digested is digest, which answers a challenge anew/],
    ['money', added({ 'x-money': 'yes' }), /x-money: expected true or false/],
    ['a payload', added({ 'x-payload': { reccord: '/id' } }), /x-payload\/reccord: "reccord" is not understood; did you mean record/],
    ['a marker', added({ 'x-payload': { record: '', marker: 'nope' } }), /added: x-payload\/marker is nope/],
    ['half a pagination', added({ 'x-pagination': { clause: '1', page: { request: '/page' } } }), /x-pagination: size is missing/],
    ['a first page', [{ target: `${paging}.page`, update: { first: 'one' } }], /first: expected a whole number from 0 on/],
    ['an input that is not there', finding({ input: 'idd', answered: '/id' }), /added: x-asked-for\/0: it has no input idd; expected q/],
    ['an answer that is not there', finding({ input: 'q', answered: '/idd' }), /added: x-asked-for\/answered is \/idd/],
    ['a record as a whole', finding({ input: 'q', answered: '' }), /answered is the whole body, which holds more/],
    ['an input that nothing sends', finding({ input: 'p', answered: '/id' }, { ...query, name: 'p' }), /a right request leaves p out/],
    ['half of what is asked for', finding({ input: 'q' }), /x-asked-for\/0: answered is missing/],
    [
      'an extension where nothing reads it',
      asking([{ ...query, 'x-unique': {} }]),
      /x-unique" is not read here; it belongs to an operation or a schema/,
    ],
    ['a unique of nothing', added({ 'x-unique': { clause: '1' } }), /x-unique: at is missing/],
    ['a unique of no list', holding({ type: 'string', 'x-unique': {} }), /x-unique stands at \/id, which is no list/],
    ['a unique by nothing', holding({ type: 'array', items: schema, 'x-unique': { by: '/idd' } }), /x-unique\/by is \/idd/],
    ['nothing asked for', added({ 'x-asked-for': [] }), /x-asked-for: it is empty/],
    ['another way in', added({ security: [{ apiToken: [] }, { accessToken: [] }] }), /security\/1: another way to be let in/],
    [
      'a text that nobody sends',
      holding({ type: 'string', minLength: 1e12 }),
      /success\/id has a minLength of 1000000000000; 65536 is the most/,
    ],
    ['a list that nobody sends', holding({ type: 'array', minItems: 1e9 }), /success\/id has a minItems of 1000000000; 65536 is the most/],
    ['a keyword of another type', holding({ type: 'integer', minLength: 3 }), /has minLength, which asks nothing of the type integer/],
    ['values of another type', holding({ type: 'string', enum: [1, 2] }), /allows a value that its type string excludes/],
    ['a const outside of its enum', holding({ enum: ['a'], const: 'b' }), /has a const that its enum does not have/],
    ['a header of another scheme', asking([{ ...query, in: 'header', name: 'Authorization' }]), /Authorization is a header that security/],
    ['an object in the query', asking([{ ...query, schema }]), /the parameter q is an object/],
    ['a body of no object', added({ requestBody: { content: content({ type: 'array' }) } }), /its body is of the type array/],
    ['a query in a path', [{ target: '$.paths', update: { '/a?b=c': { get: { responses } } } }], /a path has no query/],
    ['a unique', added({ 'x-unique': '/id' }), /x-unique: expected a mapping, found "\/id"/],
    [
      'a unit',
      [{ target: '$.components.securitySchemes.withdrawalTimestamp', update: { 'x-timestamp': { unit: 'minutes' } } }],
      /unit: expected one of milliseconds, seconds/,
    ],
    ['a signature', [{ target: signature, update: { 'x-signature': { seperator: '|' } } }], /did you mean separator/],
    [
      'a kind',
      [{ target: `${signature}['x-signature'].parts[3]`, update: { kind: 'money' } }],
      /the part amount: expected the kind decimal/,
    ],
    ['a signed part', [{ target: `${signature}['x-signature'].parts`, update: [{ nme: 'x' }] }], /parts\/6: name is missing/],
    [
      'a part of no field',
      [{ target: `${signature}['x-signature'].parts`, update: [{ name: 'x', body: '/amont' }] }],
      /the part x is \/amont, which no body/,
    ],
    [
      'a requirement that nothing judges',
      [{ target: withdrawal, update: { 'x-requirements': [{ id: 'r', clause: '4', text: 'T' }] } }],
      /The requirement r would be judged by nothing/,
    ],
    [
      'an id twice',
      [{ target: withdrawal, update: { 'x-requirements': [{ id: 'requestWithdrawal.path', clause: '4', text: 'T', untestable: 'y' }] } }],
      /are called requestWithdrawal\.path/,
    ],
    ...['my rule', '../etc', '\u001b[31m', '', 'a,b', '-a'].map(
      (id): Row => [
        `a requirement called ${JSON.stringify(id)}`,
        [{ target: withdrawal, update: { 'x-requirements': [{ id, clause: '4', text: 'T', untestable: 'y' }] } }],
        /x-requirements\/2\/id: expected a name of letters, digits, - and _, with points in between, found "/,
      ],
    ),
    [
      'an open point',
      [{ target: withdrawal, update: { 'x-open': [{ id: 'a b', clause: '4', text: 'T', unobservable: 'y' }] } }],
      /x-open\/\d\/id: expected a name/,
    ],
    ['a setting', [{ target: "$['x-settings']", update: { foo: { secrt: true } } }], /x-settings\/foo\/secrt: "secrt" is not understood/],
  ])('%s', async (_, actions, want) => {
    const said = await refusal(overlay(actions))
    expect(said).toMatch(want)
    expect(said).toMatch(/o\.yaml: \/actions\/0: /)
  })
})

describe('an overlay that is refused as a whole', () => {
  it.each<[what: string, text: string, want: RegExp]>([
    ['is for another document', overlay([{ target: '$.info', update: {} }], { extends: 'other.yaml' }), /\/extends is "other\.yaml"/],
    ['has an unknown tag', 'overlay: 1.1.0\ninfo: { title: !!js/function "x" }\nactions: []', /o\.yaml is not valid YAML: Unresolved tag/],
    ['has tabs', 'overlay: 1.1.0\ninfo:\n\ttitle: T', /Tabs are not allowed/],
    ['nests without end', `{"overlay":"1.1.0","actions":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, /o\.yaml is not/],
    [
      'doubles by aliases',
      `a: &a [x,x]\n${[...'bcdefghijk'].map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[at]}`)}]`).join('\n')}\noverlay: 1.1.0`,
      /Excessive alias count/,
    ],
    ['is long', `overlay: 1.1.0 #${'x'.repeat(1 << 20)}`, /cannot be read \(it is too large: 1024 KB at most are read\)/],
    ['has actions without end', overlay(Array(1001).fill({ target: '$.info', update: {} })), /\/actions holds 1001; expected 1000 at most/],
  ])('%s', async (_, text, want) => expect(await refusal(text)).toMatch(want))
})
