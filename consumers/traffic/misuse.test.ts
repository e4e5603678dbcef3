import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { sign } from '../../contracts/signing.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import type { Outcome } from '../../engine/judging/outcome.ts'
import { decoysOf, gateSettings } from '../gate/environment.ts'
import { createTraffic } from './traffic.ts'

const settings = gateSettings(contract)
const decoys = decoysOf(contract)
const bases = { coin: 'http://127.0.0.1:1', chain: 'http://127.0.0.1:2' }
const operations = contract.operations.map(({ id }) => id)
const at = 1_760_000_000_000
const of = (name: string) => settings[name] ?? ''
const signature = contract.operations.flatMap(({ authentication }) =>
  authentication.kind === 'signed' ? [authentication.signature] : [],
)[0]
const signatureCheck = 'requestWithdrawal.request.header.x-signature'

type Sending = Omit<SentRequest, 'body'> & { readonly body?: string | Buffer }
type Fields = Readonly<Record<string, unknown>>

const json: [string, string] = ['content-type', 'application/json']
const coins: Sending = {
  method: 'GET',
  url: `${bases.coin}/api/exchange/source_currency_info?source=1`,
  headers: [['Authorization', `Bearer ${of('accessToken')}`]],
}
const asked: Fields = { terminalId: of('terminalId'), page: 1, perPage: 10 }
const inquiry: Sending = {
  method: 'POST',
  url: `${bases.chain}/pg/v1/inquiryPay`,
  headers: [['Authorization', `Token ${of('apiToken')}`], json],
  body: JSON.stringify(asked),
}
const order: Fields = {
  amount: '1.50',
  description: 'order 17',
  token: of('withdrawToken'),
  walletAddress: of('walletAddress'),
  chain: of('withdrawChain'),
}

/** A withdrawal of these fields, signed as they are sent unless other parts are signed, or under another secret. */
function withdrawal(fields: Fields = order, signs: Fields = {}, secret = of('signingSecret'), time = String(at)): Sending {
  const values = { apiKey: of('apiKey'), merchantCode: of('merchantCode'), timestamp: time, ...strings(fields), ...strings(signs) }
  const signed = signature ? sign(signature.construction, { values, secret }) : ''
  return {
    method: 'POST',
    url: `${bases.chain}/v1/webservice/withdraw`,
    headers: [['x-api-key', of('apiKey')], ['x-timestamp', time], ['x-signature', signed], json],
    body: JSON.stringify(fields),
  }
}

/** The operations that are asked for with a credential. */
function presenting(setting: string): string[] {
  return contract.operations.flatMap(({ id, authentication }) =>
    authentication.kind === 'scheme' && authentication.setting === setting ? [id] : [],
  )
}

function strings(fields: Fields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
}

function withHeader(request: Sending, name: string, value?: string): Sending {
  const others = request.headers.filter(([each]) => each.toLowerCase() !== name)
  return { ...request, headers: value === undefined ? others : [...others, [name, value]] }
}

/** What is found at a client that sends these, by check, with the words of the finding. */
function foundAt(...requests: readonly Sending[]): Record<string, string> {
  const found = outcomesOf(...requests).filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')
  return Object.fromEntries(found.map(({ check, findings }) => [check, findings.map(({ actual }) => actual).join('; ')]))
}

function outcomesOf(...requests: readonly Sending[]): readonly Outcome[] {
  const briefing = { contract, bases, settings, decoys, callbacks: [], awaitsCallback: false }
  const traffic = createTraffic({ briefing, operations })
  for (const [index, { body, ...request }] of requests.entries()) {
    const sent = { ...request, ...(body !== undefined && { body: Buffer.from(body) }) }
    const response = { status: 200, headers: [json], body: Buffer.from('{}'), truncated: false }
    traffic.see({
      id: `${index}`,
      probe: '',
      role: '',
      operation: '',
      request: sent,
      response,
      startedAt: at + index,
      durationMs: 1,
      repeats: 0,
    })
  }
  return traffic.found().outcomes
}

