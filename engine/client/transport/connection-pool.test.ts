import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ConnectionPool, createPools } from './connection-pool.ts'

const going = new AbortController().signal

/** Milliseconds, longer than a test. */
const never = 60_000

/** Pools in which no connection grows old, however slow the machine is. */
const createPoolsOfNew = () => createPools({ alone: never, beside: never, among: never })

/** A socket that opens, is answered and closes when it is told to. */
function socket() {
  const state = Object.assign(new EventEmitter(), { bytesRead: 0, destroyed: false })
  return {
    socket: state as unknown as Socket,
    isAnswered: () => {
      state.bytesRead = 1
    },
    close: () => {
      state.destroyed = true
      state.emit('close')
    },
  }
}

const opened: ReturnType<typeof socket>[] = []
afterEach(async () => {
  while (opened.length > 0) {
    for (const each of opened.splice(0)) each.close()
    await settled()
  }
})

/** Lets so many requests ask for their turn, each of which opens a connection where none is free; those that are let in, in order. */
function crowd(pool: ConnectionPool, count: number, signal = going) {
  const sockets: ReturnType<typeof socket>[] = []
  const entered = Array.from({ length: count }, () =>
    pool.enter(signal).then(() => {
      const each = socket()
      sockets.push(each)
      opened.push(each)
      pool.note(each.socket)
    }),
  )
  return { sockets, entered }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the connections of an origin', () => {
  it('are at most six as long as none was answered', async () => {
    const { sockets } = crowd(createPoolsOfNew()(), 30)
    await settled()
    expect(sockets).toHaveLength(6)
  })

  it('become more by one for each that is answered', async () => {
    const pool = createPoolsOfNew()()
    const { sockets } = crowd(pool, 30)
    await settled()
    for (const answered of sockets.slice(0, 2)) answered.isAnswered()
    pool.leave()
    await settled()
    // Two make room for as many, and one more finds the connection of the request that is over.
    expect(sockets).toHaveLength(9)
  })

  it('stay six where each closes behind its answer', async () => {
    const pool = createPoolsOfNew()()
    const { sockets } = crowd(pool, 30)
    for (let answers = 0; answers < 24; answers += 1) {
      await settled()
      const open = sockets.filter(({ socket: { destroyed } }) => !destroyed)
      expect(open).toHaveLength(6)
      open[0]?.isAnswered()
      open[0]?.close()
      pool.leave()
    }
  })

  it('go to urgent requests first', async () => {
    const pool = createPoolsOfNew()()
    const { sockets } = crowd(pool, 8)
    const order: string[] = []
    for (const name of ['urgent', 'more urgent']) pool.enter(going, true).then(() => order.push(name))
    await settled()
    for (const answered of sockets.slice(0, 2)) answered.isAnswered()
    pool.leave()
    await settled()
    expect({ order, opened: sockets.length }).toEqual({ order: ['urgent', 'more urgent'], opened: 7 })
  })

  it('are counted for all pools together', async () => {
    const create = createPoolsOfNew()
    const [one, other] = [crowd(create(), 4), crowd(create(), 4)]
    await settled()
    expect(one.sockets.length + other.sockets.length).toBe(6)
  })

  it('are more where an answer takes its time: what is old is taken', async () => {
    const { sockets, entered } = crowd(createPools({ alone: 1, beside: never, among: never })(), 8)
    await Promise.all(entered)
    expect(sockets).toHaveLength(8)
  })

  describe('are more, and sooner', () => {
    const patience = { alone: never, beside: 1, among: never }
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
    afterEach(() => void vi.useRealTimers())

    /** As long as the patience, and no alarm of it goes off yet. */
    const pass = () => vi.advanceTimersByTimeAsync(patience.beside)

    it('where several were answered and stay open', async () => {
      const pool = createPools(patience)()
      const { sockets, entered } = crowd(pool, 30)
      await settled()
      for (const answered of sockets.slice(0, 2)) answered.isAnswered()
      pool.leave()
      await settled()
      expect(sockets).toHaveLength(9)
      await pass()
      pool.leave()
      await settled()
      // Those that still wait for an answer count no more: six others, and two that find a connection free.
      expect(sockets).toHaveLength(17)
      for (let rounds = 0; rounds < 9; rounds += 1) await pass()
      await Promise.all(entered)
      expect(sockets).toHaveLength(30)
    })

    it('where several were answered, stayed open, and have closed since', async () => {
      const pool = createPools(patience)()
      const first = crowd(pool, 3)
      await settled()
      for (const answered of first.sockets) {
        answered.isAnswered()
        pool.leave()
      }
      await pass()
      for (const answered of first.sockets) answered.close()
      const { sockets } = crowd(pool, 12)
      await settled()
      await pass()
      pool.leave()
      await settled()
      expect(sockets).toHaveLength(12)
    })

    describe('the more where many were', () => {
      const hurried = { alone: never, beside: 4, among: 1 }

      /** So many connections were answered and stay open; how many others are opened at once, and after the shortest patience. */
      async function openedBeside(count: number, slow?: 'at first' | 'at last') {
        const create = createPools(hurried)
        const pool = create()
        const first = crowd(pool, count)
        if (slow === 'at first') await connectSlowly(first)
        while (first.sockets.length < count) {
          await settled()
          for (const each of first.sockets) each.isAnswered()
          await vi.advanceTimersByTimeAsync(hurried.among + 1)
        }
        for (const each of first.sockets) each.isAnswered()
        for (let times = 0; times < 2; times += 1) {
          pool.leave()
          await vi.advanceTimersByTimeAsync(hurried.beside)
        }
        if (slow === 'at last') await connectSlowly(crowd(create(), 1))
        const { sockets } = crowd(create(), 30)
        await settled()
        const atOnce = sockets.length
        await vi.advanceTimersByTimeAsync(hurried.among + 1)
        return [atOnce, sockets.length]
      }

      /** As the system does where the first try found a queue full. */
      async function connectSlowly({ sockets }: ReturnType<typeof crowd>) {
        await settled()
        await vi.advanceTimersByTimeAsync(1000)
        sockets[0]?.socket.emit('connect')
      }

      it('opens six more as soon as the shortest patience is over', async () => expect(await openedBeside(48)).toEqual([6, 12]))
      it('opens none so soon where they were fewer', async () => expect(await openedBeside(47)).toEqual([6, 6]))
      it('opens none so soon where its queue was full', async () => expect(await openedBeside(48, 'at first')).toEqual([6, 6]))
      it('nor where its queue is full', async () => expect(await openedBeside(48, 'at last')).toEqual([6, 6]))
    })

    it('not where each is answered as another closes', async () => {
      const pool = createPools(patience)()
      const { sockets } = crowd(pool, 30)
      for (let answers = 0; answers < 12; answers += 1) {
        await settled()
        const open = sockets.filter(({ socket: { destroyed } }) => !destroyed)
        open[0]?.isAnswered()
        open[1]?.isAnswered()
        pool.leave()
        open[0]?.close()
        await pass()
      }
      expect(sockets.filter(({ socket: { destroyed } }) => !destroyed).length).toBeLessThan(10)
    })
  })

  it('are waited for by the others where one waits no longer', async () => {
    const pool = createPoolsOfNew()()
    const { sockets } = crowd(pool, 6)
    const one = new AbortController()
    const given = pool.enter(one.signal)
    const other = pool.enter(going)
    one.abort('its own end')
    await expect(given).rejects.toBe('its own end')
    await settled()
    sockets[0]?.isAnswered()
    pool.leave()
    await other
  })

  it('are waited for no longer than the run goes on', async () => {
    const run = new AbortController()
    const pool = createPoolsOfNew()()
    const { entered } = crowd(pool, 8, run.signal)
    await settled()
    run.abort('deadline')
    const ends = await Promise.allSettled(entered)
    expect(ends.map(({ status }) => status)).toEqual([...Array(6).fill('fulfilled'), 'rejected', 'rejected'])
    await expect(pool.enter(run.signal)).rejects.toBe('deadline')
  })
})
