import { createServer } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { derive } from '../../../contracts/derivation/derive.ts'
import { contract } from '../../../contracts/generated/contract.ts'
import { type Interaction, pacts } from '../../../contracts/pacts/pacts.ts'
import { systemClock } from '../../../engine/client/clock.ts'
import type { Journal } from '../../../engine/client/withdrawals/journal.ts'
import { keptBack } from '../../../engine/engine.ts'
import type { Outcome } from '../../../engine/judging/outcome.ts'
import { exitCode, type Run } from '../../../engine/run.ts'
import type { Target } from '../../../engine/target.ts'
import { defined } from '../../../language/defined.ts'
import { startListening, stopListening } from '../../../language/listening-server.ts'
import type { ProviderOptions } from '../../../provider/options.ts'
import { type RunningProvider, startProvider } from '../../../provider/server.ts'
import { loadDocument } from '../../../spec/document.ts'
import { mutants } from '../../../suites/mutants.ts'
import { certificates } from '../../../targets/configuration/certificates.fixture.ts'
import { interactionHeader } from './pact-proxy.ts'
import { type PactVerificationOptions, planPacts, verifyPacts, withdrawalsOf } from './pact-verification.ts'
import { type InteractionResult, VerifierError, type VerifierOptions, verifyWithPact } from './pact-verifier.ts'

const interactions = [...pacts(contract).values()].flatMap((pact) => pact.interactions)
const moneyMoving = new Set(contract.operations.flatMap(({ id, movesMoney }) => (movesMoney ? [id] : [])))
const withdrawals = interactions.filter(({ comments }) => moneyMoving.has(comments.references.OpenAPI.operationId))
const running: RunningProvider[] = []

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(running.splice(0).map((provider) => provider.close()))
})

async function targetOf(options: ProviderOptions = {}): Promise<Target> {
  const provider = await startProvider(options)
  running.push(provider)
  const { bases, settings } = provider
  return { name: 'a provider', bases, settings, operations: contract.operations.map(({ id }) => id), allowWithdrawals: false }
}

function verify(target: Target, options: Partial<PactVerificationOptions> = {}): Promise<Run> {
  return verifyPacts({ contract, target, ...options })
}

function verdicts({ outcomes }: Run): string[] {
  return [...new Set(outcomes.map(({ verdict }) => verdict))]
}

function reasons({ outcomes }: Run): string {
  return [...new Set(outcomes.map(({ reason }) => reason))].join('\n')
}

it('passes the reference provider: one outcome and one exchange for each interaction, requests signed afresh', async () => {
  const run = await verify(await targetOf())
  expect(run.outcomes.map(({ check, verdict }) => [check, verdict])).toEqual(interactions.map(({ key }) => [`pact.${key}`, 'passed']))
  expect(run.exchanges.map(({ role }) => role)).toEqual(interactions.map(({ key }) => key))
  expect(run.registered).toHaveLength(withdrawals.length)
  expect(exitCode(run)).toBe(0)
})

it('reaches two bases with prefixes, whatever proxies the environment names', async () => {
  for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']) vi.stubEnv(name, 'http://127.0.0.1:9')
  const target = await targetOf({ separateBases: true, pathPrefix: { coin: '/market', chain: '/wallet/api' } })
  expect(verdicts(await verify(target))).toEqual(['passed'])
})

it('verifies an operation that an overlay adds', async () => {
  const { content } = await loadDocument()
  const schema = { type: 'object', required: ['pair'], properties: { pair: { type: 'string' } } }
  const parameters = [{ name: 'pair', in: 'path', required: true, schema: { type: 'string', example: 'BTC_USDT' } }]
  const get = { operationId: 'getQuote', parameters, responses: { 200: { description: '', content: { 'application/json': { schema } } } } }
  const overlaid = derive({ content: { ...content, paths: { '/quotes/{pair}': { get } }, webhooks: {} }, sha256: 'overlaid' })
  const target = await targetOf({ contract: overlaid })
  const { outcomes } = await verifyPacts({ contract: overlaid, target: { ...target, operations: ['getQuote'] } })
  expect(outcomes).toMatchObject([{ check: 'pact.getQuote.success', verdict: 'passed' }])
})

