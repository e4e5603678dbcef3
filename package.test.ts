import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import own from './package.json' with { type: 'json' }

const execute = promisify(execFile)
const root = import.meta.dirname

/** Node strips types outside node_modules only, so this proves that what is published is compiled, and needs no devDependency. */
describe('the published package', { timeout: 60_000 }, () => {
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

  it('says its version', async () => {
    expect(await assay('--version')).toBe(`${own.version}\n`)
  })

  it('judges the reference provider', async () => {
    expect(await assay('run', '--reference', '--quiet')).toContain('conforms')
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

  it('is typed', async () => {
    const file = join(folder, 'use.mts')
    await writeFile(
      file,
      "import { type Contract, contract, type Coin } from 'assay/contracts'\nexport const rank = (coin: Coin): number => coin.rank\nexport const same: Contract = contract\n",
    )
    const options = '--ignoreConfig --noEmit --strict --module nodenext --target es2024 --types node --skipLibCheck false'.split(' ')
    const flags = [...options, '--typeRoots', join(root, 'node_modules/@types')]
    const { stdout } = await execute(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...flags, file]).catch(
      (error) => error,
    )
    expect(stdout).toBe('')
  })

  it('is right for every kind of import, says publint', async () => {
    const { messages, pkg } = await publint({ pkgDir: installed, pack: false })
    expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
  })

  async function assay(...words: string[]): Promise<string> {
    const command = join(installed, own.bin.assay)
    const { stdout } = await execute(process.execPath, [command, ...words, ...(words[0] === 'run' ? ['--out', join(folder, 'out')] : [])])
    return stdout
  }
})

/** npm leaves out of the lock what its registry lacks, and `npm ci` refuses such a lock: on every machine, this platform or not. */
it('is locked for every platform', async () => {
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`]),
  )
  expect(missing).toEqual([])
})

interface Locked {
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

async function link(name: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await symlink(join(root, 'node_modules', name), to)
}
