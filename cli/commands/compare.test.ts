import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { reportOf } from '../../reports/report.ts'
import { runOf } from '../../reports/run.fixture.ts'
import { jsonText } from '../../reports/text/json.ts'
import { callAssay } from '../command-line.fixture.ts'

it('a run that did not finish is no proof that nothing got worse', async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-compare-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const saved = async (name: string, run: ReturnType<typeof runOf>) => {
    await writeFile(join(folder, name), jsonText(reportOf(run)))
    return join(folder, name)
  }
  const whole = await saved('whole.json', runOf())
  const killed = await saved('killed.json', { ...runOf(), complete: false, outcomes: [] })
  const codes = [
    [whole, whole],
    [whole, killed],
    [killed, whole],
  ].map(async (sides) => (await callAssay(['compare', ...sides])).code)
  expect(await Promise.all(codes)).toEqual([0, 3, 3])
})
