import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { createService, handle } from '../../provider/service.ts'
import { createCatalogue } from '../../suites/index.ts'
import { createClient } from '../client/client.ts'
import { receivedAt, virtualClock, virtualTransport } from '../client/virtual.fixture.ts'
import { target } from '../evidence/evidence.fixture.ts'
import type { Exchange } from '../exchange.ts'
import { planCatalogue } from '../plan.ts'
import { createSeed } from '../seed.ts'

const planned = planCatalogue(createCatalogue(contract), contract, target)
/** Their costs are bounds: how much they send depends on the answers. */
const adaptive = /\.(pages|behaviour|future)$/

async function sentBy(id: string): Promise<Exchange[]> {
  const clock = virtualClock()
  const service = createService({ contract, clock: clock.now })
  const transport = virtualTransport(clock, 1, (request, number) => {
    const { status, headers, body } = handle(service, contract.operations, receivedAt(clock.now(), request, number))
    return { status, headers: Object.entries(headers), body, truncated: false }
  })
  const sent: Exchange[] = []
  const { signal } = new AbortController()
  const onExchange = (exchange: Exchange) => sent.push(exchange)
  const seed = createSeed('controlled')
  const client = createClient({ contract, target, signal, deadline: Number.MAX_SAFE_INTEGER, clock, transport, onExchange, seed })
  const found = planned.probes.find(({ probe }) => probe.id === id)
  if (found) await clock.until(found.probe.run(client, found.wanted))
  return sent
}

describe('a probe between controls sends what it says beforehand', () => {
  for (const { probe, cost } of planned.probes.filter(({ probe }) => !adaptive.test(probe.id))) {
    it(probe.id, async () => {
      const sent = await sentBy(probe.id)
      expect(sent).toHaveLength(cost.ordinary ?? cost.requests)
      expect(sent.length).toBeGreaterThan(1)
      expect(new Set(sent.map(({ role }) => role)).size).toBe(sent.length)
    })
  }
})
