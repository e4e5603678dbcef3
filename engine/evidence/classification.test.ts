import { describe, expect, it } from 'vitest'
import type { Operation } from '../../contracts/contract.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import { type Classification, classify } from './classification.ts'
import { exchange, listing, paged, response, signed } from './evidence.fixture.ts'

const html: [string, string][] = [['content-type', 'text/html']]
const list = listing.success.example as Record<string, unknown>
const page = paged.success.example as Record<string, unknown>
const registered = signed.success.example as Record<string, unknown>

const coded = (value: unknown, coding: 'base64' | 'hex') => Buffer.from(JSON.stringify(value)).toString(coding)
const inBase64 = (value: unknown) => coded(value, 'base64')
const printed = (value: unknown) => JSON.stringify(value).replaceAll(/"(\w+)":/g, '[$1] => ')

interface Row {
  readonly given: string
  readonly operation?: Operation
  readonly status?: number
  readonly location?: string
  readonly body: unknown
  readonly want: Classification
}

const rows: readonly Row[] = [
  { given: 'a list', body: list, want: 'accepted' },
  { given: 'a page', operation: paged, body: page, want: 'accepted' },
  { given: 'a registration', operation: signed, body: registered, want: 'accepted' },
  { given: 'a list with 201', status: 201, body: list, want: 'accepted' },
  { given: 'a list with 401', status: 401, body: list, want: 'accepted' },
  { given: 'a list with 500', status: 500, body: list, want: 'accepted' },
  { given: 'a list with 503', status: 503, body: list, want: 'accepted' },
  { given: 'a list that breaks off', body: JSON.stringify(list).slice(0, -9), want: 'accepted' },
  { given: 'a list that breaks off, with 401', status: 401, body: JSON.stringify(list).slice(0, -9), want: 'accepted' },
  { given: 'a list with an error beside it', body: { ...list, error: 'expired', status: 'error' }, want: 'accepted' },
  { given: 'an error that holds a list as text', status: 401, body: { error: 'no', debug: JSON.stringify(list) }, want: 'accepted' },
  { given: 'an error that holds a list in base64', status: 401, body: { error: 'no', debug: inBase64(list) }, want: 'accepted' },
  {
    given: 'a list in base64 instead of an error, with 401',
    status: 401,
    body: inBase64(list).replace(/.{76}/g, '$&\n'),
    want: 'accepted',
  },
  { given: 'an error that holds a list in hexadecimal', status: 401, body: { error: coded(list, 'hex') }, want: 'accepted' },
  {
    given: 'an error that holds a list percent-encoded',
    status: 401,
    body: { error: encodeURIComponent(JSON.stringify(list)) },
    want: 'accepted',
  },
  {
    given: 'an error that holds a list as a text of a text',
    status: 401,
    body: { error: JSON.stringify(JSON.stringify(list)) },
    want: 'accepted',
  },
  {
    given: 'a page that shows a list, with 500',
    status: 500,
    body: `<pre>${JSON.stringify(list).replaceAll('"', '&quot;')}</pre>`,
    want: 'accepted',
  },
  { given: 'a page that shows a list as PHP prints it, with 500', status: 500, body: printed(list), want: 'accepted' },
  { given: 'an error that holds its own words in base64', status: 401, body: { error: inBase64({ status: 'error' }) }, want: 'refused' },
  {
    given: 'an error that holds what was sent as text',
    status: 401,
    body: { error: 'no', sent: '{"source":"x","page":1}' },
    want: 'refused',
  },
  { given: 'an empty list', body: { status: 'success', message: '', data: [] }, want: 'accepted' },
  { given: 'an empty page', operation: paged, body: { transactions: { data: [], total: 0, page: 1, perPage: 10 } }, want: 'accepted' },
  {
    given: 'a page of nothing',
    operation: paged,
    body: { transactions: { data: null, total: null, page: null, perPage: null } },
    want: 'unanswered',
  },
  {
    given: 'a registration without a word, its id empty',
    operation: signed,
    body: { message: '', data: { withdrawId: '' } },
    want: 'unanswered',
  },
  { given: 'a JSend error', body: { status: 'error', message: 'token expired' }, want: 'refused' },
  { given: 'a JSend fail with an empty list', body: { status: 'fail', message: '', data: [] }, want: 'refused' },
  { given: 'a JSend error with null', body: { status: 'error', message: 'no', data: null }, want: 'refused' },
  { given: 'a problem (RFC 9457)', body: { type: 'about:blank', title: 'Unauthorized', status: 401, detail: 'x' }, want: 'refused' },
  { given: 'a problem with 401', status: 401, body: { type: 'about:blank', title: 'Unauthorized', status: 401 }, want: 'refused' },
  { given: 'errors in a list', body: { errors: [{ code: 'E1' }] }, want: 'refused' },
  { given: 'errors in a list that say no more than no', body: { errors: [{ message: 'no' }] }, want: 'refused' },
  { given: 'a list of errors with nothing in it', body: { errors: [{ message: '' }] }, want: 'unanswered' },
  { given: 'a type of error', body: { type: 'error' }, want: 'refused' },
  { given: 'success false', body: { success: false, data: [] }, want: 'refused' },
  { given: 'ok false', body: { ok: false }, want: 'refused' },
  { given: 'a code of 403', body: { code: 403, data: [] }, want: 'refused' },
  { given: 'an error word in a message', body: { message: 'Signature mismatch', data: {} }, want: 'refused' },
  { given: 'an error word joined by underscores', body: { message: 'INVALID_TOKEN' }, want: 'refused' },
  { given: 'an HTML page with 403', status: 403, body: '<h1>403</h1>', want: 'refused' },
  { given: 'nothing with 404', status: 404, body: '', want: 'refused' },
  { given: 'a redirect', status: 302, body: '', want: 'refused' },
  { given: 'a redirect to an id, of what moves no money', status: 303, location: '/v1/records/77', body: '', want: 'refused' },
  { given: 'a redirect to an id', operation: signed, status: 303, location: '/v1/withdrawals/77', body: '', want: 'unanswered' },
  { given: 'a redirect to a log-in', operation: signed, status: 303, location: '/login?next=/1', body: '', want: 'refused' },
  { given: 'a redirect to a page of errors', operation: signed, status: 302, location: '/errors/401', body: '', want: 'refused' },
  { given: 'nothing with 500', status: 500, body: '', want: 'refused' },
  {
    given: 'a refusal of a signed request that echoes no id',
    operation: signed,
    status: 400,
    body: { data: { withdrawId: null } },
    want: 'refused',
  },
  { given: 'an HTML page with 200', body: '<h1>Welcome</h1>', want: 'unanswered' },
  { given: 'XML with an error in it', body: '<?xml version="1.0"?>\n<Error><Code>17</Code></Error>', want: 'refused' },
  { given: 'XML that says what is wrong', body: '<response><message>Invalid token</message></response>', want: 'refused' },
  { given: 'XML without an error', body: '<response><error>0</error><errors/></response>', want: 'unanswered' },
  { given: 'nothing with 200', body: '', want: 'unanswered' },
  { given: 'nothing with 204', status: 204, body: '', want: 'unanswered' },
  { given: 'an empty object', body: {}, want: 'unanswered' },
  { given: 'an empty array', body: [], want: 'unanswered' },
  { given: 'null', body: 'null', want: 'unanswered' },
  { given: 'NaN', body: '{"data":NaN}', want: 'unanswered' },
  ...[408, 429, 502, 503, 504].map(
    (status): Row => ({ given: `nothing with ${status}`, status, body: '{"error":"later"}', want: 'unanswered' }),
  ),
  { given: 'a message that is an object that is no text', body: '{"message":{"toString":1,"valueOf":1}}', want: 'unanswered' },
  { given: 'a message nested a hundred thousand deep', body: `{"message":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, want: 'unanswered' },
  { given: 'a prototype', body: '{"__proto__":{"error":"x","data":[]}}', want: 'unanswered' },
]

describe('classify', () => {
  for (const { given, operation = listing, status = 200, location, body, want } of rows) {
    it(`takes ${given} for ${want}`, () => {
      const headers =
        location === undefined ? (typeof body === 'string' && body.startsWith('<') ? html : undefined) : [['location', location] as const]
      expect(classify(operation, exchange(operation, 'control', response(status, body, headers)))).toBe(want)
    })
  }

  it.each([
    { headers: [['Allow', 'POST']], body: 'POST', want: 'refused' },
    { headers: [['access-control-allow-methods', 'POST']], body: '', want: 'refused' },
    { headers: [['access-control-allow-methods', 'POST']], body: registered, want: 'accepted' },
    { headers: [['access-control-allow-origin', '*']], body: '', want: 'unanswered' },
    { headers: [['allow', 'POST']], body: '', method: 'POST', want: 'unanswered' },
    { headers: [], body: { message: 'It is registered by POST', data: {} }, method: 'GET', want: 'unanswered' },
    { headers: [], body: { message: 'It is registered', data: {} }, method: 'PUT', want: 'accepted' },
    { headers: [], body: registered, method: 'GET', want: 'accepted' },
  ] as const)('takes 200 with $headers and $body to another method for $want', ({ headers, body, want, ...more }) => {
    const sent = exchange(signed, 'control', response(200, body, headers))
    const request = { ...sent.request, method: 'OPTIONS', ...more }
    expect(classify(signed, { ...sent, request })).toBe(want)
  })

  it('takes no answer for unanswered', () => {
    expect(classify(listing, exchange(listing, 'control'))).toBe('unanswered')
  })

  it('goes by the records, not by those of another operation', () => {
    expect(classify(signed, exchange(signed, 'control', response(401, page)))).toBe('refused')
  })
})

describe('at', () => {
  it.for([
    { pointer: '', want: { a: [{ b: 1 }] } },
    { pointer: '/a/0/b', want: 1 },
    { pointer: '/a/1/b', want: undefined },
    { pointer: '/toString', want: undefined },
  ])('finds $want at "$pointer"', ({ pointer, want }) => {
    expect(valueAtPointer({ a: [{ b: 1 }] }, pointer)).toEqual(want)
  })
})
