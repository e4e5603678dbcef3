import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { evidenceOf, exchange, idleProbe, listing, response } from '../evidence/evidence.fixture.ts'
import type { Check } from './check.ts'
import { judgeInTime, judging } from './judge.ts'

const probe = idleProbe(listing)
const evidence = evidenceOf(listing, [exchange(listing, 'control', response(200, listing.success.example))])
const ids = ['first', 'second', 'third', 'fourth']

/** Judges four checks, each of which takes a time; `during` happens while the second is judged. */
async function judged(
  milliseconds: number,
  { signal = new AbortController(), timeLeft = 0, during = (_sleep: (long: number) => void) => {} } = {},
) {
  let [now, slept] = [1000, 0]
  const sleep = (long: number) => {
    now += long
    slept += long
  }
  const checks = ids.map((id): Check => {
    const judge = () => {
      now += milliseconds
      if (id === 'second') during(sleep)
      return []
    }
    return { id, requirement: '', title: id, probe, roles: [], judge }
  })
  const admissions = new Map(ids.map((id) => [id, { verdict: 'judged' as const }]))
  const steps = judging(contract, { checks, observations: [], admissions }, new Map([['probe', evidence]]))
  const clock = { now: () => now, awake: () => now - slept, sleep: () => Promise.resolve() }
  const { outcomes, isCut } = await judgeInTime(steps, { clock, signal: signal.signal, timeLeft })
  return { verdicts: outcomes.map(({ verdict }) => verdict), reasons: new Set(outcomes.map(({ reason }) => reason)), isCut }
}

const [all, half] = [ids.map(() => 'passed'), ['passed', 'passed', 'inconclusive', 'inconclusive']]

it.each([
  ['when its time is over', 600, 1000],
  ['soon where it begins late', 300, 0],
])('ends %s, and says of the rest that it was not judged', async (_when, milliseconds, timeLeft) => {
  const { verdicts, reasons, isCut } = await judged(milliseconds, { timeLeft })
  expect({ verdicts, isCut }).toEqual({ verdicts: half, isCut: true })
  expect([...reasons].join()).toMatch(/over before this was judged/)
})

it('takes the time that the run has left', async () => {
  expect(await judged(1200, { timeLeft: 8000 })).toMatchObject({ verdicts: all, isCut: false })
})

it('takes no time that the machine slept, or by which its clock was set, for its own', async () => {
  for (const by of [7_200_000, -7_200_000])
    expect(await judged(1200, { timeLeft: 8000, during: (sleep) => sleep(by) })).toMatchObject({ verdicts: all, isCut: false })
})

it('ends at an interruption', async () => {
  const signal = new AbortController()
  const { verdicts, reasons, isCut } = await judged(100, { signal, timeLeft: 8000, during: () => signal.abort('interrupted') })
  expect({ verdicts, isCut }).toEqual({ verdicts: half, isCut: true })
  expect([...reasons].join()).toMatch(/interrupted before this was judged/)
})

it('judges what was sent before an interruption', async () => {
  const signal = new AbortController()
  signal.abort('interrupted')
  expect(await judged(100, { signal, timeLeft: 8000 })).toMatchObject({ verdicts: all, isCut: false })
  expect(await judged(300, { signal, timeLeft: 8000 }), 'and soon').toMatchObject({ verdicts: half, isCut: true })
})

it('lets what waits have its turn, so that a signal is heard', async () => {
  let heard = false
  const { verdicts } = await judged(60, {
    timeLeft: 8000,
    during: () =>
      setImmediate(() => {
        heard = true
      }),
  })
  expect({ verdicts, heard }).toEqual({ verdicts: all, heard: true })
})
