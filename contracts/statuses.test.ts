import { expect, it } from 'vitest'
import { isAway, isNoAnswer, isUnable, saysLater } from './statuses.ts'

const all = Array.from({ length: 600 }, (_, status) => status)

it('takes 429 and 503 for a wish to come again, and nothing else', () => {
  expect(all.filter(saysLater)).toEqual([429, 503])
})

it('tells a request that was not answered from a gateway with nothing behind it', () => {
  expect(all.filter(isNoAnswer)).toEqual([408, 429, 502, 503, 504])
  expect(all.filter((status) => isUnable(status) !== isAway(status))).toEqual([408, 503])
})

it('says nothing of no answer', () => {
  expect([isAway, saysLater, isUnable, isNoAnswer].some((is) => is(undefined))).toBe(false)
})
