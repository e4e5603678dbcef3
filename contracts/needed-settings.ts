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

type CredentialSettings = Readonly<Record<'presented' | 'signed' | 'kept', readonly string[]>>

/** By what an operation knows who asks: what is presented as it is, what is signed, and what is kept to sign with. */
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
