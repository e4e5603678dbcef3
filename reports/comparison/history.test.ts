import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import type { Outcome } from '../../engine/judging/outcome.ts'
import { type Report, reportOf } from '../report.ts'
import { outcome, requirementsOf, runOf } from '../run.fixture.ts'
import { comparable, historiesOf, historyText } from './history.ts'

const [must = expect.unreachable('no requirement')] = requirementsOf(contract.operations[0]?.id).filter(({ level }) => level === 'MUST')
const passed = reportOf(runOf({ outcomes: [outcome(must)], observations: [] }))

function ranOn(day: number, name = 'dev', more: Partial<Report> = {}) {
  const startedAt = new Date(Date.UTC(2026, 0, day)).toISOString()
  return { path: `${name}-${day}`, report: { ...passed, startedAt, target: { ...passed.target, name }, ...more } }
}

it('orders the runs of a target by their time, and targets by their latest, clients apart from services', () => {
  const histories = historiesOf([ranOn(4), ranOn(9, 'late'), ranOn(2), ranOn(3, 'dev', { side: 'consumer' })])
  expect(histories.map(({ target, runs }) => [target, ...runs.map(({ path }) => path)])).toEqual([
    ['late', 'late-9'],
    ['dev', 'dev-2', 'dev-4'],
    ['dev', 'dev-3'],
  ])
})

it.each<[what: string, before: Partial<Outcome>, after: Partial<Outcome>, want: readonly string[]]>([
  ['nothing', {}, {}, []],
  ['another verdict', { verdict: 'warned' }, {}, [`judged differently: ${must.id}`]],
  ['what is not judged any more', {}, { verdict: 'inconclusive', reason: 'no answer' }, [`not judged any more: ${must.id}`]],
  ['what is judged again', { verdict: 'inconclusive' }, {}, [`judged again, not judged before: ${must.id}`]],
  ['only what was asked', {}, { verdict: 'inapplicable', reason: '--quick' }, ['answer changed: conforms → conforms (a quick run)']],
])('says what changed: %s', (_, before, after, want) => {
  const runs = [before, after].map((change, at) => ranOn(at + 1, 'dev', { outcomes: [outcome(must, change)] }))
  expect(historiesOf(runs)[0]?.runs[1]?.changes).toEqual(want)
})

it('is a symbol for each of the latest runs that fit into a line, and says so where several changed nothing', () => {
  const text = (count: number, width = 60) =>
    historyText(historiesOf(Array.from({ length: count }, (_, at) => ranOn(at + 1))), { colour: false, width }).split('\n')
  expect([text(70)[1]?.trim().length, text(130, 300)[1]?.trim().length]).toEqual([58, 100])
  expect(text(1)).not.toContain('  Nothing changed.')
  expect(text(2)).toContain('  Nothing changed.')
})

it('keeps what several reports share once', () => {
  const [one, other] = [ranOn(1), structuredClone(ranOn(2))].map(({ report }) => report).map(comparable())
  expect([one?.outcomes[0] === other?.outcomes[0], one?.ledger === other?.ledger]).toEqual([true, true])
})
