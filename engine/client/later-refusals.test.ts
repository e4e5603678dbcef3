import { expect, it } from 'vitest'
import { response } from '../evidence/evidence.fixture.ts'
import { createLaterRefusals } from './later-refusals.ts'

/** A client's knowledge after wrong requests and right ones got these statuses, the right ones after the first wrong one. */
function knowing(wrong: readonly number[], right: readonly number[], { rightAt = 2, operation = 'one' } = {}) {
  const refusals = createLaterRefusals()
  const answer = (status: number, startedAt: number) => ({ operation, response: response(status, {}), startedAt, repeats: 0 })
  for (const status of wrong) refusals.note(answer(status, 1), { isRight: false })
  for (const status of right) refusals.note(answer(status, rightAt), { isRight: true })
  return refusals
}

const ten = (status: number) => Array<number>(10).fill(status)
const three = [200, 200, 200]

it('"later" to each of many wrong requests, and to no right one, is a refusal', () => {
  expect(knowing(ten(429), three).areKnown('one')).toBe(true)
  expect(knowing(ten(503), three).areKnown('one')).toBe(true)
})

it('it is haste where wrong ones got another answer, or a right one the same', () => {
  expect(knowing([...ten(429), 401, 401, 401], three).areKnown('one')).toBe(false)
  expect(knowing(ten(429), [...three, 429]).areKnown('one')).toBe(false)
})

it('it is not known from a few, nor by right ones from before', () => {
  expect(knowing(ten(429).slice(1), three).areKnown('one')).toBe(false)
  expect(knowing(ten(429), three.slice(1)).areKnown('one')).toBe(false)
  expect(knowing(ten(429), three, { rightAt: 0 }).areKnown('one')).toBe(false)
})

it('what asks for something unusual tells only where it was no "later"', () => {
  const unusual = { isRight: true, isUnusual: true }
  const refusals = knowing(ten(429), three.slice(1))
  const answer = { operation: 'one', startedAt: 3, repeats: 0 }
  refusals.note({ ...answer, response: response(429, {}) }, unusual)
  expect(refusals.areKnown('one')).toBe(false)
  refusals.note({ ...answer, response: response(200, {}) }, unusual)
  expect(refusals.areKnown('one')).toBe(true)
})

it('one operation may refuse so, or all of them', () => {
  const refusals = knowing(ten(429), three)
  expect(refusals.areKnown('another')).toBe(true)
  for (let time = 0; time < 10; time += 1)
    refusals.note({ operation: 'another', response: response(401, {}), startedAt: 3, repeats: 0 }, { isRight: false })
  expect([refusals.areKnown('one'), refusals.areKnown('another')]).toEqual([true, false])
})

it.each([
  { repeats: 1, headers: [], told: false },
  { repeats: 2, headers: [], told: true },
  { repeats: 1, headers: [['Retry-After', '30']] as const, told: true },
])('a wrong request is not sent again for ever: $repeats times, $headers', ({ repeats, headers, told }) => {
  const answer = { operation: 'one', response: { ...response(429, {}), headers }, startedAt: 3, repeats }
  expect(knowing([429], [200]).areToldBy(answer)).toBe(told)
  expect(knowing([429, 401], [200]).areToldBy(answer)).toBe(false)
  expect(knowing([429], [200, 429]).areToldBy(answer)).toBe(false)
  expect(knowing([429], []).areToldBy(answer)).toBe(false)
})
