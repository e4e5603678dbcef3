import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { distinctFindings, type Finding, type Outcome } from '../../engine/judging/outcome.ts'
import { otherPlace, otherSpelling } from '../../text/excerpt.ts'
import { githubSummary } from '../formats/github.ts'
import { reportOf } from '../report.ts'
import { outcome, requirementsOf, runOf } from '../run.fixture.ts'
import { terminalSummary } from '../terminal/terminal.ts'
import { causesOf, causeText } from './causes.ts'
import { reasonsOf } from './reasons.ts'

const [first, second] = contract.operations
const third = contract.operations.find(({ movesMoney }) => movesMoney)
const style = { colour: false, width: 100 }

function failing(operation: string, name: string, finding: Partial<Finding>, change: Partial<Outcome> = {}): Outcome {
  const [requirement] = requirementsOf(operation)
  if (!requirement) throw new Error('the operation has no requirement')
  const findings = [{ at: 'status', expected: 'a refusal', actual: 'accepted (200)', ...finding }]
  const check = `${operation}.${name}`
  return outcome(requirement, { check, requirement: check, operation, verdict: 'failed', findings, ...change })
}

const [coins = '', payments = '', withdrawals = ''] = [first?.id, second?.id, third?.id]
const wrong = (operation: string, part: string, count: number) =>
  Array.from({ length: count }, (_, at) => failing(operation, `${part}.wrong-${at}`, { actual: `accepted (200), sent wrong ${at}` }))
const html = (operation: string) => [
  failing(operation, 'media-type', { at: 'header content-type', expected: 'application/json', actual: 'text/html' }),
  failing(operation, 'json', { at: 'body', expected: 'well-formed JSON', actual: "Unexpected token '<', is not valid JSON" }),
]
const shape = (operation: string, field: string) =>
  failing(operation, `response.${field}`, { at: `/data/0/${field}`, expected: 'number', actual: '"1.5"' })

const wordsOf = (failed: Parameters<typeof causesOf>[1], outcomes = failed) =>
  causesOf(reportOf(runOf({ outcomes })), failed).map(causeText)
const all = [
  shape(coins, 'price'),
  shape(coins, 'open'),
  ...html(payments),
  ...html(coins),
  failing(withdrawals, 'response.id', { at: '/data/id', expected: 'integer', actual: 'nothing' }),
  ...wrong(coins, 'credential', 13),
  failing(coins, 'credential.none', { actual: 'accepted (200), sent no credential' }),
  ...wrong(withdrawals, 'signature', 20),
]
const report = reportOf(runOf({ outcomes: all }))

