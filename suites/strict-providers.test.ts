import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import type { Behaviour } from '../provider/behaviour.ts'
import { judgeInProcess } from './in-process.fixture.ts'
import { mutantSelection } from './mutant-selection.fixture.ts'
import { mutants } from './mutants.ts'

/** What a provider may refuse for itself, and the flaws that show nevertheless. */
const strict: readonly (readonly [words: string, behaviour: Behaviour, flaws: RegExp])[] = [
  ['members', { unknownFields: 'refused' }, /\.(place-key-by-loose-names|secret-by-header|fields-by-query|apiKey-by-parameter)$/],
  ['parameters', { unknownParameters: 'refused' }, /\.(place-timestamp-by-loose-names|merchantCode-by-header)$/],
  ['both', { unknownFields: 'refused', unknownParameters: 'refused' }, /\.(secret-by-header|apiKey-by-header|header-rare-api-token)$/],
  ['terminals', { unknownTerminal: 'refused' }, /\.well-formed\.later-pages$/],
]

describe.each(strict)('a provider that refuses %s that it does not know', (_, behaviour, flaws) => {
  const flawed = mutants(contract).filter(({ name }) => flaws.test(name))

  it.each(flawed.map((mutant) => [mutant.title, mutant] as const))('and %s is caught', async (_title, mutant) => {
    const { outcomes } = await judgeInProcess({ contract, behaviour, mutant }, mutantSelection(contract, mutant))
    expect(outcomes.flatMap(({ check, verdict }) => (verdict === 'failed' ? [check] : []))).toEqual(mutant.caughtBy)
  })
})
