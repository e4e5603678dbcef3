import { describe, expect, test } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { exitCode, type Run } from '../engine/run.ts'
import { createSeed, type Seed } from '../engine/seed.ts'
import { combined } from '../provider/combination.ts'
import type { ProviderOptions } from '../provider/options.ts'
import { startProvider } from '../provider/server.ts'
import { type Variant, variants } from '../provider/variants.ts'
import { isLong, seedsOf } from '../testing/long-run.fixture.ts'
import { inProcess, judgeInProcess } from './in-process.fixture.ts'
import { run } from './run.ts'

const seeds = seedsOf({ sample: 1, long: 20 })
/** For targets that limit or lock out: which right requests they turn away depends on the order of all. */
const seedsOfLimits = seedsOf({ sample: 2, long: 20 })
const operations = contract.operations.map(({ id }) => id)

/** The most that a run sends, also to a target that refuses otherwise, or with words alone. */
const most = 150 * operations.length

/** Runs against a variant: over HTTP where it differs in how it is reached and answers, and where there is time for all; else in process. */
async function judged({ options }: Variant, seed: Seed): Promise<Run> {
  if (!isOnNetwork(options)) return judgeInProcess({ ...options, contract }, { operations, seed })
  const provider = await startProvider({ ...options, contract })
  try {
    const { bases, settings } = provider
    return await run({ contract, target: { name: 'variant', bases, settings, operations, allowWithdrawals: false }, seed })
  } finally {
    await provider.close()
  }
}

/** One that makes clients wait is never asked over HTTP: in process time passes as they do. */
function isOnNetwork({ behaviour = {}, ...options }: ProviderOptions): boolean {
  const { rate, lockout, errors, bounds } = behaviour
  if (rate || lockout || errors === 'unavailable' || bounds?.most !== undefined) return false
  return isLong || options.pathPrefix !== undefined || options.separateBases === true || behaviour.transport !== undefined
}

describe('providers that conform and differ in every open point pass in full', () => {
  for (const [name, variant] of Object.entries(variants)) {
    test(
      `${name}: ${variant.title}`,
      async () => {
        const { rate, lockout } = variant.options.behaviour ?? {}
        for (const seed of rate || lockout ? seedsOfLimits : seeds) {
          const finished = await judged(variant, seed)
          const other = finished.outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')
          expect(other, seed.text).toEqual([])
          expect(exitCode(finished), seed.text).toBe(0)
          if (/^errors-|^legacy-like$/.test(name)) expect(finished.exchanges.length, seed.text).toBeLessThanOrEqual(most)
        }
      },
      isLong ? 1_800_000 : 120_000,
    )
  }

  test.each([
    ['errors-nothing', 'pages-of-2-or-refused'],
    ['errors-no', 'pages-of-2-or-refused'],
    ['errors-empty-404', 'pages-of-15-or-30'],
    ['errors-list', 'texts-of-1'],
    ['errors-nothing', 'texts-from-10'],
    ['errors-later', 'ids-negative'],
    ['withdrawals-once', 'rate-7-forbidden'],
    ['errors-html', 'rate-3-forbidden'],
    ['withdrawals-once', 'lockout-beside-rate'],
  ])('%s and %s at once', async (...names) => {
    const both = combined(names.flatMap((name) => variants[name] ?? []))
    for (const seed of seeds) {
      const finished = await judged(both, seed)
      expect([exitCode(finished), finished.outcomes.filter(({ verdict }) => verdict === 'failed')], seed.text).toEqual([0, []])
    }
  })

  test.each(['errors-no', 'errors-list', 'payments-expiring-once'])(
    'a quick run passes in full and sends no more than it may: %s',
    async (name) => {
      for (const seed of seeds) {
        const finished = await judgeInProcess({ ...variants[name]?.options, contract }, { operations, seed, selection: { quick: true } })
        expect([exitCode(finished), finished.exchanges.length <= 50 * operations.length], seed.text).toEqual([0, true])
      }
    },
  )

  test.each(['withdrawals-once', 'amounts-from-the-configured-once'])(
    'a target that takes each withdrawal once is judged in full again, with the same seed and with another: %s',
    async (name) => {
      const asked = inProcess({ contract, ...variants[name]?.options })
      for (const text of ['first', 'first', 'second']) {
        const finished = await run({ contract, ...asked, seed: createSeed(text) })
        expect(finished.outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')).toEqual([])
      }
    },
  )

  test('there are at least 30', () => {
    expect(Object.keys(variants).length).toBeGreaterThanOrEqual(30)
  })
})
