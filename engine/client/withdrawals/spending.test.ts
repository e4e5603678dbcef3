import { expect, it } from 'vitest'
import { Spending } from './spending.ts'

it.each([
  [1, /^1 withdrawal is registered, which is the most/],
  [2, /^2 withdrawals are registered, which is the most/],
])('a limit of %i is told as people count', async (most, reason) => {
  const spending = new Spending({ most, unexpected: 3 })
  const { signal } = new AbortController()
  for (let sent = 0; sent < most; sent += 1) {
    const asked = { right: true, explains: false }
    expect(await spending.enter(asked, signal)).toBeUndefined()
    spending.left(asked, 'registered')
  }
  expect(await spending.enter({ right: true, explains: false }, signal)).toMatch(reason)
})
