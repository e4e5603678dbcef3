import { expect, it } from 'vitest'
import { exchange, listing, response } from '../../evidence/evidence.fixture.ts'
import { isAnswerLost, isTransportLoss, Losses } from './losses.ts'

it.each([
  { what: 'a few beside as many wrong ones', right: [3, 14], wrong: [4, 100], want: true },
  { what: 'those of an operation that loses right ones alone', right: [3, 14], wrong: [0, 100], want: false },
  { what: 'every fourth', right: [4, 16], wrong: [4, 100], want: true },
  { what: 'those beside a single wrong one', right: [1, 16], wrong: [1, 100], want: false },
  { what: 'more than every fourth', right: [5, 16], wrong: [4, 100], want: false },
  { what: 'those of a target that loses many of all', right: [3, 14], wrong: [20, 100], want: false },
] as const)('takes for chance what is lost on the way: $what', ({ right, wrong, want }) => {
  const [one, other] = [right, wrong].map(([some, all]) => ({ some, all }))
  expect(one && other && isTransportLoss(one, other)).toBe(want)
})

it.each([
  ['name', false],
  ['tls', false],
  ['unsent', false],
  ['reset', true],
  ['time-out', true],
  ['protocol', true],
] as const)('tells whether an answer was lost by how the request failed: %s, %j', (kind, isLost) => {
  expect(isAnswerLost({ failure: { kind, message: '' } })).toBe(isLost)
})

it.each([
  [502, true],
  [500, false],
])('counts an answer as lost where a gateway gives one in its place: %d, %j', (status, isLost) => {
  expect(isAnswerLost({ response: response(status, {}) })).toBe(isLost)
})

it('takes what is lost at once for one loss, of each operation by itself', () => {
  const losses = new Losses()
  const broken = exchange(listing, 'one')
  expect(losses.of('never').told(broken)).toStrictEqual(broken)
  const counted = (kind: string, lost: readonly boolean[]) => {
    const own = losses.of(kind)
    for (const [attempt, isLost] of lost.entries()) own.note(isLost, { startedAt: attempt })
    const { lost: count, lostSince } = own.told(broken)
    return [count, lostSince]
  }
  expect(counted('pays', [false, true, true, false, true])).toEqual([2, 1])
  expect(counted('pays', [true, false])).toEqual([undefined, 0])
  expect(counted('lists', [false, true])).toEqual([1, 1])
  expect(counted('lists', [false])).toEqual([undefined, undefined])
})

it('waits a fifth as long once four right requests were waited for in vain', () => {
  const losses = new Losses()
  const timeouts = [0, 1, 2, 3, 4, 5].map((late) => {
    if (late > 0) losses.noteTimeout()
    return losses.timeout(10_000)
  })
  expect(timeouts).toEqual([10_000, 10_000, 10_000, 10_000, 2000, 2000])
})

it('takes 503 for a matter of the pace where wrong requests of that operation get it as well', () => {
  const losses = new Losses()
  const isOfThePace = [false, true, true].map((isUnavailable) => {
    losses.noteWrong('pays', isUnavailable)
    return losses.areCausedByPace('pays')
  })
  expect([...isOfThePace, losses.areCausedByPace('lists')]).toEqual([false, false, true, false])
})
