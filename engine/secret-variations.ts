import type { Contract } from '../contracts/contract.ts'
import { lastChanged } from './alteration.ts'
import { createSeed } from './seed.ts'
import type { Target } from './target.ts'
import { alteredValues } from './value-alterations.ts'

/** Every value that probes derive from the credentials: so close to them that no report may show these values either. */
export function secretVariations(contract: Contract, target: Target, seed = ''): string[] {
  const presented = new Set(
    contract.operations.flatMap(({ authentication }) => {
      if (authentication.kind === 'signed') return [authentication.key.setting]
      return authentication.kind === 'scheme' ? [authentication.setting] : []
    }),
  )
  const secrets = contract.settings
    .filter(({ name, secret }) => secret && presented.has(name))
    .flatMap(({ name }) => target.settings[name] || [])
  return secrets.flatMap((secret) => [
    lastChanged(secret),
    secret.toLowerCase(),
    secret.toUpperCase(),
    ...alteredValues(secret, createSeed(seed)),
  ])
}
