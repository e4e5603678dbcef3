import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { isAmongWrong } from '../../engine/probes/roles.ts'
import { createSeed } from '../../engine/seed.ts'
import type { Mutant } from '../../provider/mutant.ts'
import type { Reply } from '../../provider/reply.ts'
import { judgeInProcess } from '../in-process.fixture.ts'

const operation = 'getCoinInformation'

const failing: Reply = { status: 500, headers: {}, body: Buffer.alloc(0) }
const page: Reply = { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<h1>Welcome</h1>') }

/** The right requests among wrong ones, at a provider that breaks down at a value as often as said. */
async function rightOnes(times: number, answer: Reply): Promise<number> {
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
        return answer
      },
    }),
  }
  const { exchanges } = await judgeInProcess({ contract, mutant }, { operations: [operation], seed: createSeed('faults') })
  return exchanges.filter(({ role }) => isAmongWrong(role)).length
}

it.each([
  ['breaks a target down', failing],
  ['gets the page of a gateway', page],
])('a wrong request that %s each time is followed by no more right ones, and by many where it does so once', async (_, answer) => {
  const usual = await rightOnes(0, answer)
  expect(await rightOnes(Number.POSITIVE_INFINITY, answer)).toBe(usual)
  expect(await rightOnes(1, answer)).toBe(usual + 150)
})
