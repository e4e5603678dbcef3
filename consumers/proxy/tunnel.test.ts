import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { joinTunnel } from './tunnel.ts'

/** One end of a connection: what is pushed comes in, what goes out is heard. */
class End extends PassThrough {
  readonly heard: Buffer[] = []
  isFull = false
  override write(chunk: Buffer): boolean {
    this.heard.push(Buffer.from(chunk))
    return !this.isFull
  }
  come(text: string): Promise<void> {
    super.push(Buffer.from(text, 'latin1'))
    return new Promise((resolve) => setImmediate(resolve))
  }
  text(): string {
    return Buffer.concat(this.heard).toString('latin1')
  }
}

function tunnel() {
  const [client, target] = [new End(), new End()]
  const taps = { origin: 'http://a', nextId: () => '1', now: () => 0, taken: () => undefined }
  joinTunnel({ client, target, refuse: (head) => (head === 'unreadable' ? 'It cannot be read.' : undefined), taps })
  return { client, target }
}

const upgrade = (name: string) => `GET / HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: ${name}\r\n\r\n`
const switched = 'HTTP/1.1 101 Switching Protocols\r\n\r\n'

it('a slow reader is waited for once, however many pieces come', async () => {
  const { client, target } = tunnel()
  await client.come('GET / HTTP/1.1\r\n\r\n')
  client.isFull = true
  await target.come(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(20)}`)
  expect([target.isPaused(), client.listenerCount('drain')]).toEqual([true, 1])
  client.emit('drain')
  expect([target.isPaused(), client.listenerCount('drain')]).toEqual([false, 0])
})

describe('where money is guarded, a connection that switches', () => {
  it('to a WebSocket passes what it carries at once, whatever it is', async () => {
    const { client, target } = tunnel()
    await client.come(upgrade('websocket'))
    await target.come(switched)
    await client.come('\x81\x01a')
    expect(target.text().endsWith('\x81\x01a')).toBe(true)
  })

  it('to what cannot be read is ended before anything of it passes', async () => {
    const { client, target } = tunnel()
    await client.come(upgrade('h2c'))
    await target.come(switched)
    await client.come('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
    expect(target.text()).not.toContain('PRI')
    expect(target.destroyed).toBe(true)
  })

  it('and is not switched goes on as before', async () => {
    const { client, target } = tunnel()
    await client.come(upgrade('h2c'))
    await target.come('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n')
    await client.come('GET /next HTTP/1.1\r\n\r\n')
    expect(target.text()).toContain('GET /next')
  })
})
