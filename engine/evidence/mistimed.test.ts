import { expect, it } from 'vitest'
import { exchange, idleProbe, listing, response, signed } from './evidence.fixture.ts'
import { mistimedBeside } from './mistimed.ts'
import { asRight } from './right-exchanges.ts'

const minute = 60_000

/** A right request that was sent so many minutes after the first, and what the `Date` of its answer is by. */
function sent(operation: typeof listing, status: number, at: number, by: number) {
  const date = new Date((at + by) * minute).toUTCString()
  const body = status < 400 ? operation.success.example : {}
  const answer = response(status, body, [
    ['date', date],
    ['content-type', 'application/json'],
  ])
  return asRight(idleProbe(operation), { ...exchange(operation, 'control', answer), startedAt: at * minute })
}

const accepted = [sent(signed, signed.success.status, 60, 0), sent(signed, signed.success.status, 80, 0)]

it.each([
  ['at the time of the others', signed, 70, 0, accepted, false],
  ['at another time of the run', signed, 70, 5, accepted, true],
  ['at another time of the run, before', signed, 70, -5, accepted, true],
  ['at a time of no run, among others in time', signed, 70, 60, accepted, false],
  ['long before the run, among others in time', signed, 70, -60, accepted, false],
  ['at a time of no run, after all others', signed, 90, 60, accepted, true],
  ['beside none that was accepted', signed, 70, 5, [], false],
  ['beside one that was accepted at such a time', signed, 70, 5, [sent(signed, signed.success.status, 60, 5)], false],
  ['without a time', listing, 70, 5, accepted, false],
])('tells what was signed %s', (_, operation, at, by, others, isMistimed) => {
  expect(mistimedBeside(others)(sent(operation, 401, at, by))).toBe(isMistimed)
})
