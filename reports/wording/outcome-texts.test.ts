import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { defined } from '../../language/defined.ts'
import { reportOf } from '../report.ts'
import { exchange, outcome, runOf } from '../run.fixture.ts'
import { detailLines, durationOf, findingText, isOfRequest, mergedFindings } from './outcome-texts.ts'

const [ofProvider, ofClient] = (['provider', 'consumer'] as const).map((side) => contract.requirements.find(({ binds }) => binds === side))

it.each([
  [undefined, [false, false]],
  ['both', [false, true]],
  ['consumer', [true, true]],
] as const)('an outcome is about requests by the side that is judged (%s) and what its requirement binds', (side, want) => {
  if (!ofProvider || !ofClient) return expect.unreachable('the document binds both')
  const outcomes = [outcome(ofProvider), outcome(ofClient)]
  const report = reportOf(runOf(defined({ outcomes, side })))
  expect(report.outcomes.map((each) => isOfRequest(report, each))).toEqual(want)
})

it('an outcome takes as long as the exchanges that it judges', () => {
  if (!ofProvider) return expect.unreachable('the document binds providers')
  const exchanges = ['a', 'b', 'c'].map((id, at) => exchange(id, '', { durationMs: 10 ** at }))
  const report = reportOf(runOf({ outcomes: [outcome(ofProvider, { evidence: ['a', 'c'] })], exchanges }))
  expect(report.outcomes.map((each) => durationOf(report, each))).toEqual([101])
})

it('findings that say the same are one, with the exchanges of all, and how many places they are about is told of several', () => {
  const same = { at: '/a', expected: 'one', actual: 'two' }
  const merged = mergedFindings([
    { ...same, exchange: 'x' },
    { ...same, count: 2 },
    { ...same, exchange: 'y' },
  ])
  expect(merged.map(({ exchanges }) => exchanges)).toEqual([['x', 'y'], []])
  expect(merged.map(findingText)).toEqual(['/a: expected one, found two', '/a: expected one, found two (2 places)'])
})

it('other tools are told of twenty findings, each that says the same once, and no more are put into words', () => {
  if (!ofProvider) return expect.unreachable('the document binds providers')
  const findings = Array.from({ length: 24 }, (_, at) => ({ at: `/${at}`, expected: 'one', actual: 'two' }))
  const report = reportOf(runOf({ outcomes: [outcome(ofProvider, { verdict: 'failed', findings: [...findings, ...findings] })] }))
  const said: unknown[] = []
  const told = report.outcomes.flatMap((each) => detailLines(report, each, ({ at = '' }) => `${said.push(at)} ${at}`))
  expect([told.length, said.length, told.at(-1)]).toEqual([21, 20, 'and 4 more, which report.json holds'])
})
