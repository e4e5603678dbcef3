import { baseVariable } from '../../contracts/base-variable.ts'
import type { Contract } from '../../contracts/contract.ts'
import { didYouMean } from '../../contracts/suggestion.ts'
import { missingSettings, type Target } from '../../engine/target.ts'
import { distanceWithin } from '../../spec/distance.ts'
import { mistakenDiagnoses } from '../diagnoses/mistaken-inputs.ts'
import { ConfigurationError } from './configuration.ts'
import type { Environment } from './entry.ts'

/** Variables that are no settings: those that a configuration file names, and those that whoever asks reads besides. */
interface OtherVariables {
  readonly named?: readonly string[]
  readonly read?: readonly string[]
}

/** Stops at values that cannot be what was meant, before anything is sent. @throws {ConfigurationError} */
export function refuseMistakenSettings(contract: Contract, target: Target, environment: Environment, others: OtherVariables = {}): void {
  const faults = [
    ...mistakenDiagnoses(contract, target).map(({ problem, remedy }) => `${problem} ${remedy}`),
    ...misspeltVariables(contract, target, environment, others),
  ]
  if (faults.length > 0) throw new ConfigurationError(faults.join('\n  '))
}

/** Variables that differ from one of ours in a letter or two and are none, one sentence each: what they hold is not used. */
export function doubtfulVariables(contract: Contract, environment: Environment, { named = [], read = [] }: OtherVariables = {}): string[] {
  const ours = [...addressVariables(contract), ...contract.settings.map(({ env }) => env), ...read]
  return strangersIn(environment, [...ours, ...named]).flatMap((name) => {
    const bare = name.replace(/_?\d+$/, '')
    const meant = ours.includes(bare) ? undefined : ours.find((each) => distanceWithin(2, each, name) !== undefined)
    return meant === undefined ? [] : [`${name} is no variable of Assay's, and is not used. Did you mean ${meant}?`]
  })
}

function addressVariables({ bases }: Contract): string[] {
  return ['ASSAY_TARGET', ...bases.map(baseVariable)]
}

/** Variables with something in them that begin as ours do. */
function strangersIn(environment: Environment, known: readonly string[]): string[] {
  return Object.keys(environment).filter((name) => name.startsWith('ASSAY_') && !known.includes(name) && Boolean(environment[name]))
}

/** Variables that look like ours and are none, where one of ours is not set. */
function misspeltVariables(
  contract: Contract,
  target: Target,
  environment: Environment,
  { named = [], read = [] }: OtherVariables,
): string[] {
  const addresses = addressVariables(contract)
  const missing = missingSettings(
    contract,
    target,
    contract.settings.map(({ name }) => name),
  ).map(({ env }) => env)
  const unset = read.filter((name) => !environment[name])
  const wanted = [...missing, ...unset, ...(Object.keys(target.bases).length === 0 ? addresses : [])]
  return strangersIn(environment, [...addresses, ...contract.settings.map(({ env }) => env), ...named, ...read]).flatMap((name) => {
    const suggestion = didYouMean(name, wanted)
    return suggestion ? [`${name} is no variable of Assay's.${suggestion}`] : []
  })
}
