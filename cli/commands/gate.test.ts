import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { programs } from '../../consumers/gate/commands.fixture.ts'
import { startRecedingClock } from '../../engine/client/receding-clock.fixture.ts'
import { parseReport } from '../../reports/parsing.ts'
import { formatNames } from '../../reports/write.ts'
import { secretIn } from '../../suites/hostile/traces.fixture.ts'
import { callAssay } from '../command-line.fixture.ts'
import { plantedSecrets, spawnAssay } from '../spawned.fixture.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-gate-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const waivers = join(folder, 'waivers.yaml')
const configured = join(folder, 'configured.yaml')
const halfPem = join(folder, 'half.pem')
const circle = join(folder, 'circle.har')
await writeFile(configured, 'gate: { callback: http://a b }\n')
await writeFile(halfPem, '-----BEGIN CERTIFICATE-----\n')
await symlink(circle, circle)
await writeFile(waivers, '- { check: gate.comand, reason: known, owner: QA, expires: 2999-12-31 }')

const node = [process.execPath, '--input-type=module', '-e']

describe('assay gate', () => {
  it('writes every report for a client, and shows the command and nobody any secret', async () => {
    const out = join(folder, 'coins')
    const junit = join(folder, 'junit.xml')
    const client = programs.coins.replace('{ authorization', `{ 'x-of-mine': ${JSON.stringify(plantedSecrets.join())}, authorization`)
    const program = `${client}\nconsole.log(JSON.stringify(process.env)); (await import('node:fs')).writeFileSync(${JSON.stringify(junit)}, '<testsuites/>')`
    const words = [
      'gate',
      '--operations',
      'getCoinInformation',
      '--junit',
      junit,
      '--report',
      formatNames.join(),
      '--out',
      out,
      '--',
      ...node,
      program,
    ]
    const { code, stdout, stderr } = await spawnAssay(words)
    expect(code, stderr).toBe(0)
    const report = parseReport(await readFile(join(out, 'report.json'), 'utf8'))
    expect(report).toMatchObject({
      side: 'consumer',
      requests: 1,
      exitCode: 0,
      command: { exitCode: 0, files: ['command.log', 'command-junit.xml'] },
    })
    for (const name of await readdir(out)) {
      const text = await readFile(join(out, name), 'utf8').catch(() => '')
      expect(secretIn(text, plantedSecrets), name).toBeUndefined()
    }
    expect(secretIn(stdout + stderr, plantedSecrets)).toBeUndefined()
    expect(await readFile(join(out, 'command-junit.xml'), 'utf8')).toBe('<testsuites/>')
    expect(await readFile(join(out, 'report.html'), 'utf8')).toContain('The command')
  })

  it('shows a secret that the command gives away before all else that it sends wrongly', async () => {
    const client = programs.coins.replace('{ authorization', '{ cookie: process.env.ASSAY_SIGNING_SECRET, authorization')
    const program = client.replace('Bearer', 'bearer')
    const words = ['gate', '--out', join(folder, 'leaking'), '--operations', 'getCoinInformation,requestWithdrawal', '--', ...node, program]
    const { stdout } = await callAssay(words)
    expect(stdout).toMatch(/^Failed \(2\)\n {2}✗ 5\.1 .*secret key is never sent/m)
    expect(await readFile(join(folder, 'leaking', 'report.html'), 'utf8')).toMatch(/"risk security"[\s\S]*"risk requests"/)
  })

  it('fails with what the command sends wrongly, and explains it', async () => {
    const program = programs.coins.replace('Bearer', 'bearer')
    const { code, stdout } = await callAssay(['gate', '--out', join(folder, 'wrong'), '--', ...node, program])
    expect(code).toBe(1)
    expect(stdout).toContain('the scheme "bearer" instead of Bearer')
  })

  it('joins its parts, and says which are missing', async () => {
    const part = async (shard: string) => {
      const words = [
        'gate',
        '--operations',
        'getCoinInformation',
        '--mutants',
        '--jobs',
        '1',
        '--shard',
        shard,
        '--out',
        join(folder, shard.replace('/', '-')),
      ]
      return callAssay([...words, '--', ...node, programs.coins])
    }
    expect((await part('1/300')).code).toBe(0)
    const { code, stdout } = await callAssay(['merge', join(folder, '1-300'), '--out', join(folder, 'merged')])
    expect(code).toBe(3)
    expect(stdout).toContain('Parts are missing: 2/300')
    const misspelt = await callAssay(['merge', join(folder, '1-300'), '--waivers', waivers, '--out', join(folder, 'misspelt')])
    expect(misspelt).toMatchObject({ code: 2, stderr: expect.stringContaining('gate.command') })
  })

  it('takes no longer than its budget where the clock is set back', async () => {
    startRecedingClock()
    const out = join(folder, 'budget')
    const words = ['gate', '--operations', 'getCoinInformation', '--variants', '--budget', '1ms', '--out', out]
    await callAssay([...words, '--', ...node, programs.coins])
    const { coping } = parseReport(await readFile(join(out, 'report.json'), 'utf8'))
    const run = coping?.trials.filter(({ alike }) => alike === undefined)
    expect(new Set(run?.map(({ verdict }) => verdict))).toEqual(new Set(['not run']))
  })

  const wrong: readonly [string[], RegExp][] = [
    [['gate'], /There is no command/],
    [['gate', '--', 'no-such-program'], /cannot be started: there is no such program/],
    [['gate', '--', ''], /The command "" cannot be started/],
    [['gate', '--env', 'A={nothing}', '--', 'true'], /there is no \{nothing\}/],
    [['gate', '--env', 'A', '--', 'true'], /NAME=TEMPLATE/],
    [['gate', '--shard', '3/2', '--', 'true'], /second of eight parts/],
    [['gate', '--callback', 'x', '--', 'true'], /Expected an address/],
    [['gate', '--config', configured, '--', 'true'], /gate\.callback: expected an address/],
    [['gate', '--host', '192.0.2.1', '--', 'true'], /no address of this machine/],
    [['gate', '--waivers', waivers, '--', 'true'], /no check of that name. Did you mean gate.command/],
    [['proxy', '--target', 'http://127.0.0.1:1', '--waivers', waivers], /no check of that name/],
    [['judge', 'consumers/traffic/recordings/mitmproxy.fixture.har', '--waivers', waivers], /no check of that name/],
    [['proxy', '--out', join(folder, 'proxy')], /--target is missing/],
    [['proxy', '--target', 'http://127.0.0.1:1', '--cert', 'x'], /belong together/],
    [['proxy', '--target', 'http://127.0.0.1:1', '--cert', 'package.json', '--key', 'package.json'], /--cert: expected a file in PEM/],
    [['proxy', '--target', 'http://127.0.0.1:1', '--cert', halfPem, '--key', halfPem], /--cert, --key: these files do not work together/],
    [['proxy', '--target', 'http://127.0.0.1:1', '--ca', 'package.json'], /--ca: expected a file in PEM/],
    [['judge', 'no-such.har'], /cannot be read/],
    [['judge', circle], /cannot be read \(its links lead in a circle\)/],
    [['judge', 'package.json'], /expected an HTTP Archive/],
  ]
  for (const [words, message] of wrong) {
    it(`says in a sentence what is wrong with ${words.join(' ').slice(0, 60)}`, async () => {
      const environment = { HOME: folder }
      const { code, stderr } = await callAssay(
        words[0] === 'gate' ? [words[0], '--out', join(folder, 'refused'), ...words.slice(1)] : words,
        { environment },
      )
      expect(stderr).toMatch(message)
      expect(code).toBe(2)
    })
  }
})

describe('assay proxy', () => {
  it('ends by itself when nothing passes, and proves nothing', async () => {
    const { code, stdout, stderr } = await callAssay([
      'proxy',
      '--target',
      'http://127.0.0.1:1',
      '--idle',
      '200ms',
      '--out',
      join(folder, 'idle'),
    ])
    expect(stderr).toMatch(/assay proxy ready on http:\/\/127\.0\.0\.1:\d+/)
    expect(stdout).toContain('Nothing passed.')
    expect(code).toBe(3)
  })
})
