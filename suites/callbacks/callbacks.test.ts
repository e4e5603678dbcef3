import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { startReceiver } from '../../engine/callbacks/receiver.ts'
import { createClient } from '../../engine/client/client.ts'
import { evidenceOf, exchange, paged, response } from '../../engine/evidence/evidence.fixture.ts'
import type { Observed, Outcome } from '../../engine/judging/outcome.ts'
import { resend } from '../../engine/probes/resending.ts'
import type { Run } from '../../engine/run.ts'
import { createSeed } from '../../engine/seed.ts'
import { defined } from '../../language/defined.ts'
import type { Notification } from '../../provider/callbacks/notification.ts'
import type { Mutant } from '../../provider/mutant.ts'
import type { ProviderOptions } from '../../provider/options.ts'
import { startProvider } from '../../provider/server.ts'
import { fromReport, parseReport } from '../../reports/parsing.ts'
import { reportOf } from '../../reports/report.ts'
import { catalogueOf } from '../index.ts'
import { rejudge, run } from '../run.ts'
import { followingRole } from './probe.ts'

const seed = createSeed('callbacks')

const [callback] = contract.callbacks
if (!callback) throw new Error('the committed contract has no callback')
const { id, followedBy } = callback
const none = new AbortController().signal

describe('a run that listens', () => {
  it('judges the callback of the reference provider, in a narrowed run as well', async () => {
    for (const only of [undefined, id]) {
      const { outcomes, exchanges } = await judged({}, only)
      const asked = exchanges.flatMap(({ probe, role, operation }) => (probe === id && operation === followedBy ? role : []))
      expect(asked).toEqual(only === undefined ? [followingRole] : ['before', followingRole])
      expect(verdicts(outcomes)).toEqual({ [`${id}.method`]: 'passed', [`${id}.json`]: 'passed', [`${id}.followed`]: 'passed' })
      expect(outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')).toEqual([])
    }
  })

  it('says what a callback is like where that is open, and no value of it', async () => {
    const { observations } = await judged({})
    const seen = (name: string) => observed(observations, name)
    expect(seen('payload')?.about).toBe(`${id}.payload`)
    expect(seen('payload')?.value).toMatchObject({ mediaType: 'application/json', body: 'object', fields: { terminalId: 'string' } })
    expect(seen('signing')).toMatchObject({ about: `${id}.signing`, value: { headers: [], fields: [] } })
    const signed = await told({ method: 'POST', body: '{"data":{"signature":"a"}}', headers: { 'x-hub-signature': 'b' } })
    expect(observed(signed.observations, 'signing')?.value).toEqual({ headers: ['x-hub-signature'], fields: ['data.signature'] })
    expect(seen('delivery')).toMatchObject({ about: `${id}.delivery`, value: { methods: { POST: 1 }, callbacks: 1, again: 0 } })
  })

  it('judges the answers around a callback as those to any right request', async () => {
    const { checks } = await catalogueOf(contract)
    const check = checks.find((each) => each.id === `${followedBy}.status`)
    const around = check?.beside?.find((probe) => probe.id === id)
    if (!check || !around) throw new Error('the status of what follows a callback is not judged')
    const { status, example } = paged.success
    const answered = (code: number) => evidenceOf(around, [exchange(paged, followingRole, response(code, example))])
    const findings = (code: number) => [...check.judge(evidenceOf(check.probe, []), [answered(code)])]
    expect(findings(status)).toEqual([])
    expect(findings(203)).toMatchObject([{ at: 'status', expected: String(status), actual: '203' }])
  })

  it('hears one callback more for each payment that arrives', async () => {
    const { observations, outcomes } = await judged({ behaviour: { records: { arriving: 1 } } }, id)
    expect(observed(observations, 'delivery')?.value).toMatchObject({ again: 0 })
    expect(outcomes.filter(({ verdict }) => verdict === 'failed')).toEqual([])
  })

  it('is inconclusive where none comes, and says what to look at', async () => {
    const { outcomes } = await judged({ callback: { url: 'http://127.0.0.1:9' } }, id, 0)
    expect(new Set(Object.values(verdicts(outcomes)))).toEqual(new Set(['inconclusive']))
    expect(own(outcomes)[0]?.reason).toMatch(/No callback came .* registered with the service/)
  })

  it('is inconclusive about an absent body, and about a long one', async () => {
    for (const [body, reason] of [
      ['', /has no body/],
      [`"${'x'.repeat(1 << 20)}"`, /longer, or holds more values, than what can be judged/],
    ] as const) {
      const { outcomes } = await told(defined({ method: 'POST', body }))
      const json = own(outcomes).find(({ check }) => check === `${id}.json`)
      expect([json?.verdict, json?.reason]).toEqual(['inconclusive', expect.stringMatching(reason)])
    }
  })

  it('ignores a request that only probes the address beside a callback, and counts it as one if nothing else comes', async () => {
    expect(verdicts((await told({ method: 'GET' }, { method: 'POST', body: '{}' })).outcomes)[`${id}.method`]).toBe('passed')
    expect(verdicts((await told({ method: 'GET' })).outcomes)[`${id}.method`]).toBe('failed')
    expect(verdicts((await told({ method: 'POST', body: '{}' }, { method: 'PUT', body: '{}' })).outcomes)[`${id}.method`]).toBe('failed')
  })
})

describe('a callback about another terminal', () => {
  it.for([{ terminalId: '999999' }, { terminal_id: 999999 }, {}])(
    '%o fails nothing where the configured one has no payment',
    async (body) => {
      const hooks = () => ({ notify: (notification: Notification) => ({ ...notification, body: Buffer.from(JSON.stringify(body)) }) })
      const other: Mutant = { name: 'other', title: 'another terminal', level: 'MUST', operation: followedBy, caughtBy: [], hooks }
      const { outcomes } = await judged({ mutant: other, behaviour: { records: { payments: 0 } } }, id)
      expect(verdicts(outcomes)[`${id}.followed`]).toBe('inconclusive')
    },
  )
})

describe('a run that does not listen', () => {
  it('leaves the callback out, and sends nothing for it', async () => {
    const provider = await startProvider()
    const { outcomes, exchanges } = await run({ contract, target: targetOf(provider), seed })
    await provider.close()
    expect(own(outcomes).map(({ verdict, reason }) => [verdict, reason])).toEqual(
      Array.from({ length: 3 }, () => ['inapplicable', 'The run did not listen for callbacks (--listen).']),
    )
    expect(exchanges.filter(({ probe }) => probe === id)).toEqual([])
  })
})

describe('a report of a callback', () => {
  it('is judged again with the same verdicts, a failure and a body that did not fit included', async () => {
    for (const finished of [
      await judged({}, id),
      await told({ method: 'PUT', body: 'a=b' }),
      await told({ method: 'POST', body: '{"x":' }),
    ]) {
      const saved = parseReport(JSON.stringify(reportOf(finished)))
      const { outcomes } = await rejudge(contract, { exchanges: fromReport(saved), outcomes: saved.outcomes })
      expect(verdicts(outcomes)).toEqual(verdicts(finished.outcomes))
    }
  })

  it('shows no secret that a callback repeats', async () => {
    const { settings } = await targetOfNothing()
    const secrets = contract.settings.flatMap(({ name, secret }) => (secret ? [settings[name] ?? ''] : []))
    const body = JSON.stringify(Object.fromEntries(secrets.map((secret) => [secret, { [secret]: secret }])))
    const finished = await told({ method: 'POST', body, headers: { 'x-echo': secrets.join(' ') } })
    const text = JSON.stringify(reportOf(finished))
    expect(text).toContain('x-echo')
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
  })

  it('tells that a callback cannot be sent again, and sends what follows it', async () => {
    const finished = await judged({}, id)
    const provider = await startProvider()
    const client = createClient({ contract, target: targetOf(provider), signal: none, timeLeft: () => 10_000, seed })
    const exchange = (role: string) => finished.exchanges.find((each) => each.id === `${id}/${role}`) ?? expect.unreachable(role)
    await expect(resend(await catalogueOf(contract), client, finished.exchanges, exchange('callback-1'))).rejects.toThrow(
      /came from the service/,
    )
    expect((await resend(await catalogueOf(contract), client, finished.exchanges, exchange('following'))).response?.status).toBe(200)
    await client.close()
    await provider.close()
  })
})

/** Runs and listens, against a provider that sends its callbacks there unless the options say otherwise. */
async function judged(options: ProviderOptions, only?: string, wait?: number): Promise<Run> {
  const receiver = await startReceiver(wait === undefined ? {} : { wait })
  const provider = await startProvider({ callback: { url: receiver.url }, ...options })
  try {
    return await run({ contract, target: targetOf(provider), receiver, seed, selection: only === undefined ? {} : { only } })
  } finally {
    await provider.close()
    await receiver.close()
  }
}

/** A run of the callback alone, which heard these requests before it began. */
async function told(...requests: readonly RequestInit[]): Promise<Run> {
  const receiver = await startReceiver()
  const provider = await startProvider()
  try {
    for (const request of requests) await fetch(receiver.url, request).catch(() => undefined)
    return await run({ contract, target: targetOf(provider), receiver, seed, selection: { only: id } })
  } finally {
    await provider.close()
    await receiver.close()
  }
}

function targetOf({ bases, settings }: Awaited<ReturnType<typeof startProvider>>) {
  return { name: 'the reference provider', bases, settings, operations: [followedBy], allowWithdrawals: false }
}

async function targetOfNothing() {
  const provider = await startProvider()
  await provider.close()
  return targetOf(provider)
}

function own(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.filter(({ check }) => check.startsWith(`${id}.`))
}

function verdicts(outcomes: readonly Outcome[]): Record<string, string> {
  return Object.fromEntries(own(outcomes).map(({ check, verdict }) => [check, verdict]))
}

function observed(observations: readonly Observed[], name: string): Observed | undefined {
  return observations.find((each) => each.id === `${id}.${name}`)
}
