import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { exitCode, type Run, summary } from '../engine/run.ts'
import { secretsOf, type Target } from '../engine/target.ts'
import { reportOf } from '../reports/report.ts'
import { terminalSummary } from '../reports/terminal.ts'
import { formatNames, writeReports } from '../reports/write.ts'
import { answers } from './hostile/answers.ts'
import { bodies, heavyBodies } from './hostile/bodies.ts'
import { connections } from './hostile/connections.ts'
import { floods } from './hostile/floods.ts'
import { heads } from './hostile/heads.ts'
import { answerJson, type Hostile, startHostile, successOf, write } from './hostile/server.ts'
import { controlIn, secretIn } from './hostile/traces.ts'
import { run } from './run.ts'

const schema: object = JSON.parse(await readFile(new URL('../reports/report.schema.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({ strict: false })
addFormats.default(ajv)
const isReport = ajv.compile(schema)

const settings = Object.fromEntries(
  contract.settings.map(({ name, secret }) => [name, secret ? `Zq${name}7Canary` : name === 'withdrawAmount' ? '1.5' : '100001']),
)
const outDir = await mkdtemp(join(tmpdir(), 'assay-hostile-'))
afterAll(() => rm(outDir, { recursive: true, force: true }))

const deadline = 1000
const timeout = 150
const margin = 20_000

const all = [...connections, ...heads, ...bodies, ...answers]

it('knows many ways to do harm, each once', () => {
  const ids = [...all, ...heavyBodies, ...floods].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(100)
})

describe.concurrent('a hostile target', { timeout: 60_000 }, () => {
  for (const hostile of all) {
    it(`that ${hostile.id.replaceAll('-', ' ')} ends the run in time, with a whole report and nothing that does harm`, async () => {
      const finished = await runAt(hostile)
      expect([1, 3], JSON.stringify(summary(finished))).toContain(exitCode(finished))
      expect(endOf(finished)).toMatch(ends[hostile.id] ?? /^[13]: ./)
      await expectHarmless(hostile.id, finished)
    })
  }

  it('that is down is told from one that refuses', async () => {
    const own = await startHostile({ id: 'down' })
    await own.close()
    const finished = await run({ contract, target: targetAt(own.url), deadline: 10_000, timeout })
    expect(exitCode(finished)).toBe(3)
    expect(new Set(finished.exchanges.map(({ failure }) => failure?.kind))).toEqual(new Set(['refused']))
    await expectHarmless('down', finished)
  })

  it('that redirects to another origin gets nobody there, and no credential', async () => {
    const other = await startHostile({ id: 'other', answer: (socket, request) => answerJson(socket, successOf(request)) })
    const statuses = [301, 302, 303, 307, 308]
    const finished = await runAt({
      id: 'redirects',
      answer: (socket, { path, number }) =>
        write(socket, [
          `HTTP/1.1 ${statuses[number % 5]} Found`,
          `location: ${other.url}${path}`,
          `refresh: 0;url=${other.url}`,
          'content-length: 0',
        ]),
    })
    expect(exitCode(finished)).toBe(3)
    expect(other.requests).toEqual([])
    await expectHarmless('redirects', finished)
    await other.close()
  })
})

/** The exit code, and why: the checks that failed, or the reasons for which nothing is proven. */
function endOf(finished: Run): string {
  const code = exitCode(finished)
  const why = finished.outcomes.flatMap(({ verdict, check, reason }) =>
    code === 1 ? (verdict === 'failed' ? check : []) : verdict === 'inconclusive' ? (reason ?? []) : [],
  )
  return `${code}: ${[...new Set([...why, ...finished.notes])].join(' ')}`
}

/** How runs end that no time-out can end otherwise. */
const ends: Readonly<Record<string, RegExp>> = {
  'accepts-everything': /^1: .*credential/,
  'refuses-everything': /^3: .*answered with 401/,
  'answers-401-with-data': /^1: .*credential/,
  'answers-empty-objects': /^1: .*response/,
  'answers-empty-lists': /^1: .*response/,
  'answers-204': /^1: .*status/,
  'answers-304': /^3: .*answered with 304/,
  'answers-500': /^1: .*accepted/,
  'answers-html': /^3: .*an error in it/,
  'answers-html-404': /^3: .*answered with 404/,
  '429-forever': /^3: .*(answered with 429|deadline)/,
  '429-ages': /^3: .*(answered with 429|deadline)/,
  'redirects-in-a-loop': /^3: .*answered with 302/,
  'echoes-in-headers': /^1: .*credential/,
}

function targetAt(url: string): Target {
  const bases = Object.fromEntries(contract.bases.map((base) => [base, url]))
  return { name: url, bases, settings, operations: contract.operations.map(({ id }) => id), allowWithdrawals: false }
}

async function runAt(hostile: Hostile): Promise<Run> {
  const own = await startHostile(hostile)
  const began = performance.now()
  const finished = await run({ contract, target: targetAt(own.url), deadline, timeout })
  expect(performance.now() - began).toBeLessThan(deadline + margin)
  expect(own.requests.length).toBeLessThan(450)
  await own.close()
  return finished
}

/** The report is whole, and neither it nor any other output holds a secret or a raw control character. */
async function expectHarmless(id: string, finished: Run): Promise<void> {
  const report = reportOf(finished)
  expect(isReport(report), ajv.errorsText(isReport.errors)).toBe(true)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  const folder = join(outDir, id)
  const { problems } = await writeReports(report, { outDir: folder, formats: formatNames })
  expect(problems).toEqual([])
  const written = await Promise.all(
    (await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  )
  const terminal = terminalSummary(report, { colour: false, width: 100, detail: 'verbose' })
  for (const [name, text] of [...written, ['the terminal', terminal] as const]) {
    expect(controlIn(text), `${name} holds a control character`).toBeUndefined()
    expect(secretIn(text, secretsOf(contract, finished.target)), `${name} holds a secret`).toBeUndefined()
  }
}
