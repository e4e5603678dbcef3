import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { target } from '../evidence/evidence.fixture.ts'
import { createTransport } from './transport.ts'

/** What comes of an answer whose head says this of its length. */
async function answeredWith(length: string) {
  const server = createServer((socket) => socket.on('data', () => socket.end(`HTTP/1.1 200 OK\r\nContent-Length:${length}\r\n\r\n{}`)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const transport = createTransport(target, { concurrency: 1, timeout: 2000 })
  const { port } = server.address() as AddressInfo
  const { signal } = new AbortController()
  const request = { method: 'GET', url: `http://127.0.0.1:${port}/`, headers: [] }
  const answer = await transport.send(request, { signal, timeout: 2000, keep: 100 })
  await transport.close()
  server.close()
  return answer.response?.body.toString() ?? answer.failure?.kind
}

it.each([' 2', ' 2  '])('white space around a length is no part of it: %j', async (length) => {
  expect(await answeredWith(length)).toBe('{}')
})

it('an answer that breaks off stays one', async () => {
  for (const length of [' 3', ' 3 ', ' 20 ']) expect(['reset', 'protocol']).toContain(await answeredWith(length))
})
