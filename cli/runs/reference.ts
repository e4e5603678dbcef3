import { referenceName } from '../../engine/target.ts'
import type { ProviderOptions } from '../../provider/options.ts'
import type { Settings } from '../../targets/configuration/settings.ts'
import { contract } from '../options/contract.ts'
import { limitsOf, targetFrom } from '../options/target-options.ts'

/** Runs something against the reference provider, which listens meanwhile. Nothing of it is real, so everything is allowed. */
export async function withReference<Result>(
  options: object,
  act: (settings: Settings) => Promise<Result>,
  more: Pick<ProviderOptions, 'callback'> = {},
): Promise<Result> {
  const { startProvider } = await import('../../provider/server.ts')
  const provider = await startProvider({ contract, ...more })
  try {
    const { operations } = targetFrom({ ...options, target: provider.url })
    const { bases, settings } = provider
    const target = { name: referenceName, bases, settings, operations, allowWithdrawals: true }
    return await act({ target, limits: limitsOf({ ...options }) })
  } finally {
    await provider.close()
  }
}
