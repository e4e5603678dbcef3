import { describe, expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { createService } from '../../../provider/service.ts'
import { type RunOptions, run } from '../../../suites/run.ts'
import { diagnose } from '../../../targets/diagnosis.ts'
import { response } from '../../evidence/evidence.fixture.ts'
import { exitCode } from '../../run.ts'
import { createSeed } from '../../seed.ts'
import { type Handler, servedAt, virtualClock, virtualTransport } from '../virtual.fixture.ts'

const operations = contract.operations.map(({ id }) => id)
const lists = contract.operations.find(({ pagination }) => pagination)?.path
const { id: withdrawal, path: withdraws } = contract.operations.find(({ movesMoney }) => movesMoney) ?? {}

interface Outage {
  readonly path: string | undefined
  readonly status: number
  /** After how many requests to the path, and for how long, in milliseconds. */
  readonly after: number
  readonly time: number
}

/** Judges a target elsewhere of which one operation is away for a time. */
async function judged({ path = '', status, after, time }: Outage, options: Pick<RunOptions, 'concurrency'> = {}) {
  const clock = virtualClock()
  const service = createService({ contract, clock: clock.now })
  let [asked, back] = [0, Number.POSITIVE_INFINITY]
  const answer: Handler = (request) => {
    const isOfIt = request.url.endsWith(path)
    asked += Number(isOfIt)
    if (asked === after + 1) back = Math.min(back, clock.now() + time)
    return isOfIt && asked > after && clock.now() < back ? response(status, {}) : servedAt(service, clock.now(), request)
  }
  const bases = Object.fromEntries(contract.bases.map((base) => [base, 'https://pay.example']))
  const target = { name: 'virtual', bases, settings: service.state.settings, operations, allowWithdrawals: true }
  const transport = virtualTransport(clock, 40, answer)
  const finished = await clock.until(run({ contract, target, clock, transport, seed: createSeed('outages'), ...options }))
  const [first] = diagnose({ contract, target, exchanges: finished.exchanges })
  return {
    code: exitCode(finished),
    seconds: (finished.finishedAt - finished.startedAt) / 1000,
    lost: finished.unknownFate?.length,
    cause: first?.problem,
  }
}

describe('an operation of a target elsewhere that says "later"', () => {
  it.each([
    ['its lists for three seconds', { path: lists, status: 503, after: 59, time: 3000 }, 0],
    ['its lists for half a minute', { path: lists, status: 503, after: 59, time: 30_000 }, 0],
    ['its withdrawals for half a minute', { path: withdraws, status: 429, after: 0, time: 30_000 }, 0],
    ['its withdrawals from the first on for ten seconds', { path: withdraws, status: 503, after: 0, time: 10_000 }, 2],
    ['its withdrawals for ten seconds, later on', { path: withdraws, status: 503, after: 59, time: 10_000 }, 5],
  ])('is judged in full within two minutes: %s', async (_, outage, most) => {
    const { code, seconds, lost } = await judged(outage)
    expect(code).toBe(0)
    expect(seconds).toBeLessThan(120)
    expect(lost).toBeLessThanOrEqual(most)
  })

  it.each([
    [503, 0, undefined, 3],
    [503, 58, undefined, 7],
    [503, 59, undefined, 7],
    [503, 59, 1, 5],
    [429, 0, 1, 0],
    [429, 50, 1, 0],
  ])('is told soon where it never stops: withdrawals with %i after %i requests', async (status, after, concurrency, most) => {
    const outage = { path: withdraws, status, after, time: Number.POSITIVE_INFINITY }
    const { code, seconds, lost, cause } = await judged(outage, concurrency === undefined ? {} : { concurrency })
    expect(code).toBe(3)
    expect(seconds).toBeLessThan(190)
    expect(lost).toBeLessThanOrEqual(most)
    expect(cause).toMatch(new RegExp(`^${withdrawal}.*${status}`))
  })
})

describe('a target elsewhere that restarts behind a gateway, which says 502 meanwhile', () => {
  it.each([
    ['for a second', { path: '', after: 100, time: 1000 }],
    ['for four seconds from the first request on', { path: '', after: 0, time: 4000 }],
    ['for two seconds, before a right withdrawal was answered', { path: '', after: 3, time: 2000 }],
    ['for four seconds', { path: '', after: 60, time: 4000 }],
    ['for a second, its withdrawals alone', { path: withdraws, after: 59, time: 1000 }],
  ])('is judged in full, and few withdrawals are lost: %s', async (_, outage) => {
    const { code, seconds, lost = 0 } = await judged({ ...outage, status: 502 })
    expect(code).toBe(0)
    expect(lost).toBeLessThanOrEqual(6)
    expect(seconds).toBeLessThan(outage.time / 1000 + 8)
  })

  it.each([60, 250])('is told soon where it never comes back: after %i requests', async (after) => {
    const { code, seconds } = await judged({ path: '', status: 502, after, time: Number.POSITIVE_INFINITY })
    expect(code).toBe(3)
    expect(seconds).toBeLessThan(25)
  })
})
