import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { createServer, request } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { certificates } from '../../targets/configuration/certificates.fixture.ts'
import { type ProxyOptions, type RunningProxy, startProxy } from './proxy.ts'

const { ca, server: pair } = certificates
const operations = contract.operations.map(({ id }) => id)
const options = { contract, settings: {}, operations, keepHost: false, allowWithdrawals: false } satisfies Omit<ProxyOptions, 'target'>

/** A target that speaks TLS: it echoes bodies with a trailer, and over a WebSocket whatever comes. */
const target = createServer(pair, (message, response) => {
  response.writeHead(200, { Trailer: 'X-Sum', 'X-Host': message.headers.host ?? '' })
  message.pipe(response, { end: false })
  message.on('end', () => {
    response.addTrailers({ 'X-Sum': '7' })
    response.end()
  })
}).on('upgrade', (_: IncomingMessage, socket: Duplex) => {
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
  socket.pipe(socket)
})

let proxy: RunningProxy
let port = 0

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  port = (target.address() as AddressInfo).port
  proxy = await startProxy({ ...options, target: `https://localhost:${port}`, ca, tls: pair })
})
afterAll(async () => {
  await proxy.close()
  target.closeAllConnections()
  target.close()
})

describe('a proxy that speaks TLS on both sides', () => {
  it('passes bodies and trailers, with the Host of the target', async () => {
    expect(proxy.url).toMatch(/^https:/)
    const message = request(`${proxy.url}/x`, { method: 'POST', ca, agent: false })
    message.end('a body')
    const [response] = (await once(message, 'response')) as [IncomingMessage]
    expect(Buffer.concat(await response.toArray()).toString()).toBe('a body')
    expect([response.trailers, response.headers['x-host']]).toEqual([{ 'x-sum': '7' }, `localhost:${port}`])
  })

  it('joins both ends of a WebSocket, whatever bytes it carries', async () => {
    const socket = connect({ port: Number(new URL(proxy.url).port), host: '127.0.0.1', servername: 'localhost', ca })
    socket.write('GET /feed HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n')
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1\.1 101 /)
    for (const payload of [
      [0xff, 0x0d, 0x0a, 0x0d, 0x0a],
      [1, 2, 3, 4, 5],
    ]) {
      const frame = Buffer.from([0x81, 0x85, 0, 1, 2, 3, ...payload])
      socket.write(frame)
      expect((await once(socket, 'data'))[0]).toEqual(frame)
    }
    socket.destroy()
  })

  it('does not pass on to a target whose certificate is not trusted, and says so', async () => {
    const distrustful = await startProxy({ ...options, target: `https://localhost:${port}` })
    const message = request(distrustful.url.replace('http:', 'https:'), { agent: false })
    await expect(once(message.end(), 'response')).rejects.toThrow()
    const { run } = await distrustful.close()
    expect(run.notes.join()).toMatch(/^Nothing passed\.,1 connections could not be passed on: the target's certificate is not trusted/)
  })
})
