import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { classify } from './classification.ts'
import { exchange, listing, paged, response, signed } from './evidence.fixture.ts'

const refusals: readonly unknown[] = [
  { status: 'error' },
  [{ error: 'Unauthorized' }],
  { status: 'fail', data: null },
  { status: 'failed', message: '', data: [] },
  { success: false },
  { Success: 'false', data: {} },
  { success: 0, data: [] },
  { ok: false, error_code: 401, description: 'Unauthorized' },
  { isSuccess: false, data: null },
  { succeeded: false },
  { status: false, message: 'دسترسی ندارید' },
  { result: false, error_code: 10001 },
  { code: 401 },
  { code: 401, data: [] },
  { code: '401', msg: '' },
  { code: 40001, msg: '签名错误', data: null },
  { code: 40001, data: null },
  { code: -1, data: {} },
  { code: 'INVALID_TOKEN' },
  { errno: 1001, errmsg: '' },
  { errcode: 40014, errmsg: 'invalid credential' },
  { retCode: 10003, retMsg: 'API key is invalid.', result: {} },
  { resultCode: 'FAIL', resultMsg: '验签失败' },
  { status: '0', message: 'NOTOK', result: 'Invalid API Key' },
  { status: { error_code: 1001, error_message: 'This API Key is invalid.' } },
  { meta: { code: 401 }, data: [] },
  { header: { resultCode: '9999', errorMsg: 'denied' }, data: {} },
  { error: 'invalid_token', error_description: 'expired' },
  { error: { code: 'E1', message: '' } },
  { error: { code: 0, message: 'x' } },
  { error: true },
  { errors: ['x'] },
  { errors: { token: ['is wrong'] }, data: [] },
  { hasError: true, data: [] },
  { data: null, message: 'Invalid token' },
  { data: null, message: 'توکن نامعتبر است' },
  { data: [], message: 'Token no válido' },
  { data: 'Unauthorized' },
  { data: { error: 'signature' } },
  { Message: 'Authorization has been denied for this request.' },
  { detail: 'Authentication credentials were not provided.' },
  { title: 'Unauthorized', status: 401 },
  { transactions: null, message: 'Unauthorized' },
  { transactions: { data: [] }, error: 'unauthorized' },
  'Invalid token',
]

const signedRefusals: readonly unknown[] = [
  { status: 'error', message: 'Invalid signature', data: { withdrawId: 0 } },
  { success: false, data: { withdrawId: 0 } },
  { success: false, data: { withdrawId: -1 } },
  { message: 'Signature mismatch', data: { withdrawId: 0 } },
  { message: 'امضا نامعتبر است', data: { withdrawId: 0 } },
  { code: 401, message: '', data: { withdrawId: 0 } },
  { error: 'x', data: { withdrawId: '' } },
  { message: 'x', data: { withdrawId: 0, error: 'invalid' } },
]

const listed = listing.success.example as Record<string, unknown>
const empty = { ...listed, data: [] }
const emptyPage = { transactions: { data: [], total: 0, page: 1, perPage: 10 } }
const registered = { message: 'Withdrawal request registered', data: { withdrawId: 7 } }

/** Extra members that services add to a success. */
const extras: readonly Record<string, unknown>[] = [
  {},
  { code: 0 },
  { code: 200 },
  { code: '0' },
  { code: '00000' },
  { code: 'SUCCESS' },
  { error: null },
  { error: false },
  { error: '' },
  { error: 'none' },
  { error: {} },
  { error: { code: 0, message: '' } },
  { errors: [] },
  { errors: {} },
  { errorCode: 0, errorMessage: 'success' },
  { errmsg: 'ok', errcode: 0 },
  { error_message: 'no error' },
  { success: true },
  { ok: 1 },
  { hasError: false },
  { statusCode: 200 },
  { meta: { code: 200, error: null } },
  { fault: null },
  { request_id: 'error-4f' },
  { links: { help: 'https://docs.example/errors' } },
]

const ids = [0, -1, -40_217, '', false, '0', 'a', 40_217, [], {}, 1.5]
const messages = [
  'Withdrawal request registered',
  'request was registered, not yet confirmed',
  'Missing confirmation will be retried',
  'درخواست برداشت ثبت شد',
  '提交成功',
  'Solicitud registrada',
  'ok',
  '',
]

