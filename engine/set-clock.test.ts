import { expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { createService } from '../provider/service.ts'
import { run } from '../suites/run.ts'
import { servedAt, virtualClock, virtualTransport } from './client/virtual.fixture.ts'
import { response } from './evidence/evidence.fixture.ts'
import type { ReceivedResponse } from './exchange.ts'
import { exitCode, type Run } from './run.ts'
import { createSeed } from './seed.ts'

it.each([60, 150, 300])(
  'a clock that is set back by an hour, after %i requests, is neither waited for nor held against the target',
  async (after) => {
    const target = virtualClock()
    let set = 0
    const own = { ...target, now: () => target.now() - set, awake: target.now }
    const service = createService({ contract, clock: target.now, behaviour: { skew: { past: 300_000, future: 1000 } } })
    const transport = virtualTransport(target, 20, (request, number) => {
      if (number > after) set = hour
      const answer = servedAt(service, target.now(), request)
      return { ...answer, headers: [...answer.headers, ['date', new Date(target.now()).toUTCString()]] }
    })
    const bases = Object.fromEntries(contract.bases.map((name) => [name, 'http://127.0.0.1:1']))
    const operations = contract.operations.map(({ id }) => id)
    const asked = { name: 'virtual', bases, settings: service.state.settings, operations, allowWithdrawals: true }
    const began = target.now()
    const deadline = 600_000
    const finished = await target.until(run({ contract, target: asked, clock: own, transport, seed: createSeed('set clock'), deadline }))
    expect(finished.outcomes.filter(({ verdict }) => verdict === 'failed')).toEqual([])
    expect(finished.complete).toBe(true)
    expect(target.now() - began).toBeLessThan(200_000)
    expect([finished.finishedAt > finished.startedAt, (finished.timeLeft ?? 0) < deadline]).toEqual([true, true])
    expect(exitCode(finished)).toBe(3)
  },
)

const hour = 3_600_000

/**
 * What comes of a run whose clock is set two hours ahead at its 150th request, of a target that answers some otherwise, and takes what was
 * signed before and arrives then.
 */
async function setAhead(otherwise: (number: number) => ReceivedResponse | undefined): Promise<Run> {
  const target = virtualClock()
  let set = 0
  const own = { ...target, now: () => target.now() + set, awake: target.now }
  const service = createService({ contract, clock: own.now, behaviour: { skew: { past: 3 * hour, future: hour } } })
  const transport = virtualTransport(target, 20, (request, number) => {
    if (number > 150) set = 2 * hour
    const answer = otherwise(number) ?? servedAt(service, own.now(), request)
    return { ...answer, headers: [...answer.headers, ['date', new Date(own.now()).toUTCString()]] }
  })
  const bases = Object.fromEntries(contract.bases.map((name) => [name, 'http://127.0.0.1:1']))
  const operations = contract.operations.map(({ id }) => id)
  const asked = { name: 'virtual', bases, settings: service.state.settings, operations, allowWithdrawals: true }
  return target.until(run({ contract, target: asked, clock: own, transport, seed: createSeed('set ahead'), deadline: 600_000 }))
}

it('a clock that is set ahead takes no time from the slower runs', async () => {
  const crowded = response(403, { message: 'Rate limit exceeded' })
  const finished = await setAhead((number) => (number < 150 && number % 3 === 0 ? crowded : undefined))
  expect(finished.notes.join()).toContain('were sent again')
  expect(finished.outcomes.filter(({ verdict }) => verdict === 'failed')).toEqual([])
})

it('a clock that is set ahead is no reason not to wait for a limit', async () => {
  const later = response(429, {}, [['retry-after', '1']])
  const finished = await setAhead((number) => (number > 200 && number <= 210 ? later : undefined))
  expect(finished.outcomes.filter(({ verdict }) => verdict === 'failed')).toEqual([])
  expect(finished.exchanges.filter((exchange) => exchange.response?.status === 429).map(({ id }) => id)).toEqual([])
})