it('leaves to the report what is left of its time awake, and none if it was interrupted', async () => {
  const target = await targetOf()
  const clock = { ...systemClock, awake: () => 7 }
  const left = async (signal?: AbortSignal) => (await verify(target, defined({ deadline: 60_000, clock, signal }))).timeLeft
  expect([await left(), await left(AbortSignal.abort())]).toEqual([60_000 - keptBack(60_000), 0])
})

it('reads compressed answers and numbers in any form', async () => {
  const target = await targetOf({
    behaviour: { transport: { coding: 'gzip', framing: 'chunked' }, json: { numbers: 'exponent' }, extraFields: true },
  })
  expect(verdicts(await verify(target))).toEqual(['passed'])
})

it('names the place of a mismatch once, and how often it is there', async () => {
  const mutant = mutants(contract).find(
    ({ name }) => name.startsWith('getCoinInformation.') && name.includes('drops') && name.endsWith('rank'),
  )
  expect(mutant).toBeDefined()
  const { outcomes } = await verify(await targetOf(mutant ? { mutant } : {}))
  const [finding] = outcomes.find(({ operation }) => operation === 'getCoinInformation')?.findings ?? []
  expect(finding).toMatchObject({
    at: expect.stringMatching(/^\/data\/\d+/),
    expected: expect.stringContaining('rank'),
    exchange: expect.any(String),
  })
  const others = outcomes.filter(({ operation }) => operation !== 'getCoinInformation')
  expect(others.filter(({ verdict }) => verdict !== 'passed')).toEqual([])
})

it('fails where right requests are refused', async () => {
  const target = await targetOf()
  const run = await verify({ ...target, settings: { ...target.settings, apiToken: 'another' } })
  const failed = run.outcomes.filter(({ verdict }) => verdict === 'failed')
  const asking = contract.operations.filter(
    ({ authentication }) => authentication.kind === 'scheme' && authentication.setting === 'apiToken',
  )
  const refused = interactions.filter(({ comments }) => asking.some(({ id }) => id === comments.references.OpenAPI.operationId))
  expect(failed.map(({ check }) => check)).toEqual(refused.map(({ key }) => `pact.${key}`))
  expect(failed[0]?.findings[0]).toMatchObject({ at: 'status', expected: '200', actual: '401' })
})

it('is never green for a list that shows nothing, or is too long', async () => {
  const run = await verify(await targetOf({ behaviour: { records: { payments: 0, coins: 4000 } } }))
  expect(outcome(run, 'getCoinInformation.coins')?.reason).toContain('`assay run` judges long ones')
  expect(outcome(run, 'inquirePayments.payments')).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('empty') })
  expect(outcome(run, 'inquirePayments.emptyPage')).toMatchObject({ verdict: 'passed' })
})

it('is never green for a target that is down', async () => {
  const gone = createServer()
  const url = `http://${await startListening(gone)}`
  await stopListening(gone)
  const target = { ...(await targetOf()), bases: { coin: url, chain: url } }
  const run = await verify(target)
  expect(verdicts(run)).toEqual(['inconclusive'])
  expect(reasons(run)).toContain('refused')
  expect(exitCode(run)).toBe(3)
})

it('is never green for a certificate that nobody vouches for, and passes with its authority', async () => {
  const target = await targetOf({ tls: certificates.server })
  const distrusted = await verify(target)
  expect(verdicts(distrusted)).toEqual(['inconclusive'])
  expect(reasons(distrusted)).toContain('TLS')
  const trusted = await verify({ ...target, connection: { headers: [], tls: { ca: certificates.ca }, hidden: [] } })
  expect(verdicts(trusted)).toEqual(['passed'])
})

it('is never green for a state that cannot be set up', async () => {
  const broken = interactions.map((each): Interaction => ({ ...each, providerStates: [{ name: 'unheard of', params: {} as never }] }))
  const run = await verify(await targetOf(), { interactions: broken })
  expect(verdicts(run)).toEqual(['inconclusive'])
  expect(reasons(run)).toContain('state')
})

it.each([
  ['no results', () => []],
  ['results of others', () => [result('another')]],
  ['two results for one', () => [...interactions, ...interactions].map(({ key }) => result(key))],
  ['results without a request', () => interactions.map(({ key }) => result(key))],
])('is never green for a verifier that gives %s', async (_, results) => {
  const run = await verify(await targetOf(), { verify: async () => results() })
  expect(verdicts(run)).toEqual(['inconclusive'])
})

