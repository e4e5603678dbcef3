import { expect, it } from 'vitest'
import type { Operation } from '../contracts/contract.ts'
import { contract } from '../contracts/generated/contract.ts'
import { target } from '../engine/evidence/evidence.fixture.ts'
import { headerValue } from '../engine/exchange.ts'
import { createSeed } from '../engine/seed.ts'
import { strictness } from '../provider/behaviour.ts'
import { inputs } from '../provider/judgement/inputs.ts'
import type { Hooks, Mutant } from '../provider/mutant.ts'
import { optionsOfVariant } from '../provider/named-variant.fixture.ts'
import { membersOf, type Received } from '../provider/received.ts'
import type { Reply } from '../provider/reply.ts'
import { inProcess, judgeInProcess } from './in-process.fixture.ts'
import { mutants } from './mutants.ts'
import { plan, run } from './run.ts'

const operations = contract.operations.map(({ id }) => id)
/** The most that a run sends for an operation, one with another, and a quick one. */
const most = (quick: boolean) => (quick ? 50 : 150) * operations.length
/** Pages beside one another depend on the seed. */
const margin = 10

const seeds = ['one', 'two', 'three', 'four', 'five', 'six']

it.each(seeds.flatMap((text) => [true, false].map((quick) => ({ text, quick }))))(
  'a run sends what it announces where lists are short (quick: $quick, seed $text)',
  async ({ text, quick }) => {
    const { cost } = await plan(contract, target, { quick })
    const { exchanges } = await judgeInProcess({ contract }, { operations, seed: createSeed(text), selection: { quick } })
    expect(exchanges.length).toBeLessThanOrEqual(cost.ordinary)
    expect(exchanges.length).toBeGreaterThan(cost.ordinary - margin)
    expect(cost.ordinary).toBeLessThanOrEqual(most(quick))
  },
)

it('a run sends no more to a target that refuses values that are seldom, and asks for them under its own name', async () => {
  const { cost } = await plan(contract, target)
  const { exchanges } = await judgeInProcess({ contract, behaviour: strictness }, { operations, seed: createSeed('one') })
  expect(exchanges.length).toBeLessThanOrEqual(cost.ordinary)
  const odd = exchanges.filter(({ role }) => role.startsWith('variety.odd'))
  expect(odd).not.toEqual([])
  for (const { request, response } of odd) expect([headerValue(request.headers, 'user-agent'), response?.status]).toEqual(['assay', 400])
})

it('a run sends no more to a target that refuses all alike, the withdrawals that are odd as well', async () => {
  const refused = { status: 400, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"message":"Bad request"}') }
  const mutants = contract.operations.map((operation): Mutant => {
    const isOdd = ({ body }: Received) =>
      operation.movesMoney && Object.values(membersOf(body)).some((value) => /\.\d{13}|^-/.test(String(value)))
    const hooks: Mutant['hooks'] = () => ({
      authenticate: (decision, request) => decision ?? (isOdd(request) ? { kind: 'body', message: 'The amount is odd.' } : undefined),
      reply: (reply) => (reply.status >= 400 ? refused : reply),
    })
    return { name: 'it', title: 'it', level: 'MUST', operation: operation.id, caughtBy: [], hooks }
  })
  const { exchanges } = await judgeInProcess({ contract, mutants }, { operations, seed: createSeed('one') })
  expect(exchanges.map(({ role }) => role)).toContain('variety.hopeless-value')
  expect(exchanges.length).toBeLessThanOrEqual(most(false))
})

it.each([
  ['codes', (reply: Reply) => reply.body],
  ['numbers', ({ refused = '' }: Reply) => Buffer.from(JSON.stringify({ code: 40_000 + refused.length, data: null }))],
  ['sentences', ({ refused }: Reply) => Buffer.from(JSON.stringify({ message: refused, at: '2026-01-01' }))],
])('a run tells by %s whether a value is refused, where all refusals have one status', async (_, told) => {
  const hooks: Mutant['hooks'] = () => ({ reply: (reply) => (reply.status >= 400 ? { ...reply, status: 400, body: told(reply) } : reply) })
  const operation = contract.operations.find(({ movesMoney }) => movesMoney)?.id ?? ''
  const mutant: Mutant = { name: 'it', title: 'it', level: 'MUST', operation, caughtBy: [], hooks }
  const { exchanges } = await judgeInProcess({ contract, behaviour: strictness, mutant }, { operations, seed: createSeed('one') })
  expect(exchanges.filter(({ role }) => role.startsWith('explains.odd'))).toEqual([])
})

