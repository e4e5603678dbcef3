import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { validateXML } from 'xmllint-wasm'
import { contract } from '../../contracts/generated/contract.ts'
import { reportOf } from '../report.ts'
import { finding, outcome, requirementsOf, runOf } from '../run.fixture.ts'
import { ctrf } from './ctrf.ts'
import { junit } from './junit.ts'

const report = reportOf(runOf())
const schema = readFileSync(new URL('./jenkins-junit.fixture.xsd', import.meta.url), 'utf8')
const asJenkins = (contents: string) =>
  ({ xml: { fileName: 'junit.xml', contents }, schema: { fileName: 'junit.xsd', contents: schema } }) as const
const wellFormed = (contents: string) => ({ xml: { fileName: 'junit.xml', contents }, normalization: 'c14n' }) as const

describe('JUnit XML', () => {
  it('is well-formed for a parser that is not ours', async () => {
    const { errors } = await validateXML(wellFormed(junit(report)))
    expect(errors).toEqual([])
  })

  it('is what Jenkins takes, and what it does not take is noticed', async () => {
    expect((await validateXML(asJenkins(junit(report)))).errors).toEqual([])
    const withProperties = junit(report).replace('<testcase ', '<testcase level="MUST" ')
    expect((await validateXML(asJenkins(withProperties))).errors).not.toEqual([])
  })

  it('has a failure, an error and a skipped case where there is one', () => {
    const xml = junit(report)
    const head = /<testsuites [^>]*>/.exec(xml)?.[0]
    expect(head).toContain(`tests="${report.outcomes.length}" failures="1" errors="1"`)
    expect(xml.match(/<failure /g)?.length).toBe(1)
    expect(xml.match(/<error /g)?.length).toBe(1)
    expect(xml.match(/<skipped /g)?.length).toBe(1)
    expect(xml).toContain('<failure message="/data/3/rank: expected integer, found &quot;1.5&quot; (5,000 places)" type="MUST failed">')
  })

  it('says with each error what explains its operation, as CTRF does', () => {
    const open = { ...report, exitCode: 3 as const }
    const [{ problem, remedy } = { problem: '', remedy: '' }] = report.diagnoses
    const told = `What explains it: ${problem} ${remedy}`
    expect(junit(open).split(told)).toHaveLength(2)
    expect(ctrf(open).split(told)).toHaveLength(2)
    const ofOthers = { ...open, diagnoses: report.diagnoses.map((diagnosis) => ({ ...diagnosis, operations: ['another'] })) }
    for (const format of [junit, ctrf]) expect(format(ofOthers)).not.toContain(told)
  })

  it('passes a warning, and says it', () => expect(junit(report)).toContain('<system-out>Warning: body: expected no duplicate keys'))

  it('says the operation, clause and level of each suite', () => {
    const xml = junit(report)
    const suites = xml.match(/<testsuite /g)?.length
    expect(xml.match(/<property name="clause" value="[\d.]+"\/>/g)?.length).toBe(suites)
    expect(xml.match(/<property name="level" value="(MUST|SHOULD)"\/>/g)?.length).toBe(suites)
    expect(xml.match(/<testcase /g)?.length).toBe(report.outcomes.length)
  })

  it('tells many withdrawals, or a long name, in each suite no longer than people read', () => {
    const registered = Array.from({ length: 20_000 }, (_, at) => String(2 * at))
    const [, told = ''] = /<property name="withdrawals registered" value="([^"]*)"/.exec(junit({ ...report, registered })) ?? []
    expect([told.startsWith('0, 2, 4, '), told.length < 10_000]).toEqual([true, true])
    expect(junit({ ...report, target: { ...report.target, name: 'n'.repeat(20_000) } })).not.toContain('n'.repeat(10_000))
  })

  it('notices what is not well-formed', async () => {
    const { errors } = await validateXML(wellFormed('<a>\u0008</a>'))
    expect(errors).not.toEqual([])
  })

  it('stays well-formed whatever a target answers', async () => {
    const hostile = ']]><x a="\'>&amp;\u0000\u0008\u001b[2J\ufffe\uffff\ud800<!--'
    const first = requirementsOf(contract.operations[0]?.id)[0]
    const outcomes = first
      ? [outcome(first, { verdict: 'failed', reason: hostile, findings: [{ ...finding, at: hostile, actual: hostile }] })]
      : []
    const xml = junit(reportOf(runOf({ outcomes, target: { ...runOf().target, name: hostile } })))
    const { errors } = await validateXML(wellFormed(xml))
    expect(errors).toEqual([])
    expect(outcomes.length).toBe(1)
  })
})
