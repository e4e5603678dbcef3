import { expect, it } from 'vitest'
import { areTheRule, createLosses } from './losses.ts'

it('takes more than every eighth loss for the rule, and a single one for chance', () => {
  const rule = [
    [1, 2],
    [2, 16],
    [2, 15],
    [3, 16],
    [5, 40],
    [6, 40],
  ].map(([lost = 0, asked = 0]) => areTheRule(lost, asked))
  expect(rule).toEqual([false, false, true, true, false, true])
})

it('takes what is lost at once for one loss, of each operation by itself', () => {
  const losses = createLosses()
  const noted = [false, true, true, false, true].map((isLost) => losses.note('pays', isLost))
  expect([...noted, losses.note('lists', true)]).toEqual([false, true, false, false, true, true])
})
