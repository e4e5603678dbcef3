import { describe, expect, it } from 'vitest'
import type { Operation } from '../contracts/contract.ts'
import { contract } from '../contracts/generated/contract.ts'
import { classify } from '../engine/evidence/classification.ts'
import { signed } from '../engine/evidence/evidence.fixture.ts'
import type { Run } from '../engine/run.ts'
import { createSeed } from '../engine/seed.ts'
import type { Received } from '../provider/received.ts'
import { refusing } from './hooks.ts'
import { judgeInProcess } from './in-process.fixture.ts'
import { mutant } from './mutant.ts'

/** So many right requests, and then none; or all for a while. */
const first = {
  ofNumber: (count: number) => () => {
    let left = count
    return () => left-- > 0
  },
  forMilliseconds: (time: number) => () => {
    let end: number | undefined
    return ({ at }: Received) => {
      end ??= at + time
      return at < end
    }
  },
}

/** A run of a target that refuses right requests of an operation for a while. */
async function judged(isRefused: () => (request: Received) => boolean, operation: Operation): Promise<Run> {
  const title = 'refuses its first right requests'
  const mutants = [mutant(operation, { id: 'refuses-at-first', title, caughtBy: [], hooks: () => refusing(isRefused()) })]
  const operations = contract.operations.map(({ id }) => id)
  return judgeInProcess({ contract, mutants }, { operations, seed: createSeed('first1') })
}

function failed({ outcomes }: Run): string[] {
  return outcomes.flatMap(({ check, verdict }) => (verdict === 'failed' ? [check] : []))
}

describe('right requests that are refused at first, and then accepted as they were', () => {
  // Others come under other names, at other times or with other amounts: none of these was the reason.
  for (const operation of contract.operations)
    for (const count of [1, 2, 4, 6])
      it(`fail ${operation.id}, be it ${count}`, async () =>
        expect(failed(await judged(first.ofNumber(count), operation))).toContain(`${operation.id}.accepted`))

  // No lockout: the wrong requests that came before lock nobody out when they come again.
  for (const operation of contract.operations)
    if (!operation.movesMoney)
      it(`fail ${operation.id}, be it as long as the run takes`, async () =>
        expect(failed(await judged(first.forMilliseconds(300), operation))).toContain(`${operation.id}.accepted`))

  it('are the only finding at a withdrawal, all else is judged, and all that was registered is told', async () => {
    const run = await judged(first.ofNumber(2), signed)
    const accepted = run.exchanges.filter((exchange) => exchange.operation === signed.id && classify(signed, exchange) === 'accepted')
    expect(failed(run)).toEqual([`${signed.id}.accepted`])
    expect(run.outcomes.filter(({ verdict }) => verdict === 'inconclusive')).toEqual([])
    expect(run.registered).toHaveLength(accepted.length)
    expect(new Set(run.exchanges.map(({ id }) => id)).size).toBe(run.exchanges.length)
  })
})