it.each(['payments-few', 'pages-of-15-or-30'])(
  'a run sends no more where lists or pages are short, pages asked again included: %s',
  async (name) => {
    const { transport, ...asked } = inProcess({ contract, ...optionsOfVariant(name) })
    let sent = 0
    const send: typeof transport.send = (...request) => {
      sent += 1
      return transport.send(...request)
    }
    await run({ contract, ...asked, transport: { ...transport, send }, seed: createSeed('one') })
    expect(sent).toBeLessThanOrEqual(most(false))
  },
)

const sentenceOf = (number: number) =>
  `${'abcdefghij'[number % 10]}${'klmnopqrst'[Math.floor(number / 10) % 10]} ${'uvwxyz'[Math.floor(number / 100)]}`

it.each([
  [
    'words each refusal in another way',
    (reply: Reply, number: number) => ({ ...reply, status: 400, body: Buffer.from(`Error: ${sentenceOf(number)}`) }),
  ],
  [
    'gives each refusal an id',
    (reply: Reply, number: number) => ({ ...reply, status: 400, body: Buffer.from(`Refused, incident ${number}af`) }),
  ],
  [
    'refuses each with another status',
    (reply: Reply, number: number) => ({ ...reply, status: [400, 401, 403, 404, 422][number % 5] ?? 400 }),
  ],
  ['tells a missing credential by its status', (reply: Reply) => ({ ...reply, status: /found no/.test(reply.refused ?? '') ? 401 : 403 })],
])('a run sends no more to a target that %s', async (_, refusing) => {
  let asked = 0
  const reply = (reply: Reply): Reply => {
    asked += 1
    return reply.status >= 400 ? refusing(reply, asked) : reply
  }
  const each = contract.operations.map(
    ({ id }): Mutant => ({ name: 'it', title: 'it', level: 'MUST', operation: id, caughtBy: [], hooks: () => ({ reply }) }),
  )
  const { exchanges } = await judgeInProcess({ contract, mutants: each }, { operations, seed: createSeed('one') })
  expect(exchanges.length).toBeLessThanOrEqual(most(false))
})

