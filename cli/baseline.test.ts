import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { reportOf } from '../reports/report.ts'
import { outcome, requirementsOf, runOf } from '../reports/run.fixture.ts'
import { parseWaivers } from '../reports/waivers/waivers.ts'
import { baselineOf } from './baseline.ts'

const [first] = requirementsOf(contract.operations[0]?.id).filter(({ level }) => level === 'MUST')
if (!first) throw new Error('the contract has no requirement')
const failed = outcome(first, { verdict: 'failed', findings: [{ at: 'status', expected: '200', actual: '500' }] })

describe('assay run --baseline', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-baseline-'))
  })
  afterAll(() => rm(folder, { recursive: true }))
  afterEach(() => vi.restoreAllMocks())

  it('writes what fails, which then fails no run, and prunes it when it passes', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const waivers = join(folder, 'waivers.yaml')
    const bearing = { owner: 'payments', expires: '2999-12-31' }
    expect((await baselineOf({ how: 'write', waivers, ...bearing })(reportOf(runOf({ outcomes: [failed] })))).exitCode).toBe(0)
    expect(await readFile(waivers, 'utf8')).toContain(`check: ${failed.check}`)
    expect((await baselineOf({ how: 'prune', waivers })(reportOf(runOf({ outcomes: [outcome(first)] })))).exitCode).toBe(0)
    expect(await readFile(waivers, 'utf8')).not.toContain(failed.check)
    expect(String(said.mock.calls[0]?.[0])).toContain('1 waiver added to')
  })

  it('writes a file without waivers where nothing failed, which the next run can read', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const waivers = join(folder, 'empty.yaml')
    const passed = reportOf(runOf({ outcomes: [outcome(first)] }))
    expect((await baselineOf({ how: 'write', waivers, owner: 'me', expires: '2999-12-31' })(passed)).exitCode).toBe(0)
    expect(parseWaivers(await readFile(waivers, 'utf8'), waivers)).toEqual([])
  })

  it('writes nothing of a run that proves nothing', async () => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const waivers = join(folder, 'none.yaml')
    const broken = reportOf(runOf({ outcomes: [failed], complete: false }))
    await baselineOf({ how: 'write', waivers, owner: 'me', expires: '2999-12-31' })(broken)
    await expect(readFile(waivers, 'utf8')).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it('tries before anything is sent that the file can be written, and keeps what stands in it where it cannot be in the end', async () => {
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const bearing = { owner: 'me', expires: '2999-12-31' }
    const waivers = join(folder, 'kept.yaml')
    await writeFile(waivers, '# mine\n')
    const unwritable = [
      [join(folder, 'nowhere', 'waivers.yaml'), /cannot be written \(no such file or folder\)/],
      [join(waivers, 'below-a-file.yaml'), /cannot be written \(a part of its path is no folder\)/],
    ] as const
    for (const [file, message] of unwritable) expect(() => baselineOf({ how: 'write', waivers: file, ...bearing }), file).toThrow(message)

    const keep = baselineOf({ how: 'write', waivers, ...bearing })
    await rename(waivers, `${waivers}.aside`)
    await mkdir(waivers)
    expect((await keep(reportOf(runOf({ outcomes: [failed] })))).exitCode).toBe(1)
    expect((await readdir(folder)).filter((name) => name.endsWith('.tmp'))).toEqual([])
    expect(String(said.mock.calls.at(-1)?.[0])).toMatch(/could not be written \(it is a folder\), and stays as it is/)
  })

  it('asks for a file, an owner and a last day that is to come', async () => {
    const waivers = join(folder, 'wrong.yaml')
    await writeFile(waivers, 'a: b')
    const wrong = [
      [{ how: 'write' }, '--waivers FILE'],
      [{ how: 'write', waivers, expires: '2999-12-31' }, '--owner NAME'],
      [{ how: 'write', waivers, owner: 'me' }, '--expires YYYY-MM-DD'],
      [{ how: 'write', waivers, owner: 'me', expires: '2020-01-01' }, 'today or later'],
      [{ how: 'prune', waivers }, 'expected a list of waivers'],
      [{ how: 'prune', waivers: join(folder, 'absent.yaml') }, 'cannot be read (no such file or folder)'],
    ] as const
    for (const [options, message] of wrong) expect(() => baselineOf(options)).toThrow(message)
  })
})
