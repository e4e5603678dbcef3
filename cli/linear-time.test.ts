import { expect, it } from 'vitest'
import type { Certificate } from '../certificates/certificate.ts'
import { judgedAgain } from '../certificates/verification/judged-again.ts'
import { contradictions } from '../consumers/pact/answers/contradiction.ts'
import { readInteraction } from '../consumers/pact/reading/interaction.ts'
import { withHost } from '../consumers/proxy/framing.ts'
import { isRemoved } from '../consumers/traffic/har.ts'
import { cpuTime } from '../contracts/cpu-time.fixture.ts'
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

const length = 1 << 16
const many = (text: string) => text.repeat(length / text.length)
const [operation] = contract.operations
const report = reportOf(runOf({ exchanges: [exchange('e1', '')] }))
const [reported] = report.exchanges
if (!operation || !reported) throw new Error('there is one')
const fields = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`a${at}`, at]))
const alike = Array.from({ length: 2048 }, () => readInteraction({ request: { path: '/a' }, response: { body: fields } }, 3))
const claimed = Array.from({ length }, (_, at) => ({ ...report.outcomes[0], check: `check.${at}` }))
const page = { at: 'header content-type', expected: 'application/json', actual: 'text/html' }
const failures = claimed.map((outcome) => ({ ...outcome, verdict: 'failed', findings: [page] }) as ReportedOutcome)
const predicate = { passedTests: [], warnedTests: [], failedTests: [], configuration: [], result: 'PASSED' }
const certified = { statement: { predicate }, evidence: { outcomes: claimed, observations: [] } } as unknown as Certificate
const placed = (value: string) => ({ ...reported, request: { ...reported.request, respelt: true, headers: [['x', value]] as const } })

it.each<readonly [string, () => unknown, unknown]>([
  ['a Content-Type of blanks', () => isMedia(`a/b${many(' ')}; charset=utf-8`, 'a/b'), true],
  ['a Host of blanks', () => hostSet(many(' ')), `Host:${many(' ')}a.example`],
  [
    'placeholders of a report that are never closed',
    () => exchangePanels(report, placed(many('«a ')), { marks: {}, head: 1, around: 1 }).markup.length > 0,
    true,
  ],
  ['a value of them in a recording', () => isRemoved(many('«')), false],
  ['a command with them', () => repetitionOf(report, placed(many('«'))).curl, undefined],
  [
    'a numbered list that may hold a secret',
    () => createRedaction([{ name: 'token', value: 'a-token-of-27-characters-99' }])(many('1. ')),
    many('1. '),
  ],
  ['JSON of blanks', () => [...linesOf(`[${many(' ')}`, placesOf([]))].length, 1],
  ['interactions of a pact with one request', () => contradictions(alike).size, alike.length],
  ['failures of a report that have one cause', () => causesOf({ ...report, outcomes: failures }, failures).length, 1],
  ['what a certificate says of checks', () => judgedAgain(certified, { outcomes: [], observations: [] }).holds, false],
  ['the path of an overlay', () => leadingNowhere({ ...contract, operations: [{ ...operation, path: `/${many('{')}` }] }), []],
  ['the path of a document', () => misunderstood({ paths: { [`/${many('{')}`]: {}, '/a': {} } }).length > 0, true],
  ['the parameters of a path', () => mayLeadTo(`/a${many(';')}\u2028`, '/a'), true],
])('%s is read in time that grows with its length', (_, read, wanted) => {
  let found: unknown
  expect(
    cpuTime(() => {
      found = read()
    }),
  ).toBeLessThan(1000)
  expect(found).toEqual(wanted)
})

function hostSet(value: string): string {
  const head = { line: '', headers: [], raw: Buffer.from(`GET / HTTP/1.1\r\nHost:${value}\r\n\r\n`) }
  return withHost(head, 'a.example').toString('latin1').split('\r\n')[1] ?? ''
}
