import { type AddressInfo, createServer } from 'node:net'
import type { Dispatcher } from 'undici'
import { expect, it } from 'vitest'
import { target } from '../../evidence/evidence.fixture.ts'
import { PrioritySemaphore } from '../pacing/priority-semaphore.ts'
import { excerptLength } from './decoding.ts'
import { createReception } from './reception.ts'
import { createTransport } from './transport.ts'

/** What comes of an answer whose head says this of its length, and has these further fields. */
async function answeredWith(length: string, ...fields: readonly string[]) {
  const head = ['HTTP/1.1 200 OK', `Content-Length:${length}`, ...fields]
  const server = createServer((socket) => socket.on('data', () => socket.end(`${head.join('\r\n')}\r\n\r\n{}`)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const transport = createTransport(target, { concurrency: 1, timeout: 2000 })
  const { port } = server.address() as AddressInfo
  const { signal } = new AbortController()
  const request = { method: 'GET', url: `http://127.0.0.1:${port}/`, headers: [] }
  const answer = await transport.send(request, { signal, timeout: 2000, keep: 100 })
  await transport.close()
  server.close()
  return answer.response?.codingFault ?? answer.response?.body.toString() ?? answer.failure?.kind
}

it('fields of one name are one list: a coding in the second is not passed over', async () => {
  expect(await answeredWith(' 2', 'Content-Encoding: identity', 'Content-Encoding: identity')).toBe('{}')
  expect(await answeredWith(' 2', 'Content-Encoding: identity', 'Content-Encoding: gzip')).toBe('gzip, as which its bytes cannot be read')
})

it.each([' 2', ' 2  '])('white space around a length is no part of it: %j', async (length) => {
  expect(await answeredWith(length)).toBe('{}')
})

it('an answer that breaks off stays one', async () => {
  for (const length of [' 3', ' 3 ', ' 20 ']) expect(['reset', 'protocol']).toContain(await answeredWith(length))
})

it('pieces of any length are one body, or an excerpt of one that is too long', async () => {
  const pieces = [1, 3, 100, 5, 70_000, 1, 2_000_000, 17].map((length, at) => Buffer.alloc(length, at + 1))
  const whole = Buffer.concat(pieces)
  for (const most of [whole.length, whole.length - 1, 50]) {
    const { handler, answer } = createReception(most)
    const controller = { abort: () => {}, rawHeaders: [] } as unknown as Dispatcher.DispatchController
    handler.onResponseStart?.(controller, 200, {})
    for (const piece of pieces) handler.onResponseData?.(controller, piece)
    handler.onResponseEnd?.(controller, {})
    const { body, truncated } = await answer
    expect({ truncated, isRight: body.equals(whole.subarray(0, most < whole.length ? Math.min(most, excerptLength) : most)) }).toEqual({
      truncated: most < whole.length,
      isRight: true,
    })
  }
})

it('of long bodies one is read at a time, and the time in which another waits is not laid to the target', async () => {
  const turns = new PrioritySemaphore(1)
  const beginning = () => {
    const paused: boolean[] = []
    const pausing = { pause: () => paused.push(true), resume: () => paused.push(false) }
    const controller = { ...pausing, abort: () => {}, rawHeaders: [] } as unknown as Dispatcher.DispatchController
    const reception = createReception(4 << 20, (read) => turns.run('normal', read))
    reception.handler.onResponseStart?.(controller, 200, {})
    const send = (bytes: number) => reception.handler.onResponseData?.(controller, Buffer.alloc(bytes))
    send(1 << 20)
    send(1 << 21)
    return { paused, reception, send, end: () => reception.handler.onResponseEnd?.(controller, {}) }
  }
  const [first, second] = [beginning(), beginning()]
  expect([first.paused, second.paused]).toEqual([[true, false], [true]])
  expect([second.reception.hasWaited(), second.reception.hasWaited()]).toEqual([true, true])
  first.end()
  await first.reception.answer
  await new Promise((resolve) => setImmediate(resolve))
  expect(second.paused).toEqual([true, false])
  second.send(1)
  second.end()
  expect((await second.reception.answer).body).toHaveLength(3 * (1 << 20) + 1)
  expect([second.reception.hasWaited(), second.reception.hasWaited()]).toEqual([true, false])
})

it('a body whose length is told takes no more room than that, however it comes', async () => {
  const pieces = Array.from({ length: 200 }, (_, at) => Buffer.alloc(10_000, at))
  const { handler, answer } = createReception(2_000_000)
  const controller = { abort: () => {}, rawHeaders: ['Content-Length', '2000000'] } as unknown as Dispatcher.DispatchController
  handler.onResponseStart?.(controller, 200, {})
  for (const piece of pieces) handler.onResponseData?.(controller, piece)
  handler.onResponseEnd?.(controller, {})
  const { body } = await answer
  expect([body.buffer.byteLength, body.equals(Buffer.concat(pieces))]).toEqual([2_000_000, true])
})

it('an answer has begun with its own head, not with those before it', () => {
  const { handler, hasBegun } = createReception(100, async () => {})
  const given = { rawHeaders: [] } as unknown as Dispatcher.DispatchController
  handler.onResponseStart?.(given, 103, {}, '')
  expect(hasBegun()).toBe(false)
  handler.onResponseStart?.(given, 200, {}, '')
  expect(hasBegun()).toBe(true)
})
