import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from './contracts/generated/contract.ts'
import own from './package.json' with { type: 'json' }
import { formatNames, reportFormats } from './reports/write.ts'

const execute = promisify(execFile)
const root = import.meta.dirname

/** One way to call each command from an installed package, what it says, and its exit code. */
const cases: readonly (readonly [words: string, says: RegExp, code?: number])[] = [
  ['run --reference --quiet --out out', /conforms/],
  ['serve --list', /bank-like/],
  ['coverage', /requirements/],
  ['doctor', /No address|ASSAY_TARGET/, 2],
  ['init --out assay.config.yaml', /Wrote/],
  ['init --ci gitlab', /Wrote .gitlab-ci.yml/],
  [`explain ${contract.operations[0]?.id}.accepted`, /is accepted/],
  ['compare out out', /same|nothing|no difference/i],
  ['report out --no-open', /out/],
  ['history out', /\(1 run\): conforms/],
  ['replay out', /verdicts?/],
  ['send out nothing', /has no exchange/, 2],
  ['badge out', /badge/],
  ['pact check pact.json', /needs @pact-foundation/, 2],
  ['sign --explain', /ASSAY_|x-|string/i, 2],
  ['gate --out gated -- node -e fetch(process.env.ASSAY_COIN_URL)', /not proven/, 3],
  ['challenge --asker ACME', /assay.challenge.json/],
  ['certify --reference --out certificate', /is certified/],
  ['verify certificate/assay.certificate.json', /It holds: 1/],
  ['judge gated/exchanges.har', /not proven[\s\S]*1 request/, 3],
  ['proxy', /--target is missing/, 2],
  ['merge out --out merged', /All targets: merged/],
  ['issue out nothing', /nothing/, 2],
  ['directory certificate', /holds/],
  ['pin out', /pinned/],
  ['vectors', /testGroups/],
]

/** Calls commands one after another in one process, and writes down what each said and how it ended: most take less time than to start. */
const caller = `
  import { writeFileSync } from 'node:fs'
  import { main } from './node_modules/${own.name}/dist/cli/main.js'
  const [, words, file] = process.argv
  const called = []
  let said = ''
  for (const stream of [process.stdout, process.stderr])
    stream.write = (text, ...more) => {
      said += text
      more.at(-1)?.call?.()
      return true
    }
  for (const command of JSON.parse(words)) {
    const ended = await main(command)
    called.push({ said, ended })
    said = ''
    process.exitCode = undefined
  }
  writeFileSync(file, JSON.stringify(called))
  process.exit(0)`

