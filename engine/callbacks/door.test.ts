import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, it } from 'vitest'
import { mostWaiting, type Receiver, startReceiver } from './receiver.ts'

const never = new AbortController().signal

it('stays open while more strangers connect than may wait, and say nothing', async () => {
  await listening(async (receiver, knock) => {
    const strangers = Array.from({ length: mostWaiting + 1 }, knock)
    await Promise.all(strangers.map((socket) => once(socket, 'connect')))
    expect((await fetch(receiver.url, { method: 'POST', body: '{}' })).status).toBe(200)
    expect(strangers.filter(({ destroyed }) => !destroyed).length).toBeGreaterThan(mostWaiting / 2)
  })
})

it('answers the first of a hundred requests of a stranger, and reads no other', async () => {
  await listening(async (receiver, knock) => {
    const stranger = knock()
    stranger.write('POST /guessed HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n'.repeat(100))
    expect((await heard(stranger)).match(/^HTTP/gm)).toHaveLength(1)
    expect(receiver.ignored()).toBe(1)
  })
})

it('lets in a request that arrives in pieces, and loses none of it', async () => {
  await listening(async (receiver, knock) => {
    const own = knock()
    own.setNoDelay()
    const { pathname } = new URL(receiver.url)
    for (const piece of [
      '\r\nPO',
      `ST ${pathname.slice(0, 5)}`,
      `${pathname.slice(5)} HTTP/1.1\r`,
      '\nHost: a\r\nContent-Length: 7\r\n\r\n{"a"',
      ':1}',
    ])
      await new Promise((resolve) => own.write(piece, resolve))
    const [kept] = await receiver.received(never)
    expect(kept?.request.body?.toString()).toBe('{"a":1}')
  })
})

it('is shut to who never ends a line', async () => {
  await listening(async (receiver, knock) => {
    const stranger = knock()
    stranger.write('x'.repeat(1 << 14))
    expect(await heard(stranger)).toMatch(/^HTTP\/1.1 404 /)
    expect(receiver.ignored()).toBe(1)
  })
})

it('keeps nobody from closing', async () => {
  const receiver = await startReceiver()
  const silent = connect(Number(new URL(receiver.url).port), '127.0.0.1')
  silent.on('error', () => {})
  await once(silent, 'connect')
  await Promise.all([receiver.close(), once(silent, 'close')])
  expect(silent.destroyed).toBe(true)
  await expect(fetch(receiver.url)).rejects.toThrow(/fetch failed/)
})

async function listening(act: (receiver: Receiver, knock: () => Socket) => Promise<void>): Promise<void> {
  const receiver = await startReceiver()
  const sockets: Socket[] = []
  const knock = () => {
    const socket = connect(Number(new URL(receiver.url).port), '127.0.0.1').on('error', () => {})
    sockets.push(socket)
    return socket
  }
  await act(receiver, knock).finally(() => {
    for (const socket of sockets) socket.destroy()
    return receiver.close()
  })
}

/** All that a connection says until it ends. */
async function heard(socket: Socket): Promise<string> {
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  await once(socket, 'close')
  return text
}
