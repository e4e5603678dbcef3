import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import type { Clock } from '../engine/client/clock.ts'
import { exitCode } from '../engine/run.ts'
import { createSeed } from '../engine/seed.ts'
import { startProvider } from '../provider/server.ts'
import { variants } from '../provider/variants.ts'
import { run } from './run.ts'
import { seedsOf } from './seeds.fixture.ts'

const start = Date.now()
const epoch = performance.now()
const speed = 100

/** Time that passes faster for both sides, so that a target of one request a second is judged in seconds. */
const fastClock: Clock = {
  now: () => Math.floor(start + (performance.now() - epoch) * speed),
  sleep: async (milliseconds, signal) => {
    await wait(milliseconds / speed, undefined, signal ? { signal } : {})
  },
}

describe('providers that conform and differ in every open point pass in full', () => {
  for (const [name, { title, options }] of Object.entries(variants)) {
    test(`${name}: ${title}`, async () => {
      const clock = options.behaviour?.rate ? fastClock : undefined
      const provider = await startProvider({ ...options, contract, ...(clock && { clock: clock.now }) })
      try {
        const { bases, settings } = provider
        const target = { name, bases, settings, operations: contract.operations.map(({ id }) => id), allowWithdrawals: false }
        for (const seed of clock ? ['seed 1'] : seedsOf({ sample: 1, long: 20 })) {
          const finished = await run({ contract, target, seed: createSeed(seed), ...(clock && { clock }) })
          const other = finished.outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')
          expect(other, seed).toEqual([])
          expect(exitCode(finished), seed).toBe(0)
        }
      } finally {
        await provider.close()
      }
    }, 120_000)
  }

  test('there are at least 30', () => {
    expect(Object.keys(variants).length).toBeGreaterThanOrEqual(30)
  })
})
