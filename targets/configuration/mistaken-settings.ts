import { baseVariable } from '../../contracts/base-variable.ts'
import type { Contract } from '../../contracts/contract.ts'
import { settingsOf } from '../../contracts/needed-settings.ts'
import { didYouMean } from '../../contracts/suggestion.ts'
import { claimedOperations, missingSettings, type Target } from '../../engine/target.ts'
import { UsageError } from '../../language/usage-error.ts'
import { distanceWithin } from '../../text/distance.ts'
import { mistakenDiagnoses } from '../diagnoses/malformed-settings.ts'
import type { Environment } from './entry.ts'

/** Variables that are no settings: those that a configuration file names, and those that whoever asks reads besides. */
interface OtherVariables {
  readonly named?: readonly string[]
  readonly read?: readonly string[]
}

/** Stops at values that cannot be what was meant, before anything is sent. @throws {UsageError} */
export function refuseMistakenSettings(contract: Contract, target: Target, environment: Environment, others: OtherVariables): void {
  const faults = [
    ...mistakenDiagnoses(contract, target).map(({ problem, remedy }) => `${problem} ${remedy}`),
    ...misspeltVariables(contract, target, environment, others),
  ]
  if (faults.length > 0) throw new UsageError(faults.join('\n  '))
}

/**
 * Variables that differ from one of ours in a letter or two and are none, or have words in common with one that is missing, one sentence each:
 * what they hold is not used.
 */
export function doubtfulVariables(contract: Contract, target: Target, environment: Environment, others: OtherVariables): string[] {
  const ours = ownVariables(contract, others)
  const needed = claimedOperations(contract, target).flatMap(settingsOf)
  const wanted = [...missingSettings(contract, target, needed).map(({ env }) => env), ...missingAddresses(contract, target)]
  const bare = (name: string) => name.replace(/_?\d+$/, '')
  return [
    ...strangersIn(environment, ours, others).flatMap((name) => {
      if (ours.includes(bare(name))) return []
      const near = ours.filter((each) => distanceWithin(2, each, name) !== undefined).slice(0, 1)
      return doubt(name, near.length > 0 ? near : wanted.filter((each) => wordsOf(each).some((word) => wordsOf(name).includes(word))))
    }),
    ...Object.keys(environment).flatMap((name) =>
      name.startsWith('ASSAY_') || !environment[name]
        ? []
        : doubt(
            name,
            wanted.filter((each) => isWithoutPrefix(name, each)),
          ),
    ),
  ]
}

function doubt(name: string, meant: readonly string[]): string[] {
  return meant.length > 0 ? [`${name} is no variable of Assay's, and is not used. Did you mean ${meant.join(' or ')}?`] : []
}

function wordsOf(variable: string): string[] {
  return variable.split('_').slice(1)
}

/** True for a variable's name in another case, with a misspelt prefix or without one. */
function isWithoutPrefix(name: string, variable: string): boolean {
  const upper = name.toUpperCase()
  return upper === variable || `ASSAY_${upper}` === variable || distanceWithin(1, upper, variable) !== undefined
}

function missingAddresses(contract: Contract, { bases }: Target): string[] {
  return Object.keys(bases).length === 0 ? addressVariables(contract) : []
}

function addressVariables({ bases }: Contract): string[] {
  return ['ASSAY_TARGET', ...bases.map(baseVariable)]
}

function ownVariables(contract: Contract, { read = [] }: OtherVariables): string[] {
  return [...addressVariables(contract), ...contract.settings.map(({ env }) => env), ...read]
}

/** Variables with something in them that begin as ours do. */
function strangersIn(environment: Environment, ours: readonly string[], { named = [] }: OtherVariables): string[] {
  const known = [...ours, ...named]
  return Object.keys(environment).filter((name) => name.startsWith('ASSAY_') && !known.includes(name) && Boolean(environment[name]))
}

/** Variables that look like ours and are none, where one of ours is not set. */
function misspeltVariables(contract: Contract, target: Target, environment: Environment, others: OtherVariables): string[] {
  const names = contract.settings.map(({ name }) => name)
  const missing = missingSettings(contract, target, names).map(({ env }) => env)
  const unset = (others.read ?? []).filter((name) => !environment[name])
  const wanted = [...missing, ...unset, ...missingAddresses(contract, target)]
  return strangersIn(environment, ownVariables(contract, others), others).flatMap((name) => {
    const suggestion = didYouMean(name, wanted)
    return suggestion ? [`${name} is no variable of Assay's.${suggestion}`] : []
  })
}
