import { expect, it } from 'vitest'
import { contract } from '../../../contracts/generated/contract.ts'
import { listing, response, target } from '../../evidence/evidence.fixture.ts'
import type { Headers } from '../../exchange.ts'
import { ordinaryRequest } from '../../probes/request.ts'
import { createClient } from '../client.ts'
import { virtualClock, virtualTransport } from '../virtual.fixture.ts'
import { patience } from './patience.ts'

it.each<[how: string, headers: Headers, isShort: boolean]>([
  ['soon', [], true],
  ['after its patience where it says for how long', [['retry-after', '3']], false],
])('a target that says nothing but 503 from the first on is given up %s', async (_, headers, isShort) => {
  const clock = virtualClock()
  const began = clock.now()
  const transport = virtualTransport(clock, 2, () => response(503, {}, headers))
  const { signal } = new AbortController()
  const client = createClient({ contract, target, signal, timeLeft: () => 1_000_000, clock, transport })
  const send = (role: string) => client.send({ probe: 'p', role, operation: listing, build: () => ordinaryRequest(listing, client) })
  await clock.until(Promise.all(Array.from({ length: 40 }, (_none, at) => send(`r-${at}`))))
  expect(clock.now() - began < patience).toBe(isShort)
})