describe('what SDKs get wrong is found, and called by its name', () => {
  const wrong: readonly (readonly [string, Sending, Readonly<Record<string, RegExp>>])[] = [
    ['letters of a path swapped', { ...inquiry, url: inquiry.url.replace('Pay', 'Pya') }, { 'inquirePayments.sends.path': /misspelt/ }],
    ['a path in the plural', { ...inquiry, url: `${inquiry.url}s` }, { 'inquirePayments.sends.path': /misspelt/ }],
    ['a path in kebab case', { ...coins, url: coins.url.replaceAll('_', '-') }, { 'getCoinInformation.sends.path': /hyphens/ }],
    [
      'a parameter in brackets',
      { ...coins, url: coins.url.replace('source=', 'source[]=') },
      { 'getCoinInformation.request.source': /spelt/ },
    ],
    ['a parameter twice', { ...coins, url: `${coins.url}&source=2` }, { 'getCoinInformation.request.source': /2 times/ }],
    [
      'a token in the address',
      { ...coins, url: `${coins.url}&t=${of('accessToken')}` },
      { 'getCoinInformation.sends.query-without-secrets': /accessToken/ },
    ],
    [
      'a template left in',
      withHeader(coins, 'authorization', 'Bearer undefined'),
      { 'getCoinInformation.request.header.authorization': /undefined/ },
    ],
    [
      'basic credentials',
      withHeader(coins, 'authorization', `Basic ${btoa(`x:${of('accessToken')}`)}`),
      { 'getCoinInformation.request.header.authorization': /"Basic"/ },
    ],
    [
      'two credentials',
      { ...coins, headers: [...coins.headers, ...coins.headers] },
      { 'getCoinInformation.request.header.authorization': /2 times/ },
    ],
    [
      'a token for telemetry',
      { method: 'GET', url: `${bases.coin}/telemetry`, headers: [['x-token', of('apiToken')]] },
      Object.fromEntries(presenting('apiToken').map((id) => [`${id}.sends.own-credential`, /127\.0\.0\.1:1/])),
    ],
    [
      'snake case',
      { ...inquiry, body: JSON.stringify({ terminal_id: of('terminalId'), page: 1, perPage: 10 }) },
      { 'inquirePayments.request.terminalId': /terminal_id, spelt/ },
    ],
    [
      'fields in the query',
      { ...inquiry, url: `${inquiry.url}?page=1`, body: '{"perPage":10}' },
      { 'inquirePayments.request.page': /in the query/ },
    ],
    ['a page of zero', { ...inquiry, body: JSON.stringify({ ...asked, page: 0 }) }, { 'inquirePayments.request.page': /0/ }],
    ['a word for a number', { ...inquiry, body: JSON.stringify({ ...asked, page: '1' }) }, { 'inquirePayments.request.page': /"1"/ }],
    ['the text of a dictionary', { ...inquiry, body: "{'page': 1}" }, { 'inquirePayments.sends.json': /JSON/ }],
    ['an object made a text', { ...inquiry, body: '[object Object]' }, { 'inquirePayments.sends.json': /JSON/ }],
    ['a key twice', { ...inquiry, body: '{"page":1,"page":2}' }, { 'inquirePayments.sends.json.keys': /"page" again/ }],
    [
      'a body in gzip',
      { ...withHeader(inquiry, 'content-encoding', 'gzip'), body: gzipSync(JSON.stringify(asked)) },
      { 'inquirePayments.sends.json': /content coding gzip/ },
    ],
    [
      'another encoding',
      { ...withdrawal(), body: Buffer.from(JSON.stringify({ ...order, description: 'für' }), 'latin1') },
      { 'requestWithdrawal.sends.json': /UTF-8/ },
    ],
    ['an exponent', withdrawal({ ...order, amount: '1e-2' }), { 'requestWithdrawal.request.amount': /1e-2/ }],
    ['an amount as a number', withdrawal({ ...order, amount: 1.5 }), { 'requestWithdrawal.request.amount': /1\.5/ }],
    [
      'too much to be explained',
      withdrawal({ ...order, more: 'x'.repeat(5000) }, { amount: '2' }),
      { [signatureCheck]: /no known mistake/ },
    ],
    ['an amount signed as a number', withdrawal(order, { amount: '1.5' }), { [signatureCheck]: /amount/ }],
    [
      'seconds',
      withdrawal(order, {}, of('signingSecret'), String(at / 1000)),
      { 'requestWithdrawal.request.header.x-timestamp': /1760000000 \(seconds\)/ },
    ],
    [
      'a clock an hour ahead',
      withdrawal(order, {}, of('signingSecret'), String(at + 3_600_000)),
      { 'requestWithdrawal.sends.fresh-time': /3600 s after/ },
    ],
    ['the API key as the secret', withdrawal(order, {}, of('apiKey')), { [signatureCheck]: /apiKey as the key/ }],
    [
      'a copy of a token in a cookie',
      withHeader(coins, 'cookie', `id=1; token=${of('accessToken')}`),
      { 'getCoinInformation.sends.one-place': /copy of the accessToken/ },
    ],
    [
      'the first of two amounts signed',
      { ...withdrawal(), body: JSON.stringify(order).replace('}', ',"amount":"9"}') },
      { [signatureCheck]: /amount number 1 of the 2/, 'requestWithdrawal.sends.json.keys': /"amount" again/ },
    ],
    [
      'the secret in a user agent',
      withHeader(coins, 'user-agent', `sdk/${of('signingSecret')}`),
      { 'credentials.secret-never-sent': /secret/i },
    ],
    ['the secret in base64', withHeader(withdrawal(), 'x-key', btoa(of('signingSecret'))), { 'credentials.secret-never-sent': /secret/i }],
    [
      'the secret in a compressed body',
      {
        ...withHeader({ ...coins, method: 'POST', url: `${bases.chain}/login` }, 'content-encoding', 'gzip'),
        headers: [['content-encoding', 'gzip']],
        body: gzipSync(of('signingSecret')),
      },
      { 'credentials.secret-never-sent': /secret/i },
    ],
  ]
  for (const [title, request, expected] of wrong) {
    it(title, () => {
      const found = foundAt(request)
      expect(Object.keys(found).sort()).toEqual(Object.keys(expected).sort())
      for (const [check, words] of Object.entries(expected)) expect(found[check]).toMatch(words)
    })
  }

  it('a signature over a part that is no string is not judged, and says why; beside a whole request it is not missed', () => {
    const ofSignature = (...requests: Sending[]) => outcomesOf(...requests).find(({ check }) => check.endsWith('header.x-signature'))
    const partless = withdrawal({ ...order, amount: 1.5 })
    expect(ofSignature(partless)).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('signed as strings') })
    expect(ofSignature(partless, withdrawal())).toMatchObject({ verdict: 'passed' })
  })

  it('a withdrawal that is sent again at once, as it was, though an answer without a payload leaves open what became of it', () => {
    expect(Object.keys(foundAt(withdrawal(), withdrawal()))).toEqual(['requestWithdrawal.sends.new-time', 'requestWithdrawal.sends.once'])
  })
})

