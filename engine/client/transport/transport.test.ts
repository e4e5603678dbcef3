import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { defined } from '../../../language/defined.ts'
import { target } from '../../evidence/evidence.fixture.ts'
import { createTransport } from './transport.ts'

const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const { method, url, headers, socket } = request
    const sent = { method, url, length: headers['content-length'], coding: headers['transfer-encoding'], port: socket.remotePort }
    response.end(JSON.stringify({ ...sent, body: Buffer.concat(pieces).toString() }))
  })
})
await once(server.listen(0, '127.0.0.1'), 'listening')
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const transport = createTransport(target, { concurrency: 1, timeout: 2000 })
afterAll(async () => {
  await transport.close()
  server.close()
})

const limits = { signal: new AbortController().signal, timeout: 2000, keep: 1 << 16 }
const seen = async (request: Partial<Parameters<typeof transport.send>[0]>) => {
  const { response } = await transport.send({ method: 'POST', url: `${base}/`, headers: [], ...request }, limits)
  return JSON.parse(response?.body.toString() ?? 'null')
}

it('sends a path with the dots that are written in it', async () => {
  expect(await seen({ method: 'GET', url: `${base}/a/./b/%2e%2e/../c?d` })).toMatchObject({ url: '/a/./b/%2e%2e/../c?d' })
})

it('sends a body in chunks where its headers say so, on a connection that nothing else uses', async () => {
  const chunked = await seen({ headers: [['transfer-encoding', 'chunked']], body: Buffer.from('{"a":1}') })
  expect(chunked).toMatchObject({ coding: 'chunked', body: '{"a":1}' })
  expect(chunked.length).toBeUndefined()
  const whole = await seen({ body: Buffer.from('{"a":1}') })
  expect(whole).toMatchObject({ length: '7', body: '{"a":1}' })
  expect(whole.port).not.toBe(chunked.port)
})

it('sends nothing more on a connection that had the body of a GET, which a server may take for the next request', async () => {
  const { port } = await seen({ method: 'GET', body: Buffer.from('{"a":1}') })
  expect((await seen({ body: Buffer.from('{"a":1}') })).port).not.toBe(port)
})

it.each([
  ['until its TLS is there', 'https', 'connection', true],
  ['while it is not answered', 'http', 'request', undefined],
])('knows of a request that is given up whether any of it went out: %s', async (_, scheme, moment, unconnected) => {
  const silent = createServer(() => {})
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  const interruption = new AbortController()
  silent.once(moment, () => interruption.abort('interrupted'))
  const url = `${scheme}://127.0.0.1:${(silent.address() as AddressInfo).port}/`
  const single = createTransport(target, { concurrency: 1, timeout: 2000 })
  const given = { ...limits, signal: interruption.signal }
  const [first, second] = await Promise.all([0, 1].map(() => single.send({ method: 'POST', url, headers: [] }, given)))
  await single.close()
  silent.close()
  silent.closeAllConnections()
  expect(first).toEqual({ failure: defined({ kind: 'interrupted', message: 'the run was interrupted first', unconnected }) })
  // It waited for the connection of the first.
  expect(second?.failure).toMatchObject({ kind: 'interrupted', unconnected: true })
})

it('knows that nothing goes out where nobody listens', async () => {
  const gone = createServer()
  await once(gone.listen(0, '127.0.0.1'), 'listening')
  const { port } = gone.address() as AddressInfo
  await once(gone.close(), 'close')
  const answer = await transport.send({ method: 'POST', url: `http://127.0.0.1:${port}/`, headers: [] }, limits)
  expect(answer).toMatchObject({ failure: { kind: 'refused', unconnected: true } })
})

describe('requests of one name', () => {
  const portsOf = async (concurrency: number) => {
    const several = createTransport(target, { concurrency, timeout: 2000 })
    const portOf = async (connection?: string) => {
      const { response } = await several.send({ method: 'GET', url: `${base}/`, headers: [] }, defined({ ...limits, connection }))
      return JSON.parse(response?.body.toString() ?? 'null').port
    }
    const ports = await Promise.all([portOf('one'), portOf('one'), portOf('another'), portOf()])
    await several.close()
    return ports
  }

  it('share a connection that no others use', async () => {
    const [first, second, ...others] = await portsOf(4)
    expect(second).toBe(first)
    expect(new Set([first, ...others]).size).toBe(3)
  })

  it('go where all others do, where one is sent at a time', async () => {
    expect(new Set(await portsOf(1)).size).toBe(1)
  })
})
