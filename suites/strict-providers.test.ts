import { describe, expect, it } from 'vitest'
import { contract } from '../contracts/generated/contract.ts'
import type { Behaviour } from '../provider/behaviour.ts'
import type { Mutant } from '../provider/mutant.ts'
import type { Reply } from '../provider/reply.ts'
import { judgeInProcess } from './in-process.fixture.ts'
import { mutantSelection } from './mutant-selection.fixture.ts'
import { type CaughtMutant, mutants } from './mutants.ts'

/** What a provider may refuse for itself, and the flaws that show nevertheless. */
const strict: readonly (readonly [words: string, behaviour: Behaviour, flaws: RegExp])[] = [
  ['members', { unknownFields: 'refused' }, /\.(place-key-by-loose-names|secret-by-header|fields-by-query|apiKey-by-parameter)$/],
  ['parameters', { unknownParameters: 'refused' }, /\.(place-key-by-loose-names|merchantCode-by-header)$/],
  ['both', { unknownFields: 'refused', unknownParameters: 'refused' }, /\.(timestamp-by-header|apiKey-by-header|header-rare-api-token)$/],
  ['terminals', { unknownTerminal: 'refused' }, /\.well-formed\.later-pages$/],
]

describe.each(strict)('a provider that refuses %s that it does not know', (_, behaviour, flaws) => {
  const flawed = mutants(contract).filter(({ name }) => flaws.test(name))

  it.each(flawed.map((mutant) => [mutant.title, mutant] as const))('and %s is caught', async (_title, mutant) => {
    const { outcomes } = await judgeInProcess({ contract, behaviour, mutant }, mutantSelection(contract, mutant))
    expect(outcomes.flatMap(({ check, verdict }) => (verdict === 'failed' ? [check] : []))).toEqual(mutant.caughtBy)
  })
})

const refused: Reply = { status: 401, headers: { 'content-type': 'application/json' }, body: Buffer.from('{"message":"No."}') }

/** Refuses with the same words, whatever is refused. */
function inOneWay(operation: string): Mutant {
  const hooks: Mutant['hooks'] = () => ({ reply: (reply) => (reply.status < 400 ? reply : refused) })
  return { name: 'it', title: 'it', level: 'MUST', operation, caughtBy: [], hooks }
}

const oneWay: Behaviour = { unknownTerminal: 'refused', unknownFields: 'refused', unknownParameters: 'refused' }

it.each(['any-case', 'value-last-changed', 'header-x-api-secret', 'well-formed.later-pages'])(
  'a provider that refuses in one way whatever it does not expect hides no flaw: %s',
  async (flaw) => {
    const mutant = mutants(contract).find(({ name }) => name === `inquirePayments.credential.${flaw}`) as CaughtMutant
    const run = await judgeInProcess(
      { contract, behaviour: oneWay, mutants: [mutant, inOneWay(mutant.operation)] },
      mutantSelection(contract, mutant),
    )
    const failed = run.outcomes.flatMap(({ check, verdict }) => (verdict === 'failed' ? [check] : []))
    expect(failed).not.toEqual([])
    expect(mutant.caughtBy).toEqual(expect.arrayContaining(failed))
  },
)

it('a provider that refuses in one way, and serves whoever else is asked for, is asked for no more', async () => {
  const asked = async (behaviour: Behaviour) => {
    const run = await judgeInProcess({ contract, behaviour, mutants: [inOneWay('inquirePayments')] }, { operations: ['inquirePayments'] })
    expect(run.outcomes.filter(({ verdict }) => verdict === 'failed' || verdict === 'inconclusive')).toEqual([])
    return run.exchanges.filter(({ probe }) => probe.endsWith('.credential')).length
  }
  expect(await asked({})).toBeLessThan((await asked(oneWay)) - 20)
})
