import { describe, expect, it } from 'vitest'
import { fromZero } from '../../contracts/pages-from-zero.fixture.ts'
import { createSeed } from '../../engine/seed.ts'
import { judgeInProcess } from '../in-process.fixture.ts'
import { type CaughtMutant, mutants } from '../mutants.ts'

const operations = fromZero.operations.flatMap(({ id, pagination }) => (pagination ? [id] : []))

async function found(mutant?: CaughtMutant): Promise<string[]> {
  const options = {
    operations,
    selection: { observe: mutant?.level === 'MUST' && !mutant.isObserved ? ['none' as const] : [] },
    seed: createSeed('first page'),
  }
  const { outcomes } = await judgeInProcess({ contract: fromZero, ...(mutant && { mutant }) }, options)
  return outcomes.flatMap(({ check, verdict }) => (verdict === 'failed' || verdict === 'warned' ? [check] : [])).sort()
}

describe('pages that count from zero', () => {
  it('are answered rightly by the reference provider', async () => expect(await found()).toEqual([]))

  const echoing = mutants(fromZero).filter(({ name }) => operations.some((id) => name.startsWith(`${id}.pages.echoes`)))
  it('have mutants', () => expect(echoing.length).toBeGreaterThan(8))
  for (const mutant of echoing) {
    it(`are judged as those from one: ${mutant.title}`, async () => expect(await found(mutant)).toEqual([...mutant.caughtBy].sort()))
  }
})
