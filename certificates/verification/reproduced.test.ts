import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { createSeed } from '../../engine/seed.ts'
import { isPermitted, type Target } from '../../engine/target.ts'
import { variants } from '../../provider/variants.ts'
import { judgeInProcess } from '../../suites/in-process.fixture.ts'
import type { Certificate } from '../certificate.ts'
import { atAddressOf } from '../certified-settings.ts'
import { testsOf } from '../statement.ts'
import { reproduced } from './reproduced.ts'

const money = contract.operations.filter(({ movesMoney }) => movesMoney)

function targetAt(origin: string, allowWithdrawals: boolean): Target {
  const bases = Object.fromEntries(contract.bases.map((base) => [base, origin]))
  return { name: origin, bases, settings: {}, operations: [], allowWithdrawals, permitted: [origin] }
}

it.each([true, false])('money moves at the address that is named only where that was allowed: %s', (isAllowed) => {
  const asked = atAddressOf(targetAt('https://today.example', isAllowed), targetAt('https://made.example', true))
  expect(asked.bases).toEqual(targetAt('https://today.example', true).bases)
  expect(money.map((operation) => isPermitted(asked, operation))).toEqual(money.map(() => isAllowed))
})

it('the way to the address is that of whoever asks, what requests carry is as certified', () => {
  const headers = [['x-name', 'value']] as const
  const own = { headers: [], tls: {}, proxy: { http: 'http://proxy.example' }, hidden: [] }
  const [today, made] = [targetAt('https://today.example', false), targetAt('https://made.example', false)]
  const certified = { ...made, connection: { headers, tls: {}, hidden: [] } }
  expect(atAddressOf({ ...today, connection: own }, certified).connection).toEqual({ ...own, headers })
  expect(atAddressOf(today, certified).connection?.headers).toEqual(headers)
})

const none = { passedTests: [], warnedTests: [], failedTests: [] }
const observations = [{ id: 'one.seen', title: 'What one does', value: 1 }]

function lineOf(outcomes: readonly object[], observed: readonly object[] = observations) {
  const certificate = { statement: { predicate: { ...none, passedTests: ['one'] } }, evidence: { observations } }
  const exchanges = [
    { id: 'a', response: {} },
    { id: 'held', failure: { kind: 'unsent' } },
    { id: 'lost', failure: { kind: 'timeout' } },
  ]
  return reproduced(certificate as unknown as Certificate, { complete: true, outcomes, exchanges, observations: observed } as never, 'here')
}

it.each([
  ['what is the same', true, lineOf([{ check: 'one', verdict: 'passed', evidence: ['a'] }])],
  [
    'what failed that did not apply before',
    false,
    lineOf([
      { check: 'one', verdict: 'passed', evidence: ['a'] },
      { check: 'two', verdict: 'failed', evidence: ['a'] },
    ]),
  ],
  ['what failed', false, lineOf([{ check: 'one', verdict: 'failed', evidence: ['a'] }])],
  ['what was asked and not answered', false, lineOf([{ check: 'one', verdict: 'inconclusive', evidence: ['a'] }])],
  ['what was not allowed', undefined, lineOf([{ check: 'one', verdict: 'inconclusive', evidence: [] }])],
  [
    'what was held back, since no journal could be written',
    undefined,
    lineOf([{ check: 'one', verdict: 'inconclusive', evidence: ['a', 'held'] }]),
  ],
  ['what was asked until time was up', false, lineOf([{ check: 'one', verdict: 'inconclusive', evidence: ['a', 'lost'] }])],
  ['what failed beside what was held back', false, lineOf([{ check: 'one', verdict: 'failed', evidence: ['held'] }])],
  ['what was left out', undefined, lineOf([{ check: 'one', verdict: 'inapplicable', evidence: ['a'] }])],
  ['what there is no more', false, lineOf([])],
  [
    'what was observed otherwise',
    false,
    lineOf([{ check: 'one', verdict: 'passed', evidence: ['a'] }], [{ ...observations[0], value: 2 }]),
  ],
  ['what was not observed', undefined, lineOf([{ check: 'one', verdict: 'passed', evidence: ['a'] }], [])],
])('line 6 of %s: %s', (_, holds, { holds: told }) => {
  expect(told).toBe(holds)
})

