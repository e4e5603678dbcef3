import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { filesBelow } from './file-tree.ts'

it.skipIf(process.platform === 'win32')('links to folders are not entered: they may lead in a circle', async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-tree-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'one'))
  await writeFile(join(folder, 'one', 'report.json'), '{}')
  await symlink(folder, join(folder, 'one', 'again'))
  await symlink('/', join(folder, 'root'))
  expect(await filesBelow(folder)).toEqual(['one/again', 'one/report.json', 'root'])
})
