import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { reportOf } from '../../reports/report.ts'
import { runOf } from '../../reports/run.fixture.ts'
import { jsonText } from '../../reports/text/json.ts'
import { callAssay } from '../command-line.fixture.ts'

it('a report that shows nothing of open points is not written as an overlay without actions, which no command takes', async ({
  onTestFinished,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-pin-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'report.json')
  await writeFile(path, jsonText(reportOf(runOf())))
  const { code, stdout, stderr } = await callAssay(['pin', path, '--out', join(folder, 'pinned.yaml')])
  expect({ code, stdout, stderr }).toEqual({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('shows nothing that an overlay can state'),
  })
})
