import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { githubSummary } from './formats/github.ts'
import { issueMarkdown } from './issue.ts'
import { reportOf } from './report.ts'
import { exchange, finding, outcome, requirementsOf, runOf } from './run.fixture.ts'
import { terminalSummary } from './terminal/terminal.ts'
import { wholePage } from './whole-text.fixture.ts'

describe('an issue for a tracker', () => {
  it('names the operation, and reads well where nothing renders its Markdown', () => {
    const report = reportOf(runOf())
    const [failed] = report.outcomes
    if (!failed) throw new Error('nothing failed')
    const lines = issueMarkdown({ ...report, target: { ...report.target, name: 'http://127.0.0.1:7101' } }, failed).split('\n')
    expect(lines[0]).toMatch(new RegExp(`^## ${failed.clause} ${failed.operation}: \\w`))
    expect(lines[2]).toBe(
      `\`http://127.0.0.1:7101\` failed the check \`${failed.check}\` (MUST) on ${report.startedAt}, assay ${report.assay}.`,
    )
  })

  it('of what no clause asks names none, as the other reports do', () => {
    const [requirement] = requirementsOf('getCoinInformation')
    if (!requirement) throw new Error('there is no requirement')
    const own = { check: 'gate.command', requirement: 'gate.command', clause: '0', operation: '', title: 'The command ends well' }
    const report = reportOf(
      runOf({ outcomes: [outcome(requirement, { ...own, verdict: 'failed', findings: [{ ...finding, at: 'the command' }] })] }),
    )
    const [failed] = report.outcomes
    if (!failed) throw new Error('nothing failed')
    expect(issueMarkdown(report, failed)).toMatch(/^## The command ends well\n/)
    expect(terminalSummary(report, { colour: false, width: 100, detail: 'normal' })).toMatch(/^✗ The command ends well$/m)
    expect(githubSummary(report)).toContain('|  | The command ends well |')
  })
})

it('what a client sent is shown in its request, whoever else was judged beside it', async () => {
  const sent = contract.requirements.find(({ binds, id }) => binds === 'consumer' && id.includes('.request.'))
  if (!sent) throw new Error('there is no requirement')
  const asked = exchange('e1', '{"data":true}')
  const exchanges = [{ ...asked, request: { ...asked.request, body: Buffer.from('{"terminal":100001}') } }]
  const findings = [{ ...finding, at: '/terminal', expected: 'string', actual: '100001' }]
  const report = reportOf(runOf({ side: 'both', exchanges, outcomes: [outcome(sent, { verdict: 'failed', findings })] }))
  expect(terminalSummary(report, { colour: false, width: 100, detail: 'normal' })).toMatch(/^ {4}> {3}"terminal": 100001$/m)
  expect(report.outcomes.map((one) => issueMarkdown(report, one)).join()).toMatch(/"terminal": 100001 {3}<-- here/)
  const marked = (await wholePage(report)).match(/<mark>"terminal": 100001<\/mark>|class="missing"/g)
  expect(marked, 'in its outcome and in the evidence').toHaveLength(2)
})