/** Node strips types outside node_modules only, so this proves that what is published is compiled, and needs no devDependency. */
describe('the published package', () => {
  let folder: string
  let installed: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-package-'))
    installed = join(folder, 'node_modules', own.name)
    await mkdir(installed, { recursive: true })
    const { stdout } = await execute('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root })
    await execute('tar', ['-xzf', join(folder, stdout.trim()), '-C', installed, '--strip-components=1'])
    for (const name of Object.keys(own.dependencies)) await link(name, join(folder, 'node_modules', name))
  }, 120_000)

  afterAll(() => rm(folder, { recursive: true }))

  it('holds what its pages link to', async () => {
    const pages = (await readdir(installed, { recursive: true })).filter((file) => /^(docs\/)?[^/]+\.md$/.test(file))
    const links = pages.flatMap((page) =>
      [...readFileSync(join(installed, page), 'utf8').matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, to = '']) => join(dirname(page), to)),
    )
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter((to) => !existsSync(join(installed, to)))).toEqual([])
  })

  it('says its version', async () => {
    expect((await assay('--version')).stdout).toBe(`${own.version}\n`)
  })

  it('writes every report', async () => {
    const { stdout } = await assay('run', '--reference', '--quiet', '--out', 'out', '--report', formatNames.join())
    expect(stdout).toContain('conforms')
    const written = await readdir(join(folder, 'out'))
    expect(
      Object.values(reportFormats)
        .map(({ file }) => file)
        .filter((file) => !written.includes(file)),
    ).toEqual([])
    expect(await readFile(join(folder, 'out', reportFormats.html.file), 'utf8')).toMatch(/<script>.+addEventListener.+<\/script>/s)
  })

  it('has a case here for every command', async () => {
    const { stdout } = await assay('--help')
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name)
    expect(commands).toContain('run')
    expect(commands.filter((name) => name !== 'help' && !cases.some(([words]) => words.startsWith(name)))).toEqual([])
  })

  describe('runs', () => {
    let called: readonly { readonly said: string; readonly ended: number }[]

    beforeAll(async () => {
      const { PATH, HOME } = process.env
      const words = JSON.stringify(cases.map(([text]) => text.split(' ')))
      await execute(process.execPath, ['--input-type=module', '-e', caller, words, 'called.json'], { cwd: folder, env: { PATH, HOME } })
      called = JSON.parse(await readFile(join(folder, 'called.json'), 'utf8'))
    }, 120_000)

    for (const [at, [words, says, code = 0]] of cases.entries()) {
      it(`assay ${words}`, () => {
        expect(called[at]?.said).toMatch(says)
        expect(called[at]?.ended).toBe(code)
      })
    }
  })

  for (const node of otherNodes()) {
    for (const [words, code] of [
      ['run --reference --quiet --out', 0],
      ['certify --reference --out', 0],
      ['gate --out', 3],
      ['explain 5.4', 0],
    ] as const) {
      it(`runs assay ${words} on ${node.name}`, async () => {
        const where = words.endsWith('--out') ? [`${node.name}-${words.split(' ')[0]}`] : []
        const command = [join(installed, own.bin.assay), ...words.split(' '), ...where, ...(words.startsWith('gate') ? ['--', 'true'] : [])]
        const result = await execute(node.path, command, { cwd: folder }).then(
          () => ({ code: 0 }),
          (error: { code: number }) => error,
        )
        expect(result).toMatchObject({ code })
      })
    }
  }
  it.skipIf(otherNodes().length > 0)('runs on other Nodes (ASSAY_TEST_NODES names their binaries)', (context) => context.skip())

  it('is required by CommonJS as well', async () => {
    const { stdout } = await execute(
      process.execPath,
      ['-e', "console.log(typeof require('assay/contracts').sign, typeof require('assay/provider').startProvider)"],
      { cwd: folder },
    )
    expect(stdout).toBe('function function\n')
  })

  it('says what to install where Pact is asked for', async () => {
    const { code, stderr } = await assay('pact', 'verify', '--reference')
    expect(code).toBe(2)
    expect(stderr).toMatch(/^assay: assay pact verify needs @pact-foundation\/pact-core, .*: npm install/)
  })

  it('is small: 12 MB in files, and 14 packages', async () => {
    const others = await requiredPackages()
    expect(others.length + 1).toBeLessThanOrEqual(14)
    const sizes = await Promise.all([installed, ...others.map((path) => join(root, path))].map(bytesOf))
    expect(sizes.reduce((total, size) => total + size)).toBeLessThan(12e6)
  })

  it('exports what SDK authors need', async () => {
    const program = `
      import { contract, sign, validatorsFor } from 'assay/contracts'
      import { startProvider } from 'assay/provider'
      import vectors from 'assay/signing-vectors' with { type: 'json' }
      const provider = await startProvider()
      await provider.close()
      console.log(typeof sign, (await validatorsFor(contract)).size === contract.operations.length, vectors.testGroups.length > 0)`
    const { stdout } = await execute(process.execPath, ['--input-type=module', '-e', program], { cwd: folder })
    expect(stdout).toBe('function true true\n')
  })

  it('is typed for import and for require', async () => {
    const files = ['use.mts', 'use.cts'].map((name) => join(folder, name))
    const program = `
      import { contract, sign, type Coin, type Contract } from 'assay/contracts'
      export const rank = (coin: Coin): number => coin.rank
      export const same: Contract = contract
      export const signed: string = sign(...([] as unknown as Parameters<typeof sign>))`
    for (const file of files) await writeFile(file, program)
    const options = '--ignoreConfig --noEmit --strict --module node16 --target es2024 --types node --skipLibCheck false'.split(' ')
    const flags = [...options, '--typeRoots', join(root, 'node_modules/@types')]
    const { stdout } = await execute(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...flags, ...files]).catch(
      (error) => error,
    )
    expect(stdout).toBe('')
  })

  it('is right for every kind of import, says publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed, pack: false })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  /** Without the variables of this machine but those that a shell needs. */
  function assay(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
    const { PATH, HOME } = process.env
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        [join(installed, own.bin.assay), ...words],
        { cwd: folder, env: { PATH, HOME } },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
      )
    })
  }
})

/** Node binaries of other majors: `name=path`, separated by commas. */
function otherNodes(): { readonly name: string; readonly path: string }[] {
  const given = process.env['ASSAY_TEST_NODES'] ?? ''
  return given.split(',').flatMap((entry) => {
    const [name, path] = entry.split('=')
    return name && path ? [{ name, path }] : []
  })
}

/** npm leaves out of the lock what its registry lacks, and `npm ci` refuses such a lock: on every machine, this platform or not. */
it('is locked for every platform', async () => {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`]),
  )
  expect(missing).toEqual([])
})

/** Where the packages are that whoever installs this one gets as well. */
async function requiredPackages(): Promise<string[]> {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages).flatMap(([path, { dev, peer, devOptional }]) => (path === '' || dev || peer || devOptional ? [] : [path]))
}

async function bytesOf(folder: string): Promise<number> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return sizes.reduce((total, size) => total + size, 0)
}

interface Locked {
  readonly dev?: boolean
  readonly peer?: boolean
  readonly devOptional?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

async function link(name: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await symlink(join(root, 'node_modules', name), to)
}
