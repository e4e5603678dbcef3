import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { type RunningProvider, startProvider } from '../../provider/server.ts'
import type { Report } from '../../reports/report.ts'
import { mutants } from '../../suites/mutants.ts'
import { callAssay } from '../command-line.fixture.ts'

let folder = ''
let right: RunningProvider
/** The exchange that asked for the second page. */
let second = ''
let wrong: RunningProvider
/** The checks of what is broken, and of what a waiver names that is not. */
const narrow = ['--only', 'getCoinInformation.status,getCoinInformation.response.*', '--observe', 'none']

function environmentOf({ settings }: RunningProvider): Record<string, string> {
  return Object.fromEntries(contract.settings.map(({ name, env }) => [env, settings[name] ?? '']))
}

const assay = (...words: string[]) => callAssay(words, { environment: environmentOf(right) })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-saved-'))
  const mutant = mutants(contract).find(({ name }) => name.includes('.drops.') && name.includes('rank'))
  if (!mutant) throw new Error('there is no mutant that drops a rank')
  right = await startProvider({ contract })
  wrong = await startProvider({ contract, mutant })
  await Promise.all([
    assay('run', '--target', right.url, '--out', join(folder, 'right')),
    assay('run', '--target', wrong.url, '--out', join(folder, 'wrong')),
  ])
  const { exchanges, bodies } = JSON.parse(await readFile(join(folder, 'right', 'report.json'), 'utf8')) as Report
  second =
    exchanges.find(({ request: { body = '' }, response }) => response?.status === 200 && /"page":2\b/.test(String(bodies[body])))?.id ?? ''
})

afterAll(async () => {
  await Promise.all([right.close(), wrong.close(), rm(folder, { recursive: true })])
})

