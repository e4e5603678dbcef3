import { expect, it } from 'vitest'
import { response } from '../../evidence/evidence.fixture.ts'
import { LaterRefusals } from './later-refusals.ts'

let number = 0

/** What comes of a request of its own: an answer, or none. */
function answer(status: number | undefined) {
  number += 1
  return {
    id: `role-${number}`,
    operation: 'one',
    startedAt: 0,
    repeats: 0,
    ...(status !== undefined && { response: response(status, {}) }),
  }
}

type Statuses = readonly (number | undefined)[]

/** Notes answers to requests that went out one after another. */
function note(refusals: LaterRefusals, isRight: boolean, statuses: Statuses, operation = 'one') {
  for (const status of statuses) refusals.sending(operation, { isRight })({ ...answer(status), operation })
}

/** A client's knowledge after wrong requests got these statuses, and right ones behind them these. */
function knowing(wrong: Statuses, right: Statuses) {
  const refusals = new LaterRefusals()
  note(refusals, false, wrong)
  note(refusals, true, right)
  return refusals
}

const ten = (status: number) => Array<number>(10).fill(status)
const three = [200, 200, 200]

it('"later" to each of many wrong requests, and to no right one, is a refusal', () => {
  expect(knowing(ten(429), three).areKnown('one')).toBe(true)
  expect(knowing(ten(503), three).areKnown('one')).toBe(true)
})

it('others may be refused otherwise where the first one was told "later", and few where it was not', () => {
  expect(knowing([...ten(429), ...ten(401)], three).areKnown('one')).toBe(true)
  const afterwards = (statuses: Statuses, before: Statuses = [429]) => {
    const refusals = knowing([401, ...before], three)
    note(refusals, false, statuses)
    return refusals.areKnown('one')
  }
  expect(afterwards([...ten(429), 401, 401])).toBe(false)
  expect(afterwards([...ten(429), 401])).toBe(true)
  expect(afterwards([...ten(429), 429, 429, 401, 401])).toBe(true)
  expect(afterwards([429, 429, 429, 429], ten(429))).toBe(false)
})

it('it may be haste where many got "later" before a right one was accepted, and none after it', () => {
  expect(knowing([401, ...ten(429), ...ten(429)], three).areKnown('one')).toBe(false)
})

it('it is haste where a right one got the same, or a wrong one another answer when it was sent again', () => {
  expect(knowing(ten(429), [...three, 429]).areKnown('one')).toBe(false)
  const refusals = knowing(ten(429), three)
  const again = answer(429)
  refusals.sending('one', { isRight: false })(again)
  expect(refusals.areKnown('one')).toBe(true)
  refusals.sending('one', { isRight: false })({ ...again, response: response(401, {}) })
  expect(refusals.areKnown('one')).toBe(false)
})

it('it is not known from a few, nor by right ones that went out before', () => {
  expect(knowing(ten(429).slice(1), three).areKnown('one')).toBe(false)
  expect(knowing(ten(429), three.slice(1)).areKnown('one')).toBe(false)
  const refusals = new LaterRefusals()
  const noted = three.map(() => refusals.sending('one', { isRight: true }))
  note(refusals, false, ten(429))
  for (const each of noted) each(answer(200))
  expect(refusals.areKnown('one')).toBe(false)
})

it('a lost answer tells nothing, nor does the refusal of a wrong request that asks for something unusual', () => {
  expect(knowing([undefined, ...ten(429)], three).areKnown('one')).toBe(true)
  const refusals = new LaterRefusals()
  refusals.sending('one', { isRight: false, isUnusual: true })(answer(401))
  note(refusals, false, ten(429))
  note(refusals, true, three)
  expect(refusals.areKnown('one')).toBe(true)
})

