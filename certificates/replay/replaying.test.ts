import { isDeepStrictEqual } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { systemClock } from '../../engine/client/clock.ts'
import { createTransport } from '../../engine/client/transport/transport.ts'
import type { ReceivedResponse } from '../../engine/exchange.ts'
import type { Run } from '../../engine/run.ts'
import { createSeed } from '../../engine/seed.ts'
import type { Target } from '../../engine/target.ts'
import { optionsOfVariant } from '../../provider/named-variant.fixture.ts'
import { startProvider } from '../../provider/server.ts'
import { inProcess } from '../../suites/in-process.fixture.ts'
import { run } from '../../suites/run.ts'
import { type RunRecording, record, type Tape } from './recording.ts'
import { replay } from './replaying.ts'

const provider = await startProvider({ contract })
afterAll(() => provider.close())

const target: Target = {
  name: 'reference',
  bases: provider.bases,
  settings: provider.settings,
  operations: contract.operations.map(({ id }) => id),
  allowWithdrawals: true,
}
const seed = createSeed('replayed')
const recording = record(systemClock, createTransport(target, { concurrency: 64, timeout: 10_000 }))
const first = await run({ contract, target, seed, ...recording })
const tape = recording.tape()

const again = (changed: Tape, other = seed) => replay(changed, (given) => run({ contract, target, seed: other, ...given }))

describe('a run over its own tape', () => {
  it('sends the same requests, byte for byte, and finds the same', async () => {
    expect(first.complete).toBe(true)
    const { run: second, departure } = await again(tape)
    expect(departure).toBeUndefined()
    expectSame(second, first)
  })

  it('does so with another seed as well', async () => {
    const own = createSeed('another')
    const recording = record(systemClock, createTransport(target, { concurrency: 64, timeout: 10_000 }))
    await run({ contract, target, seed: own, ...recording })
    expect((await again(recording.tape(), own)).departure).toBeUndefined()
  })
})

describe('a run over the tape of a target', () => {
  const names = ['slow', 'payments-arriving', 'rising-strict', 'replay-timestamp', 'payments-many'] as const
  it.each(names)('%s', async (name) => {
    const other = await startProvider({ contract, ...optionsOfVariant(name) })
    const at = { ...target, bases: other.bases, settings: other.settings }
    const recording = record(systemClock, createTransport(at, { concurrency: 24, timeout: 10_000 }))
    const repeated = await expectTheSameAgain(at, recording)
    await other.close()
    expect(repeated).toBe(0)
  })

  it('that says "later" by the second', async () => {
    const {
      clock,
      transport,
      target: at,
    } = inProcess({ contract, behaviour: { rate: { perSecond: 120, status: 429, retryAfter: false } } })
    expect(await expectTheSameAgain(at, record(clock, transport))).toBeGreaterThan(0)
  })

  it('that loses every second answer to a right withdrawal, and is not asked for long', async () => {
    const { clock, transport, target: at } = inProcess({ contract })
    let registered = 0
    const losing: typeof transport = {
      ...transport,
      send: async (request, limits) => {
        const answer = await transport.send(request, limits)
        if (!answer.response || !isRegistered(answer.response)) return answer
        registered += 1
        return registered % 2 === 0 ? { failure: { kind: 'reset', message: 'broken', code: 'ECONNRESET' } } : answer
      },
    }
    await expectTheSameAgain(at, record(clock, losing))
    expect(registered).toBeLessThan(50)
  })

  /** How many requests were repeated. */
  async function expectTheSameAgain(at: Target, recording: RunRecording): Promise<number> {
    const found = await run({ contract, target: at, seed, concurrency: 24, ...recording })
    const tape = recording.tape()
    const { run: second, departure } = await replay(tape, (given) => run({ contract, target: at, seed, concurrency: 24, ...given }))
    expect(departure).toBeUndefined()
    expectSame(second, found)
    return tape.attempts.length - found.exchanges.length
  }
})

describe('a tape that was tampered with is found out', () => {
  const { attempts, happenings } = tape
  const without = <T>(list: readonly T[], at: number) => list.filter((_, index) => index !== at)
  const last = happenings.length - 1
  const cases: Readonly<Record<string, [Tape, RegExp]>> = {
    'cut off': [{ ...tape, happenings: happenings.slice(0, 40) }, /breaks off|never sends/],
    'a request that was never sent': [{ ...tape, attempts: [...attempts, ...attempts.slice(0, 1)] }, /which the suite never sends/],
    'a request dropped': [{ ...tape, attempts: without(attempts, 30) }, /as request 31, but/],
    'two requests swapped': [{ ...tape, attempts: swapped(attempts, 10, 11) }, /as request 11, but/],
    'an answer dropped': [{ ...tape, happenings: without(happenings, 20) }, /./],
    'an answer given twice': [{ ...tape, happenings: [...happenings, ...happenings.slice(last)] }, /a second time|goes on/],
    'an earlier time': [{ ...tape, ...earlier(1000) }, /its header|another/],
    'time that runs backwards': [{ ...tape, happenings: swapped(happenings, 0, last) }, /./],
  }
  for (const [name, [changed, expected]] of Object.entries(cases)) {
    it(name, async () => expect((await again(changed)).departure).toMatch(expected))
  }

  it('another seed', async () => expect((await again(tape, createSeed('another'))).departure).toMatch(/as request \d+, but/))
})

function earlier(by: number): Pick<Tape, 'startedAt' | 'happenings'> {
  return { startedAt: tape.startedAt - by, happenings: tape.happenings.map((happening) => ({ ...happening, at: happening.at - by })) }
}

function swapped<T>(list: readonly T[], one: number, other: number): T[] {
  return list.map((value, index) => list[index === one ? other : index === other ? one : index] ?? value)
}

function isRegistered({ status, body }: ReceivedResponse): boolean {
  return status === 200 && body.includes('withdrawId')
}

/** How long each answer took as well. Node compares megabytes of bodies a hundred times as fast as a matcher does. */
function expectSame({ exchanges: again, ...second }: Run, { exchanges: before, ...first }: Run): void {
  const found = ({ outcomes, observations, registered }: typeof first) => ({ outcomes, observations, registered })
  expect(found(second)).toEqual(found(first))
  expect(isDeepStrictEqual(again, before)).toBe(true)
}