it('a target that answers nothing was not run again, and why is told', () => {
  const diagnoses = [{ problem: 'The authority is not trusted.' }]
  const exchanges = [{ id: 'a', failure: { kind: 'refused' } }]
  const certificate = { statement: { predicate: { ...none, passedTests: ['one'] } }, evidence: { observations } }
  const outcomes = [{ check: 'one', verdict: 'inconclusive', evidence: ['a'] }]
  const run = { complete: true, outcomes, exchanges, observations, diagnoses }
  const { holds, details } = reproduced(certificate as unknown as Certificate, run as never, 'here')
  expect([holds, details]).toEqual([undefined, ['The authority is not trusted.']])
})

it.each([
  [['401'], undefined],
  [['401', '500'], false],
  [['400', '401', '500'], true],
] as const)('a list that was 400 and 401 and is %s: %s', (value, holds) => {
  const certificate = { statement: { predicate: none }, evidence: { observations: [{ ...observations[0], value: ['400', '401'] }] } }
  const run = { complete: true, outcomes: [], exchanges: [{ id: 'a', response: {} }], observations: [{ ...observations[0], value }] }
  expect(reproduced(certificate as unknown as Certificate, run as never, 'here').holds).toBe(holds)
})

it.each([
  ['a rare one less', { 401: ['a', 'b'] }, true],
  ['a rare one more', { 401: ['a', 'b', 'c'], 400: ['d'], 413: ['e'] }, true],
  ['all alike', { 401: 'every refusal' }, true],
  ['mostly another, which there was', { 401: ['a'], 400: ['b', 'c'] }, true],
  ['mostly another, which there was not', { 403: ['a', 'b'], 401: ['c'] }, false],
  ['one more, and as many of each', { 300: ['a'], 401: ['b'], 400: ['c'] }, true],
  ['others alone', { 403: 'every refusal' }, false],
] as const)('kinds of answers are those of one target where the most usual is seen again: %s', (_, value, holds) => {
  const before = [{ id: 'one.kinds', title: 'Kinds', value: { 401: ['a', 'b'], 400: ['c'] } }]
  const certificate = { statement: { predicate: none }, evidence: { observations: before } }
  const run = { complete: true, outcomes: [], exchanges: [{ id: 'a', response: {} }], observations: [{ ...before[0], value }] }
  expect(reproduced(certificate as unknown as Certificate, run as never, 'here').holds).toBe(holds)
})

it.each([
  ['put off then', 'unanswered', 'accepted', true],
  ['put off today', 'accepted', 'unanswered', undefined],
  ['put off both times', 'unanswered', 'unanswered', true],
  ['refused today', 'accepted', 'refused', false],
])('what was %s is no other behaviour unless both were seen', (_, before, now, holds) => {
  const seen = (answer: string) => [{ ...observations[0], value: { answer, status: 429 } }]
  const certificate = { statement: { predicate: none }, evidence: { observations: seen(before) } }
  const run = { complete: true, outcomes: [], exchanges: [{ id: 'a', response: {} }], observations: seen(now) }
  expect(reproduced(certificate as unknown as Certificate, run as never, 'here').holds).toBe(holds)
})

it('says of what was observed otherwise what it was and what it is', () => {
  const { text } = lineOf([{ check: 'one', verdict: 'passed', evidence: ['a'] }], [{ ...observations[0], value: { told: 404 } }])
  expect(text).toBe('Run again (here), it did otherwise: What one does (one.seen) was 1, and is {"told":404} now.')
})

const onlyNow = 'The target takes no more withdrawals for now'

it.each([
  ['takes a few withdrawals and no more', 'withdrawals-five-with-200', ['five 0', 'five 2'], undefined, onlyNow],
  ['has more records from day to day', 'payments-arriving', ['one', 'other'], true, 'it did the same'],
] as const)('a target that %s does nothing otherwise on another seed', async (_, variant, seeds, expected, why) => {
  const operations = contract.operations.map(({ id }) => id)
  const provider = { ...variants[variant]?.options, contract }
  const judged = (text: string) => judgeInProcess(provider, { operations, seed: createSeed(text) })
  const [made, today] = [await judged(seeds[0]), await judged(seeds[1])]
  const certificate = { statement: { predicate: testsOf(made.outcomes) }, evidence: { observations: made.observations } }
  const { holds, text } = reproduced(certificate as Certificate, today, 'here')
  expect([holds, text]).toEqual([expected, expect.stringContaining(why)])
})
