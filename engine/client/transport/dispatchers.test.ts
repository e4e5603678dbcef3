import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type LookupFunction, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { target } from '../../evidence/evidence.fixture.ts'
import { isOfThisMachine } from '../../loopback.ts'
import { createTransport } from './transport.ts'

let asked = 0
const server = createServer((_, response) => {
  asked += 1
  response.end('{}')
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const resolving =
  (addresses: readonly string[]): LookupFunction =>
  (_, options, callback) =>
    options.all
      ? callback(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        )
      : callback(null, addresses[0] ?? '', 4)

async function get(hostname: string, ...addresses: readonly string[]) {
  const { port } = server.address() as AddressInfo
  const transport = createTransport(target, { concurrency: 1, timeout: 2000, lookup: resolving(addresses) })
  const request = { method: 'GET', url: `http://${hostname}:${port}/`, headers: [] }
  const answer = await transport.send(request, { signal: new AbortController().signal, timeout: 2000, keep: 100 })
  await transport.close()
  return answer
}

describe('an address on this machine', () => {
  it('is asked where its name leads here', async () => {
    expect(await get('localhost', '127.0.0.1')).toMatchObject({ response: { status: 200 } })
  })

  it.each([[['192.0.2.1']], [['127.0.0.1', '192.0.2.1']]])(
    'is not left for another machine where the resolver says %j',
    async (addresses) => {
      const before = asked
      const { failure } = await get('localhost', ...addresses)
      expect(failure).toMatchObject({ kind: 'unsent', message: expect.stringContaining('does not lead to this machine') })
      expect(asked).toBe(before)
    },
  )

  it('is what its name makes of it elsewhere: other names go where they lead', async () => {
    expect(await get('dev.localhost', '127.0.0.1')).toMatchObject({ response: { status: 200 } })
    // An address that nothing can connect to: no packet leaves.
    const { failure } = await get('pay.example', '255.255.255.255')
    expect(failure?.message).not.toContain('does not lead to this machine')
  })

  it('is not kept busy by connections without a request: one worker serves one until it closes', async () => {
    const waiting: Socket[] = []
    const serve = (socket: Socket | undefined) => socket?.on('data', () => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'))
    const worker = createTcpServer((socket) => {
      socket
        .on('error', () => {})
        .on('close', () => {
          waiting.shift()
          serve(waiting[0])
        })
      if (waiting.push(socket) === 1) serve(socket)
    })
    await new Promise<void>((resolve) => worker.listen(0, '127.0.0.1', resolve))
    const transport = createTransport(target, { concurrency: 3, timeout: 1500 })
    const request = { method: 'GET', url: `http://127.0.0.1:${(worker.address() as AddressInfo).port}/`, headers: [] }
    const limits = { signal: new AbortController().signal, timeout: 1500, keep: 100 }
    const answers = await Promise.all([1, 2, 3].map(() => transport.send(request, limits)))
    expect(answers.map(({ response }) => response?.status)).toEqual([200, 200, 200])
    await transport.close()
    worker.close()
  })

  it.each([
    ['127.0.0.1', true],
    ['127.9.9.9', true],
    ['::1', true],
    ['::ffff:127.0.0.1', true],
    ['10.0.0.1', false],
    ['::ffff:10.0.0.1', false],
    ['fe80::1', false],
    ['', false],
  ])('%s: %s', (address, want) => {
    expect(isOfThisMachine(address)).toBe(want)
  })
})

describe('a handshake that fails', () => {
  it('is known to have let nothing out', async () => {
    const { port } = server.address() as AddressInfo
    const transport = createTransport(target, { concurrency: 1, timeout: 2000 })
    const before = asked
    const request = { method: 'POST', url: `https://127.0.0.1:${port}/`, headers: [], body: Buffer.from('{}') }
    const answer = await transport.send(request, { signal: new AbortController().signal, timeout: 2000, keep: 100 })
    await transport.close()
    expect(answer).toMatchObject({ failure: { kind: 'tls', unconnected: true } })
    expect(asked).toBe(before)
  })
})

describe('a handshake that never ends', () => {
  it('ends with the run, and holds nobody up', async () => {
    const silent = createTcpServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const transport = createTransport(target, { concurrency: 1, timeout: 60_000 })
    const end = new AbortController()
    silent.once('connection', () => end.abort('deadline'))
    const request = { method: 'GET', url: `https://127.0.0.1:${port}/`, headers: [] }
    const answer = await transport.send(request, { signal: end.signal, timeout: 60_000, keep: 100 })
    expect(answer).toMatchObject({ failure: { kind: 'deadline' } })
    await transport.close()
    await new Promise((resolve) => silent.close(resolve))
  }, 5000)

  it.each([
    ['that says nothing', 'https', ''],
    ['that says nothing', 'http', ''],
    ['before a target that says nothing', 'https', 'HTTP/1.1 200 OK\r\n\r\n'],
  ])(
    'nor does a proxy %s (%s)',
    async (_, scheme, said) => {
      const asked = Promise.withResolvers<void>()
      const proxy = createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.on('data', () => {
          if (said === '' || socket.bytesWritten > 0)
            asked.resolve() // the handshake within the tunnel has begun
          else socket.write(said)
        })
      })
      await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
      const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
      const connection = { headers: [], tls: {}, hidden: [], proxy: { http: address, https: address } }
      const transport = createTransport({ ...target, connection }, { concurrency: 1, timeout: 60_000 })
      const end = new AbortController()
      void asked.promise.then(() => end.abort('deadline'))
      const request = { method: 'GET', url: `${scheme}://pay.example/`, headers: [] }
      const answer = await transport.send(request, { signal: end.signal, timeout: 60_000, keep: 100 })
      expect(answer).toMatchObject({ failure: { kind: 'deadline' } })
      await transport.close()
      await new Promise((resolve) => proxy.close(resolve))
    },
    5000,
  )
})
