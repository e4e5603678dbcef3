import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { defined } from '../../language/defined.ts'
import { controlIn } from '../../suites/hostile/traces.fixture.ts'
import { publishedPages } from '../documentation.ts'
import { hostileRun } from '../hostile.fixture.ts'
import { reportOf } from '../report.ts'
import { runOf } from '../run.fixture.ts'
import { applyWaivers } from '../waivers/waivers.ts'
import { wholeText } from '../whole-text.fixture.ts'
import { sarif } from './sarif.ts'

const report = reportOf(runOf())
const hostile = reportOf(hostileRun())
const sarifErrors = sarifValidator()

interface Fingerprinted {
  readonly partialFingerprints: Readonly<Record<string, string>>
}

describe('SARIF', () => {
  for (const [name, given] of [
    ['an ordinary run', report],
    ['a hostile target', hostile],
  ] as const) {
    it(`of ${name} keeps to the published schema`, () => expect(sarifErrors(JSON.parse(wholeText(sarif(given))))).toEqual([]))
  }

  it('tells alerts apart as GitHub does', () => {
    const hashes = JSON.parse(wholeText(sarif(report))).runs[0].results.map(
      (each: Fingerprinted) => each.partialFingerprints.primaryLocationLineHash,
    )
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(hashes).toContainEqual(expect.stringMatching(/^[\da-f]{16}:1$/))
  })

  it('shows nothing of a hostile target that is a link, or an escape', () => {
    const [{ results, invocations }] = JSON.parse(wholeText(sarif(hostile))).runs
    const said = [...results, ...invocations[0].toolExecutionNotifications].map(({ message }) => message.text).join('\n')
    expect(said).toContain('[x\\](javascript:alert(1))')
    expect(said).not.toMatch(/(?<!\\)\]\(/)
    expect(controlIn(said)).toBeUndefined()
  })

  it('is held to something', () => {
    expect(sarifErrors({ version: '2.1.0', runs: [{ tool: {}, results: [{ level: 'grave' }] }] })).not.toEqual([])
  })

  it('tells what failed, was warned of or not judged, each under its rule, and nothing that passed', () => {
    const [{ results, tool }] = JSON.parse(wholeText(sarif(report))).runs
    const found = results.map(({ kind, level }: Record<string, string>) => `${kind} ${level}`)
    expect(found.sort()).toEqual(['fail error', 'fail warning', 'open none'])
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId)
  })

  it.each([
    [undefined, publishedPages],
    ['checks/', publishedPages],
    ['https://docs.example/checks/', 'https://docs.example/checks/'],
    ['', undefined],
  ])('names the pages of the checks by a whole address, if there are any: %s', (docs, address) => {
    const [{ tool }] = JSON.parse(wholeText(sarif(defined({ ...report, docs })))).runs
    const { informationUri, rules } = tool.driver
    expect(informationUri).toBe(address)
    for (const { helpUri = '' } of rules) expect(helpUri.startsWith(address ?? 'no page')).toBe(address !== undefined)
  })

  it('tells once why many could not be judged', () => {
    const open = report.outcomes.map((each) => ({
      ...each,
      verdict: 'inconclusive' as const,
      findings: [],
      reason: 'It is away: no answer came.',
    }))
    const diagnoses = [
      {
        id: 'refused',
        about: 'staging',
        operations: report.outcomes.map(({ operation }) => operation),
        problem: 'Nothing listens.',
        remedy: 'Start it.',
      } as const,
    ]
    const [{ results, tool }] = JSON.parse(wholeText(sarif({ ...report, outcomes: open, diagnoses, exitCode: 3 }))).runs
    expect([results.length, tool.driver.rules.length]).toEqual([1, 1])
    expect(results[0].message.text).toMatch(/^It is away: no answer came\.\nWhat explains it: .* Start it\.\n\d+ checks: \S+, /)
  })

  it('suppresses waived failures, and names their owner', () => {
    const check = report.outcomes.find(({ verdict }) => verdict === 'failed')?.check ?? ''
    const waived = applyWaivers(report, [{ check, reason: 'known', owner: 'QA', expires: '2999-12-31' }], '2026-01-02')
    const [{ results }] = JSON.parse(wholeText(sarif(waived))).runs
    expect(results.find(({ ruleId }: { ruleId: string }) => ruleId === check).suppressions).toEqual([
      { kind: 'external', justification: 'Waived until 2999-12-31 by QA: known' },
    ])
  })
})

/** The schema is of draft 4; what differs from draft 7 in it is the name of its id. */
function sarifValidator(): (given: unknown) => unknown[] {
  const require = createRequire(import.meta.url)
  const { $schema: _, id, ...schema } = require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json')
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false })
  addFormats.default(ajv)
  const validate = ajv.compile({ $id: id, ...schema })
  return (given) => (validate(given) ? [] : (validate.errors ?? []))
}
