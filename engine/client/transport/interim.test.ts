import { type AddressInfo, createServer } from 'node:net'
import { Duplex } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { target } from '../../evidence/evidence.fixture.ts'
import { passingOverInterim } from './interim.ts'
import { createTransport } from './transport.ts'

/** What is read of pieces that come in one after another, behind a request, and why it ended. */
function reading(...pieces: readonly string[]) {
  const stream = passingOverInterim(new Duplex({ read: () => undefined, write: (_, __, done) => done() }))
  stream.on('error', () => undefined)
  stream.write('GET / HTTP/1.1')
  const read = pieces.map((piece) => {
    stream.push(Buffer.from(piece))
    return stream.read()?.toString() ?? ''
  })
  return { read: read.join(''), error: stream.errored?.message }
}

const readOf = (...pieces: readonly string[]) => reading(...pieces).read
const endedBy = (...pieces: readonly string[]) => reading(...pieces).error

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}'

describe('a 100 Continue before an answer', () => {
  it.each([
    ['at once', [`HTTP/1.1 100 Continue\r\n\r\n${answer}`]],
    ['twice, with fields', [`HTTP/1.1 100 Continue\r\nA: b\r\n\r\nHTTP/1.0 100\r\n\r\n${answer}`]],
    [
      'behind hints',
      [`HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n${answer}`],
    ],
    ['in pieces behind hints', ['HTTP/1.1 10', '3 Early Hints\r\n\r\nHTTP/1.1 1', '00 Continue\r\n\r\n', answer]],
    ['in pieces', ['HTTP/1', '.1 100 Con', 'tinue\r\n\r', '\n', answer]],
    ['letter by letter', [...`HTTP/1.1 100 Continue\r\n\r\n${answer}`]],
  ])('is passed over, %s', (_, pieces) => {
    expect(readOf(...pieces)).toBe(answer)
  })

  it('is nothing else: another protocol stays, and so does what stands in a body', () => {
    expect(readOf(`HTTP/1.1 101 Switching Protocols\r\n\r\n${answer}`)).toBe(`HTTP/1.1 101 Switching Protocols\r\n\r\n${answer}`)
    expect(readOf(answer, 'HTTP/1.1 100 Continue\r\n\r\n')).toBe(`${answer}HTTP/1.1 100 Continue\r\n\r\n`)
    expect(readOf('HTTP/1.1 1000 Odd\r\n\r\n')).toBe('HTTP/1.1 1000 Odd\r\n\r\n')
  })

  it('is passed over ten times, and no more', () => {
    const heads = (count: number) => 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(count)
    expect(readOf(heads(9), heads(1), answer)).toBe(answer)
    expect(endedBy(heads(9), heads(5))).toMatch(/has no end/)
  })

  it('without an end is broken off, as is an answer that has none', () => {
    expect(endedBy(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(41 << 20)}`)).toMatch(/has no end/)
  })

  it('disturbs no connection that is kept', async () => {
    const server = createServer((socket) => socket.on('data', () => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${answer}`)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const transport = createTransport(target, { concurrency: 1, timeout: 2000 })
    const { port } = server.address() as AddressInfo
    const send = () =>
      transport.send(
        { method: 'GET', url: `http://127.0.0.1:${port}/`, headers: [] },
        { signal: new AbortController().signal, timeout: 2000, keep: 100 },
      )
    expect([await send(), await send()]).toMatchObject([{ response: { status: 200 } }, { response: { status: 200 } }])
    await transport.close()
    server.close()
  })
})
