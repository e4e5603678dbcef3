import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import type { Transport } from '../engine/client/transport/transport.ts'
import { exitCode } from '../engine/run.ts'
import { createSeed } from '../engine/seed.ts'
import { inProcess } from './in-process.fixture.ts'
import { run } from './run.ts'

type Sent = Parameters<Transport['send']>[0]

/** Judges a conforming provider that breaks off some requests, by their form or their number, here or elsewhere. */
async function judged(isBroken: (request: Sent, number: number, now: number) => boolean, { address = '', quick = false } = {}) {
  const { target: here, clock, transport } = inProcess({ contract })
  const target = address
    ? { ...here, bases: Object.fromEntries(contract.bases.map((base) => [base, address])), allowWithdrawals: true }
    : here
  let number = 0
  const send: Transport['send'] = async (request, options) => {
    number += 1
    if (!isBroken(request, number, clock.now())) return transport.send(request, options)
    await clock.sleep(1, options.signal)
    return { failure: { kind: 'reset', message: 'the connection broke' } }
  }
  const began = clock.now()
  const selection = { quick }
  const finished = await run({ contract, target, clock, transport: { ...transport, send }, seed: createSeed('silent'), selection })
  return {
    finished,
    unknown: finished.unknownFate?.length ?? 0,
    first: finished.diagnoses[0]?.problem,
    seconds: (clock.now() - began) / 1000,
  }
}

describe('a target that leaves right requests without an answer', () => {
  const isPost = ({ method }: Sent) => method === 'POST'

  it.each([false, true])('is told so soon, and gets few withdrawals on this machine too (quick: %s)', async (quick) => {
    const { finished, unknown, first, seconds } = await judged(isPost, { quick })
    expect([exitCode(finished), first]).toEqual([3, expect.stringContaining('breaks off every POST')])
    expect(seconds).toBeLessThan(12)
    expect(unknown).toBeLessThanOrEqual(12)
  })

  it('gets fewer elsewhere', async () => {
    const { finished, unknown, first } = await judged(isPost, { address: 'https://gateway.example' })
    expect([exitCode(finished), first, unknown]).toEqual([3, expect.stringContaining('breaks off every POST'), 3])
  })

  it('after it answered many is asked again at once, and not taken for one that locks out', async () => {
    const { finished, unknown, first, seconds } = await judged((_, number) => number > 100)
    expect([exitCode(finished), first]).toEqual([3, expect.stringContaining('answered 100 requests and then none')])
    expect(seconds).toBeLessThan(30)
    // What was under way at once, and twelve in each of three runs.
    expect(unknown).toBeLessThan(96 + 3 * 12)
  })

  it('for a while is judged in full once it is back', async () => {
    let back = 0
    const { finished, seconds } = await judged((_, number, now) => {
      if (number === 100) back = now + 5000
      return now < back
    })
    expect(finished.outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')).toEqual([])
    expect(seconds).toBeLessThan(60)
  })
})
