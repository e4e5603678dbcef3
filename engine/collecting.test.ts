import { expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { createClient } from './client/client.ts'
import { virtualClock, virtualTransport } from './client/virtual.fixture.ts'
import { collect } from './collecting.ts'
import { exchange, idleProbe, listing, response, signed, target } from './evidence/evidence.fixture.ts'
import { rightExchanges } from './evidence/right-exchanges.ts'
import type { ReceivedResponse } from './exchange.ts'
import { agentFiltersOf } from './judging/doubts/agent-filters.ts'
import type { Phase, Probe } from './probes/probe.ts'
import { createSeed } from './seed.ts'

const none: ReadonlySet<string> = new Set()
const clock = virtualClock()

function clientOf(seed: string, sparesNothing = false, answer: ReceivedResponse = response(200, {}), bases = target.bases) {
  const { signal } = new AbortController()
  const transport = virtualTransport(clock, 1, () => answer)
  return createClient({
    contract,
    target: { ...target, bases, allowWithdrawals: true },
    signal,
    timeLeft: () => Number.POSITIVE_INFINITY,
    clock,
    transport,
    seed: createSeed(seed),
    ...(sparesNothing && { sparesNothing }),
  })
}

function planned(phase: Phase, run: Probe['run'], own: Partial<Probe> = {}) {
  const probe: Probe = { ...idleProbe(listing), id: phase, phase, run, ...own }
  return { probe, wanted: none, advised: none, cost: probe.cost(contract, target, none) }
}

it('what an observing probe sends last goes out beside what listens, and before what comes after that', async () => {
  const events: string[] = []
  const noted = (phase: Phase) => planned(phase, async () => void events.push(phase))
  const sending = async () => {
    await clock.sleep(100)
    events.push('last of observing')
  }
  const observing = planned('observing', ({ trail }) => trail(sending()))
  const failing = planned('observing', ({ trail }) => trail(Promise.reject(new Error('it broke'))), { id: 'failing' })
  const probes = [observing, failing, noted('listening'), noted('future')]
  const { evidence, faults } = await clock.until(collect(clientOf('collecting'), probes))
  expect(events).toEqual(['listening', 'last of observing', 'future'])
  expect(evidence.has('observing')).toBe(true)
  expect(faults).toEqual(['The probe failing broke off, which is a fault in Assay: it broke'])
})

it.each([
  { sent: 19, left: 10, spares: [] },
  { sent: 19, left: 10, repeats: 1, spares: ['wrong-1', 'wrong-2', 'advised'] },
  { sent: 20, left: 10, repeats: 1, spares: ['wrong-1', 'wrong-2', 'advised'] },
  { sent: 22, left: 10, sparesNothing: true, spares: [] },
  { sent: 22, left: 10, spares: ['wrong-1', 'wrong-2', 'advised'] },
  { sent: 22, left: 40, spares: ['wrong-1', 'wrong-2', 'advised', 'right-1', 'right-2'] },
  { sent: 22, left: 10, status: 500, spares: ['wrong-1', 'wrong-2', 'right-1'] },
  { sent: 22, left: 10, status: 504, spares: ['wrong-1', 'wrong-2', 'advised'] },
  { sent: 22, left: 10, status: 501, spares: ['wrong-1', 'wrong-2', 'right-1'] },
  { sent: 22, left: 10, status: 501, method: 'HEAD', spares: ['wrong-1', 'wrong-2', 'advised'] },
  { sent: 22, left: 10, status: 500, refusal: 500, spares: ['wrong-1', 'wrong-2', 'advised'] },
])('of $sent requests where 20 were announced and $left are left, as many give way as are too many by then', async (given) => {
  const { sent, left, spares, repeats = 0, status = 200, refusal = 401, method = listing.method, sparesNothing = false } = given
  const client = clientOf('sparing', sparesNothing)
  const opening = { role: 'opening', send: async () => {}, sendEarly: async () => {} }
  const costing = (requests: number) => ({ cost: () => ({ requests, signed: 0, registers: 0, mayRegister: 0, chain: 0 }) })
  const judging = planned(
    'judging',
    async ({ recorder }) => {
      client.sparing.sent = sent
      recorder.note(exchange(listing, 'opening', response(refusal, {})))
      recorder.note({ ...exchange({ ...listing, method }, 'control', response(status, {})), repeats })
    },
    { ...costing(20), opening },
  )
  const quiet = planned('judging', async () => {}, { id: 'quiet', ...costing(0) })
  const spared: string[] = []
  const observing = planned('observing', async (course) => void spared.push(...course.spared), {
    ...costing(left),
    observes: () => ['right-1', 'wrong-1', 'right-2', 'wrong-2'],
  })
  await clock.until(collect(client, [judging, quiet, { ...observing, advised: new Set(['advised']) }]))
  expect(spared).toEqual(spares)
})

const served = (operation: typeof listing) => response(operation.success.status, operation.success.example)
const elsewhere = Object.fromEntries(contract.bases.map((base) => [base, 'https://elsewhere.invalid']))

it.each([
  ['is served at last was not turned away for its name', listing, target.bases, served(listing), 0],
  ['is refused again was', listing, target.bases, response(403, {}), 1],
  ['meets a breakdown then was', listing, target.bases, response(500, {}), 1],
  ['asks for a withdrawal is asked on this machine', signed, target.bases, served(signed), 0],
  ['asks for one elsewhere is not', signed, elsewhere, served(signed), 1],
])('a client that %s', async (_, operation, bases, answer, filters) => {
  const sent = (role: string, name: string, received: ReceivedResponse, startedAt: number) => {
    const own = exchange(operation, role, received)
    return { ...own, probe: operation.id, startedAt, request: { ...own.request, headers: [['user-agent', name]] as const } }
  }
  const judging = planned(
    'judging',
    async ({ recorder }) => {
      for (const [at, role] of ['control', 'other'].entries()) recorder.note(sent(role, 'turned', response(403, {}), at))
      recorder.note(sent('last', 'taken', served(operation), 2))
    },
    { id: operation.id, operation },
  )
  const { evidence } = await clock.until(collect(clientOf('turned', false, answer, bases), [judging]))
  const exchanges = [...evidence.values()].flatMap((one) => [...one.exchanges.values()])
  expect(agentFiltersOf(rightExchanges([judging], exchanges), exchanges)).toHaveLength(filters)
})
