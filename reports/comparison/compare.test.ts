import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import type { Json } from '../../engine/judging/outcome.ts'
import type { Run } from '../../engine/run.ts'
import { htmlComparison } from '../html/compare.ts'
import { replaySummary } from '../replay.ts'
import { reportOf } from '../report.ts'
import { outcome, requirementsOf, runOf } from '../run.fixture.ts'
import { compareReports } from './compare.ts'
import { compareMarkdown } from './compare-markdown.ts'
import { comparisonText } from './comparison-text.ts'
import { historiesOf, historyText } from './history.ts'
import { changeGroups } from './sections.ts'

const must = requirementsOf(contract.operations[0]?.id).filter(({ level }) => level === 'MUST')
const failing = { verdict: 'failed', findings: [{ at: '/data/3/rank', expected: 'integer', actual: '"1"' }] } as const
const otherwise = { verdict: 'failed', findings: [{ at: 'status', expected: '200', actual: '500' }] } as const
const later = { verdict: 'failed', findings: [{ at: '/data/9/rank', expected: 'integer', actual: '"7"', count: 4 }] } as const
const unknown = { verdict: 'inconclusive', reason: 'no answer' } as const
const without = { verdict: 'inapplicable', reason: 'narrowed' } as const

const changes = [
  [{}, failing],
  [failing, {}],
  [failing, otherwise],
  [failing, later],
  [{}, unknown],
  [{}, {}],
  [{}, without],
  [without, failing],
  [failing, { verdict: 'warned' }],
  [failing, unknown],
  [failing, without],
] as const

const runWith = (side: 0 | 1, observed: number) => {
  const run = runOf({ outcomes: must.slice(0, changes.length).map((one, at) => outcome(one, changes[at]?.[side])) })
  return reportOf({ ...run, observations: run.observations.map((one) => ({ ...one, value: { status: observed } })) })
}

const comparison = compareReports(runWith(0, 401), runWith(1, 403))
const checks = (changed: readonly { readonly check: string }[]) => changed.map(({ check }) => must.findIndex(({ id }) => id === check))

