import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import type { Clock } from '../engine/client/clock.ts'
import { exitCode, type Run } from '../engine/run.ts'
import { createSeed } from '../engine/seed.ts'
import { secretsOf, type Target } from '../engine/target.ts'
import { defined } from '../language/defined.ts'
import { reportOf } from '../reports/report.ts'
import { terminalSummary } from '../reports/terminal/terminal.ts'
import { formatNames, type ReportFormat, writeReports } from '../reports/write.ts'
import { isLong, sampled } from '../testing/long-run.fixture.ts'
import { connections } from './hostile/connections.fixture.ts'
import { floods } from './hostile/floods.fixture.ts'
import { answers } from './hostile/harmful-answers.fixture.ts'
import { bodies, heavyBodies } from './hostile/harmful-bodies.fixture.ts'
import { heads } from './hostile/heads.fixture.ts'
import { answerJson, type HostileServer, type RunningHostile, startHostile, successOf, write } from './hostile/hostile-server.fixture.ts'
import { controlIn, secretIn } from './hostile/traces.fixture.ts'
import { hastyClock } from './in-process.fixture.ts'
import { type RunOptions, run } from './run.ts'

const schema: object = JSON.parse(await readFile(new URL('../reports/report.schema.json', import.meta.url), 'utf8'))
const ajv = addFormats.default(new Ajv2020({ strict: false }))
const isReport = ajv.compile(schema)

const settings = Object.fromEntries(
  contract.settings.map(({ name, secret }) => [name, secret ? `Zq${name}7Canary` : name === 'withdrawAmount' ? '1.5' : '100001']),
)
const seed = createSeed('hostile')
const outDir = await mkdtemp(join(tmpdir(), 'assay-hostile-'))
afterAll(() => rm(outDir, { recursive: true, force: true }))

/** Longer than any of them takes that ends by itself, however loaded the machine is. */
const patient = { timeout: 20_000, deadline: 3_600_000 }

const all = [...connections, ...heads, ...bodies, ...answers]

it('knows many ways to do harm, each once', () => {
  const ids = [...all, ...heavyBodies, ...floods].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(100)
})

it('has an end for each', () => {
  expect([...ends.keys(), ...hanging].sort()).toEqual(all.map(({ id }) => id).sort())
})

