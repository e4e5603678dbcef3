import { expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { isSigned } from '../contracts/operation-kinds.ts'
import { createClient } from '../engine/client/client.ts'
import { classify } from '../engine/evidence/classification.ts'
import type { Exchange } from '../engine/exchange.ts'
import { probeOf, resend, resentCount } from '../engine/probes/resending.ts'
import { createSeed } from '../engine/seed.ts'
import { inProcess } from './in-process.fixture.ts'
import { catalogueOf } from './index.ts'
import { run } from './run.ts'

const { target, clock, transport } = inProcess({ contract })
const seed = createSeed('again')
const options = { contract, target, clock, transport, seed }
const { signal } = new AbortController()
const client = createClient({ ...options, signal, timeLeft: () => Number.POSITIVE_INFINITY })
const { exchanges } = await run({ ...options, selection: { observe: ['withdrawals', 'future'] } })

it('every request of a run has a recipe', async () => {
  const catalogue = await catalogueOf(contract)
  const without = exchanges.filter((exchange) => {
    const probe = probeOf(catalogue, contract, exchange)
    const known = new Map(exchanges.filter((each) => each.probe === probe.id).map((each) => [each.role, each]))
    return probe.recipe(exchange.role, client, known)?.role !== exchange.role
  })
  expect(without.map(({ id }) => id)).toEqual([])
  expect(exchanges.length).toBeGreaterThan(400)
})

it('and is answered alike when it is sent again', async () => {
  const catalogue = await catalogueOf(contract)
  const differing: string[] = []
  for (const exchange of exchanges) {
    const again = await resend(catalogue, client, exchanges, exchange)
    if (answerTo(again) !== answerTo(exchange)) differing.push(`${exchange.id}: ${answerTo(exchange)}, now ${answerTo(again)}`)
  }
  expect(differing).toEqual([])
})

it('and is not sent where it repeats a withdrawal that was not answered as before', async () => {
  const catalogue = await catalogueOf(contract)
  const repeats = exchanges.filter((exchange) => resentCount(probeOf(catalogue, contract, exchange), exchange) > 1)
  expect(repeats.length).toBeGreaterThan(2)
  expect(repeats.map(({ role }) => role)).toContain('late')
  let sent = 0
  const send = async () => {
    sent += 1
    return { failure: { kind: 'reset', message: 'the connection broke' } as const }
  }
  const losing = createClient({ ...options, transport: { ...transport, send }, signal, timeLeft: () => Number.POSITIVE_INFINITY })
  for (const exchange of repeats) {
    sent = 0
    const { failure, response } = await resend(catalogue, losing, exchanges, exchange)
    const wanted = exchange.role === 'late' ? 'refused' : 'accepted'
    expect([sent, response, failure?.message]).toEqual([
      1,
      undefined,
      `it was not sent: the withdrawal that it repeats was not ${wanted} (the connection broke)`,
    ])
  }
})

it('a wrong withdrawal comes once more to the letter where it was refused, and where it may be registered another one does', async () => {
  const catalogue = await catalogueOf(contract)
  const signed = contract.operations.filter(isSigned).map(({ id }) => `${id}.robustness`)
  const refused = exchanges.find(({ probe, role }) => signed.includes(probe) && role === 'control')
  if (!refused) expect.unreachable('there is none')
  const { response: _, ...rest } = refused
  const lost: Exchange = { ...rest, failure: { kind: 'reset', message: 'the connection broke' } }
  const rising = { ...client, order: { insists: true } }
  const late = (
    [
      [refused, client],
      [lost, client],
      [refused, rising],
    ] as const
  ).map(([first, own]) => {
    const step = probeOf(catalogue, contract, first).recipe('late', own, new Map([[first.role, first]]))
    return step?.build(own)
  })
  expect(late.map((request) => request?.body?.equals(refused.request.body ?? Buffer.alloc(0)))).toEqual([true, false, false])
  const agents = late.map((request) => request?.headers.filter(([name]) => name.toLowerCase() === 'user-agent'))
  expect(agents).toEqual(late.map(() => [['user-agent', '']]))
})

function answerTo(exchange: Exchange): string {
  const operation = contract.operations.find(({ id }) => id === exchange.operation)
  return operation ? classify(operation, exchange) : expect.unreachable(`${exchange.operation} is no operation`)
}
