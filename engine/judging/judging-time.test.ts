import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { evidenceOf, exchange, idleProbe, listing, response } from '../evidence/evidence.fixture.ts'
import type { Check } from './check.ts'
import { judgeInTime, judging } from './judge.ts'

const probe = idleProbe(listing)
const evidence = evidenceOf(listing, [exchange(listing, 'control', response(200, listing.success.example))])
const ids = ['first', 'second', 'third', 'fourth']

/** Judges four checks, each of which takes a time; `during` happens while the second is judged. */
async function judged(milliseconds: number, { signal = new AbortController(), deadline = 0, during = () => {} } = {}) {
  let now = 1000
  const checks = ids.map((id): Check => {
    const judge = () => {
      now += milliseconds
      if (id === 'second') during()
      return []
    }
    return { id, requirement: '', title: id, probe, roles: [], judge }
  })
  const admissions = new Map(ids.map((id) => [id, { verdict: 'judged' as const }]))
  const steps = judging(contract, { checks, observations: [], admissions }, new Map([['probe', evidence]]))
  const clock = { now: () => now, sleep: () => Promise.resolve() }
  const { outcomes, isCut } = await judgeInTime(steps, { clock, signal: signal.signal, deadline })
  return { verdicts: outcomes.map(({ verdict }) => verdict), reasons: new Set(outcomes.map(({ reason }) => reason)), isCut }
}

const [all, half] = [ids.map(() => 'passed'), ['passed', 'passed', 'inconclusive', 'inconclusive']]

it.each([
  ['when its time is over', 600, 2000],
  ['soon where it begins late', 300, 1000],
])('ends %s, and says of the rest that it was not judged', async (_when, milliseconds, deadline) => {
  const { verdicts, reasons, isCut } = await judged(milliseconds, { deadline })
  expect({ verdicts, isCut }).toEqual({ verdicts: half, isCut: true })
  expect([...reasons].join()).toMatch(/over before this was judged/)
})

it('takes the time that the run has left', async () => {
  expect(await judged(1200, { deadline: 9000 })).toMatchObject({ verdicts: all, isCut: false })
})

it('ends at an interruption', async () => {
  const signal = new AbortController()
  const { verdicts, reasons, isCut } = await judged(100, { signal, deadline: 9000, during: () => signal.abort('interrupted') })
  expect({ verdicts, isCut }).toEqual({ verdicts: half, isCut: true })
  expect([...reasons].join()).toMatch(/interrupted before this was judged/)
})

it('judges what was sent before an interruption', async () => {
  const signal = new AbortController()
  signal.abort('interrupted')
  expect(await judged(100, { signal, deadline: 9000 })).toMatchObject({ verdicts: all, isCut: false })
})

it('lets what waits have its turn, so that a signal is heard', async () => {
  let heard = false
  const { verdicts } = await judged(60, {
    deadline: 9000,
    during: () =>
      setImmediate(() => {
        heard = true
      }),
  })
  expect({ verdicts, heard }).toEqual({ verdicts: all, heard: true })
})
