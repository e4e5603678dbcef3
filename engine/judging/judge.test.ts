import { describe, expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { evidenceOf, exchange, idleProbe, listing, response, signed } from '../evidence/evidence.fixture.ts'
import { Inconclusive, LeftOut } from '../evidence/evidence.ts'
import { exitCode } from '../run.ts'
import type { Check, Observation } from './check.ts'
import { judge } from './judge.ts'
import type { Finding, Outcome } from './outcome.ts'

const probe = idleProbe(listing)
const evidence = evidenceOf(listing, [
  exchange(listing, 'control', response(200, listing.success.example)),
  exchange(listing, 'wrong', response(401, {})),
])
const finding: Finding = { at: 'status', expected: '200', actual: '500' }
const idOf = (level: string) => contract.requirements.find((each) => each.level === level && each.operation === listing.id)?.id ?? ''

function outcomeOf(judging: Check['judge'], { level = 'MUST', roles = [] as string[] } = {}): Outcome | undefined {
  const check: Check = { id: 'check', requirement: idOf(level), title: 'A check', probe, roles, judge: judging }
  const plan = { checks: [check], observations: [], admissions: new Map([['check', { verdict: 'judged' as const }]]) }
  return judge(contract, plan, new Map([['probe', evidence]])).outcomes[0]
}

describe('a check', () => {
  it.for([
    { given: 'no finding', judging: () => [], want: 'passed' },
    {
      given: 'a finding',
      judging: function* () {
        yield finding
      },
      want: 'failed',
    },
    {
      given: 'a finding of a SHOULD',
      judging: function* () {
        yield finding
      },
      level: 'SHOULD',
      want: 'warned',
    },
    {
      given: 'too little evidence',
      judging: () => {
        throw new Inconclusive('unanswered')
      },
      want: 'inconclusive',
      reason: 'unanswered',
    },
    {
      given: 'a role left out',
      judging: () => {
        throw new LeftOut('it is right')
      },
      want: 'inapplicable',
      reason: 'it is right',
    },
    {
      given: 'a finding before too little evidence',
      judging: function* () {
        yield finding
        throw new Inconclusive('unanswered')
      },
      want: 'failed',
    },
    {
      given: 'a fault of its own',
      judging: () => {
        throw new RangeError('too deep')
      },
      want: 'inconclusive',
      reason: 'The check itself broke off, which is a fault in Assay: too deep',
    },
  ] as { given: string; judging: Check['judge']; level?: string; want: string; reason?: string }[])(
    'with $given is $want',
    ({ judging, level, want, reason }) => {
      const outcome = outcomeOf(judging, level === undefined ? {} : { level })
      expect(outcome?.verdict).toBe(want)
      if (reason !== undefined) expect(outcome?.reason).toBe(reason)
    },
  )

  it('names the exchanges that it judged', () => {
    const nothing = () => []
    expect(outcomeOf(nothing)?.evidence).toEqual(['probe/control'])
    expect(outcomeOf(nothing, { roles: ['wrong'] })?.evidence).toEqual(['probe/control', 'probe/wrong'])
  })
})

it('observes nothing of what the run itself cut off', () => {
  const [sent] = [...evidence.exchanges.values()]
  if (!sent) throw new Error('there is no exchange')
  const { response: _, ...unanswered } = sent
  const cut = new Map((['interrupted', 'reset'] as const).map((kind) => [kind, { ...unanswered, failure: { kind, message: kind } }]))
  const observation: Observation = { id: 'roles', title: 'roles', probe, observe: ({ exchanges }) => [...exchanges.keys()] }
  const plan = { checks: [], observations: [observation], admissions: new Map() }
  expect(judge(contract, plan, new Map([['probe', { ...evidence, exchanges: cut }]])).observations).toMatchObject([{ value: ['reset'] }])
})

it('lets an observation break off without the rest', () => {
  const observation = (id: string, observe: Observation['observe']): Observation => ({ id, title: id, probe, observe })
  const observations = [
    observation('broken', () => {
      throw new RangeError('too deep')
    }),
    observation('none', () => undefined),
    observation('whole', () => 1),
  ]
  const judged = judge(contract, { checks: [], observations, admissions: new Map() }, new Map([['probe', evidence]]))
  expect(judged.observations.map(({ id, value }) => [id, value])).toEqual([
    ['broken', { fault: expect.stringContaining('too deep') }],
    ['whole', 1],
  ])
})

it('lists what was registered, by the digits that were sent', () => {
  const ids = ['9007199254740993', '17']
  const exchanges = ids.map((id, at) => exchange(signed, `control-${at}`, response(200, `{"message":"ok","data":{"withdrawId":${id}}}`)))
  const registered = evidenceOf(signed, [...exchanges, exchange(signed, 'wrong', response(401, {}))])
  expect(judge(contract, { checks: [], observations: [], admissions: new Map() }, new Map([['probe', registered]])).registered).toEqual(ids)
})

describe('exitCode', () => {
  const outcome = (verdict: Outcome['verdict'], level: Outcome['level'] = 'MUST') => ({ verdict, level }) as Outcome
  it.for([
    { outcomes: [outcome('passed'), outcome('warned', 'SHOULD'), outcome('inapplicable')], complete: true, want: 0 },
    { outcomes: [outcome('passed'), outcome('inconclusive', 'SHOULD')], complete: true, want: 0 },
    { outcomes: [outcome('passed'), outcome('inconclusive')], complete: true, want: 3 },
    { outcomes: [outcome('passed')], complete: false, want: 3 },
    { outcomes: [outcome('inconclusive'), outcome('failed')], complete: true, want: 1 },
    { outcomes: [outcome('failed')], complete: false, want: 1 },
  ])('is $want', ({ outcomes, complete, want }) => expect(exitCode({ outcomes, complete })).toBe(want))
})
