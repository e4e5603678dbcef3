import { expect, it } from 'vitest'
import { growth } from '../testing/growth.fixture.ts'
import { distanceWithin, isOtherSpelling } from './distance.ts'

it.each([
  ['withdrawal', 'withdrawal', 0],
  ['withdrawl', 'withdrawal', 1],
  ['witdhrawal', 'withdrawal', 2],
  ['deposit', 'withdrawal', undefined],
  ['', 'ab', 2],
])('of "%s" and "%s"', (one, other, distance) => {
  expect([distanceWithin(2, one, other), distanceWithin(2, other, one)]).toEqual([distance, distance])
})

it('looks at no letter of a word that is far longer', () => {
  const compared = growth(1 << 21, (length) => void distanceWithin(2, 'x'.repeat(length), 'withdrawal'))
  expect(compared).toBeLessThan(2)
})

it('takes another case, hyphens and underscores for another spelling', () => {
  expect([
    isOtherSpelling('X-API_key', 'x-api-key'),
    isOtherSpelling('x-api-key', 'x-api-key'),
    isOtherSpelling('x-api', 'x-api-key'),
  ]).toEqual([true, false, false])
})
