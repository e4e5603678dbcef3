import { describe, expect, test } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import { type Receiver, startReceiver } from '../engine/callbacks/receiver.ts'
import type { Run } from '../engine/run.ts'
import type { Seed } from '../engine/seed.ts'
import { defined } from '../language/defined.ts'
import { startProvider } from '../provider/server.ts'
import { isLong, seedsOf } from '../testing/long-run.fixture.ts'
import { isTestable } from './coverage.ts'
import { judgeInProcess } from './in-process.fixture.ts'
import { type MutantSelection, mutantSelection, sampledMutants } from './mutant-selection.fixture.ts'
import { type CaughtMutant, mutants } from './mutants.ts'
import { run } from './run.ts'

const all = mutants(contract)
const seeds = seedsOf({ sample: 1, long: 3 })

/** What comes of these depends on the order in which requests arrive, or on a method that Node's server refuses before any handler. */
const inProcess = /\.(?:errs-every-second|unguarded\.other-method)$/

/** The checks that find something at a mutant, by name. Callbacks come over the network, all others only in the long run. */
async function catchers(mutant: CaughtMutant, seed: Seed): Promise<string[]> {
  const isHeard = contract.callbacks.some(({ id }) => mutant.name.startsWith(`${id}.`))
  const how = { ...mutantSelection(contract, mutant), seed }
  const { outcomes } =
    isHeard || (isLong && !inProcess.test(mutant.name))
      ? await judgeOverHttp(mutant, how, isHeard ? await startReceiver() : undefined)
      : await judgeInProcess({ contract, mutant }, how)
  return outcomes
    .filter(({ verdict }) => verdict === 'failed' || verdict === 'warned')
    .map(({ check }) => check)
    .sort()
}

async function judgeOverHttp(
  mutant: CaughtMutant,
  { operations, ...options }: MutantSelection & { readonly seed: Seed },
  receiver?: Receiver,
): Promise<Run> {
  const provider = await startProvider(defined({ contract, mutant, callback: receiver && { url: receiver.url } }))
  try {
    const { bases, settings } = provider
    const target = { name: mutant.name, bases, settings, operations, allowWithdrawals: false }
    return await run(defined({ contract, target, ...options, receiver }))
  } finally {
    await provider.close()
    await receiver?.close()
  }
}

describe('every mutant is caught by exactly the checks that are named for it', () => {
  for (const mutant of sampledMutants(all)) {
    test(`${mutant.name}: ${mutant.title}`, async () => {
      for (const seed of seeds) expect(await catchers(mutant, seed), seed.text).toEqual([...mutant.caughtBy].sort())
    })
  }
})

describe('the mutants prove the ledger', () => {
  test('names are unique, and there are at least 1400', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(1400)
  })

  test('each names checks that catch it, and breaks requirements that there are, of its own level', () => {
    const levels = new Map<string, string>(contract.requirements.map(({ id, level }) => [id, level]))
    for (const { name, requirements, caughtBy, level } of all) {
      expect(caughtBy, name).not.toEqual([])
      expect(new Set(requirements.map((id) => levels.get(id))), name).toEqual(new Set([level]))
    }
  })

  const testable = contract.requirements.filter((requirement) => isTestable(requirement) && requirement.judgedBy === undefined)
  for (const { id } of testable) {
    test(`${id} has a mutant that breaks it and nothing else`, () => {
      expect(all.filter(({ requirements }) => requirements.length === 1 && requirements[0] === id)).not.toEqual([])
    })
  }
})
