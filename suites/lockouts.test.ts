import { expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import type { Transport } from '../engine/client/transport/transport.ts'
import { agentOf } from '../engine/client/user-agents.ts'
import { response } from '../engine/evidence/evidence.fixture.ts'
import { headerValue, type ReceivedResponse, type SentRequest } from '../engine/exchange.ts'
import { exitCode } from '../engine/run.ts'
import { createSeed } from '../engine/seed.ts'
import { getOrInsert } from '../language/get-or-insert.ts'
import { variants } from '../provider/variants.ts'
import { inProcess, judgeInProcess } from './in-process.fixture.ts'
import { mutantSelection } from './mutant-selection.fixture.ts'
import { type CaughtMutant, mutants } from './mutants.ts'
import { run } from './run.ts'

/** A lockout of each of these apart: after how many requests in a row that were refused, and for how long, in milliseconds. */
interface Lockout {
  readonly of: (request: SentRequest) => string
  readonly failures: number
  readonly milliseconds: number
  readonly answer: ReceivedResponse
}

/** How a run of a target ends that locks out, and what it leaves open. */
async function judged({ of, failures, milliseconds, answer: locked }: Lockout) {
  const { target, clock, transport } = inProcess({ contract })
  const states = new Map<string, { failed: number; until: number }>()
  const send: Transport['send'] = async (request, limits) => {
    const state = getOrInsert(states, of(request), () => ({ failed: 0, until: 0 }))
    if (clock.now() < state.until) return { response: locked }
    const answer = await transport.send(request, limits)
    if (answer.response?.status === 401) state.failed += 1
    if (answer.response?.status === 200) state.failed = 0
    if (state.failed >= failures) states.set(of(request), { failed: 0, until: clock.now() + milliseconds })
    return answer
  }
  const finished = await run({ contract, target, clock, transport: { ...transport, send }, seed: createSeed('lockouts') })
  return [exitCode(finished), finished.outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')]
}

const ofCredential = ({ headers }: SentRequest) => headerValue(headers, 'x-api-key') ?? headerValue(headers, 'authorization') ?? ''

const challenge = '<html><title>Just a moment...</title><div class="captcha"></div></html>'

it.each([
  ['client, for half a minute', { of: agentOf, failures: 4, milliseconds: 30_000, answer: response(403, { message: 'Forbidden' }) }],
  ['credential, for two minutes', { of: ofCredential, failures: 8, milliseconds: 120_000, answer: response(423, { message: 'Locked' }) }],
  [
    'address, for three seconds, with a page for people',
    { of: () => '', failures: 5, milliseconds: 3000, answer: response(200, challenge) },
  ],
])('a target is judged in full that locks out each %s', async (_, lockout) => {
  expect(await judged(lockout)).toEqual([0, []])
})

it.each([
  ['getCoinInformation.credential.unguarded.parameter', 'lockout'],
  ['getCoinInformation.empty.null', 'lockout'],
  ['getCoinInformation.empty.null', 'rate-30-forbidden'],
])('%s behind a %s is found, and nothing else', async (name, limit) => {
  const mutant = mutants(contract).find((each) => each.name === name) as CaughtMutant
  const { outcomes } = await judgeInProcess({ contract, ...variants[limit]?.options, mutant }, mutantSelection(contract, mutant))
  const told = outcomes.filter(({ verdict }) => verdict !== 'passed' && verdict !== 'inapplicable')
  expect(told.map(({ verdict, check }) => [verdict, check])).toEqual(mutant.caughtBy.map((check) => ['failed', check]))
})
