import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { createService } from '../../provider/service.ts'
import { createCatalogue } from '../../suites/index.ts'
import { type Builder, createClient } from '../client/client.ts'
import { servedAt, virtualClock, virtualTransport } from '../client/virtual.fixture.ts'
import { target } from '../evidence/evidence.fixture.ts'
import type { Exchange } from '../exchange.ts'
import { type PlannedProbe, planCatalogue } from '../plan.ts'
import { createSeed } from '../seed.ts'
import { controlledProbe } from './controlled.ts'
import type { ProbeRequest } from './controlled-plan.ts'
import { ordinaryRequest } from './request.ts'
import { createRecorder } from './steps.ts'

const planned = planCatalogue(createCatalogue(contract), contract, target)
/** Their costs are bounds: how much they send depends on the answers. */
const adaptive = /\.(pages|behaviour|future)$/

const [operation] = contract.operations
if (!operation) throw new Error('the contract has no operation')

async function sentBy(id: string): Promise<Exchange[]> {
  const found = planned.probes.find(({ probe }) => probe.id === id)
  return found ? sentTo(found) : []
}

/** What a probe sends to the reference provider. */
async function sentTo({ probe, wanted }: Pick<PlannedProbe, 'probe' | 'wanted'>): Promise<Exchange[]> {
  const clock = virtualClock()
  const service = createService({ contract, clock: clock.now })
  const transport = virtualTransport(clock, 1, (request) => servedAt(service, clock.now(), request))
  const sent: Exchange[] = []
  const { signal } = new AbortController()
  const onExchange = (exchange: Exchange) => sent.push(exchange)
  const seed = createSeed('controlled')
  const client = createClient({ contract, target, signal, timeLeft: () => Number.POSITIVE_INFINITY, clock, transport, onExchange, seed })
  const trail = async (sending: Promise<unknown>) => void (await sending)
  const recorder = createRecorder(client, probe)
  const course = { client, recorder, wanted, spared: new Set<string>(), earlier: new Map(), trail }
  const run = async () => {
    await probe.opening?.send(course)
    await probe.opening?.sendEarly(course)
    await probe.run(course)
  }
  await clock.until(run())
  return sent
}

describe('a probe between controls sends what it says beforehand', () => {
  for (const { probe, cost } of planned.probes.filter(({ probe }) => !adaptive.test(probe.id))) {
    it(probe.id, async () => {
      const sent = await sentBy(probe.id)
      expect(sent).toHaveLength(cost.ordinary ?? cost.requests)
      expect(sent).not.toEqual([])
      expect(new Set(sent.map(({ role }) => role)).size).toBe(sent.length)
    })
  }
})

it('what an answer makes worth sending is decided when all of its stage are answered', async () => {
  const right = (client: Builder) => ordinaryRequest(operation, client)
  const known: (readonly string[])[] = []
  const request = (role: string): ProbeRequest => ({
    role,
    build: right,
    onAnswer: (_exchange, sent) => known.push([...sent.keys()].sort()) === 1,
    next: () => [{ role: 'next', build: right }],
  })
  const probe = controlledProbe({ id: 'it', operation, right, stages: [{ requests: [request('one'), request('other')] }] })
  const sent = await sentTo({ probe, wanted: new Set(['one', 'other']) })
  expect(known).toEqual(Array(2).fill(['control', 'one', 'other']))
  expect(sent.map(({ role }) => role).slice(3)).toEqual(['next', 'control-after'])
})

it('requests on the connection of the first control wait for one another, others of their stage do not', () => {
  const build = (client: Builder) => ordinaryRequest(operation, client)
  const roles = ['one', 'other']
  const chainOf = (more: Partial<ProbeRequest>) => {
    const requests = roles.map((role) => ({ role, build, ...more }))
    return controlledProbe({ id: 'it', operation, right: build, stages: [{ requests }] }).cost(contract, target, new Set(roles)).chain
  }
  expect([chainOf({}), chainOf({ onControl: true })]).toEqual([3, 4])
})
