import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { reportOf } from '../report.ts'
import { outcome, requirementsOf, runOf } from '../run.fixture.ts'
import { prunedBaseline, writtenBaseline } from './baseline.ts'
import { applyWaivers, parseWaivers } from './waivers.ts'

const [first, second, third] = requirementsOf(contract.operations[0]?.id).filter(({ level }) => level === 'MUST')
if (!first || !second || !third) throw new Error('the contract has too few requirements')
const failing = (requirement: typeof first) =>
  outcome(requirement, { verdict: 'failed', findings: [{ at: 'status', expected: '200', actual: '500' }] })
const report = reportOf(runOf({ outcomes: [failing(first), failing(second), outcome(third)] }))
const bearing = { owner: 'payments', expires: '2026-12-31' }
const [one, two, passing] = report.outcomes.map(({ check }) => check)
const file = 'waivers.yaml'
const text = `# known\n- check: ${one}\n  reason: ticket 12 # why\n  owner: me\n  expires: 2026-11-30\n`

describe('a baseline that is written', () => {
  it('holds every failure, with its owner, its last day and what was found', () => {
    const written = writtenBaseline('', file, report, bearing)
    expect(written.changed).toEqual([one, two])
    expect(parseWaivers(written.text)[0]).toEqual({ check: one, reason: 'known failure: status: expected 200, found 500', ...bearing })
    expect(applyWaivers(report, parseWaivers(written.text), '2026-12-31').exitCode).toBe(0)
  })

  it('leaves what stands there as it is, comments and all', () => {
    const written = writtenBaseline(text, file, report, bearing)
    expect(written.changed).toEqual([two])
    expect(written.text).toContain(text)
    expect(writtenBaseline(written.text, file, report, bearing)).toEqual({ text: written.text, changed: [] })
  })

  it('is no place for what a target says', () => {
    const hostile = failing(first)
    const findings = [{ at: 'status', expected: '200', actual: 'x\n- check: all\n  reason: y' }]
    const written = writtenBaseline('[]', file, reportOf(runOf({ outcomes: [{ ...hostile, findings }] })), bearing)
    expect(parseWaivers(written.text).map(({ check }) => check)).toEqual([one])
  })
})

describe('a baseline that is pruned', () => {
  it('loses what passes now and what is no more, and keeps what fails', () => {
    const idle = (check: string | undefined) => `- check: ${check}\n  reason: r\n  owner: o\n  expires: 2026-11-30\n`
    const pruned = prunedBaseline(`${idle(passing)}${text}${idle('no.such.check')}`, file, report)
    expect(pruned.changed).toEqual([passing, 'no.such.check'])
    expect(parseWaivers(pruned.text).map(({ check }) => check)).toEqual([one])
    expect(pruned.text).toContain('ticket 12 # why')
  })

  it('keeps what was not judged', () => {
    const unjudged = reportOf(runOf({ outcomes: [outcome(first, { verdict: 'inconclusive', reason: 'no answer' })] }))
    expect(prunedBaseline(text, file, unjudged)).toEqual({ text, changed: [] })
  })

  it('keeps what only warns, as the run is held to earlier checks, and fails no run by it', () => {
    const held = reportOf(runOf({ outcomes: [{ ...failing(first), verdict: 'warned', reason: 'It came with 9.0.0.' }] }))
    expect(prunedBaseline(text, file, held)).toEqual({ text, changed: [] })
    expect(applyWaivers(held, parseWaivers(text), '2026-11-30')).toMatchObject({ exitCode: 0, waivers: { problems: [] } })
  })
})
