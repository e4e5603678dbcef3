import { expect, it } from 'vitest'
import { failureOf, unended, unsentFailure } from './failure.ts'

const running = new AbortController().signal
const error = (code: string, message = '', name = 'Error') => Object.assign(new Error(message), { code, name })

it.for([
  { cause: error('ECONNREFUSED'), want: 'refused' },
  { cause: error('ECONNRESET'), want: 'reset' },
  { cause: error('UND_ERR_SOCKET', 'other side closed'), want: 'reset' },
  { cause: error('UND_ERR_SOCKET', 'bad upgrade'), want: 'protocol' },
  { cause: error('UND_ERR_SOCKET', 'bad response'), want: 'protocol' },
  { cause: error('UND_ERR_HEADERS_OVERFLOW'), want: 'protocol' },
  { cause: error('', 'Expected HTTP/', 'HTTPParserError'), want: 'protocol' },
  { cause: error('', 'Response does not match the HTTP/1.1 protocol (Invalid header token)', 'HTTPParserError'), want: 'protocol' },
  { cause: error('ERR_ASSERTION'), want: 'protocol' },
  { cause: error('ENOTFOUND'), want: 'name' },
  { cause: error('DEPTH_ZERO_SELF_SIGNED_CERT'), want: 'tls' },
  { cause: error('ERR_SSL_WRONG_VERSION_NUMBER'), want: 'tls' },
  { cause: error('UND_ERR_CONNECT_TIMEOUT'), want: 'time-out' },
  { cause: error('UND_ERR_ABORTED', 'Proxy response (407) !== 200 when HTTP Tunneling'), want: 'unsent' },
  { cause: error('UND_ERR_INVALID_ARG', 'Proxy Authentication Required (407)'), want: 'other' },
  { cause: error('SOMETHING'), want: 'other' },
  { cause: undefined, want: 'other' },
])('tells $cause.code ($cause.message) for $want', ({ cause, want }) => {
  expect(failureOf(cause, running).kind).toBe(want)
})

it('names the rule of HTTP that an answer breaks, and no code of the client', () => {
  const message = 'the answer is not valid HTTP (unasked for, or of no known status)'
  for (const cause of [error('ERR_ASSERTION'), error('UND_ERR_SOCKET', 'bad upgrade')])
    expect(failureOf(cause, running)).toEqual({ kind: 'protocol', message, code: 'unasked for, or of no known status' })
})

it('puts the time-out before the cause, and the end of the run before both', () => {
  expect(failureOf(error('ECONNRESET'), running, { timeout: 150 })).toEqual({
    kind: 'time-out',
    message: 'no complete answer within 150 ms',
  })
  expect(failureOf(error('ECONNRESET'), running, { timeout: 150, hasBegun: true })).toMatchObject({
    message: 'the answer began and did not end within 150 ms',
  })
  expect(failureOf(error('ECONNRESET'), AbortSignal.abort('deadline'), { timeout: 150 }).kind).toBe('deadline')
  expect(failureOf(error('ECONNRESET'), AbortSignal.abort('interrupted')).kind).toBe('interrupted')
})

it('tells a connection that broke within an answer from one that broke before', () => {
  expect(failureOf(error('UND_ERR_SOCKET'), running, { hasBegun: true })).toMatchObject({ kind: 'reset', code: unended })
  expect(failureOf(error('UND_ERR_SOCKET'), running)).toMatchObject({ kind: 'reset', code: 'UND_ERR_SOCKET' })
})

it('says why a request was not sent', () => {
  expect(unsentFailure(new Error('no place'), running)).toEqual({ kind: 'unsent', message: 'it was not sent: no place' })
  expect(unsentFailure(new Error('no place'), AbortSignal.abort('deadline')).kind).toBe('deadline')
})
