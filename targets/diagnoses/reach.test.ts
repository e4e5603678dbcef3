import { describe, expect, it } from 'vitest'
import type { TransportFailure } from '../../engine/exchange.ts'
import { accepted, failed, paged, plain, problems, signed } from './exchanges.fixture.ts'

describe('an address at which nothing is answered', () => {
  const table: readonly (readonly [kind: TransportFailure, code: string, want: RegExp])[] = [
    ['name', 'ENOTFOUND', /host name .*\.example cannot be resolved/],
    ['refused', 'ECONNREFUSED', /Nothing listens at/],
    ['time-out', '', /does not answer in time/],
    ['reset', 'ECONNRESET', /closes every connection/],
    ['protocol', 'HPE_INVALID_CONSTANT', /does not answer in HTTP/],
    ['tls', 'CERT_HAS_EXPIRED', /has expired/],
    ['tls', 'CERT_NOT_YET_VALID', /not valid yet/],
    ['tls', 'ERR_TLS_CERT_ALTNAME_INVALID', /for another name/],
    ['tls', 'DEPTH_ZERO_SELF_SIGNED_CERT', /does not trust.*tls\.ca/],
    ['tls', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /tls\.certificate/],
    ['tls', 'ERR_SSL_WRONG_VERSION_NUMBER', /does not speak TLS.*http instead of https/],
    ['other', 'UND_ERR_ABORTED', /could not be asked/],
  ]
  for (const [kind, code, want] of table) {
    it(`is explained: ${kind} ${code}`, () => {
      expect(problems([failed(plain, kind, code), accepted(paged)])).toEqual([expect.stringMatching(want)])
    })
  }

  it('is named once, however many requests went there', () => {
    expect(problems([failed(paged, 'refused'), failed(signed, 'refused')])).toHaveLength(1)
  })

  it('is none where one request was answered, or the run ended first', () => {
    expect(problems([failed(paged, 'reset'), accepted(signed)])).toEqual([])
    expect(problems([failed(paged, 'deadline'), failed(plain, 'interrupted')])).toEqual([])
  })
})
