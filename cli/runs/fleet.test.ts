import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { type RunningProvider, startProvider } from '../../provider/server.ts'
import schema from '../../reports/fleet.schema.json' with { type: 'json' }
import { mutants } from '../../suites/mutants.ts'
import { isLong } from '../../testing/long-run.fixture.ts'
import { callAssay } from '../command-line.fixture.ts'
import { shard } from '../options/flag-values.ts'
import { spawnAssay } from '../spawned.fixture.ts'
import { shardOf } from './fleet.ts'

const size = isLong ? 200 : 4
const [operation] = contract.operations
const wrong = mutants(contract).find(({ operation: id, caughtBy }) => id === operation?.id && caughtBy.join() === `${id}.status`)

describe('a fleet', { timeout: 300_000 + size * 5_000 }, () => {
  let folder: string
  let providers: RunningProvider[]
  let environment: Record<string, string>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-fleet-'))
    providers = await Promise.all(Array.from({ length: size }, (_, at) => startProvider(at === 2 && wrong ? { mutant: wrong } : {})))
    const targets = providers.map(({ url }, at) => `  mock-${at}: { url: "${url}" }\n`)
    await writeFile(join(folder, 'fleet.yaml'), `targets:\n${targets.join('')}`)
    environment = Object.fromEntries(contract.settings.map(({ name, env }) => [env, providers[0]?.settings[name] ?? '']))
  })

  afterAll(async () => {
    await Promise.all(providers.map((provider) => provider.close()))
    await rm(folder, { recursive: true })
  })

  const changed = async (to: string, changes: object, from = to) => {
    await mkdir(to, { recursive: true })
    const report = JSON.parse(await readFile(join(from, 'report.json'), 'utf8'))
    await writeFile(join(to, 'report.json'), JSON.stringify({ ...report, ...changes }))
  }
  const narrow = ['--only', `${operation?.id}.status`, '--observe', 'none']
  const judged = (...words: string[]) => callAssay(['run', '--config', join(folder, 'fleet.yaml'), ...narrow, ...words], { environment })

  it('is judged side by side, and ends with one page and the worst exit code', async () => {
    const out = join(folder, 'all')
    const { code, stdout, stderr } = await judged('--all', '--jobs', '4', '--out', out)
    expect(stderr).toBe('')
    expect(code).toBe(1)
    expect(stdout.match(/^✓ mock-\d+: /gm)?.length).toBe(size - 1)
    expect(stdout).toMatch(/^✗ mock-2: does not conform \(narrowed\)[\s\S]*^✗ +1 +0 +0 {2}mock-2$/m)
    const page = await readFile(join(out, 'index.html'), 'utf8')
    expect(page.match(/<th scope="col"><a href="mock-/g)?.length).toBe(Math.min(size, 40))
  })

  it('is judged in parts, which other machines can have, and joined into one page again', async () => {
    const parts = ['1/2', '2/2'].map((part) => ({ part, out: join(folder, `shard-${part[0]}`) }))
    for (const { part, out } of parts) {
      const { stdout } = await judged('--all', '--shard', part, '--jobs', '4', '--out', out)
      expect(stdout.match(/^[✓✗] mock-/gm)?.length).toBe(size / 2)
    }
    const { code, stdout } = await callAssay(['merge', ...parts.map(({ out }) => out), '--out', join(folder, 'merged')])
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining('All targets: ') })
    const page = await readFile(join(folder, 'merged', 'index.html'), 'utf8')
    expect(page.match(/<th scope="col"><a href="/g)?.length).toBe(Math.min(size, 40))
    expect(page).toContain('../shard-1/mock-0/report.html')
    const list = JSON.parse(await readFile(join(folder, 'shard-1', 'fleet.json'), 'utf8'))
    expect([new Ajv2020({ strict: true }).validate(schema, list), list.targets.length]).toEqual([true, size])
    const [one = '', other = ''] = parts.map(({ out }) => out)
    const merged = (...words: string[]) => callAssay(['merge', ...words, '--out', join(folder, 'merged')])
    expect(await merged(one, '--json')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('each target of a fleet keeps its own'),
    })
    expect(await merged(one, one)).toMatchObject({ code: 2, stderr: expect.stringContaining('holds the same run as') })
    const half = await merged(other)
    expect(half).toMatchObject({ code: 3, stderr: expect.stringMatching(/^Not judged, or lost with a part: mock-0, mock-2/m) })
    // Many targets that conform are a line, not a table.
    expect(half.stdout).toMatch(isLong ? /^✓ \d+ conform .*\n\? \d+ not judged$/m : /^ {2}failed.*target$[\s\S]*^\? \d+ not judged$/m)
    expect(half.stdout.startsWith('\n')).toBe(false)
    const died = join(folder, 'died', 'mock-1')
    await mkdir(died, { recursive: true })
    await writeFile(join(folder, 'died', 'fleet.json'), JSON.stringify(list))
    expect(await merged(other, join(folder, 'died'))).toEqual(half)
    const [older, twin, third] = [join(other, 'mock-1'), join(one, 'mock-0'), join(one, 'mock-2')]
    await changed(older, { assay: '0.0.1' })
    const unlike = expect.stringMatching(
      /^The targets were not judged alike: some by Assay \S+ with the document (\w+), some by Assay 0\.0\.1 with the document \1\.$/m,
    )
    expect(await merged(one, other)).toMatchObject({ code: 1, stderr: unlike })
    await changed(join(folder, 'again'), { seed: 'another' }, older)
    expect((await merged(one, other, join(folder, 'again'))).stderr).toMatch(/^Judged more than once, and listed so: mock-1\.$/m)
    await Promise.all([twin, third].map((place) => changed(place, { seed: 'one' })))
    await changed(older, { outcomes: [] })
    const { stderr } = await merged(twin, third, older)
    expect(stderr).toMatch(/^The targets were not judged alike: some with the seed one, some with the seed \S+\.$/m)
    expect(stderr).toMatch(/^The targets were not judged alike: some in part \(narrowed.*\), some in full\.$/m)
    for (const [text, fault] of [
      ['{"schema":"assay.fleet/1","targets":[1', "Expected ',' or ']' after array element in JSON at position 38 (line 1 column 39)"],
      ['{"schema":"assay.fleet/2","targets":[]}', 'reports/fleet.schema.json'],
      ['{"targets":["mock-0"]}', 'reports/fleet.schema.json'],
    ] as const) {
      await writeFile(join(other, 'fleet.json'), text)
      expect(await merged(one, other)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(`does not hold the list of a fleet's targets (${fault})`),
      })
    }
    await writeFile(join(other, 'fleet.json'), JSON.stringify({ ...list, targets: ['\ud800'] }))
    expect(await merged(other)).toMatchObject({ code: 3, stderr: expect.stringContaining('Not judged, or lost with a part: ') })
    const unwritten = await callAssay(['merge', join(parts[1]?.out ?? '', 'mock-1'), '--out', join(folder, 'merged', 'index.html', 'x')])
    expect(unwritten).toMatchObject({ code: 3, stderr: expect.stringContaining('index.html could not be written: a part of its path') })
  })

  it('is cut of targets that are named, or of all', async () => {
    const { code, stderr } = await callAssay(['run', '--shard', '1/2', '--target', 'http://127.0.0.1:1'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('name them, or give --all') })
  })

  it('says beforehand what each of its runs may cost', async () => {
    const config = join(folder, 'money.yaml')
    const entry = (name: string) => `  ${name}: { url: "https://${name}.invalid", limits: { allowWithdrawals: true } }\n`
    await writeFile(config, `targets:\n${entry('one')}${entry('two')}`)
    const words = ['run', 'two', 'one', '--config', config, '--max-withdrawals', '4', '--out', join(folder, 'money')]
    const { code, stderr } = await callAssay(words, { environment })
    expect(code).toBe(3)
    expect(stderr.replace(/\s+/g, ' ')).toMatch(/withdrawals at two: up to \d+ if it conforms, at most 4 × .* at one: .* at most 4 ×/)
  })

  it('tells what the run of each target told: a report that could not be written, say', async () => {
    const words = ['run', 'mock-0', 'mock-1', '--config', join(folder, 'fleet.yaml'), ...narrow, '--out', join(folder, 'told')]
    const summary = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(folder, 'fleet.yaml', 'none') }
    const { code, stdout } = await callAssay(words, { environment: { ...environment, ...summary } })
    expect(code).toBe(3)
    expect(stdout.match(/^✓ mock-\d: .*\n {4}\S+none could not be written/gm)?.length).toBe(2)
  })

  it('tells GitHub which target was not judged, and why', async () => {
    const words = ['run', 'mock-0', 'mock-1', '--config', join(folder, 'fleet.yaml'), ...narrow, '--out', join(folder, 'unset')]
    const { code, stdout, stderr } = await callAssay(words, { environment: { GITHUB_ACTIONS: 'true' } })
    expect([code, stdout]).toEqual([2, expect.stringMatching(/^✗ mock-0 was not judged\n {4}assay: Nothing could be judged\./m)])
    expect(stdout).not.toContain('title=Assay')
    expect(stderr.match(/^::error title=Assay::mock-\d was not judged%0Aassay: Nothing could be judged\.%0A/gm)).toHaveLength(2)
  })

  it('tells of a run that ended without a word that it did, on GitHub too', async () => {
    const words = ['run', 'mock-0', 'mock-1', '--config', join(folder, 'fleet.yaml'), ...narrow, '--out', join(folder, 'silent')]
    const ended = { GITHUB_ACTIONS: 'true', NODE_OPTIONS: '--import=data:text/javascript,process.exit(2)' }
    const { code, stdout, stderr } = await callAssay(words, { environment: ended })
    expect([code, stdout]).toEqual([2, expect.stringMatching(/^✗ mock-0 was not judged\n {4}It was ended before it judged anything\.$/m)])
    expect(stderr.match(/^::error title=Assay::mock-\d was not judged%0AIt was ended before it judged anything\.$/gm)).toHaveLength(2)
  })

  it('tells how many withdrawals of each target are to be looked for', async ({ onTestFinished }) => {
    const failing = createServer((_, response) => void response.writeHead(500).end('{}')).listen(0, '127.0.0.1')
    await once(failing, 'listening')
    onTestFinished(() => void failing.close())
    const config = join(folder, 'failing.yaml')
    const url = `http://127.0.0.1:${(failing.address() as AddressInfo).port}`
    await writeFile(config, `targets:\n  one: { url: "${url}" }\n  two: { url: "${url}" }\n`)
    const { id } = contract.operations.find(({ movesMoney }) => movesMoney) ?? {}
    const words = ['run', 'one', 'two', '--config', config, '--only', `${id}.status`, '--observe', 'none', '--out', join(folder, 'lost')]
    const { stdout } = await callAssay(words, { environment })
    expect(stdout.match(/^. (?:one|two): .*(?:\n {4}.*)*\n {4}Withdrawals to look for \(\d+\)/gm)?.length).toBe(2)
  })

  it('with a target that is not there says so, and judges the rest', async () => {
    const gone = await startProvider()
    await gone.close()
    const config = join(folder, 'gap.yaml')
    await writeFile(config, `targets:\n  gone: { url: "${gone.url}" }\n  wrong: { url: "${providers[2]?.url}" }\n`)
    const words = ['run', 'gone', 'wrong', 'gone', '--config', config, ...narrow, '--out', join(folder, 'gap')]
    const { code, stdout } = await callAssay(words, { environment })
    expect(code).toBe(1)
    expect(stdout.match(/^\? gone: not proven/gm)?.length).toBe(1)
    expect(stdout).toMatch(/^✗ wrong: /m)
  })
})

