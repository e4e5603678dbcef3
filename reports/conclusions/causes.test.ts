import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { distinctFindings, type Finding, type Outcome } from '../../engine/judging/outcome.ts'
import { otherPlace, otherSpelling } from '../../text/excerpt.ts'
import { reportOf } from '../report.ts'
import { outcome, requirementsOf, runOf } from '../run.fixture.ts'
import { terminalSummary } from '../terminal/terminal.ts'
import { causesOf, causeText } from './causes.ts'

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
const without = (one: Outcome, verdict: 'passed' | 'inconclusive' = 'passed'): Outcome => ({ ...one, verdict, findings: [] })
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
  it('name the status of refusals, whatever explains each', () => {
    const refused = (name: string, actual: string) => failing(withdrawals, name, { expected: 'a success', actual })
    const alike = [refused('accepted', '401; it takes a key cut short'), refused('escapes', '401; it signs the text with its escapes')]
    expect(wordsOf(alike)).toEqual([`${withdrawals}: expected a success, found 401: 2 checks`])
    expect(wordsOf([...alike, refused('again', '403')])).toEqual([`${withdrawals}: expected a success, found another status: 3 checks`])
  })

  it('say that credentials are asked for where a request without any is refused', () => {
    expect(wordsOf(wrong(coins, 'credential', 13))).toEqual([`${coins}: takes wrong credentials: 13 checks`])
    expect(wordsOf(wrong(coins, 'credential', 2)).join()).not.toContain('takes')
    expect(wordsOf(wrong(coins, 'input', 13))).toEqual([`${coins}: accepts what is wrong: 13 checks`])
  })

  it('are one where any value under the right scheme is taken for a credential, though most other forms are refused', () => {
    const values = wrong(coins, 'credential.value', 5).map((each) => ({ ...each, requirement: `${coins}.credential.value` }))
    const forms = wrong(coins, 'credential.scheme', 9).map((each) => without(each))
    const others = wrong(coins, 'credential.other', 2)
    expect(wordsOf([...values, ...others], [...values, ...forms, ...others])).toEqual([`${coins}: takes wrong credentials: 7 checks`])
  })

  it('are one where the fuse let only a few wrong signatures through, if one like no right one is among them', () => {
    const member = (part: string, verdict: 'failed' | 'passed' | 'inconclusive' = 'failed') =>
      wrong(withdrawals, part, 1).map((each) => {
        const one = { ...each, check: `${withdrawals}.signature.${part}`, requirement: `${withdrawals}.signature.${part}` }
        return verdict === 'failed' ? one : without(one, verdict)
      })
    const several = (part: string, verdict: 'passed' | 'inconclusive', count: number) =>
      Array.from({ length: count }, (_, at) => member(`${part}-${at}`, verdict)).flat()
    const lax = ['digest', 'plain', 'verbatim'].flatMap((part) => member(part))
    const open = [...lax.slice(1), ...member('opening')]
    const rest = [...several('right', 'passed', 8), ...several('unsent', 'inconclusive', 20)]
    const told = (failed: readonly Outcome[], others: readonly Outcome[]) => wordsOf(failed, [...failed, ...others])
    expect(told(open, rest)).toEqual([`${withdrawals}: verifies no signature: 3 checks`])
    const unsent = several('unsent', 'inconclusive', 20)
    expect([told(open, rest.slice(0, -10)), told(lax, rest), told(lax, unsent)].map((words) => words.length)).toEqual([3, 3, 3])
    const late = [...member('opening', 'passed'), ...several('unsent', 'inconclusive', 2)]
    expect(told(lax, late)).toEqual([`${withdrawals}: accepts what is wrong: 3 checks`])
  })

  it('are one where many members are null', () => {
    const outcomes = ['number', 'string'].map((expected) =>
      failing(coins, `response.${expected}`, { at: `/${expected}`, expected, actual: 'null; where the user agent is a' }),
    )
    expect(wordsOf(outcomes)).toEqual([`${coins}: null where there has to be a value: 2 checks`])
    const [number, string] = outcomes.flatMap(({ findings }) => findings)
    if (!number || !string) throw new Error('there is no finding')
    const twice = failing(coins, 'response.more', {}, { findings: [number, { ...number, at: '/again' }] })
    const [cause] = causesOf(reportOf(runOf({ outcomes: [twice, ...outcomes] })), [twice, ...outcomes])
    expect(cause?.findings.map(({ at }) => at)).toEqual(['/number', '/string', '/again'])
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
    const none = without({ ...empty, check: `${coins}.credential.none` })
    const outcomes = [...wrong(coins, 'credential', 13), empty, none]
    expect(wordsOf(outcomes.slice(0, -1), outcomes)).toEqual([`${coins}: takes wrong credentials: 14 checks`])
  })

  it('tell a target that refuses by its status alone', () => {
    const actual = 'accepted (401, with what a success holds), sent without Authorization'
    const outcomes = ['none', 'opening', 'zeros'].map((part) => failing(coins, `credential.${part}`, { actual }))
    expect(wordsOf(outcomes)).toEqual([`${coins}: refuses by the status alone, and answers with what a success holds: 3 checks`])
  })

  it('tell a target that refuses until it accepted something', () => {
    const none = failing(coins, 'credential.none', { actual: 'accepted (200), sent without Authorization' })
    const outcomes = [...wrong(coins, 'credential', 13), none, without({ ...none, check: `${coins}.credential.opening` })]
    expect(wordsOf(outcomes.slice(0, -1), outcomes)).toEqual([`${coins}: lets in whoever asks after a right request: 14 checks`])
  })

  it('group what one fault makes, security first, then money, then answers', () => {
    expect(causesOf(report, report.outcomes).map((cause) => `${cause.risk}: ${causeText(cause)}`)).toEqual([
      `security: ${withdrawals}: verifies no signature: 20 checks`,
      `security: ${coins}: asks for no credentials: 14 checks`,
      `money: ${withdrawals}: ${requirementsOf(withdrawals)[0]?.text}`,
      'answers: answers HTML: 4 checks',
      `answers: ${coins}: writes numbers as strings: 2 checks`,
    ])
  })

  it('tell what a client sends from what it is answered, where both are judged', () => {
    const requirement = contract.requirements.find(({ id }) => id.startsWith(`${coins}.request.`))?.id ?? ''
    const sent = failing(coins, 'sent', { at: 'body', expected: 'nothing', actual: 'something' }, { requirement })
    const leak = { ...sent, check: 'leak', requirement: `${coins}.secret-never-sent` }
    const both = reportOf(runOf({ side: 'both', outcomes: [sent, shape(coins, 'price'), leak] }))
    expect(causesOf(both, both.outcomes).map(({ risk }) => risk)).toEqual(['security', 'answers', 'requests'])
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

  it('names the right request that was refused, as its requirement may be about wrong ones', () => {
    const title = 'Accepts a right signature with zeros behind'
    expect(wordsOf([failing(coins, 'variety', { expected: 'a success', actual: '401' }, { title, requirement: coins })])).toEqual([
      `${coins}: ${title}.`,
    ])
  })

  it('is one for answers in XML by their type and by how they begin, for empty ones, secrets, and numbers in quotation marks', () => {
    const body = (operation: string, actual: string) => failing(operation, 'json', { at: 'body', expected: 'well-formed JSON', actual })
    const type = (actual: string, of = coins) =>
      failing(of, 'media-type', { at: 'header content-type', expected: 'application/json', actual })
    expect(wordsOf([type('application/xhtml+xml'), ...html(coins)])).toEqual([`${coins}: answers HTML: 3 checks`])
    const both = [coins, withdrawals]
    const json = both.map((of) => without(failing(of, 'json', {})))
    const typed = both.map((of) => type('text/html', of))
    expect(wordsOf(typed, json)).toEqual(['header content-type: expected application/json, found text/html: 2 checks'])
    for (const begun of ['<?xml vers', '<response>'])
      expect(wordsOf([type('text/xml'), body(coins, `Unexpected token '<', "${begun}"... is not valid JSON`)])).toEqual([
        `${coins}: answers XML: 2 checks`,
      ])
    const [empty, status] = [body(coins, 'the body is empty'), failing(coins, 'status', { at: 'status', expected: '200', actual: '204' })]
    expect(wordsOf([empty, type('nothing'), status])).toEqual([`${coins}: answers with an empty body: 3 checks`])
    expect(wordsOf([empty, type('application/grpc+proto')])).toEqual([`${coins}: answers in gRPC, with an empty body: 2 checks`])
    const other = [body(withdrawals, 'the body is empty'), type('application/grpc', withdrawals)]
    const another = failing(coins, 'status', { at: 'status', expected: '200', actual: '201' })
    expect([wordsOf([empty, type('text/plain'), another, ...other]), wordsOf([type('nothing'), ...other])]).toMatchObject([
      { length: 4 },
      { length: 2 },
    ])
    const told = { at: 'body', expected: 'a refusal', actual: 'a refusal that tells the secret accessToken' }
    const telling = [coins, withdrawals].flatMap((of) => ['a', 'b', 'c'].map((part) => failing(of, `credential.${part}`, told)))
    expect(wordsOf(telling)).toEqual([`answers with ${told.actual}: 6 checks`])
    expect(wordsOf([...telling, ...wrong(coins, 'credential', 1)]).join()).not.toContain('takes')
    const field = (of: string, expected: string) => failing(of, expected, { at: '/a/0', expected, actual: '"-1.5e3", "7"' })
    expect(wordsOf([field(coins, 'number or null'), field(withdrawals, 'integer')])).toEqual(['writes numbers as strings: 2 checks'])
  })

  it.each([
    [['7', '5407'].map((position) => `Unexpected end at position ${position} (line 2)`), 'Unexpected end'],
    [['{"a":', 'perPa'].map((end) => `it breaks off in the middle: "…${end}…"`), 'it breaks off in the middle'],
    [['it broke (ECONNRESET)', 'it broke (UND_ERR_SOCKET)'], 'it broke'],
    [['took 12345 ms', 'took 6789 ms'], 'took n ms'],
    [['-1.5', '7'], 'a number'],
    [['x'.repeat(81), 'x'.repeat(81)], 'x'.repeat(80)],
  ])('is one for what differs in its particulars alone: %j', (found, words) => {
    const outcomes = found.map((actual, at) => failing(coins, `json.${at}`, { at: 'body', expected: 'JSON', actual }))
    expect(wordsOf(outcomes)).toEqual([`${coins}: body: expected JSON, found ${words}: 2 checks`])
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
    const passed = wrong(coins, 'credential', 20).map((one) => without({ ...one, check: `${one.check}x` }))
    const some = wrong(coins, 'credential', 2)
    expect(wordsOf(some, [...some, ...passed]).join()).not.toContain('asks for no credentials')
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
