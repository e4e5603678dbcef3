import { expect, it } from 'vitest'
import { response } from '../evidence/evidence.fixture.ts'
import { createLaterRefusals } from './later-refusals.ts'

/** Whether they are known where wrong requests and right ones got these statuses. */
function areKnown(wrong: readonly number[], right: readonly number[]): boolean {
  const refusals = createLaterRefusals()
  for (const status of wrong) refusals.note({ response: response(status, {}) }, false)
  for (const status of right) refusals.note({ response: response(status, {}) }, true)
  return refusals.areKnown
}

const ten = (status: number) => Array<number>(10).fill(status)

it('"later" to each of many wrong requests, and to no right one, is a refusal', () => {
  expect(areKnown(ten(429), [200, 200])).toBe(true)
  expect(areKnown(ten(503), [200, 200])).toBe(true)
})

it('it is haste where wrong ones got another answer, or a right one the same', () => {
  expect(areKnown([...ten(429), 401, 401], [200, 200])).toBe(false)
  expect(areKnown(ten(429), [200, 200, 429])).toBe(false)
})

it('it is not known from a few', () => {
  expect(areKnown(ten(429).slice(1), [200, 200])).toBe(false)
  expect(areKnown(ten(429), [200])).toBe(false)
})
