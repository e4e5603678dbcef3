import { describe, expect, it, vi } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { claimOf } from '../conclusions/claim.ts'
import { ctrf } from '../formats/ctrf.ts'
import { junit } from '../formats/junit.ts'
import { reportOf } from '../report.ts'
import { outcome, requirementsOf, runOf } from '../run.fixture.ts'
import { terminalSummary } from '../terminal/terminal.ts'
import { applyWaivers, parseWaivers } from './waivers.ts'

const [first, second] = requirementsOf(contract.operations[0]?.id).filter(({ level }) => level === 'MUST')
if (!first || !second) throw new Error('the contract has too few requirements')
const failed = outcome(first, { verdict: 'failed', findings: [{ at: 'status', expected: '200', actual: '500' }] })
const report = reportOf(runOf({ outcomes: [failed, outcome(second)] }))
const waiver = { check: failed.check, reason: 'known, ticket 12', owner: 'payments', expires: '2026-06-30' }

describe('a waiver', () => {
  const waived = applyWaivers(report, [waiver], '2026-06-30')

  it('keeps a failure from failing the run until its last day, and leaves it failed', () => {
    expect(waived.exitCode).toBe(0)
    expect(waived.outcomes[0]).toMatchObject({ verdict: 'failed', waived: waiver })
    expect(waived.summary.failed).toBe(1)
  })

  it('shows in every report, and never as passed', () => {
    expect(junit(waived)).toContain('<skipped message="Waived until 2026-06-30 by payments: known, ticket 12">')
    expect(JSON.parse(ctrf(waived)).results.tests[0]).toMatchObject({ status: 'other', rawStatus: 'failed' })
    expect(terminalSummary(waived, { colour: false, width: 120, detail: 'normal' })).toContain('Failed, and waived (1)')
  })

  it('says once what several failures have in common', () => {
    const two = reportOf(runOf({ outcomes: [failed, { ...failed, check: 'another' }] }))
    const waivers = [waiver, { ...waiver, check: 'another', reason: 'known, ticket 13' }]
    const summary = terminalSummary(applyWaivers(two, waivers, '2026-01-01'), { colour: false, width: 120, detail: 'normal' })
    expect(summary).toMatch(
      /waived \(2\)\n.*: 2 checks\n +known, ticket 12 \(until 2026-06-30, payments\) and 1 more waiver\n +\S+, another\n/,
    )
  })

  it('beside something that could not be judged does not say that the target answers nothing', () => {
    const open = outcome(second, { verdict: 'inconclusive', reason: 'no page holds a record' })
    const unproven = applyWaivers(reportOf(runOf({ outcomes: [failed, open] })), [waiver], '2026-01-01')
    expect(unproven.exitCode).toBe(3)
    expect(claimOf(unproven).sentence).toBe('What failed is waived, but not everything that the source requires could be judged.')
  })

  it('that has expired fails the run', () => {
    const expired = applyWaivers(report, [waiver], '2026-07-01')
    expect(expired.exitCode).toBe(1)
    expect(expired.outcomes[0]?.waived).toBeUndefined()
    expect(expired.waivers?.problems).toEqual([expect.stringContaining('expired on 2026-06-30. Ask payments')])
  })

  for (const [name, check] of [
    ['of a check that passes', second.id],
    ['of no check', 'no.such.check'],
  ] as const) {
    it(`${name} waives nothing, and fails the run`, () => {
      const unused = applyWaivers(report, [waiver, { ...waiver, check }], '2026-01-01')
      expect(unused.exitCode).toBe(1)
      expect(unused.waivers?.problems).toEqual([expect.stringContaining('waives nothing')])
    })
  }

  it('of a misspelt check says which one may be meant', () => {
    const { waivers } = applyWaivers(report, [{ ...waiver, check: `${failed.check}s` }], '2026-01-01')
    expect(waivers?.problems[0]).toContain(`Did you mean ${failed.check}`)
  })

  it('of one failure does not cover another', () => {
    const two = reportOf(runOf({ outcomes: [failed, { ...failed, check: 'another' }] }))
    expect(applyWaivers(two, [waiver], '2026-01-01').exitCode).toBe(1)
  })
})

describe('waivers.yaml', () => {
  it('is a list of check, reason, owner and expires', () => {
    const text = '- check: a.b\n  reason: known\n  owner: me\n  expires: 2026-06-30\n'
    expect(parseWaivers(text)).toEqual([{ check: 'a.b', reason: 'known', owner: 'me', expires: '2026-06-30' }])
  })

  for (const [given, want] of [
    ['a: b', 'expected a list of waivers'],
    ['- check: a', 'waiver 1: expected a text under "reason", found nothing'],
    ['- { check: a, reason: b, owner: c, expires: 2026-06 }', 'expected a date YYYY-MM-DD under "expires", found "2026-06"'],
    ['- { check: a, reason: b, owner: c, expires: 2026-02-30 }', 'expected a date YYYY-MM-DD under "expires", found "2026-02-30"'],
    ['- "', 'is not YAML'],
    ['- check: &a [*a]', 'is not YAML: an alias stands within what it names'],
    [
      '- { check: a, reason: b, owner: c, expires: 2026-02-01 }\n- { check: a, reason: b, owner: c, expires: 2026-02-01 }',
      'two waivers of a',
    ],
  ] as const) {
    it(`that reads ${given} is refused with the reason`, () => expect(() => parseWaivers(given)).toThrow(want))
  }

  it('warn of no tag on the terminal, which Node would do in its own words', () => {
    const warned = vi.spyOn(process, 'emitWarning').mockReturnValue()
    expect(() => parseWaivers('a: !!js/function "x"')).toThrow('expected a list of waivers')
    expect(warned).not.toHaveBeenCalled()
    warned.mockRestore()
  })
})
