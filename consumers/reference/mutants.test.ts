import { describe, expect, it } from 'vitest'
import type { Contract } from '../../contracts/contract.ts'
import { contract as own } from '../../contracts/generated/contract.ts'
import { fromZero } from '../../contracts/pages-from-zero.fixture.ts'
import type { Outcome } from '../../engine/judging/outcome.ts'
import { optionsOfVariant } from '../../provider/named-variant.fixture.ts'
import { openSession } from '../gate/session.ts'
import { type ConsumerMutant, consumerMutants } from './mutants.fixture.ts'
import { useEverything } from './reference-client.fixture.ts'

const operations = own.operations.map(({ id }) => id)

/** What is found at a client; time passes by looking at the clock, and by waiting. */
async function outcomesOf(mutant?: ConsumerMutant, contract: Contract = own): Promise<Outcome[]> {
  let now = 1_760_000_000_000
  const clock = () => {
    now += 5
    return now
  }
  const session = await openSession({ contract, operations, provider: { ...mutant?.provider, clock } })
  const { bases, settings } = session.provider
  const target = { name: '', bases, settings, operations, allowWithdrawals: true }
  const wait = async (milliseconds: number) => {
    now += milliseconds
  }
  await useEverything({ contract, target, now: clock, wait }, ({ id }) => (id === mutant?.operation ? mutant.faults : {}))
  await session.close()
  return session.traffic.found().outcomes
}

function found(outcomes: readonly Outcome[]): string[] {
  return outcomes.flatMap(({ check, verdict }) => (verdict === 'failed' || verdict === 'warned' ? [check] : [])).sort()
}

const mutants = consumerMutants(own)

describe('a right client', () => {
  it('passes every MUST that it can show, and shows nothing to warn of', async () => {
    const outcomes = await outcomesOf()
    expect(found(outcomes)).toEqual([])
    expect(outcomes.filter(({ level, verdict }) => level === 'MUST' && verdict === 'inconclusive')).toEqual([])
  })

  for (const name of ['rate-15', 'rate-20-unavailable', 'bank-like', 'errors-with-200']) {
    it(`does so at a provider such as ${name}`, async () => {
      const provider = optionsOfVariant(name)
      expect(found(await outcomesOf({ name, title: '', operation: '', caughtBy: [], faults: {}, provider }))).toEqual([])
    })
  }
})

it('a right client reads pages that count from zero, and is not said to have left the last one out', async () => {
  expect(found(await outcomesOf(undefined, fromZero))).toEqual([])
})

describe('every wrong client is caught by exactly the checks that are named for it', () => {
  for (const mutant of mutants) {
    it(`${mutant.name}: ${mutant.title}`, async () => {
      expect(found(await outcomesOf(mutant))).toEqual([...new Set(mutant.caughtBy)].sort())
    })
  }
})

describe('the wrong clients prove the ledger', () => {
  it('names are unique, and there are at least 80', () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
    expect(mutants.length).toBeGreaterThanOrEqual(80)
  })

  const bound = own.requirements.filter(
    ({ binds, untestable, judgedBy, operation }) =>
      binds === 'consumer' && untestable === undefined && judgedBy === undefined && own.operations.some(({ id }) => id === operation),
  )
  for (const { id } of bound) {
    it(`${id} has a client that breaks it`, () => expect(mutants.filter(({ caughtBy }) => caughtBy.includes(id))).not.toEqual([]))
  }
})
