import { createServer, type IncomingMessage } from 'node:http'
import { createSecureServer } from 'node:http2'
import tls, { getCACertificates, setDefaultCACertificates, type TlsOptions } from 'node:tls'
import { describe, expect, it, vi } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { UsageError } from '../../language/usage-error.ts'
import { diagnose } from '../diagnosis.ts'
import { certificates } from './certificates.fixture.ts'
import { connections, get, listening, tlsServer } from './configured-connection.fixture.ts'
import type { PlacedEntry } from './entry.ts'

const connection = connections()

describe('TLS', () => {
  it('is trusted with the private authority, beside the public ones', async () => {
    const port = await tlsServer(certificates.server)
    const { exchange } = await get(`https://127.0.0.1:${port}/`, connection({ tls: { ca: 'ca.pem' } }))
    expect(exchange.failure).toBeUndefined()
    expect(exchange.response?.status).toBe(200)
  })

  it('carries HTTP/1.1 where the server would rather speak HTTP/2, which ends all requests of a session with one', async () => {
    const options = { ...certificates.server, allowHTTP1: true }
    const port = await listening(createSecureServer(options, ({ httpVersion }, response) => response.end(httpVersion)))
    const { exchange } = await get(`https://127.0.0.1:${port}/`, connection({ tls: { ca: 'ca.pem' } }))
    expect(String(exchange.response?.body)).toBe('1.1')
  })

  it('reads its authorities once, not again for each connection', async () => {
    const port = await tlsServer(certificates.server)
    const made = vi.spyOn(tls, 'createSecureContext')
    const { exchange } = await get(`https://127.0.0.1:${port}/`, connection({ tls: { ca: 'ca.pem' } }))
    expect([exchange.response?.status, made.mock.calls]).toEqual([200, []])
    made.mockRestore()
  })

  it('is still trusted by the public authorities where a private one is given', async () => {
    const before = getCACertificates('default')
    setDefaultCACertificates([certificates.ca])
    try {
      const port = await tlsServer(certificates.server)
      const { exchange } = await get(`https://127.0.0.1:${port}/`, connection({ tls: { ca: 'client.pem' } }))
      expect(exchange.response?.status).toBe(200)
    } finally {
      setDefaultCACertificates(before)
    }
  })

  for (const [key, passphrase] of [
    ['client.key', {}],
    ['locked.key', { passphrase: 'PASSPHRASE' }],
  ] as const) {
    it(`shows the client certificate with ${key}`, async () => {
      const port = await tlsServer({ ...certificates.server, ca: certificates.ca, requestCert: true, rejectUnauthorized: true })
      const tls = { ca: 'ca.pem', certificate: 'client.pem', key, ...passphrase }
      const { exchange } = await get(`https://127.0.0.1:${port}/`, connection({ tls }, { PASSPHRASE: 'open-sesame' }))
      expect(exchange.response?.status).toBe(200)
    })
  }

  const broken: readonly (readonly [title: string, certificate: TlsOptions, tls: boolean, want: RegExp])[] = [
    ['of an unknown authority', certificates.server, false, /authority that this machine does not trust/],
    ['that has expired', certificates.expired, true, /certificate of 127\.0\.0\.1:\d+ has expired/],
    ['for another name', certificates.stranger, true, /is for another name than 127\.0\.0\.1/],
  ]
  for (const [title, certificate, isTrusted, want] of broken) {
    it(`with a certificate ${title} is explained in a sentence of its own`, async () => {
      const port = await tlsServer(certificate)
      const { exchange, target } = await get(`https://127.0.0.1:${port}/`, isTrusted ? connection({ tls: { ca: 'ca.pem' } }) : undefined)
      expect(exchange.failure?.kind).toBe('tls')
      const [diagnosis, ...others] = diagnose({ contract, target, exchanges: [exchange] })
      expect(diagnosis).toMatchObject({ id: 'tls', problem: expect.stringMatching(want) })
      expect(others).toEqual([])
    })
  }

  it('where plain HTTP is spoken is explained', async () => {
    const port = await listening(createServer((_, response) => response.end()))
    const { exchange, target } = await get(`https://127.0.0.1:${port}/`)
    expect(diagnose({ contract, target, exchanges: [exchange] })).toMatchObject([
      { id: 'tls', problem: expect.stringContaining('does not speak TLS') },
    ])
  })

  it('without the client certificate that is asked for is explained', async () => {
    const port = await tlsServer({ ...certificates.server, ca: certificates.ca, requestCert: true, rejectUnauthorized: true })
    const { exchange, target } = await get(`https://127.0.0.1:${port}/`, connection({ tls: { ca: 'ca.pem' } }))
    expect(diagnose({ contract, target, exchanges: [exchange] })).toMatchObject([{ remedy: expect.stringContaining('client certificate') }])
  })

  const faulty: readonly (readonly [title: string, tls: NonNullable<PlacedEntry['tls']>, want: RegExp])[] = [
    ['a file that is not there', { ca: 'none.pem' }, /tls\.ca: none\.pem cannot be read \(no such file or folder\)/],
    ['a file that is not PEM', { ca: 'not.pem' }, /expected a file in PEM/],
    ['a key to be trusted', { ca: 'client.key' }, /expected certificates in PEM; client\.key holds something else/],
    ['a damaged certificate to be trusted', { ca: 'damaged.pem' }, /certificate 2 of 3 in damaged\.pem is cut off or damaged/],
    ['a certificate to be trusted that breaks off', { ca: 'cut.pem' }, /certificate 1 of 1 in cut\.pem is cut off/],
    ['a certificate without its key', { certificate: 'client.pem' }, /needs its key/],
    ["another's key", { certificate: 'client.pem', key: 'other.key' }, /do not work together/],
    ['a locked key', { certificate: 'client.pem', key: 'locked.key' }, /passphrase/],
    ['a passphrase that is not set', { certificate: 'client.pem', key: 'locked.key', passphrase: 'NONE' }, /NONE, which is not set/],
  ]
  for (const [title, tls, want] of faulty) {
    it(`with ${title} is refused`, () => {
      expect(() => connection({ tls })).toThrow(UsageError)
      expect(() => connection({ tls })).toThrow(want)
    })
  }
})

