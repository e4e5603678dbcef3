import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import type { Verdict } from '../../engine/judging/outcome.ts'
import { reportOf } from '../report.ts'
import { outcome, requirementsOf, runOf } from '../run.fixture.ts'
import { certifiedText, shieldsBadge } from './badge.ts'

describe('a badge of what does not fail', () => {
  const said = (...found: readonly Verdict[]) => {
    const outcomes = found.flatMap((verdict, at) => {
      const requirement = requirementsOf(contract.operations[0]?.id)[at]
      return requirement ? [outcome(requirement, { verdict })] : []
    })
    const inconclusive = found.includes('inconclusive')
    return JSON.parse(shieldsBadge({ ...reportOf(runOf({ outcomes })), exitCode: inconclusive ? 3 : 0 })).message as string
  }

  it('counts warnings apart', () => {
    expect(said('passed', 'passed')).toMatch(/^conforms \(2 passed\b/)
    expect(said('passed', 'warned')).toMatch(/^conforms \(1 passed, 1 warned\b/)
  })

  it('says how much was not judged', () => expect(said('passed', 'inconclusive')).toMatch(/^not proven \(1 inconclusive\b/))

  it('says of a certificate in how many operations it holds', () => {
    const { operations } = contract
    const claimed = operations.map(({ id }) => id)
    expect(certifiedText('2027-02-24', { operations: claimed }, operations)).toBe('certified until 2027-02-24')
    const part = `certified in 1 of ${operations.length} operations until 2027-02-24`
    expect(certifiedText('2027-02-24', { operations: claimed.slice(1, 2) }, operations)).toBe(part)
  })
})