describe('a saved report', () => {
  it('is judged again with the same verdicts and the exit code of the run', async () => {
    const [first, second] = await Promise.all([
      assay('replay', join(folder, 'right')),
      assay('replay', join(folder, 'wrong', 'report.json')),
    ])
    expect(first.stdout).toContain('The verdicts are the same')
    expect([first.code, second.code]).toEqual([0, 1])
  })

  it('names a verdict that differs', async () => {
    const report = JSON.parse(await readFile(join(folder, 'right', 'report.json'), 'utf8'))
    report.outcomes[0].verdict = 'failed'
    await writeFile(join(folder, 'forged.json'), JSON.stringify(report))
    const { stdout } = await assay('replay', join(folder, 'forged.json'))
    expect(stdout).toContain(`${report.outcomes[0].check}: was failed, is passed`)
  })

  it('is compared: what got worse ends with 1, what got better with 0', async () => {
    const [worse, better] = await Promise.all([
      assay('compare', join(folder, 'right'), join(folder, 'wrong'), '--out', join(folder, 'comparison')),
      assay('compare', join(folder, 'wrong'), join(folder, 'right')),
    ])
    expect(worse.stdout).toContain('New failures (1)')
    expect(better.stdout).toContain('Fixed (1)')
    expect([worse.code, better.code]).toEqual([1, 0])
    expect(await readFile(join(folder, 'comparison', 'comparison.html'), 'utf8')).toContain('New failures')
  })

  it('is compared with a live target', async () => {
    const { code, stdout } = await assay('compare', join(folder, 'right'), right.url)
    expect(stdout).not.toContain('New failures')
    expect(code).toBe(0)
  })

  it('is not compared with a target that is silent or lacks settings, which is said before anything is judged', async () => {
    const gone = await startProvider({ contract })
    await gone.close()
    const [silent, bare] = await Promise.all([
      assay('compare', right.url, gone.url),
      callAssay(['compare', right.url, gone.url], { environment: {} }),
    ])
    expect(silent).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/cannot be judged.*\n {2}It does not answer: /) })
    expect(bare).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/cannot be judged.*\n {2}ASSAY_\w+ is not set/) })
    expect(`${silent.stderr}${bare.stderr}`).not.toMatch(/requests,/)
  })

  it('is judged again, and sent again, only by the overlays that it was judged by', async () => {
    const report = JSON.parse(await readFile(join(folder, 'right', 'report.json'), 'utf8'))
    report.spec.overlays = [{ title: 'partner', sha256: 'a'.repeat(64) }]
    await writeFile(join(folder, 'overlaid.json'), JSON.stringify(report))
    const path = join(folder, 'overlaid.json')
    for (const words of [
      ['replay', path],
      ['send', path, second, '--target', right.url],
      ['run', '--target', right.url, '--failed', path],
      ['coverage', path],
    ]) {
      const { code, stderr } = await callAssay(words)
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining('expected partner (aaaaaaaaaaaa), found none. Give the same files with --overlay'),
      ])
    }
  })

  it('sends one exchange again, as its probe built it, and shows no secret', async () => {
    const [signed, replayed, paged] = await Promise.all(
      ['requestWithdrawal.signature/omits-amount', 'requestWithdrawal.signature/replayed.amount', second].map((id) =>
        assay('send', join(folder, 'right'), id, '--target', right.url),
      ),
    )
    expect(signed?.stdout).toMatch(/In the report\n {2}401[\s\S]*Now\n {2}401/)
    expect(replayed?.stdout).toMatch(/Now\n {2}401/)
    expect(paged?.stdout).toMatch(/"page": 2[\s\S]*Now\n {2}200/)
    for (const { name, secret } of contract.settings) {
      if (secret) expect([signed, replayed, paged].map((each) => each?.stdout).join('')).not.toContain(right.settings[name])
    }
  })

  it('is judged again when it is sent again: still failing, or not any more', async () => {
    const { outcomes } = JSON.parse(await readFile(join(folder, 'wrong', 'report.json'), 'utf8')) as Report
    const [failed] = outcomes.filter(({ verdict }) => verdict === 'failed')
    const exchange = failed?.findings[0]?.exchange ?? ''
    const again = (url: string) => assay('send', join(folder, 'wrong'), exchange, '--target', url)
    const [still, fixed, issue] = await Promise.all([
      again(wrong.url),
      again(right.url),
      assay('issue', join(folder, 'wrong'), failed?.check ?? ''),
    ])
    expect([still.code, fixed.code, issue.code]).toEqual([1, 0, 0])
    expect(still.stdout).toMatch(/Now\n[\s\S]*\n {2}\| \{\n[\s\S]*Both answers are alike[\s\S]*still fails/)
    expect(fixed.stdout).toMatch(/What differs[\s\S]*does not fail any more/)
    expect(issue.stdout).toMatch(
      /^## [\d.]+ [\s\S]*\| expected \|[\s\S]*### The exchange[\s\S]*\nnpx assay run .* --only .*\nnpx assay send \S*wrong /,
    )
  })

  it('is no issue where it passed, or was not judged at all', async () => {
    const { outcomes } = JSON.parse(await readFile(join(folder, 'wrong', 'report.json'), 'utf8')) as Report
    const passed = outcomes.find(({ verdict }) => verdict === 'passed')?.check ?? ''
    for (const check of [passed, 'nope']) {
      const { code, stderr } = await assay('issue', join(folder, 'wrong'), check)
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('What failed: ') })
    }
  })

  it('is sent to no address that only the report names', async () => {
    const { code, stderr, stdout } = await assay('send', join(folder, 'right'), second)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/none is taken from a report.*--target/)
  })

  it('shows no signature that is sent again', async () => {
    const { stdout } = await assay('send', join(folder, 'right'), 'requestWithdrawal.signature/control', '--target', right.url)
    expect(stdout).toMatch(/x-signature: «signature»/)
    expect(stdout).not.toMatch(/[0-9a-f]{32}/)
  })

  it('sends no withdrawal away from loopback unless it is allowed', async () => {
    const { code, stderr } = await assay(
      'send',
      join(folder, 'right'),
      'requestWithdrawal.signature/control',
      '--target',
      'http://192.0.2.1',
    )
    expect(stderr).toContain('--allow-withdrawals')
    expect(code).toBe(2)
  })

  it('is rendered again, and makes a badge', async () => {
    const [rendered, badge] = await Promise.all([
      assay('report', join(folder, 'wrong'), '--report', 'markdown'),
      assay('badge', join(folder, 'wrong'), '--out', join(folder, 'badge')),
    ])
    expect(rendered.code).toBe(1)
    expect(await readFile(join(folder, 'wrong', 'summary.md'), 'utf8')).toContain('rank')
    expect(badge.code).toBe(0)
    expect(await readFile(join(folder, 'badge', 'badge.svg'), 'utf8')).toContain('<svg')
  })

  it('that is invalid, or has no such exchange, is a usage error', async () => {
    await writeFile(join(folder, 'other.json'), '{"schema":"other"}')
    const [missing, other, unknown] = await Promise.all([
      assay('replay', join(folder, 'nothing.json')),
      assay('report', join(folder, 'other.json')),
      assay('send', join(folder, 'right'), `${second}x`, '--target', right.url),
    ])
    expect([missing.code, other.code, unknown.code]).toEqual([2, 2, 2])
    expect(unknown.stderr).toContain(`Did you mean ${second}`)
    for (const { stderr } of [missing, other, unknown]) expect(stderr).not.toMatch(/\n\s+at /)
  })
})

