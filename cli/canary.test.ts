import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { journalFile } from '../engine/client/withdrawals/journal.ts'
import { formatNames } from '../reports/write.ts'
import { connections } from '../suites/hostile/connections.fixture.ts'
import { answers } from '../suites/hostile/harmful-answers.fixture.ts'
import { type HostileServer, type RunningHostile, startHostile } from '../suites/hostile/hostile-server.fixture.ts'
import { controlIn, secretIn } from '../suites/hostile/traces.fixture.ts'
import { type Called, callAssay } from './command-line.fixture.ts'
import { plantedSecrets, spawnAssay } from './spawned.fixture.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-canary-'))
const servers = new Map<string, RunningHostile>()

beforeAll(async () => {
  const wanted = [...answers, ...connections].filter(({ id }) => id.startsWith('echoes-') || id === 'hangs-before-headers')
  for (const hostile of wanted) servers.set(hostile.id, await startHostile(hostile satisfies HostileServer))
})
afterAll(async () => {
  await Promise.all([...servers.values()].map((server) => server.close()))
  await rm(folder, { recursive: true, force: true })
})

describe('a command with secrets in its environment', () => {
  for (const id of ['echoes-in-json', 'echoes-in-headers', 'echoes-each-credential', 'echoes-in-success']) {
    it(`shows none of them when the target ${id.replaceAll('-', ' ')}`, async () => {
      const { out, ...spawned } = await runAt(id, '--verbose', '--quick', '--report', formatNames.join())
      // What refuses every right request is not proven to be wrong.
      expect(spawned.code, spawned.stderr).toBe(id === 'echoes-in-json' ? 3 : 1)
      expect((await readdir(out)).filter((name) => name !== journalFile).length).toBe(formatNames.length)
      await expectClean(spawned, out)
    })
  }

  it('shows none of them as JSON on standard output', async () => {
    const { out, ...spawned } = await runAt('echoes-in-json', '--quick', '--json')
    expect(JSON.parse(spawned.stdout)).toMatchObject({ schema: 'assay.report/1', exitCode: 3 })
    await expectClean(spawned, out)
  })

  it('shows none of them for wrong flags', async () => {
    for (const words of [
      ['--frobnicate'],
      ['--signing-secret', plantedSecrets[0] ?? ''],
      ['--deadline', plantedSecrets[0] ?? ''],
      ['--operations', plantedSecrets[0] ?? ''],
    ]) {
      const { out, ...spawned } = await runAt('echoes-in-json', ...words)
      expect(spawned.code).toBe(2)
      await expectClean(spawned, out)
    }
  })

  it('shows none that stands in the address of a target, before there is a report', async () => {
    const [secret = ''] = plantedSecrets
    const { code, stdout, stderr } = await callAssay(['run', '--target', `http://127.0.0.1:1/${secret}`, '--plan'])
    expect([code, secretIn(stdout + stderr, plantedSecrets)]).toEqual([0, undefined])
  })

  it('shows none that stands in an environment file either', async () => {
    const secret = 'Zq-of-a-file-7Canary'
    const file = join(folder, 'secrets.env')
    await writeFile(file, `ASSAY_API_KEY=${secret}\nDEV_ACCESS_TOKEN="${secret}2"\n`)
    for (const words of [
      ['--env-file', file, '--deadline', secret],
      ['--settings', file, '--operations', `${secret}2`],
      [`--settings=${file}`, '--target', `ftp://${secret}`],
    ]) {
      const { code, stderr } = await callAssay(['run', ...words], { environment: {} })
      expect([code, stderr.includes(secret)]).toEqual([2, false])
    }
  })

  it('shows none of them when Assay itself fails', async () => {
    const before = `
      import { syncBuiltinESMExports } from 'node:module'
      import crypto from 'node:crypto'
      crypto.hash = (name, text) => { throw new Error('broken on purpose with ' + text.toString('latin1') + ' and ' + JSON.stringify(process.env)) }
      syncBuiltinESMExports()`
    const out = join(folder, 'fault')
    const spawned = await spawnAssay(['run', '--target', servers.get('echoes-in-json')?.url ?? '', '--out', out], { before })
    expect(spawned.code).toBe(3)
    expect(spawned.stderr).toContain('broken on purpose')
    await expectClean(spawned, undefined)
  })

  it('shows none of them when it is interrupted, and writes what it has', async () => {
    const out = join(folder, 'interrupted')
    const server = servers.get('hangs-before-headers')
    const spawned = await spawnAssay(['run', '--target', server?.url ?? '', '--out', out, '--json'], {
      during: (kill) => {
        const timer = setInterval(() => {
          if ((server?.requests.length ?? 0) === 0) return
          clearInterval(timer)
          kill('SIGINT')
        }, 10)
      },
    })
    expect(spawned.code).toBe(3)
    expect(JSON.parse(spawned.stdout)).toMatchObject({ complete: false, exitCode: 3 })
    await expectClean(spawned, out)
  })
})

let count = 0

async function runAt(id: string, ...words: string[]): Promise<Called & { out: string }> {
  count += 1
  const out = join(folder, String(count))
  const url = servers.get(id)?.url ?? ''
  return { ...(await callAssay(['run', '--target', url, '--deadline', '20', '--out', out, ...words])), out }
}

async function expectClean({ stdout, stderr }: Called, out: string | undefined): Promise<void> {
  const names = out === undefined ? [] : await readdir(out).catch(() => [])
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(out ?? '', name), 'utf8')] as const))
  for (const [name, text] of [['stdout', stdout], ['stderr', stderr], ...files] as const) {
    expect(secretIn(text, plantedSecrets), `${name} holds a secret: ${text.slice(0, 300)}`).toBeUndefined()
    expect(controlIn(text), `${name} holds a control character`).toBeUndefined()
  }
}
