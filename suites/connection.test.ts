import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { certificates } from './certificates.fixture.ts'
import { createClient } from './client.ts'
import { ConfigurationError } from './configuration.ts'
import { type Connection, resolveConnection } from './connection.ts'
import { diagnose } from './diagnosis.ts'
import type { Environment, PlacedEntry } from './entry.ts'
import type { Exchange, Headers } from './exchange.ts'
import { proxyFor } from './proxy.ts'
import type { Target } from './target.ts'

const open = new Set<{ close(): unknown }>()
afterEach(() => {
  for (const server of open) server.close()
  open.clear()
})

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-connection-'))
  const { ca, client, server, lockedKey } = certificates
  const files = {
    'ca.pem': ca,
    'client.pem': client.cert,
    'client.key': client.key,
    'other.key': server.key,
    'locked.key': lockedKey,
    'not.pem': 'x',
  }
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(directory, name), text)))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

function connection(entry: Partial<PlacedEntry>, environment: Environment = {}, defaults?: Partial<PlacedEntry>): Connection | undefined {
  const placed = (given: Partial<PlacedEntry>): PlacedEntry => ({ place: 'file: targets.dev', directory, ...given })
  return resolveConnection(contract, environment, placed(entry), defaults && placed(defaults))
}

/** Listens on a port of its own and gives it. */
async function listening(server: Server | ReturnType<typeof createTlsServer>): Promise<number> {
  open.add(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** A server over TLS that answers everything with an empty object. */
function tlsServer(options: TlsOptions): Promise<number> {
  const server = createTlsServer(options, (socket) => {
    socket.on('error', () => {})
    socket.on('data', () =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}'),
    )
  })
  return listening(server.on('tlsClientError', () => {}))
}

interface Asked {
  readonly line: string
  readonly headers: Headers
}

/** A proxy that notes what it is asked for; every tunnel ends at `port`. */
async function proxy(port: number): Promise<{ readonly address: string; readonly asked: Asked[] }> {
  const asked: Asked[] = []
  const note = ({ method, url, rawHeaders }: IncomingMessage) => {
    const headers = Array.from(
      { length: rawHeaders.length / 2 },
      (_, at) => [rawHeaders[2 * at] ?? '', rawHeaders[2 * at + 1] ?? ''] as const,
    )
    asked.push({ line: `${method} ${url}`, headers })
  }
  const server = createServer((request, response) => {
    note(request)
    response.setHeader('content-type', 'application/json').end('{}')
  }).on('connect', (request, client) => {
    note(request)
    const upstream = connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy())
    upstream.pipe(client).pipe(upstream)
  })
  return { address: `http://127.0.0.1:${await listening(server)}`, asked }
}

/** One bare request to an address over a connection. */
async function get(url: string, over?: Connection, headers: Headers = []): Promise<{ exchange: Exchange; target: Target }> {
  const operation = contract.operations[0]?.id ?? ''
  const bases = Object.fromEntries(contract.bases.map((base) => [base, new URL(url).origin]))
  const target: Target = {
    name: 'dev',
    bases,
    settings: {},
    operations: [operation],
    allowWithdrawals: false,
    ...(over && { connection: over }),
  }
  const client = createClient({ contract, target, signal: new AbortController().signal, deadline: Date.now() + 10_000, timeout: 3000 })
  const build = () => ({ method: 'GET', url, headers })
  const exchange = await client.send({ probe: 'test', role: 'base', operation, repeatable: false, build })
  await client.close()
  return { exchange, target }
}

