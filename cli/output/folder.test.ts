import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { journalFile } from '../../engine/client/withdrawals/journal.ts'
import { UsageError } from '../../language/usage-error.ts'
import { planted, type SpawnOptions, spawnAssay } from '../spawned.fixture.ts'
import { takeFolder } from './folder.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-folder-'))
const settings = Object.fromEntries(contract.settings.map(({ name }) => [name, 'x']))
const target = { name: 'it', bases: {}, settings, operations: [], allowWithdrawals: false }
const begun = { contract, target, startedAt: 0 }

/** Registers the first withdrawals of a run and leaves the rest without an answer, and all that still comes of a run before. */
let [asked, runs] = [0, 0]
let heard = () => {}
const server: Server = createServer((request, response) => {
  if (!request.url?.startsWith(`/${runs}/`)) return
  asked += 1
  const isWithdrawal = request.url.includes('withdraw')
  if (isWithdrawal && asked < 40) {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ message: 'registered', data: { withdrawId: 7000 + asked } }))
    if (asked > 5) heard()
  } else if (!isWithdrawal) response.writeHead(404).end()
})
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const run = (out: string, words: readonly string[] = [], options: SpawnOptions = {}) => {
  asked = 0
  runs += 1
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${runs}`
  return spawnAssay(['run', '--target', url, '--operations', 'requestWithdrawal', '--out', out, ...words], options)
}
const killing = (signal: NodeJS.Signals): SpawnOptions => ({
  during: (kill) => {
    heard = () => {
      heard = () => {}
      setImmediate(() => kill(signal))
    }
  },
})
/** The signal comes while the command is about to be loaded. */
const loading = (command: string) => `
  import { registerHooks } from 'node:module'
  const told = (url) => url.endsWith('/commands/${command}.ts') && process.kill(process.pid, 'SIGTERM')
  registerHooks({ load: (url, context, next) => (told(url), next(url, context)) })`
/** The signal comes while the evidence is about to be saved. */
const savingWhen = (signal: string) => `
  import files from 'node:fs/promises'
  import { syncBuiltinESMExports } from 'node:module'
  const { rename } = files
  let saves = 0
  files.rename = async (from, to) => {
    if (String(to).endsWith('report.json') && ++saves === 2) {
      process.kill(process.pid, '${signal}')
      await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
    }
    return rename(from, to)
  }
  syncBuiltinESMExports()`
/** The process is busy with its page for ever, and hears no event any more. */
const blockedRendering = (signal: string) => `
  import files from 'node:fs/promises'
  import { syncBuiltinESMExports } from 'node:module'
  const { rename } = files
  files.rename = (from, to) => {
    if (!String(to).endsWith('report.html')) return rename(from, to)
    process.kill(process.pid, '${signal}')
    for (;;);
  }
  syncBuiltinESMExports()`
const reportIn = async (out: string) => JSON.parse(await readFile(join(out, 'report.json'), 'utf8')) as Record<string, unknown>
const journalIn = async (out: string) =>
  (await readFile(join(out, journalFile), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

describe('a folder of reports', () => {
  it('loses the reports of the last run before the next one begins, and holds one that says it is not over', async () => {
    const out = join(folder, 'old')
    await mkdir(out)
    await Promise.all(['junit.xml', 'ctrf.json.1.tmp', 'command.log', 'mine.tmp'].map((name) => writeFile(join(out, name), 'old')))
    const release = await takeFolder(out, begun)
    expect((await readdir(out)).sort()).toEqual(['.assay.lock', 'mine.tmp', 'report.json'])
    expect(await reportIn(out)).toMatchObject({ complete: false, exitCode: 3 })
    await release()
    expect((await readdir(out)).sort()).toEqual(['mine.tmp', 'report.json'])
  })

  it('belongs to one run at a time', async () => {
    const out = join(folder, 'shared')
    const first = await takeFolder(out, begun)
    await expect(takeFolder(out, begun)).rejects.toThrow(/another run \(process \d+\)/)
    await first()
    await (await takeFolder(out, begun))()
  })

  it('is taken over from a run that was killed', async () => {
    const out = join(folder, 'killed')
    await mkdir(out)
    const { pid } = spawnSync(process.execPath, ['--version'])
    for (const killed of [pid, process.pid]) {
      await writeFile(join(out, '.assay.lock'), `${killed} x\n`)
      const release = await takeFolder(out, begun)
      expect(await readFile(join(out, '.assay.lock'), 'utf8')).not.toBe(`${killed} x\n`)
      await release()
      expect(existsSync(join(out, '.assay.lock'))).toBe(false)
    }
  })

  it('belongs to one of two runs that begin at once', async () => {
    const out = join(folder, 'raced')
    await mkdir(out)
    await writeFile(join(out, '.assay.lock'), '0 x\n')
    const taken = await Promise.allSettled([takeFolder(out, begun), takeFolder(out, begun)])
    expect(taken.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('is not unlocked for another run that has it since it was removed', async () => {
    const out = join(folder, 'removed')
    const first = await takeFolder(out, begun)
    await rm(out, { recursive: true })
    const second = await takeFolder(out, begun)
    await first()
    await expect(takeFolder(out, begun)).rejects.toThrow(/another run/)
    await second()
  })

  it('is tried before anything is sent', async () => {
    const file = join(folder, 'file')
    await writeFile(file, '')
    await expect(takeFolder(join(file, 'out'), begun)).rejects.toThrow(UsageError)
    const { code, stderr } = await run(join(file, 'out'))
    expect([code, asked]).toEqual([2, 0])
    expect(stderr).toMatch(/--out: .* a part of its path is a file/)
    await symlink(join(folder, 'nowhere'), join(folder, 'link'))
    await expect(takeFolder(join(folder, 'link'), begun)).rejects.toThrow(/or a link to nothing/)
  })

  it.runIf(existsSync('/proc/self'))('is refused at once where no folder can be made', async () => {
    await expect(takeFolder('/proc/assay/out', begun)).rejects.toThrow(UsageError)
  })

  it('is not touched where the waivers cannot be read, and nothing is sent', async () => {
    const out = join(folder, 'unwaived')
    const { code } = await run(out, ['--waivers', join(folder, 'nowhere.yaml')])
    expect([code, asked]).toEqual([2, 0])
    await expect(readdir(out)).rejects.toThrow(/ENOENT/)
  })

  it('is not touched where a waiver names no check, or a withdrawn one', async () => {
    const [out, file] = [join(folder, 'misspelt'), join(folder, 'misspelt.yaml')]
    const waivers = ['requestWithdrawal.signature.swaps-amount-tokn', 'requestWithdrawal.robustness.amount.null']
    await writeFile(file, JSON.stringify(waivers.map((check) => ({ check, reason: 'known', owner: 'QA', expires: '2999-12-31' }))))
    const { code, stderr } = await run(out, ['--waivers', file])
    expect([code, asked]).toEqual([2, 0])
    expect(stderr).toMatch(
      /Did you mean requestWithdrawal\.signature\.swaps-amount-token.*\.amount\.null was withdrawn, or another command judges it: remove its waiver/s,
    )
    await expect(readdir(out)).rejects.toThrow(/ENOENT/)
  })
})

describe('a run that ends early', () => {
  it('by SIGHUP writes its reports, with what was registered', async () => {
    const out = join(folder, 'hangup')
    const { code } = await run(out, ['--timeout', '30'], killing('SIGHUP'))
    expect(code).not.toBe(null)
    const report = await reportIn(out)
    expect(report).toMatchObject({ complete: false })
    expect((report['registered'] as string[]).length + (report['unknownFate'] as object[]).length).toBeGreaterThan(3)
    expect(await readdir(out)).not.toContain('.assay.lock')
  })

  it('by SIGKILL leaves the ids of what was registered, and what was about to be sent', async () => {
    const out = join(folder, 'dead')
    const { code } = await run(out, ['--timeout', '30'], killing('SIGKILL'))
    expect(code).toBe(null)
    expect(await reportIn(out)).toMatchObject({ complete: false, exitCode: 3 })
    const lines = await journalIn(out)
    expect(lines.filter(({ event }) => event === 'registered').map(({ id }) => id)).toContain('7001')
    expect(lines.filter(({ event }) => event === 'sending').length).toBeGreaterThanOrEqual(asked)
  })

  it('says so if CI cannot be told, and does not call that a fault in Assay', async () => {
    const environment = { ...planted, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'nowhere', 'summary') }
    const { stderr } = await run(join(folder, 'told'), ['--only', '*.accepted', '--json'], { environment })
    expect(stderr).toMatch(/nowhere\/summary could not be written/)
    expect(stderr).not.toContain('broke off')
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])(
    'by %s while its page is rendered ends at once, and what was written by then is whole',
    async (signal) => {
      const out = join(folder, `rendering-${signal}`)
      const { code } = await run(out, ['--only', '*.accepted'], { before: blockedRendering(signal) })
      expect(code).toBe(null)
      expect(await reportIn(out)).toMatchObject({ complete: true })
      expect(await readdir(out)).not.toContain('report.html')
      await (await takeFolder(out, begun))()
    },
  )

  it('by a signal before it is loaded leaves nothing of the run before', async () => {
    const out = join(folder, 'early')
    await mkdir(out)
    await writeFile(join(out, 'report.html'), 'old')
    expect((await run(out, [], { before: loading('run') })).code).toBe(3)
    expect(await reportIn(out)).toMatchObject({ complete: false, exitCode: 3 })
    expect(await readFile(join(out, 'report.html'), 'utf8')).toContain('interrupted')
    expect(asked).toBe(0)
  })

  it('by a signal before it is loaded judges nothing where no run could be interrupted', async () => {
    const [out, archive] = [join(folder, 'judged'), join(folder, 'a.har')]
    await writeFile(archive, '{"log":{"entries":[]}}')
    const { code } = await spawnAssay(['judge', archive, '--out', out], { before: loading('judge') })
    expect([code, (await reportIn(out)).complete]).toEqual([null, false])
  })

  it('by a signal while its evidence is saved ends when that is done', async () => {
    const out = join(folder, 'saving')
    const { code } = await run(out, ['--only', '*.accepted'], { before: savingWhen('SIGINT') })
    expect(code).toBe(null)
    expect(await reportIn(out)).toMatchObject({ complete: true })
    expect(await readdir(out)).not.toContain('junit.xml')
  })

  it('keeps to --max-withdrawals here as well, where that is asked for', async () => {
    const out = join(folder, 'limited')
    const { code, stderr } = await run(out, ['--max-withdrawals', '5'])
    expect(code).toBe(1)
    expect(asked).toBeLessThanOrEqual(5)
    expect(stderr).toMatch(/at most 5 × 1\.5 100001 to 100001/)
    expect((await reportIn(out))['notes']).toEqual([expect.stringContaining('it verifies no signature')])
  })
})
