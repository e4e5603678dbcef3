import { expect, it } from 'vitest'
import type { Operation } from '../../../contracts/contract.ts'
import { exchange, listing, paged, response } from '../../evidence/evidence.fixture.ts'
import type { Exchange } from '../../exchange.ts'
import { Presence } from './presence.ts'

const plain = { isRight: true, isUnusual: false }
const unusual = { isRight: true, isUnusual: true }
const wrong = { isRight: false, isUnusual: false }

function answer(presence: Presence, operation: Operation, startedAt: number, about = plain): Presence {
  presence.attempted(operation, { ...exchange(operation, 'control', response(200, {})), startedAt }, about)
  return presence
}

function lose(presence: Presence, operation: Operation, startedAt: number): void {
  presence.attempted(operation, { ...exchange(operation, operation.id), startedAt }, plain)
}

const reset = { kind: 'reset', message: 'the connection broke' } as const

/** Loses requests of one operation, one after another from a time on, and tells whether the last of them shows that it is gone. */
function loseAll(presence: Presence, abouts: readonly (typeof plain)[], startedAt = 10, failure: Exchange['failure'] = reset): boolean {
  return abouts
    .map((about, index) => {
      const lost: Exchange = { ...exchange(listing, `${index} of ${abouts.length}`), failure, startedAt: startedAt + index }
      presence.attempted(listing, lost, about)
      return presence.absence(listing, lost)?.isOver === false
    })
    .at(-1) as boolean
}

/** For how many seconds a request is awaited that goes out first at a time and is always lost, where others are answered, or lost. */
function awaited(presence: Presence, since: number, others: (now: number) => void = () => {}) {
  const mayGoOn = presence.awaiting(listing, since)
  let now = since
  do {
    lose(presence, listing, now)
    now += 1000
    others(now)
  } while (mayGoOn(now) && now < since + 60_000)
  return (now - since) / 1000
}

/** Two requests of an operation that were given up. */
function giveUp(presence: Presence): void {
  for (let count = 0; count < 2; count += 1) presence.settled(listing, exchange(listing, 'one'))
}

it('a target is awaited for a quarter of a minute, an operation for less where others are answered, and for least where it never was', () => {
  const answering = (presence: Presence) => (now: number) => answer(presence, paged, now)
  const [whole, known, unknown] = [new Presence(new Map()), new Presence(new Map()), new Presence(new Map())]
  answer(known, listing, -1)
  lose(whole, paged, 9000)
  expect([awaited(whole, 9000), awaited(known, 9000, answering(known)), awaited(unknown, 9000, answering(unknown))]).toEqual([15, 6, 3])
})

it('a target is awaited since the first of its operations was lost, unless one was answered since', () => {
  const [away, back] = [new Presence(new Map()), new Presence(new Map())]
  for (const each of [away, back]) lose(each, paged, 0)
  answer(back, paged, 4000)
  lose(back, paged, 5000)
  expect([awaited(away, 9000), awaited(back, 9000)]).toEqual([6, 11])
})

it.each([
  [3, 'later', 2],
  [15, 'before that was known', 1],
])('an operation is awaited for %i s where another that was answered since its loss went out %s, and is lost now', (seconds, _when, at) => {
  const presence = new Presence(new Map())
  lose(presence, listing, 0)
  answer(presence, paged, at)
  expect(awaited(presence, 1, (now) => lose(presence, paged, now))).toBe(seconds)
})

it('a target is away for no longer than it is awaited, less what its operation was away before', () => {
  const presence = answer(new Presence(new Map()), listing, 0)
  loseAll(presence, [plain, plain], 1000)
  answer(presence, listing, 4000)
  loseAll(presence, [plain, plain], 10_000)
  const last: Exchange = { ...exchange(listing, 'last'), failure: reset, startedAt: 10_002 }
  expect(presence.absence(listing, last)).toEqual({ until: 10_000 + 15_000 - 3000, isOfAll: true, isOver: false })
})

it('a single request is awaited for less, even if nothing else is asked', () => {
  const presence = answer(new Presence(new Map()), listing, -1)
  expect(awaited(presence, 0)).toBe(6)
})

