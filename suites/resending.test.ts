import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { type Client, createClient } from '../engine/client/client.ts'
import { classify } from '../engine/evidence/classification.ts'
import type { Exchange } from '../engine/exchange.ts'
import { probeOf, resend } from '../engine/resending.ts'
import { createSeed } from '../engine/seed.ts'
import { type RunningProvider, startProvider } from '../provider/server.ts'
import { catalogueOf } from './index.ts'
import { run } from './run.ts'

let provider: RunningProvider
let client: Client
let exchanges: readonly Exchange[]

beforeAll(async () => {
  provider = await startProvider()
  const { url, settings } = provider
  const bases = Object.fromEntries(contract.bases.map((base) => [base, url]))
  const target = { name: 'here', bases, settings, operations: contract.operations.map(({ id }) => id), allowWithdrawals: false }
  const seed = createSeed('again')
  client = createClient({ contract, target, signal: new AbortController().signal, deadline: Date.now() + 60_000, seed })
  const finished = await run({ contract, target, selection: { observe: ['withdrawals', 'future'] }, seed })
  exchanges = finished.exchanges
}, 60_000)

afterAll(async () => {
  await client.close()
  await provider.close()
})

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

it('and is answered alike when it is sent again', { timeout: 60_000 }, async () => {
  const catalogue = await catalogueOf(contract)
  const sample = exchanges.filter(({ role }, index) => index % 12 === 0 || /^(replay|replayed|seen|age|page)\b/.test(role))
  const differing: string[] = []
  for (const exchange of sample) {
    const again = await resend(catalogue, client, exchanges, exchange)
    if (answerTo(again) !== answerTo(exchange)) differing.push(`${exchange.id}: ${answerTo(exchange)}, now ${answerTo(again)}`)
  }
  expect(differing).toEqual([])
})

function answerTo(exchange: Exchange): string {
  const operation = contract.operations.find(({ id }) => id === exchange.operation)
  return operation ? classify(operation, exchange) : expect.unreachable(`${exchange.operation} is no operation`)
}
