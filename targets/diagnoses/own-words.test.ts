import { expect, it } from 'vitest'
import type { Headers } from '../../engine/exchange.ts'
import { isForBrowsers, ownWords } from './own-words.ts'

const html: Headers = [['content-type', 'text/html']]
const long = 'x'.repeat(600)

const table: readonly (readonly [status: number, body: string, said: string, headers?: Headers])[] = [
  [403, '{"code":7,"message":"Your address is not allowed"}', '"Your address is not allowed"'],
  [401, '{"error":{"code":"TOKEN_EXPIRED"}}', '"TOKEN_EXPIRED"'],
  [401, '{"error":"invalid_token","error_description":"The token expired"}', '"The token expired"'],
  [401, ' Token\n expired\n', '"Token expired"'],
  [400, '{"پیام":"توکن نامعتبر است"}', '"توکن نامعتبر است"'],
  [502, '<html><title>502 Bad Gateway</title></html>', '', html],
  [503, '<html><title>Back soon</title></html>', '"Back soon"', html],
  [403, '<html><title>Just a moment...</title></html>', '"Just a moment..."', html],
  [403, '<title>403 Forbidden</title><h1>Forbidden <b>(403)</b></h1><p>CSRF check failed.</p>', '"CSRF check failed"', html],
  [401, '<h1>401</h1><p>Expired</p>', '"Expired"', html],
  [404, '<title>ngrok</title><h1>ngrok</h1>', '"ngrok"', html],
  [401, 'Invalid IAP credentials: no token', '"Invalid IAP credentials: no token"', html],
  [500, '<s:Fault><faultstring>No SOAPAction</faultstring></s:Fault>', '"No SOAPAction"'],
  [500, '<body><h1>Whitelabel Error Page</h1></body>', '"Whitelabel Error Page"', html],
  [404, '<title>404 - Site missing</title>', '"Site missing"', html],
  [401, '{"error":"Unauthorized"}', ''],
  [200, '\u001f\ufffd\bpacked bytes', ''],
  [401, '{"error":"no\ufffdtext here","detail":"no token"}', '"no token"'],
  [200, '{"status":"error","message":"Unauthorized"}', '"Unauthorized"'],
  [400, '{"id":"12","n":1,"ok":"no"}', ''],
  [400, `{"trace":"${long} ${long}"}`, ''],
  [400, `${'{"a":'.repeat(9)}"deep words"${'}'.repeat(9)}`, ''],
  [400, `"${'word '.repeat(60)}"`, `"${'word '.repeat(20).slice(0, 99)}…"`],
  [400, '<root>xml words</root>', ''],
  [403, '<?xml version="1.0"?><Error><Code>x</Code><Message>No access</Message></Error>', '"No access"'],
  [200, '{"Data":[{"Name":"Some Coin"},{}],"Status":"error"}', ''],
  [200, '{"errors":[{"message":"no query"}]}', '"no query"'],
  [400, '', ''],
]

for (const [status, body, said, headers = []] of table) {
  it(`an answer with ${status} and ${body.slice(0, 60)} says ${said || 'nothing'}`, () => {
    expect(ownWords({ status, headers, body: Buffer.from(body), truncated: false })).toBe(said)
  })
}

it('an answer is for browsers where a field of a firewall alone says so', () => {
  const empty = { status: 202, body: Buffer.alloc(0), truncated: false }
  expect(isForBrowsers({ ...empty, headers: [['x-amzn-waf-action', 'challenge']] })).toBe(true)
  expect(isForBrowsers({ ...empty, headers: [] })).toBe(false)
})
