// `node bench/pact.ts` prints which mutants Pact's verifier fails, and whether it passes the conforming variants.

import { verifyPacts } from '../consumers/pact/verification/pact-verification.ts'
import { contract } from '../contracts/generated/contract.ts'
import type { Verdict } from '../engine/judging/outcome.ts'
import type { ProviderOptions } from '../provider/options.ts'
import { startProvider } from '../provider/server.ts'
import { variants } from '../provider/variants.ts'
import { mutants } from '../suites/mutants.ts'

/** Runs Pact's verifier against every mutant (`seen`: those that it fails) and every variant: some minutes. Milliseconds a verification. */
export async function measurePact() {
  const spoiled = mutants(contract).map((mutant) => () => verdictsOf({ mutant }, [mutant.operation]))
  const conforming = Object.values(variants).map(
    ({ options }) =>
      () =>
        verdictsOf(options),
  )
  const started = performance.now()
  await verdictsOf({})
  const time = performance.now() - started
  const [found, left] = [await sideBySide(spoiled), await sideBySide(conforming)]
  return {
    seen: found.filter((verdicts) => verdicts.includes('failed')).length,
    mutants: found.length,
    passed: left.filter((verdicts) => verdicts.every((verdict) => verdict === 'passed')).length,
    variants: left.length,
    time,
  }
}

async function verdictsOf(options: ProviderOptions, operations = contract.operations.map(({ id }) => id)): Promise<Verdict[]> {
  const provider = await startProvider(options)
  try {
    const { bases, settings } = provider
    const { outcomes } = await verifyPacts({ contract, target: { name: 'bench', bases, settings, operations, allowWithdrawals: false } })
    return outcomes.flatMap(({ verdict }) => (verdict === 'inapplicable' ? [] : [verdict]))
  } finally {
    await provider.close()
  }
}

async function sideBySide<T>(tasks: readonly (() => Promise<T>)[]): Promise<T[]> {
  const waiting = [...tasks]
  const results: T[] = []
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) results.push(await task())
  }
  await Promise.all([work(), work(), work()])
  return results
}