it('what was answered while a request was lost again and again shows that it is the request', () => {
  const presence = new Presence(new Map())
  expect(awaited(presence, 0, (now) => answer(presence, listing, now))).toBe(1)
})

it.each([
  ['another that went out after it was answered, though it is lost again', [500], true],
  ['another that went out with it was answered, though it is lost again', [0], true],
  ['another that went out before it was answered since', [-1], false],
  ['two others were answered, of which the earlier one came last', [500, -1], true],
])('a request is not awaited where %s', (_, answers, isLostAgain) => {
  const presence = new Presence(new Map())
  lose(presence, listing, 0)
  for (const startedAt of answers) answer(presence, listing, startedAt)
  if (isLostAgain) lose(presence, listing, 1000)
  expect(presence.awaiting(listing, 0)(2000)).toBe(false)
})

it('none is awaited after one that was awaited in vain, and no more than four at once', () => {
  const presence = new Presence(new Map())
  lose(presence, paged, 0)
  expect(awaited(presence, 0)).toBe(15)
  answer(presence, listing, 16_000)
  expect(awaited(presence, 20_000)).toBe(1)
  const crowded = new Presence(new Map())
  const all = Array.from({ length: 6 }, () => crowded.awaiting(listing, 0))
  lose(crowded, listing, 0)
  expect(all.map((mayGoOn) => mayGoOn(1000))).toEqual([true, true, true, true, false, false])
})

it('takes an operation for silent that never answers a right request, and gives up twice while others are answered', () => {
  const isSilent = (givenUp: number, answeredAt: number, before = false) => {
    const presence = new Presence(new Map(before ? [[listing.id, { isAccepted: false }]] : []))
    lose(presence, listing, 0)
    answer(presence, paged, answeredAt)
    for (let at = 0; at < givenUp; at += 1) presence.settled(listing, exchange(listing, 'one'))
    return presence.isSilent(listing)
  }
  expect([isSilent(2, 5), isSilent(1, 5), isSilent(2, -1), isSilent(2, 5, true)]).toEqual([true, false, false, false])
  expect(new Presence(new Map()).isSilent(listing)).toBe(false)
})

it('an operation is not silent for what was given up before others were answered again: the whole target was away', () => {
  const presence = new Presence(new Map())
  lose(presence, listing, 0)
  giveUp(presence)
  answer(presence, paged, 2)
  expect(presence.isSilent(listing)).toBe(false)
  giveUp(presence)
  expect(presence.isSilent(listing)).toBe(true)
  presence.settled(listing, exchange(listing, 'one', response(200, {})))
  expect(presence.isSilent(listing)).toBe(false)
})

it('an operation is shut once others answer what went out after its first loss was known', () => {
  const isShut = (answeredAt: number) => {
    const presence = new Presence(new Map())
    for (const durationMs of [1000, 2000]) presence.attempted(listing, { ...exchange(listing, `${durationMs}`), durationMs }, plain)
    answer(presence, paged, answeredAt)
    return presence.isShut(listing)
  }
  expect([isShut(1000), isShut(1001), answer(new Presence(new Map()), paged, 5).isShut(listing)]).toEqual([false, true, false])
})

it('what was never sent is neither lost nor answered', () => {
  const unsent: Exchange = { ...exchange(paged, 'one'), failure: { kind: 'unsent', message: 'it was not' }, startedAt: 5 }
  const presence = new Presence(new Map())
  lose(presence, listing, 0)
  presence.attempted(paged, unsent, plain)
  expect(presence.isShut(listing)).toBe(false)
  answer(presence, paged, 5)
  for (let count = 0; count < 2; count += 1) presence.settled(listing, unsent)
  expect([presence.isSilent(listing), presence.hasAnswered(listing)]).toEqual([false, false])
  presence.settled(listing, exchange(listing, 'one', response(200, {})))
  expect([presence.isShut(listing), presence.hasAnswered(listing)]).toEqual([false, true])
})