const told = (operation: typeof signed | typeof listing, body: unknown, status = 200) =>
  classify(operation, exchange(operation, 'control', response(status, JSON.stringify(body))))

describe('refusals with 200 are refused, whatever the framework', () => {
  it.for(refusals.map((body) => ({ body: JSON.stringify(body) })))('$body', ({ body }) => {
    expect(contract.operations.map((operation) => told(operation, JSON.parse(body)))).toEqual(['refused', 'refused', 'refused'])
  })
  it.for(signedRefusals.map((body) => ({ body: JSON.stringify(body) })))('$body', ({ body }) => {
    expect(told(signed, JSON.parse(body))).toBe('refused')
  })
  it.for([
    '<!doctype html><title>Log in</title><form>',
    '<html><body><form><input name=p type="password"></form></body></html>',
    '<h1>Access denied</h1>',
    'Unauthorized',
    'Invalid signature\n',
  ])('%s', (text) => {
    expect(classify(listing, exchange(listing, 'none', response(200, text)))).toBe('refused')
  })
})

describe('successes are accepted, whatever a service adds', () => {
  it.for(extras.map((extra) => ({ extra: JSON.stringify(extra) })))('$extra', ({ extra }) => {
    const more = JSON.parse(extra)
    expect([
      told(listing, { ...listed, ...more }),
      told(listing, { ...empty, ...more }),
      told(paged, { ...emptyPage, ...more }),
      told(signed, { ...registered, ...more }),
      told(signed, { ...registered, ...more, data: { withdrawId: 0 } }),
    ]).toEqual(Array(5).fill('accepted'))
  })
  it.for(ids.map((id) => ({ id: JSON.stringify(id) })))('an id of $id', ({ id }) => {
    expect(told(signed, { ...registered, data: { withdrawId: JSON.parse(id) } })).toBe('accepted')
  })
  it.for(messages)('an id of zero with "%s"', (message) => {
    expect(told(signed, { message, data: { withdrawId: 0 } })).toBe('accepted')
  })
  it('a registration in words, without its id', () => {
    expect(told(signed, { message: 'Withdrawal request registered', data: {} })).toBe('accepted')
  })
  it('an empty list beside words of success', () => {
    expect(told(paged, { ...emptyPage, message: 'عملیات موفق' })).toBe('accepted')
  })
})

describe('what gives the payload away is accepted, whatever else it says', () => {
  const page = paged.success.example as Record<string, unknown>
  it.for([200, 401, 403, 500, 503])('with %i', (status) => {
    const accepted = ['accepted', 'accepted', 'accepted']
    expect([told(listing, listed, status), told(paged, page, status), told(signed, registered, status)]).toEqual(accepted)
    const beside = { error: 'unauthorized', message: 'Invalid token' }
    const bodies = [
      told(listing, { ...listed, ...beside }),
      told(paged, { ...page, ...beside }),
      told(signed, { ...registered, ...beside }),
    ]
    expect(bodies).toEqual(accepted)
    expect([told(listing, { ...beside, debug: listed }), told(paged, { ...beside, debug: [page] })]).toEqual(accepted.slice(1))
  })
  it('but not what was sent, repeated in an error', () => {
    const echo = { status: 'error', terminalId: '100001', token: 'x', amount: '1', request: { page: 1, perPage: 10, terminalId: '100001' } }
    expect([told(paged, echo), told(paged, echo, 401)]).toEqual(['refused', 'refused'])
  })
})

describe('what is neither is neither', () => {
  it.for([
    {},
    { message: '' },
    { message: 'Welcome' },
    { data: null },
    { data: null, message: 'xyzzy' },
    { status: 'success', message: 'xyzzy', data: [] },
    { transactions: { data: [] }, message: 'xyzzy' },
    { status: 'ok' },
  ])('%o', (body) => {
    const { status } = body as { status?: string }
    const operation = 'transactions' in body ? paged : status === undefined || status === 'ok' ? signed : listing
    expect(told(operation, body)).toBe('unanswered')
  })
})
