import type { Construction, SignedPart } from '../construction.ts'

/** What a part of a signature is, whatever its name: the cases of the vectors are written by role. */
type Role = 'key' | 'merchant' | 'timestamp' | 'amount' | 'asset' | 'wallet'

export type RoleValues = Readonly<Record<Role | 'secret', string>>

export function valuesByName({ parts }: Construction, values: RoleValues): Record<string, string> {
  return Object.fromEntries(parts.map((part) => [part.name, values[roleOf(part)]]))
}

function roleOf({ kind, setting, unit }: SignedPart): Role {
  if (kind === 'decimal') return 'amount'
  if (kind === 'symbol') return 'asset'
  if (kind === 'address') return 'wallet'
  if (setting) return 'merchant'
  return unit ? 'timestamp' : 'key'
}
