import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import type { Verdict } from '../../engine/judging/outcome.ts'
import { reportOf } from '../report.ts'
import { outcome, requirementsOf, runOf } from '../run.fixture.ts'
import { claimOf } from './claim.ts'

const requirements = contract.operations.flatMap(({ id }) => requirementsOf(id)).filter(({ level }) => level === 'MUST')

/** The sentence of a run in which all that is required has a verdict, and some more of good practice. */
function sentenceOf(verdict: Verdict, practice: readonly Verdict[] = []): string {
  const [first] = requirements
  const more = practice.flatMap((found, at) =>
    first ? [{ ...outcome(first, { check: `more-${at}`, verdict: found }), level: 'SHOULD' as const }] : [],
  )
  const report = reportOf(runOf({ outcomes: [...requirements.map((one) => outcome(one, { verdict })), ...more] }))
  return claimOf({ ...report, exitCode: verdict === 'passed' ? 0 : 3 }).sentence
}

describe('the sentence of a claim', () => {
  it('does not say that all passed where something warned', () => {
    expect(sentenceOf('passed')).toBe('Everything that the source requires was judged, and passed.')
    const one = ' There is 1 warning of good practice that it does not ask for.'
    expect(sentenceOf('passed', ['warned'])).toBe(`${sentenceOf('passed')}${one}`)
    expect(sentenceOf('passed', ['warned', 'passed', 'warned'])).toContain(' There are 2 warnings of good practice')
  })

  it('does not say of a run that judged nothing that something was judged', () => {
    expect(sentenceOf('inconclusive')).toBe('Nothing could be judged.')
    expect(sentenceOf('inconclusive', ['passed'])).toMatch(/^Nothing failed, but not everything/)
  })
})
