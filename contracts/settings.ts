import type { Operation } from './contract.ts'

/** The names of all settings that a right request of an operation needs, each once. */
export function settingsOf({ authentication, parameters, body }: Operation): string[] {
  const values = [...parameters, ...(body?.fields ?? [])].flatMap(({ value }) => ('setting' in value ? [value.setting] : []))
  return [...new Set([...credentialSettings(authentication), ...values])]
}

function credentialSettings(authentication: Operation['authentication']): string[] {
  if (authentication.kind === 'none') return []
  if (authentication.kind === 'scheme') return [authentication.setting]
  const { key, parts } = authentication.signature.construction
  return [authentication.key.setting, key, ...parts.flatMap(({ setting }) => (setting ? [setting] : []))]
}