describe('TLS', () => {
  it('is trusted with the private authority, beside the public ones', async () => {
    const port = await tlsServer(certificates.server)
    const { exchange } = await get(`https://127.0.0.1:${port}/`, connection({ tls: { ca: 'ca.pem' } }))
    expect(exchange.failure).toBeUndefined()
    expect(exchange.response?.status).toBe(200)
  })

  for (const key of ['client.key', 'locked.key']) {
    it(`shows the client certificate with ${key}`, async () => {
      const port = await tlsServer({ ...certificates.server, ca: certificates.ca, requestCert: true, rejectUnauthorized: true })
      const tls = { ca: 'ca.pem', certificate: 'client.pem', key, ...(key === 'locked.key' && { passphrase: 'PASSPHRASE' }) }
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
    ['a file that is not there', { ca: 'none.pem' }, /tls\.ca: none\.pem cannot be read \(ENOENT\)/],
    ['a file that is not PEM', { ca: 'not.pem' }, /expected a file in PEM/],
    ['a certificate without its key', { certificate: 'client.pem' }, /needs its key/],
    ["another's key", { certificate: 'client.pem', key: 'other.key' }, /do not work together/],
    ['a locked key', { certificate: 'client.pem', key: 'locked.key' }, /passphrase/],
    ['a passphrase that is not set', { certificate: 'client.pem', key: 'locked.key', passphrase: 'NONE' }, /NONE, which is not set/],
  ]
  for (const [title, tls, want] of faulty) {
    it(`with ${title} is refused`, () => {
      expect(() => connection({ tls })).toThrow(ConfigurationError)
      expect(() => connection({ tls })).toThrow(want)
    })
  }
})

describe('a proxy', () => {
  it('is asked for a tunnel, and sees none of the headers', async () => {
    const { address, asked } = await proxy(await tlsServer(certificates.server))
    const over = connection({ proxy: address, tls: { ca: 'ca.pem' } })
    const { exchange } = await get('https://dev.example/prefix', over, [['authorization', 'Bearer h1dden']])
    expect(exchange.response?.status).toBe(200)
    expect(asked.map(({ line }) => line)).toEqual(['CONNECT dev.example:443'])
    expect(JSON.stringify(asked)).not.toContain('h1dden')
  })

  it('gets plain requests whole, but for what it would take for itself', async () => {
    const { address, asked } = await proxy(0)
    const { exchange } = await get('http://dev.example/a?b=1', connection({ proxy: address }), [
      ['Proxy-Authorization', 'Bearer h1dden'],
      ['x-a', '1'],
    ])
    expect(exchange.response?.status).toBe(200)
    expect(asked).toMatchObject([{ line: 'GET http://dev.example/a?b=1', headers: expect.arrayContaining([['x-a', '1']]) }])
    expect(JSON.stringify([asked, exchange.request])).not.toContain('h1dden')
  })

  it('gets its own password, which is hidden from outputs', async () => {
    const { address, asked } = await proxy(0)
    const over = connection({ proxy: address.replace('//', `//user:\${PROXY_PASSWORD}@`) }, { PROXY_PASSWORD: 'h1dden' })
    await get('http://dev.example/', over)
    expect(asked[0]?.headers).toContainEqual(['proxy-authorization', `Basic ${Buffer.from('user:h1dden').toString('base64')}`])
    expect(over?.hidden).toEqual([{ name: 'PROXY_PASSWORD', value: 'h1dden' }])
  })

  it('that is not there is told from a target that is not', async () => {
    const { exchange, target } = await get('http://dev.example/', connection({ proxy: 'http://127.0.0.1:9' }))
    expect(diagnose({ contract, target, exchanges: [exchange] })).toMatchObject([{ remedy: 'Look at the address of the proxy.' }])
  })

  it('never stands before an address on this machine', async () => {
    const { address, asked } = await proxy(0)
    const port = await listening(createServer((_, response) => response.end('{}')))
    const { exchange } = await get(
      `http://127.0.0.1:${port}/`,
      connection({ proxy: address }, { HTTP_PROXY: address, HTTPS_PROXY: address }),
    )
    expect(exchange.response?.status).toBe(200)
    expect(asked).toEqual([])
  })

  const environment: Environment = {
    HTTPS_PROXY: 'http://secure.example:1',
    http_proxy: 'plain.example:2',
    NO_PROXY: '.inner.example, exact.example:444 10.0.0.1',
  }
  const routes: readonly (readonly [url: string, entry: Partial<PlacedEntry>, want: string | undefined])[] = [
    ['https://dev.example', {}, 'http://secure.example:1'],
    ['http://dev.example', {}, 'http://plain.example:2'],
    ['https://a.inner.example', {}, undefined],
    ['https://inner.example', {}, undefined],
    ['https://notinner.example', {}, 'http://secure.example:1'],
    ['https://exact.example', {}, 'http://secure.example:1'],
    ['https://exact.example:444', {}, undefined],
    ['http://10.0.0.1:8080', {}, undefined],
    ['https://127.0.0.1:1', {}, undefined],
    ['http://sub.localhost:1', {}, undefined],
    ['https://dev.example', { proxy: 'http://own.example:3' }, 'http://own.example:3'],
    ['https://a.inner.example', { proxy: 'http://own.example:3' }, 'http://own.example:3'],
    ['https://dev.example', { proxy: 'none' }, undefined],
  ]
  for (const [url, entry, want] of routes) {
    it(`${want ? `${want} stands` : 'stands not'} before ${url}${entry.proxy ? ` where the entry says ${entry.proxy}` : ''}`, () => {
      expect(proxyFor(connection(entry, environment)?.proxy, url)).toBe(want)
    })
  }

  it('that is no address is refused by the name of its variable', () => {
    expect(() => connection({}, { HTTPS_PROXY: 'ftp://x' })).toThrow(/HTTPS_PROXY: expected the address of a proxy/)
  })
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
