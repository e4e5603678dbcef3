import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { type Report, reportOf } from '../../reports/report.ts'
import { finding, outcome, requirementsOf, runOf } from '../../reports/run.fixture.ts'
import { callAssay } from '../command-line.fixture.ts'
import { failedIn, stillFailing } from './failed-checks.ts'

async function saved(report: Report): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-failed-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'report.json'), JSON.stringify(report))
  return folder
}

it('what failed is asked again with the seed of its report, and with what was sent for another check', async () => {
  const [failed, other, sender] = requirementsOf(contract.operations[0]?.id)
  if (!failed || !other || !sender) throw new Error('the contract has too few requirements')
  const outcomes = [
    outcome(failed, { verdict: 'failed', findings: [{ ...finding, exchange: 'e2' }], evidence: ['e1', 'e2', 'e3'] }),
    outcome(other, { evidence: ['e1', 'e3'] }),
    outcome(sender, { evidence: ['e2'] }),
  ]
  const report = reportOf(runOf({ seed: 'of before', outcomes }))
  const again = await failedIn(await saved(report))
  expect(again).toEqual({ before: [failed.id], only: `${failed.id},${sender.id}`, seed: 'of before' })
  expect(stillFailing(report, again.before)).toBe('Of 1 that failed, 1 still fails.\n')
  const mended = { ...report, outcomes: report.outcomes.map((one) => ({ ...one, verdict: 'passed' as const })) }
  expect(stillFailing(mended, again.before)).toMatch(/^Of 1 that failed, 0 still fail\. What depends .* only in a whole run\.\n$/)
})

it('where nothing failed because a run did not finish, nobody is told that nothing is wrong', async () => {
  const folder = await saved({ ...reportOf(runOf({ outcomes: [] })), complete: false })
  await expect(failedIn(folder)).rejects.toThrow('did not finish: run it again as a whole')
  expect((await callAssay(['issue', folder, 'nope'])).stderr).toContain('its run did not finish')
})
