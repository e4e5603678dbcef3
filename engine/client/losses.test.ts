import { expect, it } from 'vitest'
import { createLosses } from './losses.ts'

/** How many are lost until that is the rule, where every so many-th is lost; undefined where it never is. */
function lostUntilRule(every: number): number | undefined {
  const losses = createLosses()
  for (let number = 1; number <= 100; number += 1) if (losses.note(number % every === 0)) return number / every
  return undefined
}

it('takes every fourth answer that is lost for the rule, and every tenth for chance', () => {
  expect([2, 3, 4, 10].map(lostUntilRule)).toEqual([4, 4, 4, undefined])
})

it('takes what is lost at once for one loss', () => {
  const losses = createLosses()
  expect(Array.from({ length: 20 }, (_, at) => losses.note(at > 4 && at < 12))).not.toContain(true)
})