describe.concurrent('a hostile target', { timeout: 240_000 }, () => {
  for (const hostile of all.filter(({ id }) => hanging.includes(id))) {
    it(`that ${hostile.id.replaceAll('-', ' ')} ends the run at its deadline, with a whole report and nothing that does harm`, async () => {
      const finished = await runAt(hostile, { ...patient, clockOf: endingClock })
      expect(endOf(finished)).toMatch(/^3: .*deadline/)
      await expectHarmless(hostile.id, finished)
    })
  }

  for (const hostile of sampled(all, ({ id }) => ends.get(id)).filter(({ id }) => !hanging.includes(id))) {
    it(`that ${hostile.id.replaceAll('-', ' ')} is judged, with a whole report and nothing that does harm`, async () => {
      const finished = await runAt(hostile, { ...patient, timeout: answersSlowly(hostile) ? 200 : patient.timeout })
      expect(endOf(finished)).toMatch(ends.get(hostile.id) ?? '')
      expect(finished.complete).toBe(true)
      await expectHarmless(hostile.id, finished)
    })
  }

  it('that is down is distinguished from one that refuses', async () => {
    const own = await startHostile({ id: 'down' })
    await own.close()
    const finished = await run({ contract, target: targetAt(own.url), ...patient, clock: hastyClock() })
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

/** How runs end, and why. */
const ends = new Map(
  (
    [
      [
        /^3: .*the answer is not valid HTTP/,
        `speaks-http-2 answers-noise speaks-http-0.9 greets-as-ssh speaks-tls endless-header status-of-letters status-000
        switches-protocols length-beyond-integers length-and-chunks lengths-two lines-ended-by-newline header-without-name header-folded
        length-of-letters chunk-size-nonsense version-9.9 length-negative chunk-size-huge header-with-nul endless-headers trailers-endless
        endless-continue many-headers endless-early-hints chunk-extension-endless`,
      ],
      [
        /^3: .*the connection broke before the answer was complete/,
        'resets-at-once closes-at-once ends-without-answer resets-after-request resets-in-headers',
      ],
      [/^3: .*the answer began, and the connection broke before its end/, 'resets-in-body ends-in-body chunk-unended'],
      [/^3: .*answered with 401/, 'answers-twice escapes-in-reason refuses-everything'],
      [/^3: .*answered with 200 and an error in it/, 'echoes-url-encoded echoes-in-hex echoes-in-base64 echoes-in-json'],
      [/^3: .*answered with 200 and a web page/, 'answers-html'],
      [/^3: .*answered with 302/, 'redirects-in-a-loop'],
      [/^3: .*answered with 304/, 'answers-304'],
      [/^3: .*answered with 404/, 'answers-html-404'],
      [/^3: .*answered with 429/, '429-ages 429-a-year'],
      [/^3: .*answered with 503/, '503-far-date'],
      [/^3: .*nothing but "later" for too long/, '429-past 429-forever 429-no-time 429-negative 429-nonsense 503-forever'],
      [/^3: .*more than can be judged.*the body is longer/, 'body-deep-arrays-unended body-deep-arrays'],
      [
        /^1: \w+\.json /,
        `length-short body-empty body-utf-16 body-coding-unknown body-white-space body-nan body-gzip-cut-short body-gzip-that-is-none
        body-codings-many`,
      ],
      [
        /^1: \w+\.response\.status /,
        `answers-before-request answers-before-request-and-closes sets-cookies body-to-string body-proto
        body-null body-deep-message body-deep-objects answers-empty-objects answers-empty-lists`,
      ],
      [/^1: \w+\.response\.status .*credential/, 'body-escapes-in-values body-lone-surrogates echoes-in-success'],
      [/^1: \w+\.response\.data .*credential/, 'body-deep-known-field'],
      [/^1: \w+\.json .*credential/, 'body-broken-utf-8 body-escapes-raw'],
      [/^1: .*exponent .*credential/, 'body-numbers-beyond-range'],
      [/^1: .*exponent .*rank/, 'body-numbers-of-many-digits'],
      [/^1: \w+\.media-type .*credential/, 'escapes-in-headers'],
      [/^1: \w+\.status /, 'answers-204 answers-401-with-data'],
      [/^1: \w+\.accepted /, 'status-999 answers-500'],
      // They refuse every second request: which those are is for their order to say.
      [/^1: (\w+\.\w+ )*\w+\.accepted /, 'echoes-in-body'],
      [/^1: \w+\.(accepted|response\.status) /, 'echoes-each-credential'],
      // Which requests get another's answer is for their order to say, too.
      [/^1: \w+\.(response\.status|credential\.[\w.-]+) /, 'answers-the-request-before'],
      // Which of the requests side by side are locked out is for their order to say.
      [/^1: .*credential\./, 'locks-out-after-5 locks-out-with-429'],
      [
        /^1: \w+\.credential\.opening /,
        `drops-every-second-connection closes-each-connection-unsaid body-deep-unknown-field body-byte-order-mark body-duplicate-keys
        body-escapes-in-names echoes-in-headers answers-empty-envelopes accepts-everything`,
      ],
    ] as const
  ).flatMap(([end, ids]) => ids.split(/\s+/).map((id) => [id, end] as const)),
)

/** It answers what was not asked yet, and leaves requests waiting. */
function answersSlowly({ id }: HostileServer): boolean {
  return id === 'answers-before-request'
}

/** They say nothing, or never come to an end. */
const hanging: readonly string[] = 'hangs-after-headers hangs-in-body hangs-before-headers drips-headers drips-body'.split(' ')

function targetAt(url: string): Target {
  const bases = Object.fromEntries(contract.bases.map((base) => [base, url]))
  return { name: url, bases, settings, operations: contract.operations.map(({ id }) => id), allowWithdrawals: false }
}

interface Limits extends Required<Pick<RunOptions, 'deadline' | 'timeout'>> {
  readonly clockOf?: (own: RunningHostile) => Clock
}

/** A default run, and as many as tell apart what was asked at once and is accepted. */
const mostAsked = 450 + 10

async function runAt(hostile: HostileServer, { clockOf = hastyClock, ...limits }: Limits = patient): Promise<Run> {
  const own = await startHostile(hostile)
  const more = { selection: { quick: !isAsked(hostile) }, clock: clockOf(own) }
  const finished = await run({ contract, target: targetAt(own.url), seed, ...more, ...limits })
  expect(own.requests.length - sentAgain(finished)).toBeLessThanOrEqual(mostAsked)
  await own.close()
  return finished
}

/** How many requests a run sent again: sixty in vain, beside tries at a closed door, and those whose unusual heads broke off. */
function sentAgain({ notes, exchanges }: Run): number {
  const times = Number(/^(\d+) times, a request was sent again/m.exec(notes.join('\n'))?.[1] ?? 0)
  const answered = exchanges.reduce((sum, { response, repeats }) => sum + (response ? repeats : 0), 0)
  expect(times - answered).toBeLessThanOrEqual(60 + 20)
  return times + exchanges.filter(({ role }) => role.endsWith('.plain')).length
}

/** A clock by which the deadline is reached soon after the first request, and every shorter pause is over at once. */
function endingClock({ requests }: RunningHostile): Clock {
  const hasty = hastyClock()
  let passed = 0
  const deadline = async (signal: AbortSignal | undefined) => {
    for (let turns = 0; turns < 40; turns += requests.length > 0 ? 1 : 0) await setImmediate(undefined, defined({ signal }))
    passed = patient.deadline
  }
  return {
    now: () => hasty.now() + passed,
    sleep: (milliseconds, signal) => (milliseconds < patient.deadline / 2 ? hasty.sleep(milliseconds, signal) : deadline(signal)),
  }
}

/** What answers in its own way is asked everything; what spoils every answer alike is asked less, where there is no time for all. */
function isAsked(hostile: HostileServer): boolean {
  return answers.includes(hostile) || isLong
}

/** Who speaks in its own way is written in every format; of those that spoil every answer alike each has a third, or all in the long run. */
function formatsOf(id: string): ReportFormat[] {
  if (isLong || answers.some((hostile) => hostile.id === id)) return [...formatNames]
  const turn = all.findIndex((hostile) => hostile.id === id) % 3
  return formatNames.filter((name, index) => name === 'json' || index % 3 === turn)
}

/** The report is whole, and neither it nor any other output holds a secret or a raw control character. */
async function expectHarmless(id: string, finished: Run): Promise<void> {
  const report = reportOf(finished)
  expect(isReport(report), ajv.errorsText(isReport.errors)).toBe(true)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  const folder = join(outDir, id)
  expect(await writeReports(report, { outDir: folder, formats: formatsOf(id) })).toMatchObject({ problems: [] })
  const written = await Promise.all(
    (await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const),
  )
  const terminal = terminalSummary(report, { colour: false, width: 100, detail: 'verbose' })
  const secrets = secretsOf(contract, finished.target).map(({ value }) => value)
  const said = [...written, ['the terminal', terminal] as const]
  for (const [name, text] of said) expect(controlIn(text), `${name} holds a control character`).toBeUndefined()
  // All formats say the same: what is encoded in them is decoded once, and looked for again only to say where it stands.
  const found = secretIn(said.map(([, text]) => text).join('\n'), secrets)
  expect(found && said.flatMap(([name, text]) => (secretIn(text, secrets) ? `${name} holds a secret` : []))).toBeUndefined()
}