describe('what SDKs are free to do is nothing to find', () => {
  const right: readonly (readonly [string, Sending])[] = [
    ['a charset', withHeader(inquiry, 'content-type', 'Application/JSON; charset="UTF-8"')],
    ['names of headers in capitals', { ...inquiry, headers: inquiry.headers.map(([name, value]) => [name.toUpperCase(), value] as const) }],
    [
      'keys in another order, and white space',
      { ...inquiry, body: JSON.stringify(Object.fromEntries(Object.entries(asked).reverse()), null, 2) },
    ],
    ['escapes', { ...withdrawal(), body: JSON.stringify(order).replace('order', '\\u006frder').replace('17', '17\\/2') }],
    ['text of any script', withdrawal({ ...order, description: 'Öl 油 💧' })],
    ['another chain, and no words', withdrawal({ ...order, chain: 'BSC', description: '' })],
    ['an amount with zeros behind it', withdrawal({ ...order, amount: '1.5000' })],
    [
      'cookies and traces',
      {
        ...coins,
        headers: [...coins.headers, ['cookie', 'lb=1'], ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01']],
      },
    ],
    ['a path of its own', { method: 'POST', url: `${bases.chain}/pg/v1/balance`, headers: [['Authorization', `Token ${of('apiToken')}`]] }],
    ['a wrong credential that it was given for a test', withHeader(coins, 'authorization', `Bearer ${decoys['accessToken']}`)],
    ['a wrong secret that it was given for a test', withdrawal(order, {}, decoys['signingSecret'])],
  ]
  for (const [title, request] of right) it(title, () => expect(foundAt(request)).toEqual({}))
})
