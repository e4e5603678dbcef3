import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { listing, response, signed, target } from '../evidence/evidence.fixture.ts'
import type { SentRequest } from '../exchange.ts'
import { ordinaryRequest } from '../probes/request.ts'
import { createSeed } from '../seed.ts'
import { type ClientOptions, createClient } from './client.ts'
import type { Draft } from './draft.ts'
import { alwaysKept, mostKept } from './transport/room.ts'
import type { Answer } from './transport/transport.ts'
import { virtualClock } from './virtual.fixture.ts'

const dropped: Answer = { failure: { kind: 'reset', message: 'the connection broke' } }
const fine: Answer = { response: response(200, '{}') }
const registered = signed.success.example as object
const limited: Answer = { response: response(429, '', [['retry-after', '2']]) }

const bases = Object.fromEntries(contract.bases.map((base) => [base, 'https://pay.example']))
const elsewhere = { target: { ...target, bases, allowWithdrawals: true } }

/** A client whose requests are answered as given, one after another; the last answer stands for all that follow. */
function clientOf(answers: readonly Answer[], options: Partial<ClientOptions> = {}) {
  const clock = virtualClock()
  const sent: SentRequest[] = []
  const abort = new AbortController()
  const client = createClient({
    contract,
    target,
    clock,
    signal: abort.signal,
    timeLeft: () => 10_000,
    seed: createSeed('client'),
    transport: {
      send: async (request) => {
        sent.push(request)
        return answers[Math.min(sent.length, answers.length) - 1] ?? dropped
      },
      close: async () => {},
    },
    ...options,
  })
  return { client, clock, sent, abort }
}

const request = (url = 'http://127.0.0.1:1/'): SentRequest => ({ method: 'GET', url, headers: [['x-role', 'test']] })
const draft = (change: Partial<Draft> = {}): Draft => ({
  probe: 'p',
  role: 'r',
  operation: listing,
  build: () => request(),
  ...change,
})

