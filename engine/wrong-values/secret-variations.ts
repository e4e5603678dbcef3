import type { Contract } from '../../contracts/contract.ts'
import { turnedCase } from '../../contracts/mistakes/values/spellings.ts'
import { credentialSettings } from '../../contracts/needed-settings.ts'
import { createSeed } from '../seed.ts'
import { secretsOf, type Target } from '../target.ts'
import { lastChanged } from './alteration.ts'
import { alteredValues } from './value-alterations.ts'

/** Every value that probes derive from the credentials: so close to them that no report may show these values either. */
export function secretVariations(contract: Contract, target: Target, seed = ''): string[] {
  const used = contract.operations.map(credentialSettings)
  const presented = new Set(used.flatMap((settings) => settings.presented))
  const signed = new Set(used.flatMap((settings) => settings.signed))
  return secretsOf(contract, target).flatMap(({ name, value }) => {
    if (!presented.has(name) && !signed.has(name)) return []
    const spelt = [lastChanged(value), turnedCase(value), value.toLowerCase(), value.toUpperCase()]
    return presented.has(name) ? [...spelt, ...alteredValues(value, createSeed(seed))] : spelt
  })
}
