import { settingValue } from '../../contracts/needed-settings.ts'
import type { SchemeOperation } from '../../contracts/operation-kinds.ts'
import type { Client } from '../../engine/client/client.ts'
import { bareRequest, type Changes } from '../../engine/probes/request.ts'
import { ownSeed, type Seed } from '../../engine/seed.ts'
import type { Target } from '../../engine/target.ts'
import type { SuffixIn, WrongRequest } from '../access/wrong-request.ts'

export type WrongCredential = WrongRequest<SuffixIn<'credential'>>

/**
 * A request that presents the credential's value in a way of its own. Of what the seed chooses among, each operation gets something else, and
 * so does each number.
 */
export function presenting(
  operation: SchemeOperation,
  named: Omit<WrongCredential, 'build'>,
  present: (value: string, seed: Seed, target: Target) => Changes,
  number = 0,
): WrongCredential {
  return {
    ...named,
    build: ({ target, ...choice }: Pick<Client, 'target' | 'seed' | 'contract'>) =>
      bareRequest(operation, target, present(credentialOf(operation, target), ownSeed(operation, choice, number), target)),
  }
}

export function credentialOf({ authentication }: SchemeOperation, { settings }: Target): string {
  return settingValue(settings, authentication.setting)
}

/** Which of the likeliest words each request with one presents, after the first: those that all servers read present different ones. */
export const wordNumbers = { late: 1, unadorned: 2, otherCase: 2, recased: 3, form: 3 } as const
