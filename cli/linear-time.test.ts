import { expect, it } from 'vitest'
import type { Certificate } from '../certificates/certificate.ts'
import { judgedAgain } from '../certificates/verification/judged-again.ts'
import { contradictions } from '../consumers/pact/answers/contradiction.ts'
import { readInteraction } from '../consumers/pact/reading/interaction.ts'
import { withHost } from '../consumers/proxy/framing.ts'
import { isRemoved } from '../consumers/traffic/har.ts'
import { contract } from '../contracts/generated/contract.ts'
import { mayLeadTo } from '../contracts/lenient-path.ts'
import { isMedia } from '../contracts/media-type.ts'
import { leadingNowhere } from '../contracts/overlays/dangling-declarations.ts'
import { causesOf } from '../reports/conclusions/causes.ts'
import { repetitionOf } from '../reports/exchanges/repetition.ts'
import { exchangePanels } from '../reports/html/exchange.ts'
import { createRedaction } from '../reports/redaction/redaction.ts'
import { type ReportedOutcome, reportOf } from '../reports/report.ts'
import { exchange, runOf } from '../reports/run.fixture.ts'
import { linesOf, placesOf } from '../reports/text/json-lines.ts'
import { misunderstood } from '../spec/grammar/grammar.ts'
import { growth, steep } from '../testing/growth.fixture.ts'

const whole = 1 << 16
const many = (text: string, length: number) => text.repeat(length / text.length)
const [operation] = contract.operations
const report = reportOf(runOf({ exchanges: [exchange('e1', '')] }))
const [reported] = report.exchanges
if (!operation || !reported) throw new Error('there is one')
const fields = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`a${at}`, at]))
const alike = Array.from({ length: whole / 32 }, () => readInteraction({ request: { path: '/a' }, response: { body: fields } }, 3))
const claimed = Array.from({ length: whole }, (_, at) => ({ ...report.outcomes[0], check: `check.${at}` }))
const page = { at: 'header content-type', expected: 'application/json', actual: 'text/html' }
const failures = claimed.map((outcome) => ({ ...outcome, verdict: 'failed', findings: [page] }) as ReportedOutcome)
const predicate = { passedTests: [], warnedTests: [], failedTests: [], configuration: [], result: 'PASSED' }
const certified = (length: number) =>
  ({ statement: { predicate }, evidence: { outcomes: claimed.slice(0, length), observations: [] } }) as unknown as Certificate
const placed = (value: string) => ({ ...reported, request: { ...reported.request, respelt: true, headers: [['x', value]] as const } })

it.each<readonly [string, (length: number) => unknown]>([
  ['a Content-Type of blanks', (length) => expect(isMedia(`a/b${many(' ', length)}; charset=utf-8`, 'a/b')).toBe(true)],
  ['a Host of blanks', (length) => expect(hostSet(many(' ', length))).toBe(`Host:${many(' ', length)}a.example`)],
  [
    'placeholders of a report that are never closed',
    (length) => expect(exchangePanels(report, placed(many('«a ', length)), { marks: {}, head: 1, around: 1 }).markup).not.toBe(''),
  ],
  ['a value of them in a recording', (length) => expect(isRemoved(many('«', length))).toBe(false)],
  ['a command with them', (length) => expect(repetitionOf(report, placed(many('«', length))).curl).toBeUndefined()],
  [
    'a numbered list that may hold a secret',
    (length) =>
      expect(createRedaction([{ name: 'token', value: 'a-token-of-27-characters-99' }])(many('1. ', length))).toBe(many('1. ', length)),
  ],
  ['JSON of blanks', (length) => expect([...linesOf(`[${many(' ', length)}`, placesOf([]))]).toHaveLength(1)],
  ['interactions of a pact with one request', (length) => expect(contradictions(alike.slice(0, length / 32)).size).toBe(length / 32)],
  [
    'failures of a report that have one cause',
    (length) => expect(causesOf({ ...report, outcomes: failures }, failures.slice(0, length))).toHaveLength(1),
  ],
  [
    'what a certificate says of checks',
    (length) => expect(judgedAgain(certified(length), { outcomes: [], observations: [] }).holds).toBe(false),
  ],
  [
    'the path of an overlay',
    (length) => expect(leadingNowhere({ ...contract, operations: [{ ...operation, path: `/${many('{', length)}` }] })).toEqual([]),
  ],
  ['the path of a document', (length) => expect(misunderstood({ paths: { [`/${many('{', length)}`]: {}, '/a': {} } })).not.toEqual([])],
  ['the parameters of a path', (length) => expect(mayLeadTo(`/a${many(';', length)}\u2028`, '/a')).toBe(true)],
])('%s is read in time that grows with its length', (_, read) => {
  expect(growth(whole, read)).toBeLessThan(steep)
})

function hostSet(value: string): string {
  const head = { line: '', headers: [], raw: Buffer.from(`GET / HTTP/1.1\r\nHost:${value}\r\n\r\n`) }
  return withHost(head, 'a.example').toString('latin1').split('\r\n')[1] ?? ''
}
