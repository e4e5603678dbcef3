import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { contract } from '../contracts/generated/contract.ts'
import { settingsOf } from '../contracts/needed-settings.ts'
import { type RunningProvider, startProvider } from '../provider/server.ts'

const root = join(import.meta.dirname, '..')
const recipe = (name: string) => readFile(join(import.meta.dirname, name), 'utf8')

/** Linters that npm has not: the gate brings them where it can; elsewhere they are skipped, and said to be. */
describe.for([
  ['hadolint', ['Containerfile']],
  ['actionlint', ['recipes/github.yml']],
  ['check-jsonschema', ['--builtin-schema', 'vendor.gitlab-ci', 'recipes/gitlab.yml']],
  ['check-jsonschema', ['--builtin-schema', 'vendor.github-actions', 'action.yml']],
  ['check-jsonschema', ['--builtin-schema', 'vendor.github-workflows', 'recipes/github.yml']],
] as const)('%s %s', ([command, words]) => {
  const isThere = !spawnSync(command, ['--version']).error
  it.skipIf(!isThere)('finds nothing', () => {
    const { status, stdout, stderr } = spawnSync(command, words, { cwd: root, encoding: 'utf8' })
    expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' })
  })
})

it('the operations that recipes name are there, and move no money', async () => {
  for (const name of ['github.yml', 'gitlab.yml', 'Jenkinsfile']) {
    const [, list = ''] = /--operations (\S+)/.exec(await recipe(name)) ?? []
    const named = list.split(',').map((id) => contract.operations.find((operation) => operation.id === id)?.movesMoney)
    expect(named).toEqual([false, false])
  }
})

it('each names every variable that its operations need', async () => {
  const asked = contract.operations.filter(({ movesMoney }) => !movesMoney).flatMap(settingsOf)
  const needed = contract.settings.filter(({ name }) => asked.includes(name)).map(({ env }) => env)
  expect(needed).not.toEqual([])
  for (const name of ['github.yml', 'gitlab.yml', 'Jenkinsfile']) {
    const text = await recipe(name)
    expect([...needed, 'ASSAY_TARGET'].filter((env) => !text.includes(env))).toEqual([])
  }
})