describe('causes', () => {
  it('say that credentials are asked for where a request without any is refused', () => {
    const outcomes = wrong(coins, 'credential', 13)
    expect(wordsOf(outcomes)).toEqual([`${coins}: takes wrong credentials: 13 checks`])
  })

  it('are one where any value under the right scheme is taken for a credential, though most other forms are refused', () => {
    const values = wrong(coins, 'credential.value', 5).map((each) => ({ ...each, requirement: `${coins}.credential.value` }))
    const forms = wrong(coins, 'credential.scheme', 9).map((each) => ({ ...each, verdict: 'passed' as const, findings: [] }))
    const others = wrong(coins, 'credential.other', 2)
    const causes = causesOf(reportOf(runOf({ outcomes: [...values, ...forms, ...others] })), [...values, ...others])
    expect(causes.map(causeText)).toEqual([`${coins}: takes wrong credentials: 7 checks`])
  })

  it('are one where the fuse let only a few wrong signatures through', () => {
    const sent = ['whole', 'digest', 'plain'].flatMap((part) =>
      wrong(withdrawals, `signature.${part}`, 1).map((each) => ({ ...each, requirement: `${withdrawals}.signature.${part}` })),
    )
    const rest = (part: string, verdict: 'passed' | 'inconclusive', count: number) =>
      wrong(withdrawals, `signature.${part}`, count).map((each) => ({
        ...each,
        requirement: `${withdrawals}.signature.${part}`,
        verdict,
        findings: [],
      }))
    const blown = [...sent, ...rest('right', 'passed', 8), ...rest('unsent', 'inconclusive', 20)]
    const told = (outcomes: readonly Outcome[]) => causesOf(reportOf(runOf({ outcomes })), sent).length
    expect([told(blown), told(blown.slice(0, -10))]).toEqual([1, 3])
  })

  it('are one where many members are null', () => {
    const outcomes = ['number', 'string'].map((expected) =>
      failing(coins, `response.${expected}`, { at: `/${expected}`, expected, actual: 'null' }),
    )
    expect(wordsOf(outcomes)).toEqual([`${coins}: null where there has to be a value: 2 checks`])
  })

  it('are told in the terminal with the operation, and where they show', () => {
    const outcomes = [shape(coins, 'price'), shape(coins, 'open'), failing(payments, 'response.id', { at: '/data/id', actual: '3' })]
    const lines = terminalSummary(reportOf(runOf({ outcomes })), { ...style, detail: 'normal' }).split('\n')
    expect(lines.filter((line) => line.startsWith('  ✗')).join()).toContain(': 2 checks at /data/*/price, /data/*/open')
    expect(lines.filter((line) => line.startsWith('✗')).map((line) => line.split(/[ :]+/)[2])).toEqual(
      expect.arrayContaining([coins, payments]),
    )
  })

  it('say so too where only an empty credential is taken for one', () => {
    const empty = failing(coins, 'credential.empty', { actual: 'accepted (200), sent with no credential' })
    const none = { ...empty, check: `${coins}.credential.none`, verdict: 'passed' as const, findings: [] }
    const outcomes = [...wrong(coins, 'credential', 13), empty, none]
    expect(wordsOf(outcomes.slice(0, -1), outcomes)).toEqual([`${coins}: takes wrong credentials: 14 checks`])
  })

  it('tell a target that refuses until it accepted something', () => {
    const none = failing(coins, 'credential.none', { actual: 'accepted (200), sent without Authorization' })
    const opening = { ...none, check: `${coins}.credential.opening`, verdict: 'passed' as const, findings: [] }
    const outcomes = [...wrong(coins, 'credential', 13), none, opening]
    expect(wordsOf(outcomes.slice(0, -1), outcomes)).toEqual([`${coins}: lets in whoever asks after a right request: 14 checks`])
  })

  it('group what one fault makes, security first, then money, then answers', () => {
    expect(causesOf(report, report.outcomes).map((cause) => `${cause.risk}: ${causeText(cause)}`)).toEqual([
      `security: ${withdrawals}: verifies no signature: 20 checks`,
      `security: ${coins}: asks for no credentials: 14 checks`,
      expect.stringMatching(new RegExp(`^money: ${withdrawals}: `)),
      'answers: answers HTML: 4 checks',
      `answers: ${coins}: writes numbers as strings: 2 checks`,
    ])
  })

  it('tell what a client sends from what it is answered, where both are judged', () => {
    const requirement = contract.requirements.find(({ id }) => id.startsWith(`${coins}.request.`))?.id ?? ''
    const sent = failing(coins, 'sent', { at: 'body', expected: 'nothing', actual: 'something' }, { requirement })
    const both = reportOf(runOf({ side: 'both', outcomes: [sent, shape(coins, 'price')] }))
    expect(causesOf(both, both.outcomes).map(({ risk }) => risk)).toEqual(['answers', 'requests'])
  })

  it.for([
    ['left out', () => 'nothing', 'leaves members out'],
    ['renamed', otherSpelling.on, 'spells members in another way'],
    ['wrapped', otherPlace.on, 'puts members in another place'],
  ] as const)('is one for members that are %s, whatever was expected of each', ([, actual, words]) => {
    const outcomes = ['number', 'string'].map((expected) =>
      failing(coins, `response.${expected}`, { at: `/data/0/${expected}`, expected, actual: actual(expected) }),
    )
    expect(wordsOf(outcomes)).toEqual([`${coins}: ${words}: 2 checks`])
  })

  it('is one for answers in XML by their type and by how they begin, for empty ones, secrets, and numbers in quotation marks', () => {
    const body = (operation: string, actual: string) => failing(operation, 'json', { at: 'body', expected: 'well-formed JSON', actual })
    const type = (actual: string) => failing(coins, 'media-type', { at: 'header content-type', expected: 'application/json', actual })
    for (const begun of ['<?xml vers', '<response>'])
      expect(wordsOf([type('text/xml'), body(coins, `Unexpected token '<', "${begun}"... is not valid JSON`)])).toEqual([
        `${coins}: answers XML: 2 checks`,
      ])
    const [empty, status] = [body(coins, 'the body is empty'), failing(coins, 'status', { at: 'status', expected: '200', actual: '204' })]
    expect(wordsOf([empty, type('nothing'), status])).toEqual([`${coins}: answers with an empty body: 3 checks`])
    expect(wordsOf([empty, type('application/grpc+proto')])).toEqual([`${coins}: answers in gRPC, with an empty body: 2 checks`])
    expect(wordsOf([empty, type('text/plain'), body(withdrawals, 'the body is empty')])).toHaveLength(2)
    const told = { at: 'body', expected: 'a refusal', actual: 'a refusal that tells the secret accessToken' }
    const telling = [coins, withdrawals].flatMap((of) => ['a', 'b', 'c'].map((part) => failing(of, `credential.${part}`, told)))
    expect(wordsOf(telling)).toEqual([`answers with ${told.actual}: 6 checks`])
    const field = (of: string, expected: string) => failing(of, expected, { at: '/a/0', expected, actual: '"-1.5e3", "7"' })
    expect(wordsOf([field(coins, 'number or null'), field(withdrawals, 'integer')])).toEqual(['writes numbers as strings: 2 checks'])
  })

  it('is one for what stands behind JSON, wherever it begins', () => {
    const json = { at: 'body', expected: 'well-formed JSON' }
    const outcomes = ['7', '5407'].map((position) =>
      failing(coins, `json.${position}`, { ...json, actual: `Unexpected end at position ${position} (line 2)` }),
    )
    expect(wordsOf(outcomes)).toEqual([`${coins}: body: expected well-formed JSON, found Unexpected end: 2 checks`])
  })

  it('name their clauses in the order of the source', () => {
    const outcomes = ['4.10', '5', '4.4', '5'].map((clause, at) =>
      failing(coins, `response.field-${at}`, { at: `/data/0/field-${at}`, expected: 'number', actual: '"1.5"' }, { clause }),
    )
    expect(causesOf(reportOf(runOf({ outcomes })), outcomes).map(({ clauses }) => clauses)).toEqual([['4.4', '4.10', '5']])
  })

  it('are named by what a pact asks, in its words', () => {
    const asked = failing(coins, 'accepted', { at: '/data', actual: '1' }, { check: 'pact.coins', title: 'a request for coins' })
    const outcomes = [{ ...asked, requirement: `${coins}.accepted` }]
    expect(wordsOf(outcomes)).toEqual([`${coins}: a request for coins`])
  })

  it('hold every outcome once', () => {
    expect(causesOf(report, report.outcomes).flatMap(({ outcomes }) => outcomes)).toHaveLength(all.length)
  })

  it('are the requirement where only a part of the guard is gone', () => {
    const passed = wrong(coins, 'credential', 20).map((one) => ({
      ...one,
      check: `${one.check}x`,
      verdict: 'passed' as const,
      findings: [],
    }))
    const partly = reportOf(runOf({ outcomes: [...wrong(coins, 'credential', 2), ...passed] }))
    const causes = causesOf(
      partly,
      partly.outcomes.filter(({ verdict }) => verdict === 'failed'),
    )
    expect(causes.map(causeText).join()).not.toContain('asks for no credentials')
  })

  it('tell what two exchanges show alike once, with its count', () => {
    const [finding] = all[0]?.findings ?? []
    if (!finding) throw new Error('there is no finding')
    expect(
      distinctFindings([
        { ...finding, exchange: 'a' },
        { ...finding, exchange: 'b', count: 4 },
      ]),
    ).toEqual([{ ...finding, exchange: 'a', count: 5 }])
  })

  it('of fifty failures fit a screen before the particulars', () => {
    const many = [
      ...wrong(withdrawals, 'signature', 30),
      ...wrong(coins, 'credential', 13),
      failing(coins, 'credential.none', { actual: 'accepted (200), sent no credential' }),
      ...Array.from({ length: 16 }, (_, at) => failing(coins, `odd.${at}`, { at: `/x${at}`, expected: `kind ${at}`, actual: 'true' })),
    ]
    const [list = ''] = terminalSummary(reportOf(runOf({ outcomes: many, diagnoses: [] })), { ...style, detail: 'normal' }).split('\n\n')
    expect(list).toMatch(/^Failed \(60\): 18 causes\n/)
    expect(list.split('\n')).toHaveLength(19)
  })
})

