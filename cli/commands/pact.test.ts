import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { pactFile, rightDrafts } from '../../consumers/pact/fixtures/consumer.fixture.ts'
import { contract } from '../../contracts/generated/contract.ts'
import { pacts } from '../../contracts/pacts/pacts.ts'
import { UsageError } from '../../language/usage-error.ts'
import { startProvider } from '../../provider/server.ts'
import { spawnAssay } from '../spawned.fixture.ts'
import { pactCommand } from './pact.ts'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-cli-pact-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => {
  for (const { env } of contract.settings) vi.stubEnv(env, '')
  for (const name of ['ASSAY_TARGET', ...contract.bases.map((base) => `ASSAY_${base.toUpperCase()}_URL`)]) vi.stubEnv(name, '')
})
afterEach(() => vi.unstubAllEnvs())

interface Output {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function assayPact(...words: string[]): Promise<Output> {
  const out = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const err = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const before = process.exitCode
  try {
    await new Command()
      .exitOverride()
      .addCommand(pactCommand())
      .parseAsync(['pact', ...words], { from: 'user' })
    const text = (spy: typeof out) => spy.mock.calls.map(([said]) => String(said)).join('')
    return { code: Number(process.exitCode ?? 0), out: text(out), err: text(err) }
  } finally {
    process.exitCode = before
    out.mockRestore()
    err.mockRestore()
  }
}

describe('assay pact verify', () => {
  it('verifies the reference provider and writes its reports', async () => {
    const { code, out } = await assayPact('verify', '--reference', '--out', folder)
    expect([code, out]).toEqual([0, expect.stringContaining('conforms')])
    const interactions = [...pacts(contract).values()].flatMap((pact) => pact.interactions)
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as { summary: object; exitCode: number }
    expect(report).toMatchObject({ exitCode: 0, summary: { passed: interactions.length, failed: 0, inconclusive: 0 } })
    expect(await readFile(join(folder, 'junit.xml'), 'utf8')).toContain('pact.getCoinInformation')
  })

  it('verifies a target of the environment, and shows no secret of it', async () => {
    const provider = await startProvider({ settings: { accessToken: 'a-very-secret-bearer' } })
    for (const { name, env } of contract.settings) vi.stubEnv(env, provider.settings[name] ?? '')
    try {
      const { code, out } = await assayPact('verify', '--target', provider.url, '--out', folder, '--json')
      expect(code).toBe(0)
      expect(out).not.toContain('a-very-secret-bearer')
      vi.stubEnv('ASSAY_API_TOKEN', 'not-the-right-token')
      expect((await assayPact('verify', '--target', provider.url, '--out', folder)).code).toBe(1)
    } finally {
      await provider.close()
    }
  })

  it('verifies by the pacts of a document that an overlay changes', async () => {
    const overlay = new URL('../../docs/example.overlay.yaml', import.meta.url).pathname
    const { code, stdout } = await spawnAssay(['pact', 'verify', '--reference', '--overlay', overlay, '--out', folder, '--json'])
    const { outcomes } = JSON.parse(stdout) as { outcomes: { operation: string; verdict: string }[] }
    expect(code).toBe(0)
    expect(outcomes).toContainEqual(expect.objectContaining({ operation: 'getBalance', verdict: 'passed' }))
  })

  it('says that nothing is proven of a target that is down', async () => {
    vi.stubEnv('ASSAY_ACCESS_TOKEN', 'a-token-of-mine')
    vi.stubEnv('ASSAY_SOURCE', '1')
    const { code, out } = await assayPact('verify', '--target', 'http://127.0.0.1:9', '--operations', 'getCoinInformation', '--out', folder)
    expect([code, out]).toEqual([3, expect.stringContaining('refused')])
  })

  it.each([
    ['no target', [], /No address is set/],
    ['no setting', ['--target', 'http://127.0.0.1:9'], /No interaction could be verified.\n.*ASSAY_ACCESS_TOKEN/s],
    ['an authority that is not there', ['--target', 'http://127.0.0.1:9', '--ca', '/nowhere.pem'], /--ca: \/nowhere.pem cannot be read/],
  ])('refuses %s', async (_, words, message) => {
    const refused = assayPact('verify', ...words)
    await expect(refused).rejects.toThrow(UsageError)
    await expect(refused).rejects.toThrow(message)
  })
})

describe('assay pact check', () => {
  async function written(name: string, change: (drafts: ReturnType<typeof rightDrafts>) => void = () => {}): Promise<string> {
    const drafts = rightDrafts('exact')
    change(drafts)
    await writeFile(join(folder, name), pactFile(Object.values(drafts), 4))
    return join(folder, name)
  }

  it('passes a right pact', async () => {
    expect(await assayPact('check', await written('right.json'))).toMatchObject({
      code: 0,
      out: expect.stringContaining('4 passed, 0 warned, 0 failed. All of it agrees with the source.'),
    })
  })

  it('names the interaction, the place, what was expected and what was found', async () => {
    const wrong = await written('wrong.json', ({ withdrawal }) => {
      withdrawal.headers['X-Timestamp'] = '1700000000'
    })
    const { code, out } = await assayPact('check', wrong)
    expect(code).toBe(1)
    expect(out).toMatch(
      /a withdrawal \(requestWithdrawal\)\n +request header x-timestamp\n +expected .*milliseconds.*\n +found +"1700000000"/,
    )
    expect(JSON.parse((await assayPact('check', wrong, '--json')).out)).toMatchObject({ pacts: [{ consumer: 'an-sdk' }], problems: [] })
  })

  it('judges what it can, and ends with 2 where a file is no pact', async () => {
    await writeFile(join(folder, 'broken.json'), '{')
    const { code, out, err } = await assayPact('check', await written('right.json'), join(folder, 'broken.json'))
    expect([code, out, err]).toEqual([2, expect.stringContaining('4 passed'), expect.stringContaining('broken.json is not a pact')])
    expect((await assayPact('check', join(folder, 'broken.json'))).code).toBe(2)
    expect((await assayPact('check', join(folder, 'missing.json'))).code).toBe(2)
    vi.stubEnv('ASSAY_API_KEY', 'Zq7broken9')
    await writeFile(join(folder, 'Zq7broken9'), '{')
    expect((await assayPact('check', join(folder, 'Zq7broken9'))).err).toMatch(/«[^»]*» is not a pact/)
    vi.unstubAllEnvs()
  })

  it('can leave out the pacts with other providers', async () => {
    const right = await written('right.json')
    expect((await assayPact('check', right, '--provider', 'the-service')).code).toBe(0)
    await expect(assayPact('check', right, '--provider', 'another')).rejects.toThrow(
      /No pact has the provider "another"; found "the-service"/,
    )
  })
})
