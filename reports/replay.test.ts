import { describe, expect, it } from 'vitest'
import { replayDifferences } from './replay.ts'
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
})
