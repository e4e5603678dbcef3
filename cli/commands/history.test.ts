import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { reportOf } from '../../reports/report.ts'
import { outcome, requirementsOf, runOf } from '../../reports/run.fixture.ts'
import { jsonText } from '../../reports/text/json.ts'
import { historyCommand } from './history.ts'

const [first, second] = requirementsOf(contract.operations[0]?.id).filter(({ level }) => level === 'MUST')
if (!first || !second) throw new Error('the contract has too few requirements')
const failed = outcome(first, { verdict: 'failed', findings: [{ at: 'status', expected: '200', actual: '500' }] })
const right = outcome(first)

describe('assay history', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-history-'))
    const days = [right, failed, failed, right]
    for (const [index, judged] of days.entries()) {
      // Names that do not sort as the times do.
      const own = join(folder, 'nightly', `run-${9 - index}`)
      await mkdir(own, { recursive: true })
      const report = reportOf(runOf({ outcomes: [judged, outcome(second)], startedAt: Date.UTC(2026, 10, index + 1, 4) }))
      await writeFile(join(own, 'report.json'), jsonText(report))
    }
  })
  afterAll(() => rm(folder, { recursive: true }))
  afterEach(() => vi.restoreAllMocks())

  it('draws a line of verdicts, and says what changed when', async () => {
    const { out } = await told(folder)
    expect(out).toMatch(/ \(4 runs\): conforms/)
    expect(out).toContain('  ✓✗✗✓\n')
    expect(out).toContain(`2026-11-02 04:00  newly failed: ${first.id}`)
    expect(out).toContain(`2026-11-04 04:00  fixed: ${first.id}`)
    expect(out).not.toContain('2026-11-03')
  })

  it('tells what is judged no more from what is judged again', async () => {
    const own = join(folder, '..', `${basename(folder)}-lost`)
    const unjudged = outcome(first, { verdict: 'inconclusive', reason: 'It did not answer.' })
    for (const [index, judged] of [right, unjudged, right].entries()) {
      const report = reportOf(runOf({ outcomes: [judged], startedAt: Date.UTC(2026, 10, index + 1, 4) }))
      await mkdir(join(own, String(index)), { recursive: true })
      await writeFile(join(own, String(index), 'report.json'), jsonText(report))
    }
    const { out } = await told(own).finally(() => rm(own, { recursive: true }))
    expect(out).toContain(`2026-11-02 04:00  not judged any more: ${first.id}`)
    expect(out).toContain(`2026-11-03 04:00  judged again, not judged before: ${first.id}`)
  })

  it('tells once what one reason kept from being judged, whatever was known before', async () => {
    const own = join(folder, '..', `${basename(folder)}-once`)
    const away = { verdict: 'inconclusive', reason: 'It did not answer.' } as const
    const runs = [
      [right, outcome(second, { verdict: 'warned' })],
      [outcome(first, away), outcome(second, away)],
    ]
    for (const [index, outcomes] of runs.entries()) {
      await mkdir(join(own, String(index)), { recursive: true })
      const report = reportOf(runOf({ outcomes, startedAt: Date.UTC(2026, 10, index + 1, 4) }))
      await writeFile(join(own, String(index), 'report.json'), jsonText(report))
    }
    const { out } = await told(own).finally(() => rm(own, { recursive: true }))
    expect(out).toContain('not judged any more: It did not answer: 2 checks\n')
  })

  it('writes a page, and JSON', async () => {
    const file = join(folder, 'pages', 'history.html')
    const shown = join(folder, 'nightly', 'javascript:run')
    await mkdir(shown)
    await rename(join(folder, 'nightly', 'run-8', 'report.json'), join(shown, 'report.json'))
    await writeFile(join(shown, 'report.html'), '')
    const { out } = await told(folder, '--out', file, '--json')
    expect(JSON.parse(out)[0].runs.map(({ answer }: { answer: string }) => answer)).toEqual([
      'conforms',
      'does not conform',
      'does not conform',
      'conforms',
    ])
    const page = await readFile(file, 'utf8')
    expect(page).toContain('What changed when')
    expect(page.match(/the first run/g)?.length).toBe(1)
    expect(page).toContain(`newly failed: ${first.id}`)
    // A report is linked where it has a page, by an address that is no scheme.
    expect(page.match(/<a [^>]*>/g)).toEqual(['<a href="../nightly/javascript%3Arun/report.html">'])
  })

  it('names a report that cannot be read, and shows the others', async () => {
    const broken = join(folder, 'broken')
    await mkdir(broken)
    await writeFile(join(broken, 'report.json'), '{')
    const { out, err } = await told(folder)
    await rm(broken, { recursive: true })
    expect(out).toContain('(4 runs)')
    expect(err).toMatch(/broken\/report\.json: This is not a report/)
    expect(process.exitCode).toBe(2)
    process.exitCode = 0
  })

  it('refuses a folder without reports, and one that is not there', async () => {
    const empty = join(folder, 'empty')
    await mkdir(empty)
    await expect(told(empty)).rejects.toThrow('holds no report.json')
    await expect(told(join(folder, 'absent'))).rejects.toThrow('cannot be read (no such file or folder)')
    const taken = join(folder, 'taken.html')
    await writeFile(taken, '')
    await expect(told(folder, '--out', join(taken, 'x'))).rejects.toThrow('could not be written')
  })
})

async function told(...words: string[]): Promise<{ out: string; err: string }> {
  const texts = { out: [] as string[], err: [] as string[] }
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => texts.out.push(String(text)) > 0)
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => texts.err.push(String(text)) > 0)
  await historyCommand().exitOverride().parseAsync(words, { from: 'user' })
  return { out: texts.out.join(''), err: texts.err.join('') }
}
