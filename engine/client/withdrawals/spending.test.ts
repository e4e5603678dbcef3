import { expect, it } from 'vitest'
import { Spending } from './spending.ts'

const answered = { isLost: false, mayRefuse: false, isShut: false }

it.each([
  [1, /^1 withdrawal is registered, which is the most/],
  [2, /^2 withdrawals are registered, which is the most/],
])('a limit of %i is told as people count', async (most, reason) => {
  const spending = new Spending({ most, unexpected: 3 })
  const { signal } = new AbortController()
  for (let sent = 0; sent < most; sent += 1) {
    const asked = { right: true, explains: false }
    expect(await spending.enter(asked, signal)).toBeUndefined()
    spending.left(asked, 'registered', answered)
  }
  expect(await spending.enter({ right: true, explains: false }, signal)).toMatch(reason)
})

it('a right one that is refused after others were accepted may be registered all the same: it counts', async () => {
  const spending = new Spending({ most: 2, unexpected: 3 })
  const { signal } = new AbortController()
  for (const fate of ['registered', 'refused'] as const) {
    expect(await spending.enter({ right: true }, signal)).toBeUndefined()
    spending.left({ right: true }, fate, answered)
  }
  expect(await spending.enter({ right: true }, signal)).toMatch(
    /^1 withdrawal is registered \(refused though right: 1\), which is the most/,
  )
})

it.for([
  { given: 'odd withdrawals, which it may refuse so', mayRefuse: true, isBlown: false },
  { given: 'right withdrawals', mayRefuse: false, isBlown: true },
])('of a target that answered, and leaves $given without an answer, ends: $isBlown', ({ mayRefuse, isBlown }) => {
  const spending = new Spending(undefined)
  for (let index = 0; index < 20; index += 1) spending.left({ right: true }, 'unknown', { isLost: true, mayRefuse, isShut: true })
  expect(spending.blown !== undefined).toBe(isBlown)
})
