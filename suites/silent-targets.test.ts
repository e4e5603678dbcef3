import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import type { Transport } from '../engine/client/transport/transport.ts'
import { exitCode } from '../engine/run.ts'
import { createSeed } from '../engine/seed.ts'
import { inProcess } from './in-process.fixture.ts'
import { run } from './run.ts'

type Sent = Parameters<Transport['send']>[0]

/** Judges a conforming provider that breaks off some requests, by their form or their number, here or elsewhere. */
async function judged(
  isBroken: (request: Sent, number: number, now: number) => boolean,
  { address = '', quick = false, seen = (_status: number | undefined, _now: number) => {} } = {},
) {
  const { target: here, clock, transport } = inProcess({ contract })
  const target = address
    ? { ...here, bases: Object.fromEntries(contract.bases.map((base) => [base, address])), allowWithdrawals: true }
    : here
  let number = 0
  const send: Transport['send'] = async (request, options) => {
    number += 1
    if (isBroken(request, number, clock.now())) {
      await clock.sleep(1, options.signal)
      return { failure: { kind: 'reset', message: 'the connection broke' } }
    }
    const answered = await transport.send(request, options)
    seen(answered.response?.status, clock.now())
    return answered
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

  it.each([3, 6])('because of a ban for half a minute after %i wrong ones is judged in full once it is over', async (most) => {
    let [wrong, until] = [0, 0]
    const seen = (status = 0, now = 0) => {
      wrong = status < 400 ? 0 : wrong + 1
      if (wrong < most) return
      until = now + 30_000
      wrong = 0
    }
    const { finished } = await judged((_request, _number, now) => now < until, { seen })
    expect([exitCode(finished), finished.diagnoses]).toEqual([0, []])
  })

  it('for a while is judged in full once it is back', async () => {
    let back = 0
    const { finished, unknown, seconds } = await judged((_, number, now) => {
      if (number === 100) back = now + 5000
      return now < back
    })
    expect(finished.outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')).toEqual([])
    expect(seconds).toBeLessThan(60)
    expect(unknown).toBeLessThan(240)
  })
})