const blocked: Reply = { status: 403, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Request blocked</h1>') }

/** A gateway in front of the provider that turns some requests away, and what reads inputs before it looks at credentials. */
const before: Readonly<Record<string, (operation: Operation) => Hooks>> = {
  'reads inputs first': (operation) => ({ authenticate: inputsFirst(operation) }),
  'turns long headers away': () => ({ reply: (reply, { headers }) => (String(headers['baggage']).length > 800 ? blocked : reply) }),
  'turns cookies away': cookieless,
  'looks at texts first, and takes few': textsFirst,
  'knows its own fields alone, and no long text': closedFirst,
  'turns headers away that it does not know': () => ({ reply: (reply, { headers }) => (isFamiliar(headers) ? reply : blocked) }),
}

function isFamiliar(headers: Received['headers']): boolean {
  return !Object.keys(headers).some((name) => /^x-(?!api-key|timestamp|signature)|idempotency/.test(name))
}

function cookieless(): Hooks {
  return { reply: (reply, { headers }) => (headers['cookie'] === undefined ? reply : blocked) }
}

function closedFirst({ movesMoney, body }: Operation): Hooks {
  const known = new Set(body?.fields.map(({ name }) => name))
  const isTaken = (members: object) => Object.entries(members).every(([name, value]) => known.has(name) && String(value).length <= 200)
  const isOdd = ({ body: sent }: Received) => movesMoney && !isTaken(membersOf(sent))
  return { authenticate: (decision, request) => (isOdd(request) ? { kind: 'body', message: 'It is odd.' } : decision) }
}

function textsFirst({ movesMoney }: Operation): Hooks {
  const isTaken = ({ description, token }: Readonly<Record<string, unknown>>) =>
    /^.{6,39}$/s.test(String(description)) && /^\w{1,10}$/.test(String(token))
  const isOdd = ({ body }: Received) => movesMoney && !isTaken(membersOf(body))
  return { authenticate: (decision, request) => (isOdd(request) ? { kind: 'body', message: 'A text is odd.' } : decision) }
}

function inputsFirst(operation: Operation): NonNullable<Hooks['authenticate']> {
  return (decision, request) => {
    const read = decision && inputs(operation, request, {}, {})
    return read && 'refusal' in read ? read.refusal : decision
  }
}

/** Judges a target with this before each of its operations. */
function judgedBehind(hooks: (operation: Operation) => Hooks, options: { readonly sparesNothing?: boolean } = {}) {
  const each = contract.operations.map(
    (operation): Mutant => ({
      name: 'it',
      title: 'it',
      level: 'MUST',
      operation: operation.id,
      caughtBy: [],
      hooks: () => hooks(operation),
    }),
  )
  return judgeInProcess({ contract, mutants: each }, { operations, seed: createSeed('one'), ...options })
}

it.each(Object.entries(before))('a run observes less of a target that %s, and sends no more', async (_, hooks) => {
  const { exchanges, notes, outcomes } = await judgedBehind(hooks)
  expect(outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')).toEqual([])
  expect(notes.join()).toContain('on which no MUST depends')
  expect(exchanges.length).toBeLessThanOrEqual(most(false))
})

it.each([
  ['forty pages', { records: { payments: 400 } }],
  ['two payments more after each inquiry', { records: { arriving: 2 } }],
  ['twenty pages, and a payment more after each inquiry', { records: { payments: 200, arriving: 1 } }],
])('what only observes, and then what only warns, gives way to a list of %s', async (_, behaviour) => {
  const { exchanges, outcomes } = await judgeInProcess({ contract, behaviour }, { operations, seed: createSeed('one') })
  expect(exchanges.length).toBeLessThanOrEqual(most(false))
  const left = outcomes.filter(({ reason }) => reason?.includes('on which no MUST depends'))
  expect(left.map(({ level, verdict }) => [level, verdict])).toEqual(left.map(() => ['SHOULD', 'inapplicable']))
  expect(left.length).toBeGreaterThan(0)
})

it.each([
  ['sixty pages, and a payment more after each inquiry', { records: { payments: 600, arriving: 1 } }],
  ['pages of ten at most, of many', { records: { payments: 205 }, largestPage: 10 }],
  ['pages of ten at most, all of which are read', { records: { payments: 150, arriving: 1 }, largestPage: 10 }],
])('a quick run keeps to its bound where a list has %s, and says how many pages it read', async (_, behaviour) => {
  const { exchanges, outcomes } = await judgeInProcess({ contract, behaviour }, { operations, selection: { quick: true } })
  expect(exchanges.length).toBeLessThanOrEqual(most(true))
  expect(outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')).toEqual([])
  expect(outcomes.map(({ reason }) => reason).join()).toMatch(/\b\d+ of \d+ pages/)
})

it('what is right does not give way to a few pages more, as its answer is judged', async () => {
  const behaviour = { records: { payments: 140 } }
  const { exchanges, notes } = await judgeInProcess({ contract, behaviour }, { operations, seed: createSeed('one') })
  expect(notes.join()).toContain('on which no MUST depends')
  expect(exchanges.map(({ role }) => role)).toEqual(expect.arrayContaining(['without.source', 'unknown.source', 'size.large']))
})

it('one that spares nothing, as where a certified run is repeated, observes all', async () => {
  const [usual, { observations, notes }] = await Promise.all([
    judgeInProcess({ contract }, { operations }),
    judgedBehind(cookieless, { sparesNothing: true }),
  ])
  expect(observations.map(({ id }) => id)).toEqual(usual.observations.map(({ id }) => id))
  expect(notes).toEqual([])
})

const lax = mutants(contract).filter(({ name }) => /\.credential\.value-(?:word-undefined|comma-behind|space-behind)$/.test(name))
const numbered: Mutant['hooks'] = () => ({
  reply: (reply, _request, refusal) =>
    refusal ? { ...reply, status: 400, body: Buffer.from(`{"code":${refusal.kind === 'credential' ? 1001 : 1002}}`) } : reply,
})

it.each(
  lax.flatMap((mutant) =>
    [
      { mutant, by: 'sentences' },
      { mutant, by: 'numbers' },
    ].map((each) => ({ ...each, name: mutant.name })),
  ),
)('a target that refuses odd inputs first, and tells that by $by alone, is asked plainly as well: $name', async ({ mutant, by }) => {
  const operation = contract.operations.find(({ id }) => id === mutant.operation)
  if (!operation) throw new Error('the document has no such operation')
  const behaviour = { errors: 'bad-request' } as const
  const hooks: Mutant['hooks'] = (given) => {
    const own = { ...mutant.hooks(given), ...(by === 'numbers' && numbered(given)) }
    const authenticate: typeof own.authenticate = (decision, request) => {
      const decided = own.authenticate ? own.authenticate(decision, request) : decision
      const read = decided && inputs(operation, request, {}, behaviour)
      return read && 'refusal' in read ? read.refusal : decided
    }
    return { ...own, authenticate }
  }
  const options = { operations: [operation.id], seed: createSeed('one') }
  const { outcomes } = await judgeInProcess({ contract, behaviour, mutant: { ...mutant, hooks } }, options)
  const failed = outcomes.filter(({ verdict }) => verdict === 'failed').map(({ check }) => check)
  expect(failed).toEqual(expect.arrayContaining([...mutant.caughtBy]))
})
