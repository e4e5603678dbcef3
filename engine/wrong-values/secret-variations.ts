import type { Contract } from '../../contracts/contract.ts'
import { turnedCase } from '../../contracts/mistakes/values/spellings.ts'
import { createSeed } from '../seed.ts'
import type { Target } from '../target.ts'
import { lastChanged } from './alteration.ts'
import { alteredValues } from './value-alterations.ts'

/** Every value that probes derive from the credentials: so close to them that no report may show these values either. */
export function secretVariations(contract: Contract, target: Target, seed = ''): string[] {
  const presented = new Set(
    contract.operations.flatMap(({ authentication }) => {
      if (authentication.kind === 'signed') return [authentication.key.setting]
      return authentication.kind === 'scheme' ? [authentication.setting] : []
    }),
  )
  const signed = new Set(
    contract.operations.flatMap(({ authentication }) =>
      authentication.kind === 'signed' ? authentication.signature.construction.parts.flatMap(({ setting }) => setting ?? []) : [],
    ),
  )
  return contract.settings.flatMap(({ name, secret }) => {
    const value = target.settings[name]
    if (!secret || !value || !(presented.has(name) || signed.has(name))) return []
    const spelt = [lastChanged(value), turnedCase(value), value.toLowerCase(), value.toUpperCase()]
    return presented.has(name) ? [...spelt, ...alteredValues(value, createSeed(seed))] : spelt
  })
}
