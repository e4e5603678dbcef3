import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callAssay } from '../cli/command-line.fixture.ts'
import { contract } from '../contracts/generated/contract.ts'
import own from '../package.json' with { type: 'json' }
import { type RunningProvider, startProvider } from '../provider/server.ts'
import { mutants } from '../suites/mutants.ts'

const root = join(import.meta.dirname, '..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')
const commands = [...readme.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block = '']) => block.trim().split('\n'))

describe('the table of variables', () => {
  it('is what the contract says', () => {
    const rows = [
      ['ASSAY_TARGET', '', 'the base address of all operations'],
      ...contract.bases.map((base) => [
        `ASSAY_${base.toUpperCase()}_URL`,
        '',
        `the base address of the ${base} operations, where they differ`,
      ]),
      ...contract.settings.map(({ env, secret, description }) => [env, secret ? 'secret' : '', description]),
    ].map(([name, secret, description]) => `| \`${name}\` | ${secret} | ${description} |`)
    const [, table = ''] = /^\| variable .*\n\|---\|---\|---\|\n((?:\|.*\n)*)/m.exec(readme) ?? []
    expect(table.trim().split('\n')).toEqual(rows)
  })
})

it('names scripts of npm that there are', () => {
  const named = [...readme.matchAll(/\bnpm (?:run )?(start|test|bench|[a-z]+:[a-z]+)\b/g)].map(([, script = '']) => script)
  expect(named.filter((script) => !(script in own.scripts))).toEqual([])
})

/** Commands with a target are run against one that listens here, in the order in which a reader types them; servers until they are ready. */
describe('the command', { shuffle: false }, () => {
  let folder: string
  let targets: Readonly<Record<string, RunningProvider>>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-readme-'))
    const mutant = mutants(contract).find(({ name }) => name === 'requestWithdrawal.signature.instead.signs-seconds')
    targets = { 'https://dev.example': await startProvider(), 'http://127.0.0.1:4010': await startProvider(mutant ? { mutant } : {}) }
  })

  afterAll(async () => {
    // A command that took too long may still be there, and the files that follow with it.
    process.chdir(root)
    await Promise.all(Object.values(targets).map((provider) => provider.close()))
    await rm(folder, { recursive: true })
  })

  for (const command of commands.filter((line) => !line.startsWith('npm '))) {
    it(command, async () => {
      if (command.includes('assay serve --port')) return expect(await readyLine(command)).toContain('ready on http://127.0.0.1:')
      const { code, output } = await run(command)
      expect(output).not.toMatch(/^(error|assay): /m)
      expect(code, output).toBe(command.includes('127.0.0.1:4010') ? 1 : 0)
      if (command.includes('127.0.0.1:4010')) for (const line of shownResult()) expect(output).toContain(line)
    })
  }

  /** In this process, as a shell in the folder would call it. */
  async function run(command: string): Promise<{ code: number | null; output: string }> {
    const [, text = ''] = /^npx assay (.*)$/.exec(command) ?? []
    if (text === '') throw new Error(`${command}: expected a command of npm, or npx assay.`)
    const words =
      local(text)
        .match(/'[^']*'|\S+/g)
        ?.map((word) => word.replace(/^'(.*)'$/, '$1')) ?? []
    const before = process.cwd()
    process.chdir(folder)
    const { code, stdout, stderr } = await callAssay(words, { environment: settings() }).finally(() => process.chdir(before))
    return { code, output: stdout + stderr }
  }

  function settings(): Record<string, string> {
    const provider = Object.values(targets)[0]
    const values = Object.fromEntries(contract.settings.map(({ name, env }) => [env, provider?.settings[name] ?? '']))
    return { HOME: process.env['HOME'] ?? '', NO_COLOR: '1', ...values }
  }

  /** With the targets that listen. */
  function local(text: string): string {
    return Object.entries(targets).reduce((changed, [address, { url }]) => changed.replaceAll(address, url), text)
  }

  async function readyLine(command: string): Promise<string> {
    const words = command
      .replace(/^npx assay/, `exec '${process.execPath}' '${join(root, own.bin.assay)}'`)
      .replace(/--port \d+/, '--port 0')
    const server = spawn('bash', ['-c', words], { stdio: ['ignore', 'pipe', 'ignore'] })
    const [line] = await once(server.stdout, 'data')
    server.kill()
    await once(server, 'exit')
    return String(line)
  }
})

function shownResult(): string[] {
  const [, block = ''] = /^```text\n(.*?)^```$/ms.exec(readme) ?? []
  return block.trim().split('\n')
}
