import { describe, expect, it } from 'vitest'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { evidenceOf, exchange, idleProbe, listing, response, signed } from '../../engine/evidence/evidence.fixture.ts'
import { Inconclusive, LeftOut } from '../../engine/evidence/evidence.ts'
import type { Exchange, ReceivedResponse } from '../../engine/exchange.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { repeatedRoles } from '../../engine/probes/roles.ts'
import { acceptedCheck, preferenceChecks } from './accepted.ts'

const right = response(200, listing.success.example)
const refused = response(401, { error: 'no' })
const opening = { role: 'wrong', send: async () => {}, sendEarly: async () => {} }
const probe: Probe = { ...idleProbe(listing), opening, isUnusual: (role) => role.startsWith('unusual') }

const late: Probe = { ...probe, id: 'late' }

/** Answers of a target that turns everybody away for a time. */
function banned(status: number): Readonly<Record<string, ReceivedResponse>> {
  const ban = response(status, '')
  const during = { 'wrong-1': ban, 'wrong-2': ban, 'wrong-3': ban, middle: ban, 'wrong-4': ban, 'wrong-5': ban }
  return { 'wrong-0': refused, control: right, ...during, last: right }
}

const oddOnes = { 'wrong-1': right, 'wrong-2': right, 'wrong-3': right, 'wrong-4': right }

/** What the check says of answers, by their roles and one after another. */
function said(answers: Readonly<Record<string, ReceivedResponse | undefined>>): string {
  const exchanges = Object.entries(answers).map(([role, answer], at) => ({ ...exchange(listing, role, answer), startedAt: at }))
  try {
    return (
      [...acceptedCheck(listing, [probe], [late]).judge(evidenceOf(probe, exchanges))].map(({ exchange: id }) => id).join(' ') || 'passed'
    )
  } catch (cause) {
    if (cause instanceof Inconclusive) return cause.message
    throw cause
  }
}

describe('right requests are accepted wherever they are sent', () => {
  it.for([
    { given: 'all accepted', answers: { control: right, later: right }, want: 'passed' },
    { given: 'one refused in the middle', answers: { control: right, later: refused, last: right }, want: 'probe/later' },
    {
      given: 'one refused with 200 and an error',
      answers: { control: right, later: response(200, { status: 'error' }), last: right },
      want: 'probe/later',
    },
    { given: 'one that fails', answers: { control: right, wrong: refused, last: response(500, '') }, want: 'probe/last' },
    { given: 'an unusual one that is refused', answers: { control: right, unusual: refused }, want: 'passed' },
    {
      given: 'an unusual one that is refused, and accepted when it is sent again',
      answers: { control: right, unusual: refused, 'unusual.again': right },
      want: 'probe/unusual',
    },
    {
      given: 'an unusual one that is refused each time',
      answers: { control: right, unusual: refused, 'unusual.again': refused },
      want: 'passed',
    },
    {
      given: 'an unusual one that is refused, and another accepted when it is sent again',
      answers: { control: right, unusual: refused, 'unusual-too': right, 'unusual-too.again': right },
      want: 'passed',
    },
    { given: 'an unusual one that fails', answers: { control: right, unusual: response(500, '') }, want: 'probe/unusual' },
    { given: 'one that is told "later"', answers: { control: right, later: response(503, ''), last: right }, want: 'passed' },
    {
      given: 'one without an answer',
      answers: { control: right, later: undefined, last: right },
      want: expect.stringContaining('got no answer, though others did'),
    },
    {
      given: 'an unusual one without an answer',
      answers: { control: right, unusual: undefined },
      want: expect.stringContaining('got no answer, though others did'),
    },
    {
      given: 'an unusual one without an answer where wrong ones get none either',
      answers: { wrong: undefined, control: right, unusual: undefined },
      want: 'passed',
    },
    { given: 'none with an answer', answers: { control: response(503, '') }, want: expect.stringContaining('answered with 503') },
    {
      given: 'none after wrong ones',
      answers: { control: right, wrong: refused, last: refused },
      want: expect.stringContaining('lock out'),
    },
    {
      given: 'one refused with 200 and an error among odd ones that are accepted with 200',
      answers: { 'wrong-0': refused, control: right, ...oddOnes, middle: response(200, { status: 'error' }), last: right },
      want: 'probe/middle',
    },
    {
      given: 'one refused among wrong ones, all by a ban',
      answers: banned(403),
      want: expect.stringContaining('For a time, right and wrong requests were refused alike'),
    },
    { given: 'one that breaks down among wrong ones that do', answers: banned(500), want: 'probe/middle' },
    {
      given: 'one after the last that was accepted, which came after all wrong ones',
      answers: { wrong: refused, control: right, later: refused },
      want: 'probe/later',
    },
    { given: 'one before wrong ones', answers: { control: right, later: refused, wrong: refused }, want: 'probe/later' },
    { given: 'nothing', answers: {}, want: 'Nothing was sent.' },
  ])('$given', ({ answers, want }) => expect(said(answers)).toEqual(want))
})

