import { describe, expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { defined } from '../../../language/defined.ts'
import type { Behaviour } from '../../../provider/behaviour.ts'
import { createService } from '../../../provider/service.ts'
import { type CaughtMutant, mutants } from '../../../suites/mutants.ts'
import { plan, type RunOptions, run } from '../../../suites/run.ts'
import type { ReceivedResponse, SentRequest } from '../../exchange.ts'
import { exitCode, type Run, summary } from '../../run.ts'
import { createSeed } from '../../seed.ts'
import { type Handler, servedAt, virtualClock, virtualTransport } from '../virtual.fixture.ts'

const operations = contract.operations.map(({ id }) => id)

type Options = Pick<RunOptions, 'rate' | 'concurrency' | 'deadline' | 'wait'>

/** Where the target is, and what stands in front of it: another answer to a request, or none. */
interface Front {
  readonly at: string
  readonly answer: (request: SentRequest, now: number) => ReceivedResponse | undefined
}

async function judged(behaviour: Behaviour, options: Options = {}, latency = 20, mutant?: CaughtMutant, front?: Front) {
  const clock = virtualClock()
  const service = createService(defined({ contract, clock: clock.now, behaviour, mutant }))
  const answer: Handler = (request) => {
    return front?.answer(request, clock.now()) ?? servedAt(service, clock.now(), request)
  }
  const transport = virtualTransport(clock, latency, answer)
  const at = Object.fromEntries(contract.bases.map((base) => [base, front?.at ?? 'http://127.0.0.1:1']))
  const target = { name: 'virtual', bases: at, settings: service.state.settings, operations, allowWithdrawals: true }
  const finished = await clock.until(run({ contract, target, clock, transport, seed: createSeed('scheduler'), ...options }))
  return { finished, seconds: (finished.finishedAt - finished.startedAt) / 1000, transport, sent: transport.arrivals.length }
}

const limits = [15, 1].flatMap((perSecond) =>
  ([429, 503] as const).flatMap((status) => [true, false].map((retryAfter) => ({ perSecond, status, retryAfter }))),
)
const strict: Behaviour = { risingTimestamps: true, replay: 'signature', skew: { past: 10_000, future: 1000 } }

describe('a target with a limit', () => {
  for (const rate of limits) {
    it(`of ${rate.perSecond}/s with ${rate.status}${rate.retryAfter ? ' and Retry-After' : ''} is judged in full, at its pace`, async () => {
      const { finished, seconds, sent } = await judged({ rate, ...strict }, { concurrency: 32 })
      expect(summary(finished)).toMatchObject({ failed: 0, inconclusive: 0 })
      expect(finished.complete).toBe(true)
      const least = finished.exchanges.length
      expect(sent - least).toBeLessThan(45)
      expect(seconds).toBeLessThan((1.2 * least) / rate.perSecond + 5)
    })
  }
})

describe('a target that answers 503 to everything', () => {
  const unavailable = (until: number): Front => {
    let began: number | undefined
    const answer: Front['answer'] = (_request, now) => {
      began ??= now
      return now - began < until ? { status: 503, headers: [], body: Buffer.from('down'), truncated: false } : undefined
    }
    return { at: 'http://127.0.0.1:1', answer }
  }

  it('is told to be down soon, as somebody waits for it', async () => {
    const { finished, seconds } = await judged({}, {}, 20, undefined, unavailable(Number.POSITIVE_INFINITY))
    expect(exitCode(finished)).toBe(3)
    expect(seconds).toBeLessThan(20)
  })

  it.each([
    ['for ten seconds', 10_000, {}],
    ['for two minutes, where it is waited for', 120_000, { wait: 180_000 }],
  ])('%s is judged in full', async (_, until, options) => {
    const { finished } = await judged({}, options, 20, undefined, unavailable(until))
    expect(summary(finished)).toMatchObject({ failed: 0, inconclusive: 0 })
  })
})

/** A target elsewhere that takes so many withdrawals in any second, and answers 503 to others, as to all that come too fast. */
function frontOf(perSecond: number): Front {
  const paths = contract.operations.filter(({ movesMoney }) => movesMoney).map(({ path }) => path)
  const taken: number[] = []
  return {
    at: 'http://pay.example',
    answer: ({ url }, now) => {
      if (!paths.some((path) => url.endsWith(path))) return undefined
      if (taken.filter((at) => at > now - 1000).length < perSecond) return void taken.push(now)
      return { status: 503, headers: [], body: Buffer.alloc(0), truncated: false }
    },
  }
}

describe('a target elsewhere', () => {
  it.each([3, 10])('that takes %i withdrawals a second is judged in full, by pacing: few may be lost', async (perSecond) => {
    const { finished } = await judged({}, {}, 20, undefined, frontOf(perSecond))
    expect(exitCode(finished)).toBe(0)
    expect(finished.unknownFate?.length).toBeLessThan(6)
  })
})

/** A target whose withdrawals alone are away for half a minute. */
function awayForWithdrawals(): Front {
  const paths = contract.operations.filter(({ movesMoney }) => movesMoney).map(({ path }) => path)
  let began: number | undefined
  return {
    at: 'http://127.0.0.1:1',
    answer: ({ url }, now) => {
      began ??= now
      const isAway = now - began > 1000 && now - began < 31_000 && paths.some((path) => url.endsWith(path))
      return isAway ? { status: 503, headers: [], body: Buffer.alloc(0), truncated: false } : undefined
    },
  }
}

describe.each([
  ['', undefined],
  [', also where one operation waits apart from the others', awayForWithdrawals],
] as const)('a polite run', (also, front) => {
  it(`keeps to --rate${also}`, async () => {
    const { finished, transport } = await judged({}, { rate: 10 }, 20, undefined, front?.())
    expect(exitCode(finished)).toBe(0)
    const { arrivals } = transport
    const fullest = Math.max(...arrivals.map((from) => arrivals.filter((at) => at >= from && at < from + 1000).length))
    expect(fullest).toBeLessThanOrEqual(10)
    expect(arrivals.length).toBeGreaterThan(100)
  })

  it(`keeps to --concurrency${also}`, async () => {
    const { finished, transport } = await judged({}, { concurrency: 3 }, 20, undefined, front?.())
    expect(exitCode(finished)).toBe(0)
    expect(transport.mostAtOnce()).toBe(3)
  })
})

describe('a target at a distance', () => {
  const latency = 100
  const signedOf = ({ exchanges }: Run) =>
    exchanges.filter(({ operation: id }) => contract.operations.find((each) => each.id === id)?.authentication.kind === 'signed').length

  it.each([
    [300, 5],
    [800, 1],
  ])('of %i ms that takes %i a second is asked no oftener in vain', async (way, perSecond) => {
    const { finished, sent } = await judged({ rate: { perSecond, status: 429, retryAfter: false } }, {}, way)
    expect(summary(finished)).toMatchObject({ failed: 0, inconclusive: 0 })
    expect(sent - finished.exchanges.length).toBeLessThan(45)
  })

  it('waits for few requests one after another', async () => {
    const { finished, seconds } = await judged({}, {}, latency)
    const { cost } = await plan(contract, finished.target)
    expect(exitCode(finished)).toBe(0)
    expect(cost.chain).toBeLessThanOrEqual(12)
    expect(seconds).toBeLessThan(2)
  })

  it('that insists on rising times gets its signed requests one after another', async () => {
    const { finished, seconds } = await judged({ risingTimestamps: true }, {}, latency)
    expect(summary(finished)).toMatchObject({ failed: 0, inconclusive: 0 })
    expect(seconds).toBeGreaterThan(0.9 * (latency / 1000) * signedOf(finished))
    expect(seconds).toBeLessThan(1.2 * (latency / 1000) * signedOf(finished))
  })

  it('hides no lax signature behind its rising times', async () => {
    const lax = mutants(contract).find(({ name }) => name.endsWith('.signature.beside.uses-sha1'))
    const { finished } = await judged({ risingTimestamps: true }, {}, latency, lax)
    const failed = finished.outcomes.flatMap(({ check, verdict }) => (verdict === 'failed' ? [check] : []))
    expect(failed).toEqual(lax?.caughtBy)
  })
})

describe('a target that says "later" to wrong signatures alone', () => {
  const later: Behaviour = { errors: { signature: 'too-many' } }

  it('is judged in full, and hardly waited for', async () => {
    const { finished, seconds } = await judged(later)
    expect(summary(finished)).toMatchObject({ failed: 0, inconclusive: 0 })
    expect(seconds).toBeLessThan(10)
  })

  it('hides no lax signature behind that', async () => {
    const lax = mutants(contract).find(({ name }) => name.endsWith('.signature.beside.uses-sha1'))
    const { finished } = await judged(later, {}, 20, lax)
    const failed = finished.outcomes.flatMap(({ check, verdict }) => (verdict === 'failed' ? [check] : []))
    expect(failed).toEqual(lax?.caughtBy)
  })
})

describe('a target that locks clients out for half a minute with 429', () => {
  const lockout: Behaviour['lockout'] = { failures: 5, milliseconds: 30_000, status: 429 }

  it('is judged in full in half of the time that a run may take, whatever the order of requests', async () => {
    const { finished, seconds } = await judged({ lockout })
    expect(summary(finished)).toMatchObject({ failed: 0, inconclusive: 0 })
    expect(seconds).toBeLessThan(600)
  })

  it('hides no lax signature behind that', async () => {
    const lax = mutants(contract).find(({ name }) => name.endsWith('.signature.beside.uses-sha1'))
    const { finished } = await judged({ lockout }, {}, 20, lax)
    const failed = finished.outcomes.flatMap(({ check, verdict }) => (verdict === 'failed' ? [check] : []))
    expect(failed).toEqual(lax?.caughtBy)
  })
})

it('a target that takes each withdrawal once, and locks out, is asked for other amounts in slower runs', async () => {
  const lockout: Behaviour['lockout'] = { failures: 10, milliseconds: 3000, status: 401 }
  const { finished } = await judged({ lockout, bounds: { alike: 'once' } })
  expect(summary(finished)).toMatchObject({ failed: 0, inconclusive: 0 })
})

it('a target that locks out and limits with the same 503 is judged in full', async () => {
  const lockout: Behaviour['lockout'] = { failures: 5, milliseconds: 3000, status: 503 }
  const { finished, seconds } = await judged({ lockout, rate: { perSecond: 10, status: 503, retryAfter: false } })
  expect(summary(finished)).toMatchObject({ failed: 0, inconclusive: 0 })
  expect(seconds).toBeLessThan(600)
})

describe('a target that says nothing but "later"', () => {
  it('is given up after some patience, with few requests', async () => {
    const { finished, seconds, sent } = await judged({ rate: { perSecond: 0, status: 429, retryAfter: false } })
    expect(exitCode(finished)).toBe(3)
    expect(seconds).toBeGreaterThan(90)
    expect(seconds).toBeLessThan(120)
    expect(sent).toBeLessThan(60)
  })

  it.each([429, 503])('with %i is waited for once where it asks for that, and not suspected of a lockout', async (status) => {
    const later: ReceivedResponse = { status, headers: [['retry-after', '120']], body: Buffer.from('later'), truncated: false }
    const { finished, seconds } = await judged({}, {}, 20, undefined, { at: 'http://127.0.0.1:1', answer: () => later })
    expect([exitCode(finished), finished.notes.filter((note) => note.includes('sent again'))]).toEqual([3, []])
    expect(seconds).toBeLessThan(130)
  })

  it('is given up as soon after it answered, if its gateway says that nothing is behind it', async () => {
    const { finished, seconds } = await judged({ lockout: { failures: 30, milliseconds: 3_600_000, status: 503 } })
    expect(exitCode(finished)).toBe(3)
    expect(seconds).toBeLessThan(120)
  })

  it('ends the run at its deadline where that comes first', async () => {
    const { finished, seconds } = await judged({ rate: { perSecond: 1, status: 429, retryAfter: true } }, { deadline: 20_000 })
    expect(finished).toMatchObject({ complete: false, notes: ['The run reached its deadline of 20 s before it was done.'] })
    expect(exitCode(finished)).toBe(3)
    // Three of its twenty seconds are kept for what follows the last answer.
    expect(seconds).toBe(17)
  })
})