describe('createClient', () => {
  it('repeats after a dropped connection what may be repeated, and says how often, and since when', async () => {
    const { client, clock, sent } = clientOf([dropped, dropped, fine])
    const lostSince = clock.now()
    const exchange = await clock.until(client.send(draft()))
    expect(exchange).toMatchObject({ id: 'p/r', repeats: 2, lostSince, response: { status: 200 } })
    expect(sent).toHaveLength(3)
  })

  it('lets others take the place of lost withdrawals, however many, while these are registered', async () => {
    const answers = Array.from({ length: 60 }, (_, id) => [dropped, { response: response(200, { ...registered, id }) }]).flat()
    const { client, clock, sent } = clientOf(answers, { isRun: true })
    const withdrawal = draft({ operation: signed, build: () => ordinaryRequest(signed, client) })
    for (let number = 1; number <= 60; number += 1) {
      const lostSince = clock.now()
      expect(await clock.until(client.send(withdrawal))).toMatchObject({ repeats: 1, lostSince, response: { status: 200 } })
      expect(sent).toHaveLength(2 * number)
    }
  })

  it.for([
    { given: 'where each is counted, 502', options: { ...elsewhere, spending: { most: 20, unexpected: 3 } }, code: 502, sends: 3 },
    { given: 'in a run elsewhere, 503', options: { ...elsewhere, isRun: true }, code: 503, sends: 1 },
    { given: 'of a command elsewhere, 503', options: elsewhere, code: 503, sends: 1 },
    { given: 'of a command here, 429', options: {}, code: 429, sends: 1 },
    { given: 'in a run elsewhere, 429', options: { ...elsewhere, isRun: true }, code: 429, sends: 1 },
    { given: 'in a run here, 500', options: { isRun: true }, code: 500, sends: 1 },
  ] satisfies { given: string; options: Partial<ClientOptions>; code: number; sends: number }[])(
    'a withdrawal after one that was accepted, $given: $sends are sent, no two alike',
    async ({ options, code, sends }) => {
      const accepted = { response: response(200, { ...registered, data: { withdrawId: 1 } }) }
      const { client, clock, sent } = clientOf([accepted, { response: response(code, '') }], options)
      const withdrawal = draft({ operation: signed, build: () => ordinaryRequest(signed, client) })
      await clock.until(client.send(withdrawal))
      const exchange = await clock.until(client.send(withdrawal))
      expect(exchange).toMatchObject({ repeats: sends - 1, response: { status: code } })
      expect(new Set(sent.map(({ body }) => body?.toString())).size).toBe(1 + sends)
      expect(sent).toHaveLength(1 + sends)
    },
  )

  it('gives up after three repeats what matters little or opens a run, and the others some seconds later', async () => {
    const repeats = async (change: Parameters<typeof draft>[0]) => {
      const { client, clock, sent } = clientOf([dropped])
      const began = clock.now()
      expect(await clock.until(client.send(draft(change)))).toMatchObject({ repeats: sent.length - 1, failure: { kind: 'reset' } })
      return [sent.length - 1, Math.round((clock.now() - began) / 1000)]
    }
    expect([await repeats({}), await repeats({ place: 'aside' }), await repeats({ place: 'first' })]).toEqual([
      [4, 4],
      [1, 0],
      [6, 4],
    ])
  })

  it('never repeats after a time-out', async () => {
    const { client, clock, sent } = clientOf([{ failure: { kind: 'time-out', message: 'late' } }, fine])
    await clock.until(client.send(draft()))
    expect(sent).toHaveLength(1)
  })

  it('sends a limited request again, built anew, when the target asks for it', async () => {
    const { client, clock, sent } = clientOf([limited, fine])
    const began = clock.now()
    const build = () => request(`http://127.0.0.1:1/?at=${client.reserveTime() - began}`)
    expect(await clock.until(client.send(draft({ build })))).toMatchObject({ repeats: 1, response: { status: 200 } })
    expect(sent.map(({ url }) => url.split('=')[1])).toEqual(['0', '2000'])
  })

  it('takes a time-out that is longer than any timer for the longest one', async () => {
    const timeouts: number[] = []
    const transport = {
      send: async (_: SentRequest, limits: { readonly timeout: number }) => {
        timeouts.push(limits.timeout)
        return fine
      },
      close: async () => {},
    }
    const { client, clock } = clientOf([], { transport, timeout: 1e13 })
    await clock.until(client.send(draft()))
    expect(timeouts).toEqual([2 ** 31 - 1])
  })

  it('lets a limit stand that lasts longer than the run may', async () => {
    const { client, clock, sent } = clientOf([{ response: response(429, '', [['retry-after', '3600']]) }])
    const began = clock.now()
    expect(await clock.until(client.send(draft()))).toMatchObject({ repeats: 0, response: { status: 429 } })
    expect([sent.length, clock.now() - began]).toEqual([1, 0])
  })

  it('says what it could not send when the run ends, and why', async () => {
    for (const [reason, kind] of [
      ['deadline', 'deadline'],
      ['interrupted', 'interrupted'],
    ] as const) {
      const { client, clock, abort, sent } = clientOf([fine])
      abort.abort(reason)
      expect(await clock.until(client.send(draft()))).toMatchObject({ failure: { kind } })
      expect(sent).toHaveLength(0)
    }
  })

  it('adds its own name and the headers of the connection', async () => {
    const connection = { headers: [['x-gateway', 'yes']] as const, tls: {}, hidden: [] }
    const { client, clock, sent } = clientOf([fine], { target: { ...target, connection }, seed: createSeed('b') })
    await clock.until(client.send(draft()))
    const headers = sent[0]?.headers ?? []
    expect([...headers].sort()).toEqual([
      ['accept-encoding', 'gzip, deflate, br'],
      ['user-agent', 'assay'],
      ['x-gateway', 'yes'],
      ['x-role', 'test'],
    ])
  })

  it('takes other content codings now and then, and says at times that it takes any', async () => {
    const { client, clock, sent } = clientOf(new Array(50).fill(fine))
    for (const number of Array(50).keys()) await clock.until(client.send({ ...draft(), role: `${number}` }))
    const codings = new Set(sent.map(({ headers }) => headers.find(([name]) => name === 'accept-encoding')?.[1]))
    expect([...codings].sort()).toEqual(['gzip', 'gzip, deflate', 'gzip, deflate, br', undefined])
  })

  it('gives times that rise, and passing ones that later rising ones leave behind', () => {
    const { client, clock } = clientOf([fine])
    const now = clock.now()
    const times = [client.reserveTime(), client.reserveTime(), client.peekTime(), client.peekTime(), client.reserveTime()]
    expect(times.map((time) => time - now)).toEqual([0, 1, 2, 2, 3])
  })

  it('keeps no more than so much of all bodies, and of the rest an excerpt', async () => {
    const large = { response: response(200, Buffer.alloc(mostKept - 1)) }
    const { client, clock } = clientOf([large, { response: response(200, Buffer.alloc(1 << 20, 'a')) }])
    const [first, second] = [await clock.until(client.send(draft())), await clock.until(client.send(draft()))]
    expect(first.response).toMatchObject({ truncated: false, body: { length: mostKept - 1 } })
    expect(second.response).toMatchObject({ truncated: true, body: { length: alwaysKept } })
  })
})