it.each([
  { lost: 1, of: 3, want: [] },
  { lost: 2, of: 18, want: [] },
  { lost: 2, of: 10, want: [expect.stringContaining('2 of 12 right requests got no answer')] },
  { lost: 2, of: 10, beside: { lost: 3, of: 60 }, want: [] },
  { lost: 2, of: 10, beside: { lost: 10, of: 60 }, want: [expect.stringContaining('2 of 12 right requests got no answer')] },
])('$lost answers that were lost before $of came, beside wrong ones: $beside, $want', ({ lost, of, beside = { lost: 0, of: 0 }, want }) => {
  const sent = (kind: string, each: { readonly lost: number; readonly of: number }, answer: ReceivedResponse) =>
    Array.from({ length: each.of }, (_, at) => ({ ...exchange(listing, `${kind}-${at}`, answer), lost: at < each.lost ? 1 : 0 }))
  const exchanges = [...sent('right', { lost, of }, right), ...sent('wrong', beside, refused)]
  const said: string[] = []
  try {
    for (const { actual } of acceptedCheck(listing, [probe], [late]).judge(evidenceOf(probe, exchanges))) said.push(String(actual))
  } catch (cause) {
    said.push((cause as Error).message)
  }
  expect(said).toEqual(want)
})

describe('a signed request that is refused, each time', () => {
  const said = (headers: Readonly<Record<string, string>>, { status = 401, url = 'http://127.0.0.1:1/' } = {}) => {
    const answered = exchange(signed, 'control', { ...refused, status, headers: Object.entries(headers) })
    const control = { ...answered, request: { ...answered.request, url }, startedAt: 0 }
    return acceptedCheck(signed, [{ ...probe, operation: signed }], [late])
      .judge(evidenceOf(signed, [control]))
      [Symbol.iterator]()
      .next().value?.exchange
  }

  it('is a finding where the answer tells the time', () => {
    expect(said({ date: new Date(0).toUTCString() })).toBe('probe/control')
  })

  it('tells nothing away from this machine, where no other text or amount is tried, unless it is for the credential', () => {
    const date = new Date(0).toUTCString()
    const url = 'http://198.51.100.7/'
    expect(said({ date }, { url })).toBe('probe/control')
    expect(() => said({ date }, { status: 422, url })).toThrow(/leaves bounds open/)
  })

  it('tells nothing where nobody knows the clock of the target', () => {
    expect(() => said({})).toThrow(/clock of this machine.*no Date/)
  })
})

