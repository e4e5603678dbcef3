import { expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { response } from '../engine/evidence/evidence.fixture.ts'
import { bodyMembers, type ReceivedResponse, type SentRequest } from '../engine/exchange.ts'
import { exitCode } from '../engine/run.ts'
import { createSeed } from '../engine/seed.ts'
import type { Mutant } from '../provider/mutant.ts'
import type { ProviderOptions } from '../provider/options.ts'
import { variants } from '../provider/variants.ts'
import { inProcess } from './in-process.fixture.ts'
import { mutants } from './mutants.ts'
import { type RunOptions, run } from './run.ts'

const withdrawal = contract.operations.find(({ movesMoney }) => movesMoney)
if (!withdrawal) throw new Error('the document has no operation that moves money')

/** What is answered to a request for a withdrawal in place of the provider, at a time in milliseconds. */
type Instead = (request: SentRequest, now: number) => ReceivedResponse | undefined

/** Judges a provider that answers some withdrawals otherwise: those that come, or those that it would take. */
async function judged(
  when: 'comes' | 'taken',
  instead: Instead,
  provider: ProviderOptions = {},
  onRepeat: RunOptions['onRepeat'] = () => {},
) {
  const { target, clock, transport } = inProcess({ ...provider, contract })
  const send: typeof transport.send = async (request, options) => {
    if (!request.url.includes(withdrawal?.path ?? '')) return transport.send(request, options)
    const turned = when === 'comes' ? instead(request, clock.now()) : undefined
    if (turned) return { response: turned }
    const answer = await transport.send(request, options)
    const taken = when === 'taken' && answer.response?.status === withdrawal?.success.status
    return { ...answer, ...(taken && { response: instead(request, clock.now()) ?? answer.response }) }
  }
  const finished = await run({ contract, target, clock, transport: { ...transport, send }, seed: createSeed('limits'), onRepeat })
  const other = finished.outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')
  return [exitCode(finished), other.map(({ check }) => check)]
}

/** Turns away what comes beyond so many in a time, by a status. */
function limited(most: number, time: number, status: number): Instead {
  let [window, count] = [0, 0]
  return (_request, now) => {
    count = Math.floor(now / time) === window ? count + 1 : 1
    window = Math.floor(now / time)
    return count > most ? response(status, { message: 'Forbidden' }) : undefined
  }
}

/** Turns away what comes sooner after one that was taken. */
function apart(pause: number, status: number): Instead {
  let last = Number.NEGATIVE_INFINITY
  return (_request, now) => {
    if (now - last < pause) return response(status, { message: 'Please wait.' })
    last = now
    return undefined
  }
}

it.each([
  [1, 403],
  [3, 400],
  [5, 409],
])('a limit of %i withdrawals a second, by %i alone, is kept to', async (most, status) => {
  expect(await judged('comes', limited(most, 1000, status))).toEqual([0, []])
})

it.each([
  [2500, 20, 409],
  [5000, 100, 400],
  [30_000, 100, 403],
])(
  'a pause of %i ms between withdrawals is found out, or left open, by a target that answers after %i ms (%i)',
  async (pause, latency, status) => {
    const repeats: string[] = []
    const found = await judged('taken', apart(pause, status), { behaviour: { latency } }, (text) => repeats.push(text))
    expect([found, repeats]).toEqual([[0, []], []])
  },
)

it('a pause between withdrawals that are taken is kept to, though one too soon is refused as a wrong one is', async () => {
  const refused = { status: 400, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"message":"Please wait."}') }
  const hooks: Mutant['hooks'] = () => ({ reply: (reply) => (reply.status >= 400 ? refused : reply) })
  const mutant: Mutant = { name: 'it', title: 'it', level: 'MUST', operation: withdrawal.id, caughtBy: [], hooks }
  expect(await judged('taken', apart(700, 400), { mutant })).toEqual([0, []])
})

it.each([
  ['a limit of requests a second', 700, { rate: { perSecond: 15, status: 429, retryAfter: false } }],
  ['a limit of requests a second', 5000, { rate: { perSecond: 15, status: 429, retryAfter: true } }],
  ['a limit that says 403', 2500, { rate: { perSecond: 30, status: 403, retryAfter: false } }],
  ['a lockout', 700, { lockout: { failures: 3, milliseconds: 700, status: 401 } }],
] as const)('%s beside a pause of %i ms between withdrawals fails nothing', async (_, pause, behaviour) => {
  expect(await judged('taken', apart(pause, 400), { behaviour })).toEqual([0, []])
})

it('those that are sent again for a pause between them count for what a run sends at most', async () => {
  let sent = 0
  const { target, clock, transport } = inProcess({ contract })
  const pause = apart(1000, 409)
  const send: typeof transport.send = async (request, options) => {
    sent += 1
    const answer = await transport.send(request, options)
    const taken = request.url.includes(withdrawal.path) && answer.response?.status === withdrawal.success.status
    return taken ? { response: pause(request, clock.now()) ?? answer.response } : answer
  }
  await run({ contract, target, clock, transport: { ...transport, send }, seed: createSeed('limits') })
  expect(sent).toBeLessThanOrEqual(150 * contract.operations.length)
})

it('a pause between withdrawals that is said by 503 is found out as well', async () => {
  expect(await judged('taken', apart(1500, 503))).toEqual([0, []])
})

it('a ration of withdrawals a minute beside a lockout is told from it', async () => {
  const lockout = { failures: 8, milliseconds: 5000, status: 423 } as const
  expect(await judged('taken', limited(10, 60_000, 429), { behaviour: { lockout } })).toEqual([0, []])
})

it('a credential that is no longer known is no ration of withdrawals', async () => {
  expect(await judged('taken', limited(6, 600_000, 401))).toEqual([3, expect.arrayContaining([`${withdrawal.id}.accepted`])])
})

it('a balance that runs out is known as such, though each refusal has an id in its text', async () => {
  let taken = 0
  const spent: Instead = () => {
    taken += 1
    return taken > 8 ? response(402, { message: `No funds. Incident ${(taken * 0x9e3779b).toString(16)}` }) : undefined
  }
  expect(await judged('taken', spent)).toEqual([0, []])
})

it.each([2, 3])('a 500 to one right withdrawal is a failure, and no matter of pace: number %i', async (number) => {
  let taken = 0
  const once: Instead = () => {
    taken += 1
    return taken === number ? response(500, { message: 'Internal error' }) : undefined
  }
  expect(await judged('taken', once)).toEqual([1, [`${withdrawal.id}.accepted`]])
})

it.each([
  ['in steps', (amount: number) => amount % 0.5 !== 0],
  ['in a narrow range', (amount: number) => amount < 1.5 || amount > 2.5],
])('withdrawals %s are asked for the configured amount', async (_, isRefused) => {
  const instead: Instead = (request) =>
    isRefused(Number(bodyMembers(request)['amount'])) ? response(400, { message: 'amount' }) : undefined
  expect(await judged('taken', instead, { ...variants['plain']?.options })).toEqual([0, []])
})

it('withdrawals that are all refused for want of money are not sent again in a slower run', async () => {
  const notes: string[] = []
  const [code] = await judged(
    'taken',
    () => response(422, { message: 'Insufficient balance' }),
    {},
    (text) => notes.push(text),
  )
  expect([code, notes]).toEqual([3, []])
})

it('a least amount hides no target that looks at no signature until one was right', async () => {
  const mutant = mutants(contract).find(({ name }) => name.endsWith('.opens-late'))
  const { target, ...given } = inProcess({ ...variants['amounts-from-the-configured']?.options, contract, ...(mutant && { mutant }) })
  const { outcomes } = await run({ contract, target, ...given, seed: createSeed('limits'), selection: { quick: true } })
  expect(outcomes.flatMap(({ verdict, check }) => (verdict === 'failed' ? [check] : []))).toEqual(mutant?.caughtBy)
})