it('an operation that accepted a right request of any client has done so, whatever it answers later', () => {
  const shared = new Map()
  const [before, after] = [new Presence(shared), new Presence(shared)]
  before.settled(listing, exchange(listing, 'one', response(401, {})))
  expect(after.hasAccepted(listing)).toBe(false)
  before.settled(listing, exchange(listing, 'one', response(200, listing.success.example)))
  after.settled(listing, exchange(listing, 'one', response(401, {})))
  expect([after.hasAccepted(listing), after.hasAccepted(paged)]).toEqual([true, false])
})

it.each([
  ['two right requests were lost', [plain, plain], true],
  ['one was lost', [plain], false],
  ['unusual ones were lost, which may be the reason', [unusual, unusual, unusual], false],
  ['four were lost of any kind', [unusual, wrong, wrong, wrong], true],
  ['three wrong ones were lost', [wrong, wrong, wrong], false],
])('an operation that answered right and wrong requests is gone once %s: %s', (_, abouts, isGone) => {
  const presence = answer(new Presence(new Map()), listing, 0)
  answer(presence, listing, 1, wrong)
  expect(loseAll(presence, abouts)).toBe(isGone)
})

const four = [wrong, wrong, wrong, wrong]

it.each<[string, (presence: Presence) => void]>([
  ['none was answered before', () => {}],
  ['the first one was lost', (presence) => loseAll(presence, [wrong], 2)],
  ['one is lost again after others were answered', (presence) => [answer(presence, listing, 2, wrong), loseAll(presence, four, 3)]],
])('a target that may refuse so what is wrong is not gone for that where %s', (_, before) => {
  const presence = answer(new Presence(new Map()), listing, 0)
  before(presence)
  answer(presence, listing, 5)
  const isGone = [loseAll(presence, four), loseAll(presence, [plain, plain], 20)]
  expect(isGone).toEqual([false, true])
})

it('a right request that went out before what is lost, and is answered later, shows nothing of it', () => {
  const presence = answer(new Presence(new Map()), listing, 0, wrong)
  loseAll(presence, four)
  answer(presence, listing, 5)
  expect(loseAll(presence, four, 20)).toBe(true)
})

it.each([
  ['since the last answer', (presence: Presence) => answer(presence, listing, 0), 10, true],
  ['and never answered', () => {}, 10, false],
  ['and answered in between', (presence: Presence) => [loseAll(presence, [plain], 0), answer(presence, listing, 5)], 10, true],
])('an operation is gone that was lost twice %s', (_, before, startedAt, isGone) => {
  const presence = new Presence(new Map())
  before(presence)
  expect(loseAll(presence, [plain], startedAt)).toBe(false)
  expect([loseAll(presence, [plain, plain], startedAt), presence.isAway(listing, startedAt)]).toEqual([isGone, isGone])
})

it('an operation is not gone for answers that are late, which were waited for', () => {
  const presence = answer(new Presence(new Map()), listing, 0)
  const isGone = loseAll(presence, [plain, plain], 10, { kind: 'time-out', message: 'too late' })
  expect([isGone, presence.isAway(listing, 12)]).toEqual([false, false])
})

it('an operation is gone for a quarter of a minute in all, for less where others are answered, and for least if only wrong ones are lost then', () => {
  const longest = (abouts: readonly (typeof plain)[], absence: number, other: (presence: Presence, at: number) => void = () => {}) => {
    const presence = new Presence(new Map())
    answer(presence, listing, 0)
    answer(presence, listing, 1, wrong)
    loseAll(presence, [plain], 10)
    answer(presence, listing, 10 + absence)
    const begun = 20_000
    const isGoneAt = (at: number) => {
      other(presence, at)
      return loseAll(presence, abouts, at)
    }
    loseAll(presence, abouts, begun)
    return [...Array(20).keys()].findLast((second) => isGoneAt(begun + second * 1000))
  }
  const others = (presence: Presence, at: number) => answer(presence, paged, at)
  expect([
    longest([plain, plain], 0),
    longest([plain, plain], 10_000),
    longest([plain, plain], 0, others),
    longest(four, 0, others),
    longest(four, 0),
  ]).toEqual([14, 4, 5, 2, 14])
})