it.each([
  { signatures: ['a1', '0b', 'c2'], refuses: ['0b'], want: /^401; its signature begins with a zero, unlike those/ },
  { signatures: ['a1', '0b', '0c'], refuses: ['0b'], want: /^401$/ },
  { signatures: ['a1', 'd2', '0b'], refuses: ['d2', '0b'], want: /^401$/ },
])('of $signatures, $refuses refused are told by their zeros only if all have one, and no other', ({ signatures, refuses, want }) => {
  const name = isSigned(signed) ? signed.authentication.signature.header : ''
  const exchanges = signatures.map((signature) => {
    const sent = exchange(signed, signature, refuses.includes(signature) ? refused : response(200, signed.success.example))
    return { ...sent, request: { ...sent.request, headers: [[name, signature]] as const } }
  })
  const [finding] = acceptedCheck(signed, [{ ...probe, operation: signed }], [late]).judge(evidenceOf(signed, exchanges))
  expect(finding?.actual).toMatch(want)
})

describe('a right withdrawal that takes any answer and is refused', () => {
  const [taken, spent] = [response(200, signed.success.example), response(402, { message: 'balance' })]
  const preferring: Probe = { ...probe, id: 'preferring', operation: signed }
  /** What is said where an ordinary withdrawal behind it gets this answer. */
  const said = (again: ReceivedResponse) => {
    const [control, after] = ['control', 'control-after'].map((role) => exchange(signed, role, taken)) as [Exchange, Exchange]
    const refused = [exchange(signed, 'accept-any', spent), exchange(signed, 'control-after-refused', again)]
    const [, any] = preferenceChecks(signed, { 'accept-none': probe, 'accept-any': preferring }, probe)
    const found = any?.judge(evidenceOf(preferring, refused), [evidenceOf(signed, [control, after])])
    return found?.[Symbol.iterator]().next().value?.at
  }

  it('is a finding where an ordinary one is accepted', () => expect(said(taken)).toBe('status'))

  it('tells nothing where no more are taken', () => expect(() => said(spent)).toThrow(LeftOut))
})

it.each([
  ['unusual', 'soon after an accepted one tells nothing', 4000, []],
  ['unusual', 'later than others were accepted is a finding', 10_000, ['probe/unusual']],
  ['usual', 'soon after an accepted one is a finding', 4000, ['probe/usual']],
])('of right withdrawals, an %s one that is accepted when it is sent again, and was refused %s', (role, _, startedAt, want) => {
  const taken = response(200, signed.success.example)
  const sent = [0, 3000, 6000].map((at) => ({ ...exchange(signed, `right-${at}`, taken), startedAt: at }))
  const again = { ...exchange(signed, repeatedRoles(role).again, taken), startedAt: 13_000 }
  const exchanges = [...sent, { ...exchange(signed, role, refused), startedAt }, again]
  const own = { ...probe, operation: signed }
  const found = acceptedCheck(signed, [own], [late]).judge(evidenceOf(own, exchanges))
  expect([...found].map(({ exchange: id }) => id)).toEqual(want)
})

it.each([
  ['is refused as well, explains it', 401, [true]],
  ['fails, and begins with none, does not', 500, [false, false]],
])('that only signatures with a zero in front are refused, but for an unusual one that %s', (_, status, want) => {
  const { authentication } = signed
  if (authentication.kind !== 'signed') return expect.unreachable('it is signed')
  const { header } = authentication.signature
  const sent = (role: string, digest: string, answer: ReceivedResponse, startedAt: number): Exchange => {
    const { request, ...rest } = exchange(signed, role, answer)
    const headers = [...request.headers.filter(([name]) => name !== header), [header, digest] as const]
    return { ...rest, startedAt, request: { ...request, headers } }
  }
  const taken = response(200, signed.success.example)
  const exchanges = [
    ...[0, 3000, 6000].map((at) => sent(`right-${at}`, 'a1', taken, at)),
    sent('usual', '0a', refused, 20_000),
    sent('unusual', 'b2', response(status, ''), 21_000),
  ]
  const own = { ...probe, operation: signed }
  const found = [...acceptedCheck(signed, [own], [late]).judge(evidenceOf(own, exchanges))]
  expect(found.map(({ actual }) => /begins with a zero/.test(actual))).toEqual(want)
})