it('says what the verifier said where it broke off', async () => {
  const run = await verify(await targetOf(), { verify: () => Promise.reject(new VerifierError('it fell over')) })
  expect([verdicts(run), reasons(run)]).toEqual([['inconclusive'], 'it fell over'])
})

const [first] = pacts(contract).values()
const impatient = { pact: first, url: 'http://127.0.0.1:9', statesUrl: 'http://127.0.0.1:9', patience: 1 } as VerifierOptions

it('ends a verifier that takes too long, and says so', async () => {
  await expect(verifyWithPact(impatient)).rejects.toThrow(/ended by SIGKILL without results/)
})

it('says of a temporary folder that cannot be written that it is that', async () => {
  vi.stubEnv('TMPDIR', '/dev/null')
  vi.stubEnv('TEMP', '/dev/null')
  await expect(verifyWithPact(impatient).finally(() => vi.unstubAllEnvs())).rejects.toThrow(/^No temporary folder .*set TMPDIR/)
})

it('sends no withdrawal away from this machine unless that is allowed', async () => {
  const target = { ...(await targetOf()), bases: { coin: 'http://coins.example', chain: 'http://chain.example' } }
  const asked: unknown[] = []
  const ask = async ({ pact }: VerifierOptions) => {
    asked.push(...keysOf(pact))
    return []
  }
  const run = await verify(target, { verify: ask })
  expect(asked).toEqual(interactions.filter((each) => !withdrawals.includes(each)).map(({ key }) => key))
  expect(outcome(run, 'requestWithdrawal.registered')).toMatchObject({
    verdict: 'inconclusive',
    reason: expect.stringContaining('--allow-withdrawals'),
  })
  expect(withdrawalsOf(planPacts(contract, target), target)).toBe(0)
  expect(withdrawalsOf(planPacts(contract, { ...target, allowWithdrawals: true }), target)).toBe(withdrawals.length)
})

async function askTwice({ pact, url }: VerifierOptions): Promise<InteractionResult[]> {
  for (const key of keysOf(pact)) {
    const request = { method: 'POST', body: '{}', headers: { [interactionHeader]: key } }
    await Promise.all([fetch(url, request), fetch(url, request)])
  }
  return []
}

it('sends a withdrawal once, however often the verifier asks for it', async () => {
  const journal = { path: '', problem: undefined, write: vi.fn<Journal['write']>(), [Symbol.dispose]: () => {} }
  await verify(await targetOf(), { verify: askTwice, journal })
  expect(journal.write.mock.calls.filter(([{ event }]) => event === 'registered')).toHaveLength(withdrawals.length)
})

it('says of requests that its deadline cut off that it was that', async () => {
  const { exchanges, complete } = await verify(await targetOf(), { verify: askTwice, clock: { now: () => 0, sleep: async () => {} } })
  const told = new Set(exchanges.map(({ failure }) => failure?.message))
  expect([complete, ...told]).toEqual([false, 'the run reached its deadline first'])
})

it('lets the verifier follow no redirect', async () => {
  const asked: unknown[] = []
  const away = createServer(({ url, headers: { host } }, response) => {
    asked.push(url)
    response.writeHead(307, { location: `http://${host}/elsewhere` }).end()
  })
  const url = `http://${await startListening(away)}`
  const target = { ...(await targetOf()), bases: { coin: url, chain: url } }
  expect(verdicts(await verify(target).finally(() => stopListening(away)))).toEqual(['inconclusive'])
  expect(asked).toHaveLength(interactions.length)
})

it('leaves out what the target does not claim, and names settings that are missing', async () => {
  const target = await targetOf()
  const run = await verify({ ...target, operations: ['inquirePayments'], settings: {} })
  expect(run.outcomes.map(({ check, verdict }) => `${check} ${verdict}`)).toEqual(
    interactions.map(({ key }) => `pact.${key} ${key.startsWith('inquirePayments.') ? 'inconclusive' : 'inapplicable'}`),
  )
  expect(outcome(run, 'inquirePayments.payments')?.reason).toContain('ASSAY_API_TOKEN')
  expect(run.exchanges).toEqual([])
})

function outcome({ outcomes }: Run, key: string): Outcome | undefined {
  return outcomes.find(({ check }) => check === `pact.${key}`)
}

function result(key: string): InteractionResult {
  return { interactionKey: key, description: key, result: 'OK' }
}

function keysOf(pact: unknown): string[] {
  return (pact as { interactions: Interaction[] }).interactions.map(({ key }) => key)
}