describe('known failures', () => {
  const waivers = (check: string, expires: string) => `- check: ${check}\n  reason: known\n  owner: QA\n  expires: ${expires}\n`
  const judged = async (name: string, text: string) => {
    const file = join(folder, name)
    await writeFile(file, text)
    return assay('run', '--target', wrong.url, ...narrow, '--out', join(folder, `${name}.out`), '--waivers', file)
  }

  it('do not fail a run while they are waived, and do when the waiver expired or waives nothing', async () => {
    const check = 'getCoinInformation.response.data[].rank'
    const [borne, expired, unused] = await Promise.all([
      judged('borne.yaml', waivers(check, '2999-12-31')),
      judged('expired.yaml', waivers(check, '2020-01-01')),
      judged('unused.yaml', waivers(check, '2999-12-31') + waivers('getCoinInformation.status', '2999-12-31')),
    ])
    expect([borne.code, expired.code, unused.code]).toEqual([0, 1, 1])
    expect(borne.stdout).toContain('waived')
  })
})

it('what failed is run again alone', async () => {
  const [again, nothing] = await Promise.all([
    assay('run', '--target', right.url, '--failed', join(folder, 'wrong'), '--out', join(folder, 'again')),
    assay('run', '--target', right.url, '--failed', join(folder, 'right'), '--out', join(folder, 'nothing')),
  ])
  expect([again.code, nothing.code]).toEqual([0, 2])
  expect(again.stdout).toMatch(/conforms \([^)]*narrowed/)
  expect(nothing.stderr).toContain('nothing failed')
})

describe('many targets', () => {
  it('end with one page, and the worst exit code', async () => {
    const config = join(folder, 'assay.config.yaml')
    const names = Object.fromEntries(contract.settings.filter(({ secret }) => secret).map(({ name, env }) => [name, env]))
    const { terminalId, source, walletAddress, withdrawToken, withdrawChain, withdrawAmount } = right.settings
    const ask = { terminalId, source, walletAddress, withdrawToken, withdrawChain, withdrawAmount }
    const targets = { good: { url: right.url, secrets: names, ask }, bad: { url: wrong.url, secrets: names, ask } }
    await writeFile(config, JSON.stringify({ targets }))
    const environment = Object.fromEntries(Object.values(names).map((env) => [env, environmentOf(right)[env] ?? '']))
    const words = ['run', 'good', 'bad', '--config', config, ...narrow, '--out', join(folder, 'both')]
    const { code, stdout, stderr } = await callAssay(words, { environment })
    expect(stderr).not.toContain('assay:')
    expect(stdout).toContain('index.html')
    expect(code).toBe(1)
    const page = await readFile(join(folder, 'both', 'index.html'), 'utf8')
    expect(page).toContain('good/report.html')
    expect(page).toContain('bad/report.html')
  })
})
