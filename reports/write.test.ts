import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { reportOf } from './report.ts'
import { runOf } from './run.fixture.ts'
import { formatNames, writeReports } from './write.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-write-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const report = reportOf(runOf())

it('makes the folder and leaves nothing but the reports in it', async () => {
  const outDir = join(folder, 'a', 'b')
  const { paths } = await writeReports(report, { outDir, formats: formatNames })
  expect((await readdir(outDir)).map((name) => join(outDir, name)).sort()).toEqual([...paths].sort())
  expect(JSON.parse(await readFile(join(outDir, 'report.json'), 'utf8'))).toEqual(JSON.parse(JSON.stringify(report)))
})

it('explains in a sentence why a report cannot be written', async () => {
  await writeFile(join(folder, 'file'), '')
  const { paths, problems } = await writeReports(report, { outDir: join(folder, 'file', 'x'), formats: ['json'] })
  expect(paths).toEqual([])
  expect(problems).toEqual([expect.stringMatching(/report\.json could not be written: a part of its path is a file/)])
})

it('writes the others when one cannot be written', async () => {
  const outDir = join(folder, 'partly')
  await writeReports(report, { outDir, formats: [] })
  const { mkdir } = await import('node:fs/promises')
  await mkdir(join(outDir, 'report.json', 'x'), { recursive: true })
  const { paths, problems } = await writeReports(report, { outDir, formats: ['json', 'junit'] })
  expect(problems.length).toBe(1)
  expect(paths).toEqual([join(outDir, 'junit.xml')])
  expect((await readdir(outDir)).filter((name) => name.endsWith('.tmp'))).toEqual([])
})
