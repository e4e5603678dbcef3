import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { takeFolder } from './folder.ts'

const settings = Object.fromEntries(contract.settings.map(({ name }) => [name, 'x']))
const begun = { contract, target: { name: 'it', bases: {}, settings, operations: [], allowWithdrawals: false }, seed: '', startedAt: 0 }

it.skipIf(process.platform === 'win32')('a pipe in the place of the lock is not waited for', async ({ onTestFinished }) => {
  const out = await mkdtemp(join(tmpdir(), 'assay-lock-'))
  onTestFinished(() => rm(out, { recursive: true }))
  const lock = join(out, '.assay.lock')
  execFileSync('mkfifo', [lock])
  await expect(takeFolder(out, begun)).rejects.toThrow(/another run/)
  await utimes(lock, 0, 0)
  await (await takeFolder(out, begun))()
  expect(await readdir(out)).toEqual(['report.json'])
})
