import { expect, it } from 'vitest'
import type { Operation } from '../../contracts/contract.ts'
import { evidenceOf, exchange, listing, response, signed } from '../evidence/evidence.fixture.ts'
import type { Exchange } from '../exchange.ts'
import { afterRefusedRole } from '../probes/roles.ts'
import { acceptedWith, isRationedBy, isRefusedBySilence, rationOf } from './refusal-judge.ts'

const rightRoles = ['control', 'among-1', 'among-2', 'control-after']
const wrongRoles = Array.from({ length: 12 }, (_, index) => `wrong-${index}`)
const badGateway = response(502, '<h1>502</h1>')

interface Told {
  readonly operation?: Operation
  readonly answers?: readonly Exchange[]
  readonly wrong?: readonly string[]
  readonly received?: Exchange['response']
  readonly repeats?: number
}

/** Whether a target refuses so that leaves these wrong requests without a word. */
function isTold({ operation = listing, answers = rightOnes(operation), wrong = wrongRoles, received, repeats = 0 }: Told): boolean {
  const silent = wrong.map((role) => ({ ...exchange(operation, role, received), repeats }))
  const [first = exchange(operation, 'none')] = silent
  return isRefusedBySilence(evidenceOf(operation, [...answers, ...silent]), first)
}

function rightOnes(operation: Operation, id: (index: number) => number = (index) => 70 + index): Exchange[] {
  const example = operation === signed ? (index: number) => ({ message: 'registered', data: { withdrawId: id(index) } }) : () => coins
  return rightRoles.map((role, index) => exchange(operation, role, response(200, example(index))))
}

const coins = { status: 'success', message: '', data: [{ currency: { name: 'Bitcoin', symbol: 'BTC' }, rank: 1 }] }

it('many broken connections, or one status that says "later", are a refusal if right requests among them are accepted at once', () => {
  expect(isTold({})).toBe(true)
  expect(isTold({ received: badGateway })).toBe(true)
  expect(isTold({ operation: signed })).toBe(true)
})

it('so is a success with nothing in it, unless that says that something was made', () => {
  for (const [status, isRefusal] of [
    [200, true],
    [204, true],
    [201, false],
    [202, false],
  ] as const)
    expect(isTold({ operation: signed, received: response(status, '') })).toBe(isRefusal)
})

it.each([
  [9, 0, false],
  [9, 1, true],
  [4, 1, false],
  [4, 2, true],
  [3, 2, false],
  [1, 3, true],
])(
  '%i wrong requests that are left unanswered, and so each of the %i times that they are sent again, count as refused: %s',
  (many, repeats, isRefusal) => {
    expect(isTold({ wrong: wrongRoles.slice(0, many), repeats })).toBe(isRefusal)
  },
)

it('a target that stumbles at right requests too refuses nothing by that', () => {
  const [first, ...others] = rightOnes(listing)
  expect(isTold({ answers: [...(first ? [{ ...first, repeats: 1 }] : []), ...others] })).toBe(false)
  expect(isTold({ answers: [exchange(listing, 'control'), ...others] })).toBe(false)
  expect(isTold({ answers: others.slice(1) })).toBe(false)
})

it('a withdrawal may have been registered where the numbers of the others leave room for it', () => {
  expect(isTold({ operation: signed, answers: rightOnes(signed, (index) => 70 + 2 * index) })).toBe(false)
  expect(isTold({ operation: signed, answers: rightOnes(signed, (index) => 70 - index) })).toBe(true)
})

it('an answer is judged by what it says', () => expect(isTold({ received: response(200, {}) })).toBe(false))

const [taken, spent, other] = [
  response(200, { message: 'registered', data: { withdrawId: 7 } }),
  response(402, { error: 'no balance' }),
  response(402, { error: 'no such chain' }),
]
const denied = response(401, { error: 'who?' })
const later = response(429, '')

it.each<[what: string, answers: Readonly<Record<string, Exchange['response']>>, want: Exchange['response']]>([
  ['the last is told "later"', { control: taken, 'control-after': later }, later],
  ['the last is refused, and another is so too', { control: taken, 'control-after': spent, [afterRefusedRole]: spent }, spent],
  ['the last alone is refused', { control: taken, 'control-after': spent }, undefined],
  ['another is refused for another reason', { control: taken, 'control-after': spent, [afterRefusedRole]: other }, undefined],
  ['another is accepted', { control: taken, 'control-after': spent, [afterRefusedRole]: taken }, undefined],
  ['the first was refused', { control: denied, 'control-after': spent, [afterRefusedRole]: spent }, undefined],
  ['they are refused for their credentials', { control: taken, 'control-after': denied, [afterRefusedRole]: denied }, undefined],
  ['there are no controls, and the last two are refused', { odd: taken, any: spent, [afterRefusedRole]: spent }, spent],
  ['there are no controls, and the last alone is refused', { odd: spent, any: taken, [afterRefusedRole]: spent }, undefined],
  ['nothing is answered', { control: taken, 'control-after': undefined, [afterRefusedRole]: spent }, undefined],
])('how many right withdrawals are taken shows where %s', (_, answers, want) => {
  const sent = (operation: Operation) => Object.entries(answers).map(([role, received]) => exchange(operation, role, received))
  expect(rationOf(evidenceOf(signed, sent(signed)))).toBe(want)
  expect(rationOf(evidenceOf(listing, sent(listing)))).toBeUndefined()
})

it.each([
  [spent, spent, true],
  [spent, other, false],
  [later, later, false],
  [undefined, spent, false],
])('a request is refused as one too many is: %#', (ration, received, want) => {
  expect(isRationedBy(ration, exchange(signed, 'control', received))).toBe(want)
})

it.for([
  [200, 'accepted (200)'],
  [401, 'accepted (401, with what a success holds)'],
] as const)('an acceptance says that its status is one of a refusal: %s', ([status, words]) => {
  expect(acceptedWith(exchange(listing, 'none', response(status, coins)))).toBe(words)
})
