import { describe, expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { createService } from '../../../provider/service.ts'
import { type RunOptions, run } from '../../../suites/run.ts'
import { listing, response, target } from '../../evidence/evidence.fixture.ts'
import { ordinaryRequest } from '../../probes/request.ts'
import { exitCode, summary } from '../../run.ts'
import { createSeed } from '../../seed.ts'
import { createClient } from '../client.ts'
import { Jumps } from '../clock.ts'
import type { Answer } from '../transport/transport.ts'
import { servedAt, virtualClock, virtualTransport } from '../virtual.fixture.ts'

const operations = contract.operations.map(({ id }) => id)
const bases = Object.fromEntries(contract.bases.map((base) => [base, 'http://127.0.0.1:1']))

/** What takes the place of an answer; undefined where the target answers as it should. */
type Mishap = (number: number, seconds: number, url: string) => Answer | undefined

const status = (code: number): Answer => ({ response: { status: code, headers: [], body: Buffer.alloc(0), truncated: false } })
const refused: Answer = { failure: { kind: 'refused', message: 'the connection was refused', unconnected: true } }
const broken: Answer = { failure: { kind: 'reset', message: 'the connection broke' } }

async function judged(mishap: Mishap, options: Partial<RunOptions> = {}) {
  const clock = virtualClock()
  const service = createService({ contract, clock: clock.now })
  const began = clock.now()
  let sent = 0
  const transport: RunOptions['transport'] = {
    send: async (request) => {
      sent += 1
      const number = sent
      await clock.sleep(20)
      const instead = mishap(number, (clock.now() - began) / 1000, request.url)
      if (instead) return instead
      return { response: servedAt(service, clock.now(), request) }
    },
    close: async () => {},
  }
  const target = { name: 'virtual', bases, settings: service.state.settings, operations, allowWithdrawals: false }
  const finished = await clock.until(run({ contract, target, clock, transport, seed: createSeed('patience'), ...options }))
  return { finished, sent, seconds: (finished.finishedAt - finished.startedAt) / 1000 }
}

describe('a target that stumbles now and then is judged in full, and the report says so', () => {
  it.each(['one', 'two', 'three'])('2 %% of 502, in the order of the seed %s', async (text) => {
    const seed = createSeed(text)
    const { finished } = await judged((number) => (seed.integer(`mishap/${number}`, 1, 50) === 1 ? status(502) : undefined), { seed })
    expect(finished.outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')).toEqual([])
    expect(exitCode(finished)).toBe(0)
    expect(finished.notes.join()).toMatch(/a request was sent again because the target had not answered it/)
  })

  it.each([
    ['408', status(408)],
    ['504', status(504)],
    ['a broken connection', broken],
    ['a refused connection', refused],
  ])('one in thirty answered with %s', async (_, instead) => {
    const { finished } = await judged((number) => (number % 30 === 0 ? instead : undefined))
    expect(summary(finished)).toMatchObject({ failed: 0, warned: 0, inconclusive: 0 })
  })

  it('loses one in fourteen, which is more than a target gets that refuses so', async () => {
    const { finished } = await judged((number) => (number % 14 === 0 ? broken : undefined))
    expect(summary(finished)).toMatchObject({ failed: 0, inconclusive: 0 })
  })

  it.each([60, 150])('loses eighty at once, from request %i on, as when one of its workers dies', async (from) => {
    const { finished } = await judged((number) => (number >= from && number < from + 80 ? broken : undefined))
    expect(summary(finished)).toMatchObject({ failed: 0, inconclusive: 0 })
  })

  it('starts behind a gateway', async () => {
    const { finished } = await judged((number) => (number <= 5 ? status(502) : undefined))
    expect(summary(finished)).toMatchObject({ failed: 0, warned: 0, inconclusive: 0 })
  })

  it.each([1, 4, 12])('refuses connections for so many seconds: %i', async (long) => {
    const { finished } = await judged((_, seconds) => (seconds > 0.3 && seconds < 0.3 + long ? refused : undefined))
    expect(summary(finished)).toMatchObject({ failed: 0, warned: 0, inconclusive: 0 })
    expect(finished.unknownFate).toEqual([])
  })

  it.each(
    contract.operations.flatMap(({ id, path }) => [
      { id, path, from: 0.03, what: 'answered with 502', instead: status(502) },
      { id, path, from: 0.3, what: 'broken', instead: broken },
    ]),
  )('is away for two seconds, $id alone, from $from s on: $what', async ({ path, from, instead }) => {
    const { finished } = await judged((_, seconds, url) =>
      url.includes(path) && seconds > from && seconds < from + 2 ? instead : undefined,
    )
    expect(summary(finished)).toMatchObject({ failed: 0, warned: 0, inconclusive: 0 })
  })

  it.each([
    [420, 0.3],
    [430, 0.8],
  ])('is away from request %i on, among the last, for %d s', async (from, long) => {
    let since: number | undefined
    const { finished } = await judged((number, seconds) => {
      if (number >= from) since ??= seconds
      return since !== undefined && seconds < since + long ? broken : undefined
    })
    expect(summary(finished)).toMatchObject({ failed: 0, warned: 0, inconclusive: 0 })
  })

  it.each([0.03, 0.3])('is away for ten seconds, all of it, from %d s on', async (from) => {
    const { finished } = await judged((_, seconds) => (seconds > from && seconds < from + 10 ? broken : undefined))
    expect(summary(finished)).toMatchObject({ failed: 0, warned: 0, inconclusive: 0 })
  })

  it('answers its first requests too late, and a few others', async () => {
    const late: Answer = { failure: { kind: 'time-out', message: 'no complete answer within 10000 ms' } }
    const { finished } = await judged((number) => (number <= 3 || number % 150 === 0 ? late : undefined))
    expect(summary(finished)).toMatchObject({ failed: 0, warned: 0, inconclusive: 0 })
  })

  it.each([
    ['refuses connections', refused],
    ['answers 502', status(502)],
  ])('comes up late where --wait allows for that, and %s until then', async (_, instead) => {
    const { finished, seconds } = await judged((_number, after) => (after < 30 ? instead : undefined), { wait: 60_000 })
    expect(summary(finished)).toMatchObject({ failed: 0, inconclusive: 0 })
    expect(seconds).toBeLessThan(36)
  })

  it('comes up late, and has as many requests sent again after that as any other', async () => {
    const { finished } = await judged((number, after) => (after < 30 ? status(502) : number % 30 === 0 ? broken : undefined), {
      wait: 60_000,
    })
    expect(summary(finished)).toMatchObject({ failed: 0, warned: 0, inconclusive: 0 })
  })
})

describe('a target that is down', () => {
  it('is believed to be soon', async () => {
    const { finished, seconds } = await judged(() => refused)
    expect(exitCode(finished)).toBe(3)
    expect(seconds).toBeLessThan(5)
  })

  it('behind a gateway costs few requests', async () => {
    const { finished, sent } = await judged(() => status(502))
    expect(exitCode(finished)).toBe(3)
    expect(sent).toBeLessThan(120)
  })

  it('is waited for no longer than was asked for', async () => {
    const { finished, seconds } = await judged(() => refused, { wait: 10_000 })
    expect(exitCode(finished)).toBe(3)
    expect(seconds).toBeGreaterThanOrEqual(10)
    expect(seconds).toBeLessThan(13)
  })
})

describe('a clock that jumps', () => {
  it.each([
    { by: 3_600_000, want: true, what: 'the machine slept an hour' },
    { by: -60_000, want: true, what: 'it was set back' },
    { by: 400, want: false, what: 'NTP corrected it' },
  ])('is noticed: $want, where $what', ({ by, want }) => {
    let [now, awake] = [1_000_000, 0]
    const jumps = new Jumps({ now: () => now, awake: () => awake, sleep: async () => {} })
    const jumped = jumps.watch()
    awake += 50
    now += 50 + by
    expect(jumped()).toBe(want)
    expect(jumps.most).toBe(want ? by : 0)
  })

  it('is said, and reads that timed out over it are sent again', async () => {
    const clock = virtualClock()
    let slept = 0
    const service = createService({ contract, clock: clock.now })
    const began = clock.now()
    const transport: RunOptions['transport'] = {
      send: async (request) => {
        if (slept === 0 && request.method === 'GET') {
          slept = 600_000
          await clock.sleep(slept)
          return { failure: { kind: 'time-out', message: 'no answer' } }
        }
        return { response: servedAt(service, clock.now(), request) }
      },
      close: async () => {},
    }
    const target = { name: 'virtual', bases, settings: service.state.settings, operations: [operations[0] ?? ''], allowWithdrawals: false }
    const watched = { ...clock, awake: () => clock.now() - began - slept }
    const finished = await clock.until(
      run({ contract, target, clock: watched, transport, deadline: 10_000_000, seed: createSeed('patience') }),
    )
    expect(summary(finished)).toMatchObject({ failed: 0, inconclusive: 0 })
    expect(finished.notes).toContainEqual(expect.stringMatching(/jumped 600 s ahead/))
  })
})

it.each([
  ['comes first', { place: 'first' as const }, 0, [0, 300, 1000, 1000, 1000, 1000]],
  ['is one of many', {}, 0, [0, 300, 1000, 2500]],
  ['is one of many while the clock is set back', {}, 3_600_000, [0, 300, 1000, 2500]],
  ['matters little', { place: 'aside' as const }, 0, [300]],
])('a request that %s and finds a gateway alone is sent again after pauses', async (_, place, back, pauses) => {
  const virtual = virtualClock()
  const began = virtual.now()
  const clock = { ...virtual, now: () => virtual.now() - (virtual.now() - began > 500 ? back : 0), awake: virtual.now }
  const transport = virtualTransport(virtual, 2, () => response(502, {}))
  const { signal } = new AbortController()
  const client = createClient({ contract, target, signal, timeLeft: () => Number.POSITIVE_INFINITY, clock, transport })
  const build = () => ordinaryRequest(listing, client)
  await virtual.until(client.send({ probe: 'it', role: 'control', operation: listing, build, ...place }))
  const { arrivals } = transport
  expect(arrivals.slice(1).map((at, before) => at - (arrivals[before] ?? at) - 2)).toEqual(pauses)
})
