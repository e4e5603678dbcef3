import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { servedAt } from '../../engine/client/virtual.fixture.ts'
import type { Exchange, SentRequest } from '../../engine/exchange.ts'
import { defined } from '../../language/defined.ts'
import { defaultSettings } from '../../provider/reference-settings.ts'
import { createService } from '../../provider/service.ts'
import { createTraffic, type Traffic } from './traffic.ts'

const [address, now] = ['http://127.0.0.1:1', 1_760_000_000_000]
const bases = Object.fromEntries(contract.bases.map((base) => [base, address]))
const operations = contract.operations.map(({ id }) => id)
const service = createService({})
const long = 'x'.repeat(1_000)

function traffic(): Traffic {
  return createTraffic({
    briefing: { contract, bases, settings: defaultSettings, decoys: {}, callbacks: [], awaitsCallback: false },
    operations,
  })
}

/** The nth of requests that are all unlike one another: in path, agent, time, signature, page, and what they describe. */
function exchange(number: number): Exchange {
  const operation = contract.operations[number % contract.operations.length]
  const path = number % 7 === 0 ? `/elsewhere/${number}` : operation?.path
  const values = (operation?.body?.fields ?? []).map(({ name }) => [name, name.startsWith('p') ? (number % 5000) + 1 : `${number}${long}`])
  const signed = operation && isSigned(operation) ? operation.authentication : undefined
  const request: SentRequest = defined({
    method: operation?.method ?? 'GET',
    url: `${address}${path}?q${number}=1`,
    headers: [
      ['user-agent', `agent ${number}`],
      ['authorization', `Bearer ${number}`],
      [signed?.key.header ?? 'x-none', defaultSettings['apiKey'] ?? ''],
      [signed?.timestamp.header ?? 'x-none', String(now + number)],
      [signed?.signature.header ?? 'x-none', String(number).padStart(64, 'a')],
    ] as const,
    body: operation?.body && Buffer.from(JSON.stringify(Object.fromEntries(values))),
  })
  const response = servedAt(service, now, request)
  return { id: `${number}`, probe: '', role: '', operation: '', request, response, startedAt: now + number, durationMs: 1, repeats: 0 }
}

/** What is held once what nobody holds is gone, in megabytes; what is held weakly goes when a turn ends. */
async function heap(): Promise<number> {
  setFlagsFromString('--expose-gc')
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    runInNewContext('gc')()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

describe('what is remembered of traffic', () => {
  it('does not grow with it, however unlike its requests are', async () => {
    const seen = traffic()
    const see = (from: number, to: number) => {
      for (let number = from; number < to; number += 1) seen.see(exchange(number))
    }
    see(0, 1000)
    const before = await heap()
    see(1000, 3000)
    expect((await heap()) - before).toBeLessThan(4)
    const { exchanges, outcomes, observations } = seen.found()
    expect(exchanges.length).toBeLessThan(1000)
    expect(seen.counts.all).toBe(3000)
    for (const { check, findings, evidence } of outcomes) expect(findings.length + evidence.length, check).toBeLessThanOrEqual(30)
    for (const { id, value } of observations) expect(Object.keys(value as object).length, id).toBeLessThanOrEqual(20)
  })
})
