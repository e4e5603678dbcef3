import type { Contract } from '../../contracts/contract.ts'
import { defined } from '../../spec/defined.ts'
import type { Sources } from './configuration.ts'
import { resolveTarget } from './configuration.ts'
import type { Guesses } from './configuration-template.ts'
import type { Environment } from './entry.ts'

/** What a first configuration file can be filled with, and where that comes from, a sentence each. */
interface Guessed {
  readonly guesses: Omit<Guesses, 'schema'>
  readonly told: readonly string[]
}

/** Guesses a configuration from flags and from the environment variables that are set. Secrets give their names only. @throws {ConfigurationError} */
export function guess(contract: Contract, name: string, sources: Sources): Guessed {
  const target = resolveTarget(contract, sources)
  const secrets = contract.settings.filter(({ secret }) => secret)
  const asked = contract.settings.flatMap((setting) => {
    const value = target.settings[setting.name]
    return value && !setting.secret ? [{ ...setting, value }] : []
  })
  const names = Object.fromEntries(secrets.map((setting) => [setting.name, variableFor(name, setting.env, sources.environment)]))
  const unset = Object.values(names).filter((variable) => !sources.environment[variable])
  const isAll = target.operations.length === contract.operations.length
  return {
    guesses: defined({
      name,
      bases: target.bases,
      secrets: names,
      ask: Object.fromEntries(asked.map(({ name: called, value }) => [called, value])),
      operations: isAll ? undefined : target.operations,
      allowWithdrawals: target.allowWithdrawals,
    }),
    told: [
      ...contract.bases.map((base) => `${base}: ${target.bases[base] ?? 'no address is known: write it in'}`),
      ...asked.map(({ name: called, value, env }) => `${called}: ${value} (${sources.flags[called] === undefined ? env : 'a flag'})`),
      ...(unset.length > 0 ? [`not set yet: ${unset.join(', ')}`] : ['every secret has its variable set']),
    ],
  }
}

/** A variable with the target's own name wins over the one for all targets: `DEV_ACCESS_TOKEN` over `ASSAY_ACCESS_TOKEN`. */
function variableFor(target: string, env: string, environment: Environment): string {
  const own = env.replace(/^ASSAY/, target.toUpperCase().replace(/[^A-Z0-9]/g, '_'))
  return environment[own] ? own : env
}
