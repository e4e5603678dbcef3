import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { replayDifferences, replaySummary } from './replay.ts'
import { reportOf } from './report.ts'
import { runOf } from './run.fixture.ts'

const run = runOf()
const report = reportOf(run)

describe('judging again', () => {
  it('with the same verdicts shows no difference', () => expect(replayDifferences(report, run.outcomes)).toEqual([]))

  it('names the check that differs, and those that are gone or new', () => {
    const [first, second, ...rest] = run.outcomes
    if (!first || !second) throw new Error('the fixture has too few outcomes')
    const outcomes = [
      { ...first, verdict: 'passed' as const, findings: [], reason: 'the check was corrected' },
      { ...second, check: 'new.check' },
      ...rest,
    ]
    expect(replayDifferences(report, outcomes)).toEqual([
      { check: first.check, saved: 'failed', now: 'passed', reason: 'the check was corrected' },
      { check: second.check, saved: 'inconclusive' },
      { check: 'new.check', now: 'inconclusive', reason: second.reason },
    ])
  })

  it('tells checks together whose verdicts differ in the same way, and names a few', () => {
    const [first] = run.outcomes
    if (!first) throw new Error('the fixture has no outcome')
    const outcomes = Array.from({ length: 7 }, (_, at) => ({ ...first, check: `new.${at}`, verdict: 'passed', reason: 'new' }) as const)
    const said = replaySummary(reportOf({ ...run, outcomes: [first] }), outcomes, contract.spec, { colour: false, width: 200 })
    expect(said.split('\n').filter((line) => line.includes(': was '))).toEqual([
      `  ${first.check}: was failed, is not there`,
      '  new.0, new.1, new.2, new.3, new.4 and 2 more: was not there, is passed: new',
    ])
  })
})
