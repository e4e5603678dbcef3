import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { isAmong } from '../../engine/roles.ts'
import { createSeed } from '../../engine/seed.ts'
import type { Mutant } from '../../provider/mutant.ts'
import { judgeInProcess } from '../in-process.fixture.ts'

const operation = 'getCoinInformation'

/** The right requests among wrong ones, at a provider that breaks down at a value as often as said. */
async function rightOnes(times: number): Promise<number> {
  let left = times
  const mutant: Mutant = {
    name: 'breaks-down-at-zeros',
    title: 'breaks down at a value of nothing but zeros',
    level: 'MUST',
    operation,
    caughtBy: [],
    hooks: () => ({
      reply: (reply, { headers }) => {
        if (!/^\S+ 0+$/.test(headers['authorization'] ?? '') || left === 0) return reply
        left -= 1
        return { status: 500, headers: {}, body: Buffer.alloc(0) }
      },
    }),
  }
  const { exchanges } = await judgeInProcess({ contract, mutant }, { operations: [operation], seed: createSeed('faults') })
  return exchanges.filter(({ role }) => isAmong(role)).length
}

it('a wrong request that breaks a target down each time is followed by no more right ones', async () => {
  const usual = await rightOnes(0)
  expect(await rightOnes(Number.POSITIVE_INFINITY)).toBe(usual)
  expect(await rightOnes(1)).toBe(usual + 60)
})