it('each runs what package-lock.json pins, and downloads no package by its name alone', async () => {
  for (const name of ['github.yml', 'gitlab.yml', 'Jenkinsfile', 'crontab', '../docs/ci.md', '../docs/certificates.md']) {
    const text = await recipe(name)
    expect(text.match(/npx --no -- assay/g)).not.toBeNull()
    expect(text.match(/(?<!`)npx --yes assay|run: npx (?!--no -- )/g)).toBeNull()
    if (name !== 'crontab') expect(text).toContain('npm ci --ignore-scripts')
  }
})

describe('the commands of', () => {
  let folder: string
  let provider: RunningProvider

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-recipes-'))
    provider = await startProvider()
    await mkdir(join(folder, 'bin'))
    const words = `exec '${process.execPath}' '${join(root, 'cli/assay.js')}'`
    await writeFile(join(folder, 'bin/npx'), `#!/bin/sh\nwhile [ "$1" != assay ]; do shift; done\nshift\n${words} "$@"\n`, { mode: 0o755 })
    await writeFile(join(folder, 'bin/npm'), '#!/bin/sh\n[ "$*" = "ci --ignore-scripts" ]\n', { mode: 0o755 })
    await writeFile(join(folder, 'bin/node'), `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 })
  })

  afterAll(async () => {
    await provider.close()
    await rm(folder, { recursive: true })
  })

  function inShell(script: string, more: NodeJS.ProcessEnv = {}): Promise<{ code: number; output: string }> {
    const settings = Object.fromEntries(contract.settings.map(({ name, env }) => [env, provider.settings[name]]))
    const own = { PATH: `${folder}/bin:${process.env['PATH']}`, HOME: folder, XDG_CACHE_HOME: join(homedir(), '.cache') }
    const env = { ...own, ASSAY_TARGET: provider.url, ...settings, ...more }
    return new Promise((resolve) => {
      execFile('bash', ['-e', '-c', script], { cwd: folder, env }, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
      )
    })
  }

  it('GitHub', async () => {
    const { jobs } = parse(await recipe('github.yml'))
    const script = jobs.conformance.steps.flatMap(({ run = [] }: { run?: string }) => run).join('\n')
    expect(await inShell(script)).toMatchObject({ code: 0, output: expect.stringContaining('conforms') })
  })

  it('GitLab', async () => {
    const { assay, pages } = parse(await recipe('gitlab.yml'))
    expect(pages.rules).toEqual([expect.objectContaining({ when: 'always' })])
    expect(await inShell([...assay.script, ...pages.script].join('\n'))).toMatchObject({ code: 0 })
    expect(await readFile(join(folder, 'public/index.html'), 'utf8')).toMatch(/^<!doctype html>/)
    expect(await readFile(join(folder, assay.artifacts.reports.junit), 'utf8')).toMatch(/<testsuites?/)
  })

  it('Jenkins', async () => {
    const [, script = ''] = /script: '([^']+)'/.exec(await recipe('Jenkinsfile')) ?? []
    expect(await inShell(script)).toMatchObject({ code: 0 })
  })

  it('the Containerfile, except npm itself, which makes no folder to pack into', async () => {
    const npm = 'case $1 in pack) : >"$3/assay.tgz";; install) for last; do :; done; [ -e "$last" ];; esac'
    for (const [name, text] of [
      ['npm', npm],
      ['chown', 'true'],
    ])
      await writeFile(join(folder, 'bin', `${name}`), `#!/bin/bash\n${text}\n`, { mode: 0o755 })
    const lines = (await readFile(join(root, 'Containerfile'), 'utf8')).match(/(?<=^RUN ).*/gm) ?? []
    const script = lines.join('\n').replace(/ \/(package|reports)/g, ` ${folder}/$1`)
    expect(await inShell(script)).toEqual({ code: 0, output: '' })
    expect(lines.length).toBe(2)
  })

  it('cron', async () => {
    await mkdir(join(folder, 'assay'))
    await writeFile(join(folder, 'assay/assay.env'), `ASSAY_TARGET=${provider.url}\n`)
    const line = (await recipe('crontab')).split('\n').find((text) => text !== '' && !text.startsWith('#')) ?? ''
    expect(await inShell(line.replace(/^(\S+ ){5}/, '').replaceAll('\\%', '%'))).toEqual({ code: 0, output: '' })
  })

  for (const [given, code, file = 'summary.md'] of [
    [{ TARGET: '', OPERATIONS: '' }, 0],
    [{ ARGUMENTS: '--quick\n--report sarif --out elsewhere', OPERATIONS: 'getCoinInformation' }, 0, 'assay.sarif'],
    [{ ARGUMENTS: '--observe none\n--operations no-such-thing' }, 2],
    [{ OPERATIONS: 'getCoinInformation,inquirePayments', ASSAY_API_TOKEN: '', NOT_PROVEN: 'warn' }, 0],
    [{ OPERATIONS: 'getCoinInformation,inquirePayments', ASSAY_API_TOKEN: '', NOT_PROVEN: 'fail' }, 3],
  ] as const) {
    it(`the action ends with ${code} with ${JSON.stringify(given)}`, async () => {
      const { runs } = parse(await readFile(join(root, 'action.yml'), 'utf8'))
      const { run } = runs.steps.find(({ id }: { id?: string }) => id === 'judge')
      const output = join(folder, 'output')
      await writeFile(output, '')
      const inputs = { TARGET: provider.url, OPERATIONS: '', WAIVERS: '', ARGUMENTS: '', NOT_PROVEN: 'fail', OUT: 'action', ...given }
      const result = await inShell(run, { ...inputs, GITHUB_ACTION_PATH: root, GITHUB_OUTPUT: output })
      expect(result).toMatchObject({ code })
      expect(await readFile(output, 'utf8')).toBe(`exit-code=${'NOT_PROVEN' in given ? 3 : code}\n`)
      expect(existsSync(join(folder, 'action', file))).toBe(code !== 2)
      await rm(join(folder, 'action'), { recursive: true, force: true })
    })
  }
})
