import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exchange, response, signed } from '../../evidence/evidence.fixture.ts'
import { createSeed } from '../../seed.ts'
import { virtualClock } from '../virtual.fixture.ts'
import { type JournalEntry, journalFile, openJournal } from './journal.ts'
import { Withdrawals } from './withdrawals.ts'

it('a journal that cannot be written says so once, and stops nothing', () => {
  const problems: string[] = []
  const journal = openJournal('/dev/null/nowhere', { run: 'r', durable: false, redact: String, onProblem: (text) => problems.push(text) })
  const entry = { time: '', event: 'sending' as const, exchange: 'x', number: 0, withdrawal: {} }
  journal.write(entry)
  journal.write(entry)
  journal[Symbol.dispose]()
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
  journal[Symbol.dispose]()
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

it('a journal whose last line was cut short goes on with a line of its own', async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-journal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, journalFile)
  await writeFile(path, '{"run":"killed","time"')
  for (const run of ['a', 'b']) {
    const journal = openJournal(folder, { run, durable: false, redact: String, onProblem: expect.unreachable })
    for (const number of [1, 2]) journal.write({ time: '', event: 'sending', exchange: 'x', number, withdrawal: {} })
    journal[Symbol.dispose]()
  }
  const [cut, ...lines] = (await readFile(path, 'utf8')).trimEnd().split('\n')
  expect(cut).toBe('{"run":"killed","time"')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
    ['a', 'a', 'b', 'b'].map((run, at) => expect.objectContaining({ run, number: (at % 2) + 1 })),
  )
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
  journal[Symbol.dispose]()
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).number)).toEqual([1, 2, 3])
})

it('a line that the journal lacks is printed once if it may be about money', async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-journal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const out = join(folder, 'out')
  const said: string[] = []
  const journal = openJournal(out, { run: 'r', durable: true, redact: String, onProblem: (text) => said.push(text) })
  const write = (number: number) => journal.write({ time: '', event: 'sending', exchange: 'x', number, withdrawal: {} })
  write(1)
  await rm(out, { recursive: true })
  await writeFile(out, '')
  write(2)
  write(3)
  const numbers = said.slice(1).map((text) => JSON.parse(text.slice(text.indexOf('{'))).number)
  expect([said[0], numbers]).toEqual([expect.stringContaining('could not be written'), [1, 2, 3]])
  await rm(out)
  write(4)
  journal[Symbol.dispose]()
  const lines = (await readFile(join(out, journalFile), 'utf8')).trimEnd().split('\n')
  expect([said.length, lines.map((line) => JSON.parse(line).number)]).toEqual([4, [1, 2, 3, 4]])
})

it('a journal holds what is redacted, value by value, in lines of JSON that nobody else reads', async ({ onTestFinished }) => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-journal-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const asked: string[] = []
  const redact = (text: string) => {
    asked.push(text)
    return text.replace('"secret"', '"***"')
  }
  const journal = openJournal(folder, { run: 'r', durable: true, redact, onProblem: expect.unreachable })
  const sent = { time: '', exchange: 'x', number: 0, withdrawal: { amount: '1', memo: 'a "secret"' } }
  journal.write({ ...sent, event: 'sending' })
  journal.write({ ...sent, event: 'registered', id: 'id "secret"' })
  journal[Symbol.dispose]()
  const path = join(folder, journalFile)
  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  const shown = { amount: '1', memo: 'a "***"' }
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    { run: 'r', ...sent, event: 'sending', withdrawal: shown },
    { run: 'r', ...sent, event: 'registered', withdrawal: shown, id: 'id "***"' },
  ])
  expect(asked, 'a withdrawal is redacted once for both of its lines').toEqual(['1', 'a "secret"', 'id "secret"'])
  if (process.platform !== 'win32') expect((await stat(path)).mode & 0o777).toBe(0o600)
})

it('a withdrawal is told whole where a member of it has members of its own', () => {
  const written: JournalEntry[] = []
  const journal = { write: (entry: JournalEntry) => void written.push(entry), path: '', problem: undefined, [Symbol.dispose]: () => {} }
  const withdrawals = new Withdrawals(createSeed('nested'), virtualClock(), journal, { amounts: { smaller: false } })
  for (const account of ['one', 'two']) {
    const sent = exchange(signed, account, response(500, {}), { amount: '1', walletAddress: { account }, description: null, token: 5 })
    withdrawals.sending(signed, { exchange: sent.id, request: sent.request, right: true })(sent)
  }
  const stated = (account: string) => ({ amount: '1', walletAddress: `{"account":"${account}"}`, description: 'null', token: '5' })
  expect(written.map(({ withdrawal }) => withdrawal)).toEqual(['one', 'one', 'two', 'two'].map(stated))
  expect(withdrawals.unknown.map(({ withdrawal }) => withdrawal)).toEqual(['one', 'two'].map(stated))
})
