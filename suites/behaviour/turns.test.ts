import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { servedAt, virtualClock, virtualTransport } from '../../engine/client/virtual.fixture.ts'
import { target } from '../../engine/evidence/evidence.fixture.ts'
import { createSeed } from '../../engine/seed.ts'
import { createService } from '../../provider/service.ts'
import { run } from '../run.ts'

it('the last wrong request of each operation goes out beside the right one that follows all that is unusual', async () => {
  const clock = virtualClock()
  const service = createService({ contract, clock: clock.now })
  const transport = virtualTransport(clock, 100, (request) => servedAt(service, clock.now(), request))
  const { exchanges } = await clock.until(run({ contract, target, clock, transport, seed: createSeed('turns') }))
  const any = exchanges.filter(({ role }) => role === 'accept-any')
  const late = exchanges.filter(({ role }) => role === 'late')
  const [first = Number.NaN] = any.map(({ startedAt }) => startedAt)
  expect([any.length, late.length]).toEqual([3, 3])
  expect(new Set([...any, ...late].map(({ startedAt }) => startedAt))).toEqual(new Set([first]))
  const others = exchanges.filter((exchange) => ![...any, ...late].includes(exchange) && !exchange.role.startsWith('age.'))
  expect(Math.max(...others.map(({ startedAt, durationMs }) => startedAt + durationMs))).toBe(first)
})
