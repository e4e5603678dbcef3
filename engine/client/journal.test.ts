import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { journalFile, openJournal } from './journal.ts'

it('a journal that cannot be written says so once, and stops nothing', () => {
  const problems: string[] = []
  const journal = openJournal('/dev/null/nowhere', { run: 'r', durable: false, redact: String, onProblem: (text) => problems.push(text) })
  const entry = { time: '', event: 'sending' as const, exchange: 'x', number: 0, withdrawal: {} }
  journal.write(entry)
  journal.write(entry)
  journal.close()
  expect(problems).toEqual([expect.stringContaining('could not be written')])
  expect(journal.problem).toBe(problems[0])
})

it.runIf(existsSync('/dev/full'))('a journal on a full disk says so', async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-journal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await symlink('/dev/full', join(folder, journalFile))
  const problems: string[] = []
  const journal = openJournal(folder, { run: 'r', durable: false, redact: String, onProblem: (text) => problems.push(text) })
  journal.write({ time: '', event: 'registered', exchange: 'x', number: 0, withdrawal: { amount: '1' }, id: '1' })
  journal.close()
  expect(problems).toEqual([expect.stringContaining('ENOSPC')])
})

it.runIf(process.platform !== 'win32')('a pipe in the place of the journal is not waited for', async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-journal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  spawnSync('mkfifo', [join(folder, journalFile)])
  const problems: string[] = []
  const journal = openJournal(folder, { run: 'r', durable: false, redact: String, onProblem: (text) => problems.push(text) })
  journal.write({ time: '', event: 'sending', exchange: 'x', number: 0, withdrawal: {} })
  expect(problems).toEqual([expect.stringContaining('ENXIO')])
})

it('a journal whose folder is removed is written whole once more', async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-journal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'out', journalFile)
  const journal = openJournal(join(folder, 'out'), { run: 'r', durable: false, redact: String, onProblem: expect.unreachable })
  for (const number of [1, 2, 3]) {
    if (number === 2) await rm(join(folder, 'out'), { recursive: true })
    journal.write({ time: '', event: 'sending', exchange: 'x', number, withdrawal: {} })
  }
  journal.close()
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).number)).toEqual([1, 2, 3])
})
