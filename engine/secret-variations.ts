import type { Contract } from '../contracts/contract.ts'
import { firstChanged, lastChanged, rotated, turnedCase } from './alteration.ts'
import { secretsOf, type Target } from './target.ts'

/** Every value that a probe derives from a secret: close enough to it that no report may show it either. */
export function secretVariations(contract: Contract, target: Target): string[] {
  return secretsOf(contract, target).flatMap((secret) => [
    rotated(secret),
    turnedCase(secret),
    firstChanged(secret),
    lastChanged(secret),
    secret.slice(0, -1),
    `${secret}0`,
    secret.toLowerCase(),
    secret.toUpperCase(),
  ])
}