describe('header fields of a gateway', () => {
  it('stand on every request, filled from the environment; those of the target win over the defaults', async () => {
    const seen: IncomingMessage[] = []
    const port = await listening(
      createServer((request, response) => {
        seen.push(request)
        response.end('{}')
      }),
    )
    const over = connection(
      { headers: { 'X-Gateway-Key': `\${GATEWAY}` } },
      { GATEWAY: 'h1dden' },
      { headers: { 'x-gateway-key': `\${OTHER}`, 'x-tenant': 'a' } },
    )
    await get(`http://127.0.0.1:${port}/`, over)
    expect(seen[0]?.headers).toMatchObject({ 'x-gateway-key': 'h1dden', 'x-tenant': 'a' })
    expect(over?.hidden).toContainEqual({ name: 'GATEWAY', value: 'h1dden' })
  })

  const own = contract.operations.flatMap(({ authentication }) =>
    authentication.kind === 'signed'
      ? [authentication.signature.header, authentication.key.header]
      : authentication.kind === 'scheme'
        ? [authentication.header]
        : [],
  )
  for (const name of [...own, 'Host', 'content-type']) {
    it(`may not stand in for ${name}`, () => {
      expect(() => connection({ headers: { [name.toUpperCase()]: `\${X}` } }, { X: 'x' })).toThrow(/requests carry this header themselves/)
    })
  }

  it('are refused where a variable is not set, or no field could carry them', () => {
    expect(() => connection({ headers: { 'x-a': `\${NONE}` } })).toThrow(
      /headers\.x-a refers to the environment variable NONE, which is not set/,
    )
    expect(() => connection({ headers: { 'x-a': 'a\r\nb' } })).toThrow(/no header field can carry/)
    expect(() => connection({ headers: { 'x a': 'a' } })).toThrow(/the name of a header field/)
  })
})

it('is the ordinary connection where nothing is configured', () => {
  expect(connection({ url: 'https://dev.example' }, { PATH: '/bin' })).toBeUndefined()
})
