import { describe, expect, it } from 'vitest'
import { githubSummary } from './formats/github.ts'
import { issueMarkdown } from './issue.ts'
import { reportOf } from './report.ts'
import { finding, outcome, requirementsOf, runOf } from './run.fixture.ts'
import { terminalSummary } from './terminal/terminal.ts'

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
