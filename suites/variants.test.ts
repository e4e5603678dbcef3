import { describe, expect, test } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { exitCode, type Run } from '../engine/run.ts'
import { createSeed } from '../engine/seed.ts'
import { startProvider } from '../provider/server.ts'
import { type Variant, variants } from '../provider/variants.ts'
import { judgeInProcess } from './in-process.fixture.ts'
import { run } from './run.ts'
import { seedsOf } from './seeds.fixture.ts'

const operations = contract.operations.map(({ id }) => id)

/** Runs against a variant. Where it makes clients wait, time passes as they do. */
async function judged({ options }: Variant, text: string): Promise<Run> {
  const seed = createSeed(text)
  if (options.behaviour?.rate) return judgeInProcess({ ...options, contract }, { operations, seed })
  const provider = await startProvider({ ...options, contract })
  try {
    const { bases, settings } = provider
    return await run({ contract, target: { name: 'variant', bases, settings, operations, allowWithdrawals: false }, seed })
  } finally {
    await provider.close()
  }
}

describe('providers that conform and differ in every open point pass in full', () => {
  for (const [name, variant] of Object.entries(variants)) {
    test(`${name}: ${variant.title}`, async () => {
      for (const seed of seedsOf({ sample: 1, long: 20 })) {
        const finished = await judged(variant, seed)
        const other = finished.outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')
        expect(other, seed).toEqual([])
        expect(exitCode(finished), seed).toBe(0)
      }
    }, 120_000)
  }

  test('there are at least 30', () => {
    expect(Object.keys(variants).length).toBeGreaterThanOrEqual(30)
  })
})
