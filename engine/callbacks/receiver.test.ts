import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { virtualClock } from '../client/virtual.fixture.ts'
import { longestReceived, mostReceived, type Receiver, startReceiver } from './receiver.ts'

const never = new AbortController().signal

describe('a receiver', () => {
  it('keeps what came in, byte for byte, and answers it at once', async () => {
    await listening(async (receiver) => {
      const answer = await fetch(`${receiver.url}/a?b=c`, { method: 'PUT', body: '{"x":1}', headers: { 'X-Odd': 'Yes' } })
      expect([answer.status, await answer.text()]).toEqual([200, '{}'])
      const [kept, ...others] = await receiver.received(never)
      expect(others).toEqual([])
      expect([kept?.request.method, kept?.request.url, kept?.request.body?.toString()]).toEqual(['PUT', `${receiver.url}/a?b=c`, '{"x":1}'])
      expect(new Map(kept?.request.headers).get('X-Odd')).toBe('Yes')
      expect(kept?.response?.status).toBe(200)
    })
  })

  it('waits for the first, and for no longer than its time-out', async () => {
    await listening(async (receiver) => {
      const waiting = receiver.received(never)
      await fetch(receiver.url, { method: 'POST', body: '{}' })
      expect(await waiting).toHaveLength(1)
    })
    const clock = virtualClock()
    let ahead = 0
    const receiver = await startReceiver({ clock: { ...clock, now: () => clock.now() + ahead, awake: clock.now }, wait: 60_000 })
    const started = clock.now()
    ahead = -3_600_000
    expect(await clock.until(receiver.received(never))).toEqual([])
    expect(clock.now() - started).toBe(60_000)
    expect(await receiver.received(never), 'the time is over: no more waiting').toEqual([])
    await receiver.close()
  })

  it('stops waiting when the run ends', async () => {
    await listening(async (receiver) => {
      const run = new AbortController()
      const waiting = receiver.received(run.signal)
      run.abort('interrupted')
      expect(await waiting).toEqual([])
      expect(await receiver.received(run.signal)).toEqual([])
    })
  })

  it('undoes content codings', async () => {
    await listening(async (receiver) => {
      await fetch(receiver.url, { method: 'POST', body: gzipSync('{"x":1}'), headers: { 'content-encoding': 'gzip' } })
      expect((await receiver.received(never))[0]?.request.body?.toString()).toBe('{"x":1}')
    })
  })

  it('keeps no more than its bounds: of a body an excerpt, and of requests the first', async () => {
    await listening(async (receiver) => {
      await fetch(receiver.url, { method: 'POST', body: Buffer.alloc(longestReceived + 1, 32) }).catch(() => undefined)
      const [long] = await receiver.received(never)
      expect([long?.request.truncated, (long?.request.body?.length ?? 0) < longestReceived, long?.response?.status]).toEqual([
        true,
        true,
        413,
      ])
      const statuses: number[] = []
      for (let sent = 0; sent < mostReceived + 2; sent += 1) statuses.push((await fetch(receiver.url, { method: 'POST' })).status)
      expect(statuses.slice(-3)).toEqual([429, 429, 429])
      expect(await receiver.received(never)).toHaveLength(mostReceived)
    })
  })

  it('is taken aback by nothing that comes over the wire', async () => {
    await listening(async (receiver) => {
      const path = new URL(receiver.url).pathname
      const odd = [
        'nonsense\r\n\r\n',
        'GET http://other.example/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
        'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
        'POST //@other.example:x/%zz HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
        `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
        `GET ${path} HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(40_000)}\r\n\r\n`,
        'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
        'GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade, close\r\n\r\n',
      ]
      for (const bytes of odd) await spoken(receiver, bytes)
      await broken(receiver, `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 500\r\n\r\n{"x":`)
      expect((await fetch(receiver.url, { method: 'POST', body: '{"after":true}' })).status).toBe(200)
      const kept = await receiver.received(never)
      for (const { request } of kept) expect(new URL(request.url).origin).toBe(new URL(receiver.url).origin)
      expect(kept.at(-1)?.request.body?.toString()).toBe('{"after":true}')
      expect(kept.map(({ request }) => request.body?.toString())).not.toContain('{"x":')
    })
  })

  it('has an address that nobody guesses, and keeps nothing of what comes to another', async () => {
    await listening(async (receiver) => {
      const { origin, pathname } = new URL(receiver.url)
      expect(pathname).toMatch(/^\/[\w-]{22}$/)
      for (const other of ['', '/', '/callback', `${pathname}x`, `/x${pathname}`, pathname.slice(0, -1)])
        expect((await fetch(origin + other, { method: 'POST', body: '{}' })).status).toBe(404)
      expect(receiver.ignored()).toBe(6)
      for (const own of [pathname, `${pathname}?a=b`, `${pathname}/payments`])
        expect((await fetch(origin + own, { method: 'POST' })).status).toBe(200)
      expect(await receiver.received(never)).toHaveLength(3)
    })
  })

  it('keeps nothing of what comes to another address behind a request to its own', async () => {
    await listening(async (receiver) => {
      const to = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n`
      await spoken(receiver, `${to(new URL(receiver.url).pathname)}\r\n${to('/other')}Connection: close\r\n\r\n`)
      expect([await receiver.received(never), receiver.ignored()]).toMatchObject([{ length: 1 }, 1])
    })
  })

  it.each([
    ['/hooks/payments', '/hooks/payments/1'],
    ['/hooks/', '/hooks/1'],
  ])('listens at the path that is asked for, and below it: %s', async (path, below) => {
    const receiver = await startReceiver({ path })
    expect(new URL(receiver.url).pathname).toBe(path)
    for (const own of [path, below]) expect((await fetch(new URL(own, receiver.url), { method: 'POST' })).status).toBe(200)
    await receiver.close()
  })

  it('says that its port is taken', async () => {
    await listening(async ({ url }) => {
      await expect(startReceiver({ port: Number(new URL(url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    })
  })
})

async function listening(test: (receiver: Receiver) => Promise<void>): Promise<void> {
  const receiver = await startReceiver()
  try {
    await test(receiver)
  } finally {
    await receiver.close()
  }
}

/** Sends bytes as they are, and waits until the other side is done with them. */
async function spoken({ url }: Receiver, bytes: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined).resume()
  socket.write(bytes)
  await once(socket, 'close')
}

async function broken({ url }: Receiver, bytes: string): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()))
  socket.resetAndDestroy()
  await once(socket, 'close')
}
