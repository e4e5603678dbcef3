import { expect, it } from 'vitest'
import { isSystematic, Shares } from './shares.ts'

it('takes more than every eighth for the rule, and a single one for chance', () => {
  const rule = [
    [1, 2],
    [2, 16],
    [2, 15],
    [3, 16],
    [5, 40],
    [6, 40],
  ].map(([some = 0, all = 0]) => isSystematic({ some, all }))
  expect(rule).toEqual([false, false, true, true, false, true])
})

it('counts each operation by itself', () => {
  const shares = new Shares()
  shares.note('one', 1)
  shares.note('one', 2, 5)
  expect([shares.of('one'), shares.of('other')]).toEqual([
    { some: 3, all: 6 },
    { some: 0, all: 0 },
  ])
})
