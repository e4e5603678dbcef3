import { describe, expect, it } from 'vitest'
import type { Operation } from '../../contracts/contract.ts'
import { laterForTooLong, notSent, proxyRefusal, unended } from '../../engine/client/transport/failure.ts'
import type { Exchange, TransportFailure } from '../../engine/exchange.ts'
import { accepted, answered, failed, paged, plain, problems, signed, target } from './exchanges.fixture.ts'

describe('an address at which nothing is answered', () => {
  const table: readonly (readonly [kind: TransportFailure, code: string, want: RegExp])[] = [
    ['name', 'ENOTFOUND', /host name .*\.example cannot be resolved/],
    ['refused', 'ECONNREFUSED', /Nothing listens at/],
    ['time-out', '', /does not answer in time/],
    ['time-out', unended, /begins to answer, and does not end in time\. Look at what it sends/],
    ['reset', 'ECONNRESET', /closes every connection/],
    ['reset', unended, /begins to answer, and closes the connection before the end.*Content-Length/],
    ['protocol', 'HPE_INVALID_CONSTANT', /does not answer in HTTP/],
    ['protocol', 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH', /say it twice \(Content-Length\)/],
    ['protocol', 'UND_ERR_HEADERS_OVERFLOW', /more header fields than are read/],
    ['protocol', 'Invalid header token', /breaks a rule of HTTP in its answers: Invalid header token\./],
    ['tls', 'CERT_HAS_EXPIRED', /has expired/],
    ['tls', 'CERT_NOT_YET_VALID', /not valid yet/],
    ['tls', 'ERR_TLS_CERT_ALTNAME_INVALID', /for another name/],
    ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT', /does not trust.*tls\.ca/],
    ['tls', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /tls\.certificate/],
    ['tls', 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', /refuses HTTP\/1\.1.*beside HTTP\/2/],
    ['tls', 'ERR_SSL_WRONG_VERSION_NUMBER', /does not speak TLS.*http instead of https/],
    ['other', 'UND_ERR_ABORTED', /could not be asked/],
    ['other', 'EMFILE', /no more files and connections.*ulimit -n/],
  ]
  for (const [kind, code, want] of table) {
    it(`is explained: ${kind} ${code}`, () => {
      expect(problems([failed(plain, kind, code), accepted(paged)])).toEqual([expect.stringMatching(want)])
    })
  }

  it.each([
    { status: 407, want: /The proxy corp\.example:3128 wants a name and a password.*NAME:\$\{PROXY_PASSWORD\}@corp/ },
    { status: 403, want: /The proxy corp\.example:3128 lets nothing through to .*whether it allows/ },
  ])('is behind a proxy that answers with $status', ({ status, want }) => {
    const proxy = { https: 'http://corp.example:3128' }
    const failure = { kind: 'unsent', code: proxyRefusal, message: `the proxy answered with ${status}` } as const
    const stopped = { ...failed(plain, 'unsent'), failure }
    expect(problems([stopped], { ...target, connection: { headers: [], tls: {}, hidden: [], proxy } })).toEqual([
      expect.stringMatching(want),
    ])
  })

  it('is one that says "later" to everything, in its own words', () => {
    const page = answered(plain, {
      role: 'opening',
      status: 503,
      headers: [['content-type', 'text/html']],
      body: '<title>Back soon</title>',
    })
    expect(problems([page, failed(plain, 'unsent'), unsent(paged, laterForTooLong)])).toEqual([
      expect.stringMatching(/^unreachable: coin\.example answers every request with 503; it says "Back soon"\. .*--wait\.$/),
      expect.stringMatching(/Nothing was answered at .*: it was not sent: the target said nothing but "later" for too long\. .*--wait\.$/),
    ])
  })

  it('is one that grants no request any more', () => {
    const limited = answered(plain, { role: 'opening', status: 429, body: '{"message":"Quota exceeded"}' })
    expect(problems([limited, failed(plain, 'unsent')])).toEqual([
      expect.stringMatching(/^unreachable: coin\.example answers every request with 429; .*Quota exceeded.*Ask whether a limit/),
    ])
  })

  it('is named once, however many requests went there', () => {
    expect(problems([failed(paged, 'refused'), failed(signed, 'refused')])).toHaveLength(1)
  })

  it('is no diagnosis if one request was answered, or the run ended first', () => {
    expect(problems([failed(paged, 'reset'), accepted(signed)])).toEqual([])
    expect(problems([failed(paged, 'deadline'), failed(plain, 'interrupted')])).toEqual([])
  })

  it('is not at fault if nothing was sent there for a reason of our own', () => {
    expect(problems([accepted(plain), unsent(paged, 'withdrawals.jsonl could not be written (EISDIR)')])).toEqual([])
  })
})

function unsent(to: Operation, reason: string): Exchange {
  return { ...failed(to, 'unsent'), failure: notSent(reason) }
}
