import { expect, it } from 'vitest'
import { contract } from '../../contracts/generated/contract.ts'
import { startProvider } from '../../provider/server.ts'
import { run } from '../run.ts'

const unsigned = contract.operations.filter(({ authentication }) => authentication.kind !== 'signed').map(({ id }) => id)

it('a target that refuses right requests has borne nothing: its robustness is not known', async () => {
  const provider = await startProvider({ contract })
  try {
    const wrong = Object.fromEntries(contract.settings.filter(({ secret }) => secret).map(({ name }) => [name, 'another-credential']))
    const target = {
      name: 'it',
      bases: provider.bases,
      settings: { ...provider.settings, ...wrong },
      operations: unsigned,
      allowWithdrawals: false,
    }
    const { outcomes } = await run({ contract, target })
    const robustness = outcomes.filter(
      ({ requirement, operation }) => requirement === `${operation}.robustness` && unsigned.includes(operation),
    )
    expect(robustness.length).toBeGreaterThan(10)
    expect(new Set(robustness.map(({ verdict }) => verdict))).toEqual(new Set(['inconclusive']))
  } finally {
    await provider.close()
  }
})
