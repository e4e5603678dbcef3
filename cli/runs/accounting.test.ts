import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Target } from '../../engine/target.ts'
import { startProvider } from '../../provider/server.ts'
import { runOf } from '../../reports/run.fixture.ts'
import { callAssay } from '../command-line.fixture.ts'
import { contract } from '../options/contract.ts'
import { accountedFor } from './accounting.ts'

afterEach(() => vi.restoreAllMocks())

const settings = Object.fromEntries(contract.settings.map(({ name }) => [name, `100001${name}`]))
const targetAt = (address: string): Target => ({
  name: 'dev',
  bases: Object.fromEntries(contract.bases.map((base) => [base, address])),
  settings,
  operations: contract.operations.map(({ id }) => id),
  allowWithdrawals: true,
})

describe('a run that leaves no report of its own', () => {
  it('announces what it may cost beyond this machine, keeps it in a journal, and lists it', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const kept = await accountedFor(targetAt('https://dev.example'), async ({ journal }) => ({
      ...runOf(),
      registered: ['900001'],
      notes: [journal?.path ?? 'none'],
    }))
    expect(kept.notes).toEqual(['reports/out/withdrawals.jsonl'])
    const said = write.mock.calls.join('').replace(/\s+/g, ' ')
    expect(said).toMatch(/at most \d+ × 100001\w+ 100001\w+ to 100001walletAddress.* \(what is answered with 429 counts as not taken\)/)
    expect(said).toContain('Withdrawals that the target registered (1): 900001')
  })

  it('does none of it on this machine', async () => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    await accountedFor(targetAt('http://127.0.0.1:4010'), async ({ journal }) => {
      expect(journal).toBeUndefined()
      return runOf()
    })
    expect(write).not.toHaveBeenCalled()
  })
})

/** Calls a command in a folder of its own, with a provider that counts as being elsewhere; `journal` is what stands in the journal's place. */
async function calledAway(
  words: readonly string[],
  journal?: 'folder',
): Promise<{ code: number | null; stderr: string; events: string[]; sent: number }> {
  let sent = 0
  const counting = { served: () => void sent++, broken: () => void sent++ }
  const [provider, folder, before] = [
    await startProvider({ contract, witness: counting }),
    await mkdtemp(join(tmpdir(), 'away-')),
    process.cwd(),
  ]
  process.chdir(folder)
  try {
    if (journal === 'folder') await mkdir(journalPath, { recursive: true })
    const environment = Object.fromEntries(contract.settings.map(({ name, env }) => [env, provider.settings[name] ?? '']))
    const address = provider.url.replace('127.0.0.1', '0.0.0.0')
    const { code, stderr } = await callAssay([...words, '--target', address, '--allow-withdrawals'], { environment })
    const lines = journal === 'folder' ? [] : (await readFile(journalPath, 'utf8')).trim().split('\n')
    return { code, stderr, events: lines.map((line) => JSON.parse(line).event), sent }
  } finally {
    process.chdir(before)
    await provider.close()
    await rm(folder, { recursive: true })
  }
}

const journalPath = 'reports/out/withdrawals.jsonl'

it('the doctor keeps its withdrawal where a kill takes nothing away', async () => {
  const { stderr, events } = await calledAway(['doctor'])
  expect(stderr).toContain('noted in reports/out/withdrawals.jsonl')
  expect(events).toEqual(['sending', 'registered'])
})

it.each([['run', '--out', 'reports/out'], ['doctor'], ['certify', '--out', 'reports/out'], ['pact', 'verify', '--out', 'reports/out']])(
  '%s sends nothing where no withdrawal could be noted',
  async (...words) => {
    const { code, stderr, sent } = await calledAway(words, 'folder')
    expect([code, sent]).toEqual([2, 0])
    expect(stderr).toContain('reports/out/withdrawals.jsonl could not be written: a folder has that name. Remove it')
  },
)

it('a certificate says what its run registered', async () => {
  const { stderr, events } = await calledAway(['certify', '--out', 'reports/out'])
  const registered = events.filter((event) => event === 'registered').length
  expect(registered).toBeGreaterThan(0)
  expect(stderr).toContain(`Withdrawals that the target registered (${registered}): `)
})
