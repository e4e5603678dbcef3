import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { createSeed } from '../engine/seed.ts'
import { unjust } from './hooks.ts'
import { judgeInProcess } from './in-process.fixture.ts'
import { mutant } from './mutant.ts'

/** The checks that fail at a target that refuses as many right requests of an operation, and then none. */
async function failedAfter(count: number, id: string, seed: string): Promise<string[]> {
  const refusing = contract.operations
    .filter((operation) => operation.id === id)
    .map((operation) =>
      mutant(operation, {
        id: 'refuses-at-first',
        title: `refuses its first ${count} right requests`,
        caughtBy: [],
        hooks: () => {
          let left = count
          return { authenticate: (decision) => decision ?? (left-- > 0 ? unjust() : undefined) }
        },
      }),
    )
  const operations = contract.operations.map((operation) => operation.id)
  const { outcomes } = await judgeInProcess({ contract, mutants: refusing }, { operations, seed: createSeed(seed) })
  return outcomes.flatMap(({ check, verdict }) => (verdict === 'failed' ? [check] : []))
}

describe('right requests that are refused at first, and then accepted as they were', () => {
  // Others come under other names, at other times or with other amounts: none of these was the reason.
  for (const { id } of contract.operations)
    for (const count of [1, 2, 4, 6])
      it(`fail ${id}, be it ${count}`, async () => expect(await failedAfter(count, id, 'first1')).toContain(`${id}.accepted`))
})
