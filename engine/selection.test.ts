import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { catalogueOf } from '../suites/index.ts'
import { listing, signed, target } from './evidence/evidence.fixture.ts'
import { admit, type Selection } from './selection.ts'
import type { Target } from './target.ts'

const { checks } = await catalogueOf(contract)
const remote: Target = { ...target, bases: Object.fromEntries(contract.bases.map((base) => [base, 'https://pay.example'])) }

function admitted(given: Target, selection: Selection = {}): { id: string; operation: string; verdict: string; reason: string }[] {
  return checks.map((check) => {
    const admission = admit(contract, given, selection, check)
    return {
      id: check.id,
      operation: check.probe.operation.id,
      verdict: admission.verdict,
      reason: 'reason' in admission ? admission.reason : '',
    }
  })
}
const judgedIds = (selection: Selection) =>
  admitted(target, selection)
    .filter(({ verdict }) => verdict === 'judged')
    .map(({ id }) => id)

describe('admit', () => {
  it('judges everything on this machine but what has to be heard', () => {
    expect([
      ...new Set(
        admitted(target)
          .filter(({ verdict }) => verdict !== 'judged')
          .map(({ reason }) => reason),
      ),
    ]).toEqual(checks.some(({ probe }) => probe.phase === 'listening') ? [expect.stringContaining('--listen')] : [])
  })

  it('moves no money elsewhere unless it is allowed to', () => {
    const money = admitted(remote).filter(({ operation }) => operation === signed.id)
    expect(money.length).toBeGreaterThan(50)
    expect(money.every(({ verdict, reason }) => verdict === 'inconclusive' && reason.includes('--allow-withdrawals'))).toBe(true)
    expect(admitted(remote).filter(({ operation, verdict }) => operation === listing.id && verdict === 'judged').length).toBeGreaterThan(30)
    expect(
      admitted({ ...remote, allowWithdrawals: true }).some(({ operation, verdict }) => operation === signed.id && verdict === 'judged'),
    ).toBe(true)
  })

  it('moves money at no other origin than that for which it was allowed', () => {
    const judged = (permitted: readonly string[]) =>
      admitted({ ...remote, allowWithdrawals: true, permitted }).some(
        ({ operation, verdict }) => operation === signed.id && verdict === 'judged',
      )
    expect([judged(['https://pay.example']), judged([]), judged(['http://pay.example']), judged(['https://pay.example:444'])]).toEqual([
      true,
      false,
      false,
      false,
    ])
  })

  it.for([
    'http://dev.localhost',
    'http://127.0.0.1.example',
    'http://localhost.example',
    'http://10.0.0.1',
    'http://[::2]',
    'http://127.1.evil.example',
  ])('takes %s for no loopback', (address) => {
    const elsewhere = { ...target, bases: Object.fromEntries(contract.bases.map((base) => [base, address])) }
    expect(admitted(elsewhere).some(({ operation, verdict }) => operation === signed.id && verdict === 'judged')).toBe(false)
  })

  it('leaves out on purpose what is not claimed, and says what is missing', () => {
    const claimed = admitted({ ...target, operations: [listing.id] })
    expect(claimed.filter(({ operation }) => operation !== listing.id).every(({ verdict }) => verdict === 'inapplicable')).toBe(true)
    const unset = admitted({ ...target, settings: {} }).filter(({ operation }) => operation === signed.id)
    expect(unset[0]).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('ASSAY_SIGNING_SECRET') })
    expect(admitted({ ...target, bases: {} })[0]).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('--target') })
  })

  it.for([
    { only: listing.id, want: (id: string) => id.startsWith(`${listing.id}.`) },
    { only: `${listing.id}.status`, want: (id: string) => id === `${listing.id}.status` },
    { only: '*.status', want: (id: string) => id.endsWith('.status') },
    {
      only: `${listing.id}.status, ${signed.id}.status`,
      want: (id: string) => [listing.id, signed.id].some((name) => id === `${name}.status`),
    },
    { only: `${listing.id}.stat`, want: () => false },
    { only: '.*(', want: () => false },
    { only: '', want: () => false },
  ])('narrows the run to $only', ({ only, want }) => {
    expect(judgedIds({ only })).toEqual(judgedIds({}).filter(want))
  })

  it('narrows by clause, whole ones and their parts', () => {
    const clauseOf = (id: string) =>
      contract.requirements.find((each) => each.id === checks.find((check) => check.id === id)?.requirement)?.clause
    expect(new Set(judgedIds({ only: '5.4' }).map(clauseOf))).toEqual(new Set(['5.4']))
    expect(new Set(judgedIds({ only: '5' }).map((id) => clauseOf(id)?.split('.')[0]))).toEqual(new Set(['5']))
    expect(judgedIds({ only: '5.4' }).length).toBeLessThan(judgedIds({ only: '5' }).length)
  })
})
