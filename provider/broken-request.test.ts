import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, it } from 'vitest'
import { operations, withProvider } from './asking.fixture.ts'

const { paged } = operations
const asked = (...headers: string[]) => `POST ${paged.path} HTTP/1.1\r\nHost: a\r\n${headers.map((line) => `${line}\r\n`).join('')}\r\n`

it.each([
  ['a body that is shorter than its length says', `${asked('Content-Length: 60')}{"page":`, 400, 'its body ends before the 60 bytes'],
  ['a body in chunks that never ends', `${asked('Transfer-Encoding: chunked')}20\r\n{`, 400, 'a request that was never whole'],
  [
    'a body that is longer',
    `${asked('Content-Length: 2')}{}"x":1}`,
    400,
    'more bytes than the request before said that it has (Content-Length: 2)',
  ],
  ['headers beyond the limit', asked(`X-A: ${'a'.repeat(20_000)}`), 431, 'headers of more than 16384 bytes'],
  ['TLS', '\x16\x03\x01\x02\x00\r\n', 400, 'TLS on a port of plain HTTP'],
  ['white space in the address', 'GET /a b HTTP/1.1\r\n\r\n', 400, 'white space in its address'],
  ['CONNECT', 'CONNECT a.example:443 HTTP/1.1\r\nHost: a.example:443\r\n\r\n', 405, 'CONNECT, which asks for a proxy'],
  ['a request to no host', 'GET /a HTTP/1.1\r\n\r\n', 400, 'HTTP/1.1 without the header Host'],
  ['a request to two hosts', asked('Host: b.example'), 400, 'the header Host more than once'],
  ['what the server cannot do first', asked('Expect: a-cake'), 417, 'the header Expect with another value than 100-continue'],
  ['anything else', 'hello\r\n\r\n', 400, 'bytes that are no HTTP request (Invalid method encountered)'],
] as const)('%s is refused in words', async (_, bytes, status, words) => {
  const broken: string[] = []
  await withProvider({ witness: { served: () => {}, broken: (found) => broken.push(found) } }, async ({ url }) => {
    const answer = await sent(url, bytes)
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(JSON.parse(answer.slice(answer.lastIndexOf('\r\n\r\n'))).error.message).toContain(words)
  })
  expect(broken).toEqual([expect.stringContaining(words)])
})

/** Sends bytes and no more; whatever comes back until the server is done with the connection. */
async function sent(url: string, bytes: string): Promise<string> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.end(bytes, 'latin1')
  await once(socket, 'end')
  return Buffer.concat(chunks).toString()
}
