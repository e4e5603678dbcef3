import { describe, expect, it } from 'vitest'
import { judgeRefused } from '../judging/refusal-judge.ts'
import { evidenceOf, exchange, listing, response, signed } from './evidence.fixture.ts'
import { acceptedOf, answersOf, exchangeOf, Inconclusive, LeftOut } from './evidence.ts'

const accepted = response(200, listing.success.example)
const refused = response(401, { error: 'no' })
const later = response(429, '')
const odd = response(200, '<h1>Welcome</h1>')

const answered = (answers: Readonly<Record<string, typeof accepted | undefined>>, leftOut = {}) =>
  evidenceOf(
    listing,
    Object.entries(answers).map(([role, answer]) => exchange(listing, role, answer)),
    leftOut,
  )

describe('evidence', () => {
  it('tells a role that was left out from one that was not sent', () => {
    const evidence = answered({ control: accepted }, { wrong: 'it is right' })
    expect(exchangeOf(evidence, 'control').role).toBe('control')
    expect(() => exchangeOf(evidence, 'wrong')).toThrow(new LeftOut('it is right'))
    expect(() => exchangeOf(evidence, 'other')).toThrow(Inconclusive)
  })

  it('gives an accepted exchange only', () => {
    expect(acceptedOf(answered({ control: accepted }), 'control').response).toBe(accepted)
    for (const answer of [refused, later, odd, undefined])
      expect(() => acceptedOf(answered({ control: answer }), 'control')).toThrow(Inconclusive)
  })

  it.each([
    [{ status: 'done' }, 'answered with 200 and status "done" instead of "success"'],
    [{ status: 'error' }, 'answered with 200 and an error in it'],
  ])('says what stood in place of a success: %j', (body, words) => {
    expect(() => acceptedOf(answered({ control: response(200, body) }), 'control')).toThrow(`A right request was not accepted: ${words}.`)
  })

  it('counts as answers what was accepted, and what makes no sense with a 2xx', () => {
    const evidence = answered({ control: accepted, 'control-odd': odd, 'control-no': refused, 'control-later': later, wrong: accepted })
    expect(answersOf(evidence).map(({ role }) => role)).toEqual(['control', 'control-odd'])
  })
})

describe('judgeRefused', () => {
  const judge = (answers: Parameters<typeof answered>[0], without?: string) => [
    ...judgeRefused(answered(answers), 'wrong', 'nothing', { without }),
  ]
  const both = { control: accepted, 'control-after': accepted }

  it('passes a refusal between two accepted controls', () => {
    expect(judge({ ...both, wrong: refused })).toEqual([])
  })

  it('passes a 2xx that gives nothing of what the controls were given', () => {
    expect(judge({ ...both, wrong: odd })).toEqual([])
  })

  it('passes a withdrawal that was refused where right ones are told that no more are taken', () => {
    const taken = response(200, signed.success.example)
    const withdrawals = (after: typeof later) =>
      evidenceOf(signed, [
        exchange(signed, 'control', taken),
        exchange(signed, 'wrong', refused),
        exchange(signed, 'unknown', later),
        exchange(signed, 'control-after', after),
      ])
    expect([...judgeRefused(withdrawals(later), 'wrong', 'nothing')]).toEqual([])
    expect(() => [...judgeRefused(withdrawals(later), 'unknown', 'nothing')]).toThrow(Inconclusive)
    expect(() => [...judgeRefused(withdrawals(refused), 'wrong', 'nothing')]).toThrow(Inconclusive)
  })

  it('finds an acceptance, whatever became of the controls', () => {
    for (const answers of [both, { control: accepted }, { control: refused }, { control: accepted, 'control-after': refused }])
      expect(judge({ ...answers, wrong: accepted })).toMatchObject([
        { at: 'status', expected: 'a refusal', actual: expect.stringContaining('200') },
      ])
  })

  it('finds one that was accepted early where the right one was refused, so that nothing more was sent', () => {
    const evidence = answered({ 'wrong.early': accepted, control: refused })
    expect([...judgeRefused(evidence, ['wrong', 'wrong.early'], 'nothing')]).toHaveLength(1)
  })

  it('goes by the plain request where one that was unusual as well had no answer', () => {
    const roles = ['wrong', 'wrong.again', 'wrong.plain'] as const
    const evidence = (plain: typeof refused) => answered({ ...both, wrong: undefined, 'wrong.again': later, 'wrong.plain': plain })
    expect([...judgeRefused(evidence(refused), roles, 'nothing')]).toEqual([])
    expect(() => [...judgeRefused(evidence(later), roles, 'nothing')]).toThrow(Inconclusive)
  })

  it('says of a plain request that was accepted nothing of what else was unusual', () => {
    const evidence = answered({ ...both, wrong: accepted, 'wrong.plain': accepted, 'wrong.plainest': accepted })
    const findings = judgeRefused(evidence, ['wrong', 'wrong.plain', 'wrong.plainest'], 'oddly', { plainly: ['plainly', 'plainest'] })
    expect([...findings].map(({ actual }) => actual.replace(/.*sent /, ''))).toEqual(['oddly', 'plainly', 'plainest'])
  })

  it.for([
    { given: 'no control', answers: { wrong: refused } },
    { given: 'a control that was refused', answers: { control: refused, wrong: refused, 'control-after': accepted } },
    { given: 'a lockout', answers: { control: accepted, wrong: refused, 'control-after': refused } },
    { given: 'a run that ended', answers: { control: accepted, wrong: refused } },
    { given: 'no answer', answers: { ...both, wrong: undefined } },
    { given: 'an answer that says "later"', answers: { ...both, wrong: later } },
    { given: 'a 2xx that may hold anything', answers: { ...both, wrong: response(200, Buffer.from([0, 255])) } },
    { given: 'nothing sent', answers: both },
  ])('does not go green by $given', ({ answers }) => {
    expect(() => judge(answers)).toThrow(Inconclusive)
  })

  it('takes an acceptance for nothing where none is needed at all', () => {
    expect(() => judge({ ...both, wrong: accepted, none: accepted }, 'none')).toThrow(Inconclusive)
    expect(judge({ ...both, wrong: accepted, none: refused }, 'none')).toHaveLength(1)
  })
})
