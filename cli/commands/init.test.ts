import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { startProvider } from '../../provider/server.ts'
import { resolveSettings } from '../../targets/configuration/settings.ts'
import { main } from '../main.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-init-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))
beforeEach(() => {
  for (const { env } of contract.settings) vi.stubEnv(env, '')
  for (const name of ['ASSAY_TARGET', ...contract.bases.map((base) => `ASSAY_${base.toUpperCase()}_URL`)]) vi.stubEnv(name, '')
})
afterEach(() => {
  vi.unstubAllEnvs()
  process.exitCode = undefined
})

async function assay(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const error = vi.spyOn(console, 'error').mockReturnValue()
  try {
    const code = await main(words)
    const said = (spy: { mock: { calls: unknown[][] } }) => spy.mock.calls.map(([text]) => String(text)).join('')
    return { code, out: said(out), err: said(err) + said(error) }
  } finally {
    process.exitCode = undefined
    for (const spy of [out, err, error]) spy.mockRestore()
  }
}

async function resolved(file: string, environment: Record<string, string> = {}) {
  const common = { addresses: {}, flags: {}, environment, allowWithdrawals: false, limits: {}, directory }
  return (await resolveSettings(contract, { ...common, names: ['dev'], file })).target
}

describe('assay init', () => {
  it('writes a file that can be read again, with an editor line that leads to the schema', async () => {
    const out = join(directory, 'plain.yaml')
    expect(await assay('init', '--out', out)).toMatchObject({
      code: 0,
      out: expect.stringContaining('Next: write in the address, then npx assay doctor dev'),
    })
    const text = await readFile(out, 'utf8')
    const [, schema = ''] = /^# yaml-language-server: \$schema=(.*)$/m.exec(text) ?? []
    expect(JSON.parse(await readFile(resolve(dirname(out), schema), 'utf8'))).toMatchObject({ title: 'Configuration of assay' })
    expect((await resolved(out)).bases).toEqual({})
  })

  it('fills in what flags and the environment tell, says so, and writes no secret', async () => {
    const [secret] = contract.settings.filter(({ secret }) => secret)
    const [asked, flagged] = contract.settings.filter(({ secret }) => !secret)
    if (!secret || !asked || !flagged) throw new Error('the contract has too few settings')
    vi.stubEnv('ASSAY_TARGET', 'https://own.example/prefix')
    vi.stubEnv(secret.env, 'h1dden-value')
    vi.stubEnv(secret.env.replace('ASSAY', 'DEV'), 'h1dden-too')
    vi.stubEnv(asked.env, '0012')
    const out = join(directory, 'filled.yaml')
    const flag = flagged.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const said = await assay('init', '--out', out, `--${flag}`, 'of "the" flag', '--operations', contract.operations[0]?.id ?? '')
    const text = await readFile(out, 'utf8')
    expect(said.out).toContain(`${asked.name}: 0012 (${asked.env})`)
    expect(said.out).toContain(`${flagged.name}: of "the" flag (a flag)`)
    expect(text + said.out).not.toContain('h1dden')
    const target = await resolved(out, { [secret.env.replace('ASSAY', 'DEV')]: 'fresh' })
    expect(target.settings).toEqual({ [secret.name]: 'fresh', [asked.name]: '0012', [flagged.name]: 'of "the" flag' })
    expect(target.bases).toEqual(Object.fromEntries(contract.bases.map((base) => [base, 'https://own.example/prefix'])))
    expect(target.operations).toEqual([contract.operations[0]?.id])
  })

  it('gives each base its own address where they differ, and allows what is allowed', async () => {
    const out = join(directory, 'bases.yaml')
    const urls = Object.fromEntries(contract.bases.map((base) => [base, `https://${base}.example`]))
    await assay('init', '--out', out, '--allow-withdrawals', ...Object.entries(urls).flatMap(([base, url]) => [`--${base}-url`, url]))
    expect(await resolved(out)).toMatchObject({ bases: urls, allowWithdrawals: true })
  })

  it('overwrites a file only with --force', async () => {
    const out = join(directory, 'there.yaml')
    await writeFile(out, 'mine')
    const refused = await assay('init', '--out', out)
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('is there already') })
    expect(await readFile(out, 'utf8')).toBe('mine')
    expect((await assay('init', '--out', out, '--force')).code).toBe(0)
    expect(await readFile(out, 'utf8')).not.toBe('mine')
  })

  it('refuses a name that could not be one', async () => {
    expect(await assay('init', '--name', 'a: b')).toMatchObject({ code: 2, err: expect.stringContaining('--name') })
  })
})

describe('a target by its name', () => {
  it('is examined by the doctor', async () => {
    const provider = await startProvider({ contract })
    try {
      for (const { name, env, secret } of contract.settings) if (secret) vi.stubEnv(env, provider.settings[name] ?? '')
      const asked = contract.settings.filter(({ secret }) => !secret).map(({ name }) => [name, provider.settings[name]])
      const file = join(directory, 'doctor.yaml')
      await writeFile(file, JSON.stringify({ targets: { dev: { url: provider.url, ask: Object.fromEntries(asked) } } }))
      const healthy = await assay('doctor', 'dev', '--config', file, '--json')
      expect(healthy).toMatchObject({ code: 0, err: '' })
      expect(JSON.parse(healthy.out)).toMatchObject({ schema: 'assay.doctor/1', target: 'dev', exitCode: 0, diagnoses: [] })
      vi.stubEnv(contract.settings.find(({ secret }) => secret)?.env ?? '', 'another-value')
      expect(await assay('doctor', 'dev', '--config', file)).toMatchObject({ code: 3, out: expect.stringContaining('✗') })
    } finally {
      await provider.close()
    }
  })

  it('that is not there is refused by every command that takes one', async () => {
    const file = join(directory, 'empty.yaml')
    await writeFile(file, 'targets: {}\n')
    for (const command of ['run', 'doctor']) {
      expect(await assay(command, 'dev', '--config', file)).toMatchObject({ code: 2, err: expect.stringContaining('has no target "dev"') })
    }
  })
})
