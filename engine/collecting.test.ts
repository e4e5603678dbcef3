import { expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { createClient } from './client/client.ts'
import { virtualClock, virtualTransport } from './client/virtual.fixture.ts'
import { collect } from './collecting.ts'
import { idleProbe, listing, response, target } from './evidence/evidence.fixture.ts'
import type { Phase, Probe } from './probes/probe.ts'
import { createSeed } from './seed.ts'

it('what an observing probe sends last goes out beside what listens, and before what comes after that', async () => {
  const clock = virtualClock()
  const transport = virtualTransport(clock, 1, () => response(200, {}))
  const { signal } = new AbortController()
  const client = createClient({
    contract,
    target,
    signal,
    deadline: Number.MAX_SAFE_INTEGER,
    clock,
    transport,
    seed: createSeed('collecting'),
  })
  const events: string[] = []
  const none: ReadonlySet<string> = new Set()
  const planned = (phase: Phase, run: Probe['run'], id: string = phase) => {
    const probe: Probe = { ...idleProbe(listing), id, phase, run }
    return { probe, wanted: none, advised: none, cost: probe.cost(contract, target, none) }
  }
  const noted = (phase: Phase) => planned(phase, async () => void events.push(phase))
  const sending = async () => {
    await clock.sleep(100)
    events.push('last of observing')
  }
  const observing = planned('observing', ({ trail }) => trail(sending()))
  const failing = planned('observing', ({ trail }) => trail(Promise.reject(new Error('it broke'))), 'failing')
  const { evidence, faults } = await clock.until(collect(client, [observing, failing, noted('listening'), noted('future')]))
  expect(events).toEqual(['listening', 'last of observing', 'future'])
  expect(evidence.has('observing')).toBe(true)
  expect(faults).toEqual(['The probe failing broke off, which is a fault in Assay: it broke'])
})