it('what asks for something unusual tells only where it was no "later"', () => {
  const refusals = knowing(ten(429), three.slice(1))
  refusals.sending('one', { isRight: true, isUnusual: true })(answer(429))
  expect(refusals.areKnown('one')).toBe(false)
  refusals.sending('one', { isRight: true, isUnusual: true })(answer(200))
  expect(refusals.areKnown('one')).toBe(true)
})

it('one operation may refuse so, or all of them', () => {
  const refusals = new LaterRefusals()
  note(refusals, false, ten(401), 'another')
  note(refusals, false, ten(429))
  note(refusals, true, three)
  expect([refusals.areKnown('one'), refusals.areKnown('another')]).toEqual([true, false])
  expect(knowing(ten(429), three).areKnown('another')).toBe(true)
})

it.each([
  { repeats: 1, headers: [], told: false },
  { repeats: 2, headers: [], told: true },
  { repeats: 1, headers: [['Retry-After', '30']] as const, told: true },
])('a wrong request is not sent again for ever: $repeats times, $headers', ({ repeats, headers, told }) => {
  const sent = { ...answer(429), response: { ...response(429, {}), headers }, repeats }
  expect(knowing([429, 401], [200]).areToldBy(sent)).toBe(told)
  expect(knowing([401, 429], [200]).areToldBy(sent)).toBe(false)
  expect(knowing([429], [200, 429]).areToldBy(sent)).toBe(false)
  expect(knowing([429], []).areToldBy(sent)).toBe(false)
  for (const status of [401, undefined]) expect(knowing([429, 401], [200]).areToldBy({ ...answer(status), repeats })).toBe(false)
})

it.each([
  ['of wrong ones alone', [429, 429], [200], false],
  ['of a right one', [401], [200, 503], true],
])('the pace matters where the "later" is that %s: %j, %j', (_, wrong, right, want) => {
  expect(knowing(wrong, right).areCausedByPace).toBe(want)
})

it.each<{ what: string; others: Statuses; elsewhere?: string; own?: Statuses; want: boolean }>([
  { what: 'at any time, while right ones are accepted in between', others: [200, 200, undefined], want: true },
  { what: 'while nothing else is answered', others: [undefined, undefined, undefined], want: false },
  { what: 'while one right one is accepted in between', others: [200, undefined, undefined], want: false },
  { what: 'as a right one is', others: [200, 429, 200], want: false },
  { what: 'at any time, while those of other operations are accepted alone', others: [200, 200, 200], elsewhere: 'other', want: false },
  { what: 'while another wrong one is lost', others: [200, 200, 200], elsewhere: 'other', own: [undefined], want: false },
  { what: 'while another wrong one is refused otherwise', others: [200, 200, 200], elsewhere: 'other', own: [401], want: true },
])('"later" to one wrong request of many is a refusal of that or not: it says so $what', ({ others, elsewhere, own = [], want }) => {
  const refusals = new LaterRefusals()
  note(refusals, false, [401])
  const odd = answer(503)
  const sendOdd = (repeats: number) => refusals.sending('one', { isRight: false })({ ...odd, repeats })
  sendOdd(0)
  note(refusals, false, own)
  for (const [index, status] of others.entries()) {
    if (status !== undefined) note(refusals, true, [status], elsewhere)
    sendOdd(index + 1)
  }
  expect(refusals.areToldBy({ ...odd, repeats: 3 })).toBe(want)
  expect(refusals.areToldBy({ ...odd, repeats: 2 })).toBe(false)
})

it('"later" to one wrong request may be about the pace if those that are refused otherwise went out before it was told so', () => {
  const refusals = knowing([401], [])
  const odd = answer(503)
  const sendOdd = () => refusals.sending('one', { isRight: false })
  const [first, before] = [sendOdd(), refusals.sending('one', { isRight: false })]
  first(odd)
  before(answer(401))
  for (const repeats of [1, 2, 3]) {
    note(refusals, true, [200], 'other')
    sendOdd()({ ...odd, repeats })
  }
  expect(refusals.areToldBy({ ...odd, repeats: 3 })).toBe(false)
})