it('a reason is said once, though a name in it differs', () => {
  const reason = (name: string) => `No answer contains ${name}: there is nothing to judge.`
  const [one] = requirementsOf(coins)
  if (!one) throw new Error('there is no requirement')
  const open = ['a', 'b', 'c'].map((name) => outcome(one, { check: name, verdict: 'inconclusive', reason: reason(name) }))
  expect(
    reasonsOf([...open, outcome(one, { check: 'd', verdict: 'inconclusive', reason: 'Not set: X.' })]).map(
      ({ outcomes }) => outcomes.length,
    ),
  ).toEqual([3, 1])
})

it('what kept many from being judged is one reason, whatever it kept from being seen', () => {
  const [one] = requirementsOf(coins)
  if (!one) throw new Error('there is no requirement')
  const open = (reason: string) => outcome(one, { verdict: 'inconclusive', reason })
  const said = (end: string) =>
    reasonsOf(['A', 'B', 'B'].map((head) => open(`${head} is not known: ${end}.`))).map(({ reason, like }) => [reason, like])
  expect(said('the run was interrupted first')).toEqual([['The run was interrupted first.', '']])
  expect(said('it was not sent: the fuse allows no more')).toEqual([['It was not sent: the fuse allows no more.', '']])
  expect(said('with these settings the wrong request would be the right one')).toEqual([
    ['With these settings the wrong request would be the right one.', ''],
  ])
  expect(said('no complete answer in time (503)')).toEqual([['B is not known: no complete answer in time (503).', ' And similar reasons.']])
  const missing = reasonsOf(['Not set: X_ONE, X_TWO.', 'Not set: X_TWO, X_THREE.'].map(open)).map(({ reason, like }) => reason + like)
  expect(missing).toEqual(['Not set: X_ONE, X_TWO, X_THREE.'])
  const summary = githubSummary(
    reportOf(runOf({ outcomes: ['A', 'B', 'B'].map((head) => open(`${head} is not known: no complete answer in time (503).`)) })),
  )
  expect(summary).toContain('| 3 checks | B is not known: no complete answer in time (503). And similar reasons. |')
})