it('a fleet that is killed leaves no run behind that goes on sending, and no report of an earlier fleet', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assay-orphan-'))
  const [asked, leftAlone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // Answers nothing: the request is under way until whoever sent it gives up.
  const silent = createServer((request) => {
    request.socket.once('close', leftAlone.resolve)
    asked.resolve()
  }).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const config = join(folder, 'fleet.yaml')
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  await writeFile(config, `targets:\n  one: { url: "${url}" }\n  two: { url: "${url}" }\n`)
  const out = join(folder, 'out')
  await mkdir(join(out, 'two'), { recursive: true })
  for (const earlier of ['index.html', 'two/report.json', 'two/report.html']) await writeFile(join(out, earlier), '{}')
  const during = (kill: (signal: NodeJS.Signals) => void) => void asked.promise.then(() => kill('SIGKILL'))
  const { code } = await spawnAssay(['run', '--all', '--jobs', '1', '--config', config, '--timeout', '600', '--out', out], { during })
  expect([code, await readdir(out), await readdir(join(out, 'two'))]).toEqual([null, ['fleet.json', 'one', 'two'], []])
  await leftAlone.promise
  const reported = async () => JSON.parse(await readFile(join(out, 'one', 'report.json'), 'utf8'))
  await expect.poll(reported, { timeout: 20_000 }).toMatchObject({ notes: [expect.stringContaining('interrupted')] })
  await expect.poll(() => readdir(join(out, 'one')), { timeout: 20_000 }).not.toContain('.assay.lock')
  silent.close()
  await rm(folder, { recursive: true })
})

it('a shard is a part of as many', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  expect([shardOf(names, shard('1/2')), shardOf(names, shard('2/2'))]).toEqual([
    ['a', 'c', 'e'],
    ['b', 'd'],
  ])
  for (const wrong of ['0/2', '3/2', '1', 'x', '1/0', '-1/2']) expect(() => shard(wrong)).toThrow(/Expected I\/N/)
})
