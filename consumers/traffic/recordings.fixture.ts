import { contract } from '../../contracts/generated/contract.ts'
import { partValues, sign } from '../../contracts/signing.ts'
import { defined } from '../../language/defined.ts'
import { coins } from '../../provider/records/coins.ts'
import { completed } from '../../provider/records/completion.ts'
import { defaultSettings } from '../../provider/reference-settings.ts'

const base = 'https://dev.example'
const [coinList] = contract.operations
const inquiry = contract.operations.find(({ pagination }) => pagination)
const withdrawal = contract.operations.find(({ movesMoney }) => movesMoney)
const time = Date.parse('2026-11-21T10:00:00.000Z')

/** The three operations, each asked and answered rightly. */
const facts = [
  {
    method: 'GET',
    url: `${base}${coinList?.path}?source=1`,
    headers: [['Authorization', `Bearer ${defaultSettings['accessToken']}`]],
    body: undefined,
    answer: coinList && completed(coinList.success.schema, { status: 'success', message: '', data: coins({ coins: 2 }) }),
  },
  {
    method: 'POST',
    url: `${base}${inquiry?.path}`,
    headers: [
      ['Authorization', `Token ${defaultSettings['apiToken']}`],
      ['Content-Type', 'application/json'],
    ],
    body: { terminalId: '100001', page: 1, perPage: 10 },
    answer: inquiry?.success.example,
  },
  { method: 'POST', url: `${base}${withdrawal?.path}`, headers: signed(), body: withdrawn(), answer: withdrawal?.success.example },
] as const

function withdrawn() {
  return { amount: '1.50', description: 'x', token: 'USDT', walletAddress: defaultSettings['walletAddress'] ?? '', chain: 'BSC' }
}

function signed(): string[][] {
  const authentication = withdrawal?.authentication
  if (authentication?.kind !== 'signed') throw new Error('the contract has no signed operation')
  const { key, timestamp, signature } = authentication
  const headers = { [key.header]: defaultSettings[key.setting] ?? '', [timestamp.header]: String(time) }
  const values = partValues(signature.construction, { headers, settings: defaultSettings, body: withdrawn() })
  const secret = defaultSettings[signature.construction.key] ?? ''
  return [
    ...Object.entries(headers),
    [signature.header, sign(signature.construction, { values, secret })],
    ['Content-Type', 'application/json'],
  ]
}

type Fact = (typeof facts)[number]
type Form = (fact: Fact) => { request: object; response: object; more?: object }

const fields = (headers: readonly (readonly string[])[]) => headers.map(([name, value]) => ({ name, value }))
const answered = [['Content-Type', 'application/json']]
const textOf = (value: unknown) => JSON.stringify(value)

/** How each recorder writes an entry, and what it leaves out. */
export const forms: Readonly<Record<string, Form>> = {
  mitmproxy: ({ method, url, headers, body, answer }) => ({
    request: defined({
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: fields(headers),
      queryString: [],
      headersSize: 200,
      bodySize: body ? textOf(body).length : 0,
      postData: body && { mimeType: 'application/json', text: textOf(body), params: [] },
    }),
    response: {
      status: 200,
      statusText: 'OK',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: fields(answered),
      content: {
        size: 10,
        compression: 0,
        mimeType: 'application/json',
        text: Buffer.from(textOf(answer)).toString('base64'),
        encoding: 'base64',
      },
      redirectURL: '',
      headersSize: 100,
      bodySize: 10,
    },
  }),
  playwright: ({ method, url, headers, body, answer }) => ({
    request: defined({
      method,
      url,
      httpVersion: 'HTTP/2.0',
      cookies: [],
      headers: fields([[':authority', 'dev.example'], ...headers.map(([name = '', value = '']) => [name.toLowerCase(), value])]),
      queryString: [],
      headersSize: -1,
      bodySize: -1,
      postData: body && { mimeType: 'application/json', text: textOf(body), params: [] },
    }),
    response: {
      status: 200,
      statusText: '',
      httpVersion: 'HTTP/2.0',
      cookies: [],
      headers: fields(answered),
      content: { size: -1, mimeType: 'application/json', text: textOf(answer) },
      headersSize: -1,
      bodySize: -1,
      redirectURL: '',
      _transferSize: -1,
    },
    more: { pageref: 'page@1', _monotonicTime: 1 },
  }),
  charles: ({ method, url, headers, body, answer }) => ({
    request: defined({
      method,
      url,
      httpVersion: 'HTTP/1.1',
      headers: fields(headers),
      cookies: [],
      queryString: [],
      headerSize: 0,
      bodySize: body ? textOf(body).length : 0,
      postData: body && { mimeType: 'application/json', text: textOf(body) },
    }),
    response: {
      _charlesStatus: 'COMPLETE',
      status: 200,
      statusText: 'OK',
      headers: fields(answered),
      content: { size: 9, mimeType: 'application/json', text: textOf(answer) },
      headersSize: 0,
      bodySize: 9,
    },
    more: { serverIPAddress: '192.0.2.1', timings: { send: 1, wait: 1, receive: 1 } },
  }),
  insomnia: ({ method, url, headers, body, answer }) => ({
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: fields(headers),
      queryString: [],
      headersSize: -1,
      bodySize: -1,
      ...(body ? { postData: { mimeType: 'application/json', text: textOf(body) } } : { bodySize: 0 }),
    },
    response: {
      status: 200,
      statusText: 'OK',
      cookies: [],
      headers: fields(answered),
      content: { size: 5, mimeType: 'application/json', text: textOf(answer) },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    more: { comment: 'a request' },
  }),
  k6: ({ method, url, headers, body, answer }) => ({
    request: {
      method,
      url,
      headers: fields(headers),
      ...(body ? { postData: { mimeType: 'application/json', text: textOf(body), params: null } } : { bodySize: 0 }),
    },
    response: {
      status: 200,
      headers: fields(answered),
      content: { text: Buffer.from(textOf(answer)).toString('base64'), encoding: 'base64' },
    },
  }),
}

export function recordedBy(form: Form, change: (entry: Record<string, Record<string, unknown>>) => unknown = (entry) => entry): string {
  const entries = facts.map((fact, at) => {
    const { request, response, more } = form(fact)
    return change({
      startedDateTime: new Date(time + at).toISOString(),
      time: 5,
      request,
      response,
      cache: {},
      timings: {},
      ...more,
    } as never)
  })
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } })
}
