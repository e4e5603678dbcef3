import type { Contract } from '../../contracts/contract.ts'
import { settingsOf } from '../../contracts/needed-settings.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import { claimedOperations, missingSettings, type Target } from '../../engine/target.ts'
import { aboutSetting } from './setting-variables.ts'

/** Diagnoses addresses and settings that the claimed operations need and that are not set. */
export function unsetDiagnoses(contract: Contract, target: Target): Diagnosis[] {
  const claimed = claimedOperations(contract, target)
  const bases = [...new Set(claimed.map(({ base }) => base))].filter((base) => !target.bases[base])
  return [
    ...bases.map((base) => ({
      id: 'unset' as const,
      about: base,
      operations: claimed.filter((operation) => operation.base === base).map(({ id }) => id),
      problem: `No address of the ${base} operations is set.`,
      remedy: `Give --target, or --${bases.join('-url and --')}-url; --operations leaves out what needs them.`,
    })),
    ...missingSettings(contract, target, claimed.flatMap(settingsOf)).map(({ name, env, description }) => ({
      id: 'unset' as const,
      ...aboutSetting(contract, target, name),
      problem: `${env} is not set: ${description}.`,
      remedy: 'Put settings into .env, for example, or leave out the operations that need them (--operations).',
    })),
  ]
}
