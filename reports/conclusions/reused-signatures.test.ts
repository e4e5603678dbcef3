import { expect, it } from 'vitest'
import type { ReportedOutcome } from '../report.ts'
import { isOfReuse } from './reused-signatures.ts'

/** A failure of a check, by the role of the request that was accepted. */
function accepted(check: string, role: string, requirement = 'w.signature.covers.'): ReportedOutcome {
  const findings = [{ at: 'status', expected: 'a refusal', actual: 'accepted (200)', exchange: `w.signature/${role}` }]
  const told = { title: check, level: 'MUST', clause: '5.4', operation: 'w', verdict: 'failed', evidence: [] } as const
  return { ...told, check, requirement: `${requirement}${check}`, findings } as ReportedOutcome
}

const [amount, token] = ['amount', 'token'].map((part) => accepted(part, `replayed.${part}`)) as [ReportedOutcome, ReportedOutcome]
const other = accepted('other-token', 'replayed.token', 'w.signature.')

it('several parts that may be changed after signing, and none that is left out, are one cause', () => {
  const outcomes = [amount, token, other]
  expect(outcomes.map((each) => isOfReuse(each, { outcomes }))).toEqual([true, true, true])
})

it('one part that is not signed is a cause of its own, as is what is accepted without a signature of another request', () => {
  const left = accepted('token', 'tampered.token')
  expect(isOfReuse(token, { outcomes: [token] })).toBe(false)
  expect(isOfReuse(token, { outcomes: [amount, token, left] })).toBe(false)
  expect(isOfReuse(left, { outcomes: [amount, token] })).toBe(false)
  expect(isOfReuse(token, { outcomes: [token, { ...amount, operation: 'other' }] })).toBe(false)
})