describe('a comparison', () => {
  it('knows new failures, also of what was left out before, but by a run that ended early', () => {
    expect(checks(comparison.newFailures)).toEqual([0, 7])
    expect(checks(compareReports({ ...runWith(0, 401), complete: false }, runWith(1, 403)).newFailures)).toEqual([0])
  })
  it('knows what is fixed', () => expect(checks(comparison.fixed)).toEqual([1, 8]))
  it('takes what is not judged any more for a change, not for fixed', () => {
    expect(checks(comparison.changed)).toEqual([4, 9])
    expect(comparison.unjudged).toEqual([must[9]?.id, must[10]?.id])
  })
  it('tells a failure of another kind from the same one in other places', () => {
    expect(checks(comparison.differently)).toEqual([2])
    expect(checks(comparison.still)).toEqual([3])
  })
  it('takes values that another seed draws for the same failure', () => {
    const [one = expect.unreachable('no requirement')] = must
    const asked = (terminal: string) =>
      reportOf(
        runOf({
          outcomes: [outcome(one, { verdict: 'failed', findings: [{ at: '/data/0/id', expected: `"${terminal}"`, actual: '"1"' }] })],
        }),
      )
    const { still, differently } = compareReports(asked('100009'), asked('_00001'))
    expect([still.length, differently.length]).toEqual([1, 0])
  })
  it('takes what is left out now for neither better nor worse', () => expect(comparison.removed).toEqual([must[6]?.id, must[10]?.id]))
  it('shows changed behaviour at open points', () => {
    expect(comparison.behaviour).toMatchObject([{ before: { status: 401 }, after: { status: 403 } }])
  })
  it('takes neither which requests did the same nor what one run did not ask for another behaviour', () => {
    const asking = (outcomes: Run['outcomes'], ...values: readonly Json[]) => {
      const [one] = runOf().observations
      if (!one) throw new Error('nothing was observed')
      return reportOf(runOf({ outcomes, observations: values.map((value, at) => ({ ...one, id: `${one.id}.${at}`, value })) }))
    }
    const observing = (...values: readonly Json[]) => asking(runOf().outcomes, ...values)
    const compared = compareReports(observing({ 401: ['a', 'b'], 404: ['c'] }, 1), observing({ 401: ['b', 'd'], 404: ['c'] }))
    expect(compared.behaviour).toEqual([])
    expect(compared.unobserved).toHaveLength(1)
    expect(compareReports(observing({ 401: ['a'] }), observing({ 403: ['a'] })).behaviour).toHaveLength(1)
    expect(compareReports(observing({ 401: ['a'], 404: ['c'] }), asking([], { 401: ['a'] })).behaviour).toEqual([])
  })
  it('takes a rare kind of answer for another behaviour only if both runs sent the same requests', () => {
    const of = (seed: string, value: Json) => {
      const run = runOf({ seed })
      return reportOf({ ...run, observations: run.observations.slice(0, 1).map((one) => ({ ...one, value })) })
    }
    const [usual, rare, other] = [
      { 401: ['a', 'b'], 405: ['c'] },
      { 400: ['c'], 401: ['a', 'b'] },
      { 401: ['c'], 403: ['a', 'b'] },
    ]
    expect(compareReports(of('one', usual), of('one', rare)).behaviour).toHaveLength(1)
    expect(compareReports(of('one', usual), of('two', rare)).behaviour).toEqual([])
    expect(compareReports(of('one', usual), of('two', other)).behaviour).toHaveLength(1)
  })
  it('is no wider than a terminal, nor is a history or a judgement of the same evidence', () => {
    const style = { colour: false, width: 44 }
    const [before, after] = [runWith(0, 401), runWith(1, 403)]
    const histories = historiesOf([before, after].map((report, at) => ({ path: `${at}/report.json`, report })))
    const texts = [
      comparisonText(comparison, style),
      historyText(histories, style),
      replaySummary(before, after.outcomes, contract.spec, style),
    ]
    for (const text of texts) expect(text.split('\n').filter((line) => line.length > style.width)).toEqual([])
  })
  it('names open points by their words and operations in a history, each once', () => {
    const [one = expect.unreachable('nothing was observed')] = runOf().observations
    const observing = (value: number) =>
      reportOf(
        runOf({ observations: ['a', 'b', 'c', 'd'].map((id) => ({ ...one, id: `${id}.x`, title: 'What it does', value, evidence: [] })) }),
      )
    const [history] = historiesOf([observing(1), observing(2)].map((report) => ({ path: 'x', report })))
    expect(history?.runs[1]?.changes).toEqual(['behaves differently: What it does (a, b, c and 1 more)'])
  })
  it('is rendered as Markdown and HTML', async () => {
    expect(compareMarkdown(comparison)).toContain('### New failures (2)')
    const page = await htmlComparison(comparison)
    expect(page).toContain('has 2 new failures')
    expect(page).toContain(`<code>${must[0]?.id.replaceAll('.', '.<wbr>')}</code>`)
  })
  it('says once what explains many changes, the worst first', () => {
    const right = must.slice(0, 6)
    const accepted = { verdict: 'failed', findings: [{ at: 'status', expected: 'a refusal', actual: 'accepted (200)' }] } as const
    const run = (wrong: boolean) =>
      reportOf(runOf({ outcomes: right.map((one, at) => outcome(one, wrong ? (at < 5 ? failing : accepted) : {})) }))
    const [first, second, ...others] = changeGroups(compareReports(run(false), run(true)).newFailures)
    expect(first).toMatchObject({ words: expect.stringMatching(/^[a-zA-Z]+: /), checks: [right[5]?.id] })
    expect(second).toMatchObject({ words: expect.stringMatching(/writes numbers as strings: 5 checks$/), before: 'passed' })
    expect(others).toEqual([])
    expect(changeGroups(compareReports(run(true), run(false)).fixed).map(({ words }) => words)).toEqual([first?.words, second?.words])
    const open = reportOf(runOf({ outcomes: right.map((one) => outcome(one, unknown)) }))
    expect(changeGroups(compareReports(run(false), open).changed).map(({ words }) => words)).toEqual(['no answer: 6 checks'])
  })
  it('of a run with itself has nothing to tell', () => {
    expect(compareMarkdown(compareReports(runWith(0, 401), runWith(0, 401)))).toContain('Nothing has changed.')
  })
})
