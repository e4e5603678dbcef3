import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { reportOf } from '../../reports/report.ts'
import { runOf } from '../../reports/run.fixture.ts'
import { jsonText } from '../../reports/text/json.ts'
import { controlIn } from '../../suites/hostile/traces.fixture.ts'
import { callAssay } from '../command-line.fixture.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-telling-'))
afterAll(() => rm(folder, { recursive: true }))

it.runIf(process.platform !== 'win32')('names of files move no cursor and speak to no CI system', async () => {
  const named = join(folder, 'named\u001b[2J\n::error::x')
  const report = join(folder, 'report.json')
  await mkdir(named)
  await writeFile(report, jsonText(reportOf(runOf())))
  await writeFile(join(named, 'report.json'), '{')
  const commands = [
    ['badge', report, '--out', named],
    ['compare', report, report, '--out', named],
    ['merge', report, '--out', named],
    ['history', folder],
  ]
  for (const words of commands) {
    const { stdout, stderr } = await callAssay(words)
    const text = stdout + stderr
    expect(text).toContain('named\\u001b[2J')
    expect([controlIn(text), /^::/m.exec(text)]).toEqual([undefined, null])
  }
})

it('a page or a badge that cannot be written leaves nothing green', async () => {
  const [report, page] = [join(folder, 'green', 'report.json'), join(folder, 'green', 'report.html')]
  await mkdir(page, { recursive: true })
  const { outcomes, ...rest } = reportOf(runOf())
  await writeFile(report, jsonText({ ...rest, outcomes: outcomes.filter(({ verdict }) => verdict === 'passed'), exitCode: 0 }))
  expect(await callAssay(['report', report, '--report', 'junit', '--no-open'])).toMatchObject({ code: 0 })
  expect(await callAssay(['report', report, '--report', 'html', '--no-open'])).toMatchObject({ code: 3 })
  expect(await callAssay(['badge', report, '--out', report])).toMatchObject({ code: 3 })
})
