import { expect, it } from 'vitest'
import { exchange, listing, paged, response } from '../../evidence/evidence.fixture.ts'
import { isSystematicLoss, isTransportLoss, Losses } from './losses.ts'

it('takes more than every eighth loss for the rule, and a single one for chance', () => {
  const rule = [
    [1, 2],
    [2, 16],
    [2, 15],
    [3, 16],
    [5, 40],
    [6, 40],
  ].map(([lost = 0, asked = 0]) => isSystematicLoss(lost, asked))
  expect(rule).toEqual([false, false, true, true, false, true])
})

it.each([
  { what: 'a few beside as many wrong ones', right: [3, 14], wrong: [4, 100], want: true },
  { what: 'those of an operation that loses right ones alone', right: [3, 14], wrong: [0, 100], want: false },
  { what: 'more than every fourth', right: [5, 16], wrong: [4, 100], want: false },
  { what: 'those of a target that loses many of all', right: [3, 14], wrong: [20, 100], want: false },
] as const)('takes for chance what is lost on the way: $what', ({ right, wrong, want }) => {
  const [one, other] = [right, wrong].map(([lost, asked]) => ({ lost, asked }))
  expect(one && other && isTransportLoss(one, other)).toBe(want)
})

it('takes what is lost at once for one loss, of each operation by itself', () => {
  const losses = new Losses(new Set())
  const broken = exchange(listing, 'one')
  const counted = (kind: string, lost: readonly boolean[]) => {
    const own = losses.of(kind)
    for (const isLost of lost) own.note(isLost)
    return own.told(broken).lost
  }
  expect([counted('pays', [false, true, true, false, true]), counted('pays', [true, false]), counted('lists', [true])]).toEqual([
    2,
    undefined,
    1,
  ])
})

it('waits a fifth as long once four right requests were waited for in vain', () => {
  const losses = new Losses(new Set())
  const timeouts = [0, 1, 2, 3, 4, 5].map((late) => {
    if (late > 0) losses.noteTimeout()
    return losses.timeout(10_000)
  })
  expect(timeouts).toEqual([10_000, 10_000, 10_000, 10_000, 2000, 2000])
})

it('takes 503 for a matter of the pace where wrong requests of that operation get it as well', () => {
  const losses = new Losses(new Set())
  const isOfThePace = [false, true, true].map((isUnavailable) => {
    losses.noteWrong('pays', isUnavailable)
    return losses.areCausedByPace('pays')
  })
  expect([...isOfThePace, losses.areCausedByPace('lists')]).toEqual([false, false, true, false])
})

it('takes an operation for silent that never answers a right request, and gives up twice while others are answered', () => {
  const answer = exchange(paged, 'control', response(200, {}))
  const isSilent = (givenUp: number, answeredAt: number, before = false) => {
    const losses = new Losses(new Set(before ? [listing.id] : []))
    losses.attempted(listing, exchange(listing, 'one'))
    losses.attempted(paged, { ...answer, startedAt: answeredAt })
    for (let at = 0; at < givenUp; at += 1) losses.settled(listing, exchange(listing, 'one'))
    return losses.isSilent(listing)
  }
  expect([isSilent(2, 5), isSilent(1, 5), isSilent(2, -1), isSilent(2, 5, true)]).toEqual([true, false, false, false])
  expect(new Losses(new Set()).isSilent(listing)).toBe(false)
})

it('an operation is not silent for what was given up before others were answered again: the whole target was away', () => {
  const losses = new Losses(new Set())
  const lost = exchange(listing, 'one')
  losses.attempted(listing, lost)
  for (let count = 0; count < 2; count += 1) losses.settled(listing, lost)
  losses.attempted(paged, { ...exchange(paged, 'control', response(200, {})), startedAt: lost.startedAt + lost.durationMs + 1 })
  expect(losses.isSilent(listing)).toBe(false)
  for (let count = 0; count < 2; count += 1) losses.settled(listing, lost)
  expect(losses.isSilent(listing)).toBe(true)
})
