import { createServer, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { proxyFor } from '../../engine/client/transport/connection.ts'
import type { Headers } from '../../engine/exchange.ts'
import { diagnose } from '../diagnosis.ts'
import { certificates } from './certificates.fixture.ts'
import { connections, get, listening, tlsServer } from './configured-connection.fixture.ts'
import type { Environment, PlacedEntry } from './entry.ts'

const connection = connections()

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

describe('a proxy', () => {
  it('is asked for a tunnel, and sees none of the headers', async () => {
    const { address, asked } = await proxy(await tlsServer(certificates.server))
    const over = connection({ proxy: address, tls: { ca: 'ca.pem' } })
    const { exchange } = await get('https://dev.example/prefix', over, [['authorization', 'Bearer h1dden']])
    expect(exchange.response?.status).toBe(200)
    expect(asked.map(({ line }) => line)).toEqual(['CONNECT dev.example:443'])
    expect(JSON.stringify(asked)).not.toContain('h1dden')
  })

  it('gets plain requests whole, except headers that are meant for the proxy', async () => {
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

  it('is given a password with any characters, and so is the whole address from one variable', async () => {
    const { address, asked } = await proxy(0)
    const password = 'p@ss:w/rd%'
    const whole = address.replace('//', `//user:${encodeURIComponent(password)}@`)
    await get('http://dev.example/', connection({ proxy: address.replace('//', `//user:\${PASSWORD}@`) }, { PASSWORD: password }))
    await get('http://dev.example/', connection({ proxy: `\${ADDRESS}` }, { ADDRESS: whole }))
    const over = connection({}, { HTTP_PROXY: whole })
    await get('http://dev.example/', over)
    const sent = asked.map(({ headers }) => headers.find(([name]) => name === 'proxy-authorization')?.[1])
    expect(sent).toEqual(Array(3).fill(`Basic ${Buffer.from(`user:${password}`).toString('base64')}`))
    expect(over?.hidden.map(({ value }) => value)).toContain(password)
    expect(() => connection({}, { HTTP_PROXY: 'http://user:a%zz@proxy.example' })).toThrow(/%25/)
  })

  it('that is down is distinguished from a target that is down', async () => {
    const { exchange, target } = await get('http://dev.example/', connection({ proxy: 'http://127.0.0.1:9' }))
    expect(diagnose({ contract, target, exchanges: [exchange] })).toMatchObject([{ remedy: 'Check the address of the proxy.' }])
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
    ['http://localhost:1', {}, undefined],
    ['http://sub.localhost:1', {}, 'http://plain.example:2'],
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
