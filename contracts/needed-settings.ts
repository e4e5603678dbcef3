import type { Operation } from './contract.ts'
import { requestInputs } from './fields.ts'

/** All settings without which an operation cannot be asked. */
export function settingsOf(operation: Operation): string[] {
  const { presented, kept, signed } = credentialSettings(operation)
  return [...new Set([...presented, ...kept, ...signed, ...inputSettings(operation)])]
}

export function inputSettings(operation: Operation): string[] {
  return requestInputs(operation).flatMap(({ value }) => ('setting' in value ? [value.setting] : []))
}

/** The settings by which an operation knows who asks, by what becomes of them. */
interface CredentialSettings {
  /** What stands in a header as it is. */
  readonly presented: readonly string[]
  /** What is signed, and sent for that. */
  readonly signed: readonly string[]
  /** What signatures are made with: it is never sent. */
  readonly kept: readonly string[]
}

export function credentialSettings({ authentication }: Pick<Operation, 'authentication'>): CredentialSettings {
  if (authentication.kind === 'none') return { presented: [], signed: [], kept: [] }
  if (authentication.kind === 'scheme') return { presented: [authentication.setting], signed: [], kept: [] }
  const { key, parts } = authentication.signature.construction
  return { presented: [authentication.key.setting], signed: parts.flatMap(({ setting }) => setting ?? []), kept: [key] }
}

/** The value of a setting that has to be there by now. @throws where it is not, which is a fault of the caller. */
export function settingValue(settings: Readonly<Record<string, string>>, name: string): string {
  const value = settings[name]
  if (value === undefined) throw new Error(`The setting ${name} has no value.`)
  return value
}
