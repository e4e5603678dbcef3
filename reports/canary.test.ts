import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import type { Exchange } from '../engine/exchange.ts'
import type { Run } from '../engine/run.ts'
import { secretVariations } from '../engine/wrong-values/secret-variations.ts'
import { reportOf } from './report.ts'
import { exchange, finding, runOf, settings } from './run.fixture.ts'
import { terminalSummary } from './terminal/terminal.ts'
import { formatNames, writeReports } from './write.ts'

const secrets = contract.settings.filter(({ secret }) => secret).map(({ name }) => settings[name] ?? '')
// A variation that is near its secret stands under the name of that secret.
const variation = secretVariations(contract, runOf().target).find((value) => secrets.every((secret) => value[0] !== secret[0])) ?? ''

const spellings = [...secrets, variation].flatMap((secret) => [
  secret,
  secret.toUpperCase(),
  secret.slice(1),
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  [...secret].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  Buffer.from(secret).toString('base64'),
  Buffer.from(`user:${secret}:x`).toString('base64'),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
])
const planted = spellings.join(' | ')

const outDir = await mkdtemp(join(tmpdir(), 'assay-canary-'))
afterAll(() => rm(outDir, { recursive: true, force: true }))

function leaky(): Run {
  const run = runOf()
  const value = { [planted]: planted }
  const spoilt = run.outcomes.map((outcome) => ({
    ...outcome,
    ...(outcome.verdict === 'passed' || outcome.verdict === 'inapplicable' ? {} : { findings: [leakyFinding] }),
    ...(outcome.verdict === 'passed' ? {} : { reason: planted }),
  }))
  return {
    ...run,
    target: { ...run.target, name: planted, bases: { coin: `http://127.0.0.1/${encodeURIComponent(planted)}` } },
    notes: [planted],
    registered: [planted],
    diagnoses: [{ id: 'refused', about: planted, operations: [], problem: planted, remedy: planted }],
    outcomes: spoilt,
    observations: run.observations.map((observed) => ({ ...observed, value })),
    exchanges: [
      leakyExchange('e1', planted),
      leakyExchange('e2', Buffer.concat([Buffer.from([0xff]), Buffer.from(planted)])),
      failed('e3'),
    ],
  }
}

const leakyFinding = { ...finding, at: planted, expected: planted, actual: planted, places: [planted] }

function leakyExchange(id: string, body: string | Buffer): Exchange {
  const headers = [[planted, planted]] as const
  const given = exchange(id, body, { request: { method: planted, url: `http://x/?q=${planted}`, headers, body: Buffer.from(planted) } })
  return { ...given, response: { status: 200, headers, body: Buffer.from(body), truncated: false } }
}

function failed(id: string): Exchange {
  const { response: _, ...rest } = leakyExchange(id, '')
  return { ...rest, failure: { kind: 'other', message: planted } }
}

/** What must not be there, in any spelling that a reader could turn back: the middle of each, so that no cut hides it. */
const forbidden = spellings.map((spelling) => spelling.slice(4, -4)).filter((text) => text.length > 6)

it('has a variation to plant', () => expect(variation.length).toBeGreaterThan(8))

it('writes no byte of a secret in any format', async () => {
  const report = reportOf(leaky())
  const { paths, problems } = await writeReports(report, { outDir, formats: formatNames })
  expect(problems).toEqual([])
  expect((await readdir(outDir)).length).toBe(paths.length)
  for (const path of paths) scan(path, await readFile(path))
})

it('shows no byte of a secret on the terminal', () => {
  scan('terminal', Buffer.from(terminalSummary(reportOf(leaky()), { colour: true, width: 80, detail: 'verbose' })))
})

function scan(name: string, bytes: Buffer): void {
  const text = bytes.toString('utf8')
  const decoded = [
    text,
    ...[...text.matchAll(/"base64": ?"([^"]*)"/g)].map(([, body = '']) => Buffer.from(body, 'base64').toString('latin1')),
  ]
  for (const text of decoded) {
    for (const part of forbidden) {
      const escaped = JSON.stringify(part).slice(1, -1)
      if (text.includes(part) || text.includes(escaped)) expect.fail(`${name} holds ${part}`)
    }
  }
}
