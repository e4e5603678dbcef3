import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { reportOf } from '../reports/report.ts'
import { runOf } from '../reports/run.fixture.ts'
import { formatNames } from '../reports/write.ts'
import { floods } from '../suites/hostile/floods.fixture.ts'
import { heavyBodies } from '../suites/hostile/harmful-bodies.fixture.ts'
import { startHostile } from '../suites/hostile/hostile-server.fixture.ts'
import { isLong } from '../testing/long-run.fixture.ts'
import { spawnAssay } from './spawned.fixture.ts'

const folder = await mkdtemp(join(tmpdir(), 'assay-memory-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const mebibyte = 1024 * 1024
const bound = 300 * mebibyte
const longestReport = 20 * mebibyte

/** One answer to all inquiries, of nearly the longest that is judged: it must not stand there twice. */
const nearlyLongest = 'string-within-bounds'
const inquiries = contract.operations.find(({ pagination }) => pagination)?.id ?? ''

/** In seconds; what is within all bounds is sent, judged and reported to the end. */
const deadlineOf = (id: string) => (id.includes('within-bounds') ? 60 : isLong ? 3 : 2)
/** Some of each kind; all of them in the long run. */
const servers = [...heavyBodies, ...floods].filter(({ id }, index) => isLong || index % 8 === 0 || id === nearlyLongest)

describe.concurrent('a run at a target that sends without measure', { timeout: 240_000 }, () => {
  for (const hostile of servers) {
    it(`such as ${hostile.id.replaceAll('-', ' ')} stays within its memory and ends`, async () => {
      const server = await startHostile(hostile)
      const out = join(folder, hostile.id)
      const words = [
        'run',
        '--target',
        server.url,
        '--deadline',
        String(deadlineOf(hostile.id)),
        '--timeout',
        '2',
        '--report',
        formatNames.join(','),
        '--out',
        out,
        ...(hostile.id === nearlyLongest ? ['--quick', '--operations', inquiries] : []),
      ]
      const { code, peak, stderr } = await spawnAssay(words)
      await server.close()
      expect([1, 3], stderr).toContain(code)
      expect(JSON.parse(await readFile(join(out, 'report.json'), 'utf8'))).toMatchObject({ exitCode: code })
      expect(peak).toBeGreaterThan(0)
      for (const file of await readdir(out)) expect((await stat(join(out, file))).size, file).toBeLessThan(longestReport)
      expect(peak, `${Math.round(peak / 1024 / 1024)} MB`).toBeLessThan(hostile.id === nearlyLongest ? 0.9 * bound : bound)
    })
  }
})

describe.concurrent('the report of a stranger', { timeout: 240_000 }, () => {
  const own = reportOf(runOf())
  const whole = JSON.stringify(own)
  const [first] = own.exchanges
  const failed = own.outcomes.find(({ verdict }) => verdict === 'failed')
  const addressed = (at: number) => ({ ...first, id: `e${at}`, request: { ...first?.request, url: `http://a/?${'a=b&'.repeat(2000)}` } })
  const key = 'f'.repeat(64)
  const reports = {
    'of values without end': whole.replace('{', `{"more":[${'{},'.repeat(7_000_000)}0],`),
    'of one long body': whole
      .replace('"bodies":{', `"bodies":{"${key}":${JSON.stringify('{"a":1}'.repeat(2_500_000))},`)
      .replace(/"body":"\w{64}"/g, `"body":"${key}"`),
    'of many failures': JSON.stringify({ ...own, outcomes: Array.from({ length: 20_000 }, (_, at) => ({ ...failed, check: `c${at}` })) }),
    'of many long addresses': JSON.stringify({ ...own, exchanges: Array.from({ length: 1000 }, (_, at) => addressed(at)) }),
  }
  const readings: [command: string, (file: string) => string[]][] = [
    ['replay', (file) => [file]],
    ['compare', (file) => [file, file]],
    ['report', (file) => [file, '--no-open']],
  ]
  for (const [what, text] of Object.entries(reports)) {
    it.each(readings)(`${what} is read by %s within its memory`, async (command, wordsFor) => {
      const of = join(folder, `${what.replaceAll(' ', '-')}-${command}`)
      await mkdir(of)
      const file = join(of, 'report.json')
      await writeFile(file, text)
      const { peak } = await spawnAssay([command, ...wordsFor(file)])
      expect(peak).toBeGreaterThan(0)
      expect(peak, `${Math.round(peak / 1024 / 1024)} MB`).toBeLessThan(bound)
    })
  }
})

it('an overlay with thousands of properties is read within its memory', { timeout: 240_000 }, async () => {
  const properties = Object.fromEntries(Array.from({ length: 4000 }, (_, at) => [`p${at}`, { type: 'string' }]))
  const content = { 'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } } }
  const update = { '/v1/fee': { get: { operationId: 'getFee', summary: 'Fee', responses: { 200: { description: 'The fee.', content } } } } }
  const overlay = { overlay: '1.1.0', info: { title: 'Fee', version: '1' }, actions: [{ target: '$.paths', update }] }
  const file = join(folder, 'overlay.json')
  await writeFile(file, JSON.stringify(overlay))
  const { code, peak, stderr } = await spawnAssay(['coverage', '--overlay', file])
  expect(code, stderr).toBe(0)
  expect(peak, `${Math.round(peak / 1024 / 1024)} MB`).toBeLessThan(0.8 * bound)
})
