import type { Operation } from './contract.ts'
import { requestInputs } from './fields.ts'

export function settingsOf(operation: Operation): string[] {
  const values = requestInputs(operation).flatMap(({ value }) => ('setting' in value ? [value.setting] : []))
  return [...new Set([...credentialSettings(operation.authentication), ...values])]
}

function credentialSettings(authentication: Operation['authentication']): string[] {
  if (authentication.kind === 'none') return []
  if (authentication.kind === 'scheme') return [authentication.setting]
  const { key, parts } = authentication.signature.construction
  return [authentication.key.setting, key, ...parts.flatMap(({ setting }) => (setting ? [setting] : []))]
}

/** The value of a setting that has to be there by now. @throws where it is not, which is a fault of the caller. */
export function settingValue(settings: Readonly<Record<string, string>>, name: string): string {
  const value = settings[name]
  if (value === undefined) throw new Error(`The setting ${name} has no value.`)
  return value
}
