import { requestInputs } from '../../contracts/fields.ts'
import { inputSettings } from '../../contracts/needed-settings.ts'
import { isOfInputs } from '../../contracts/statuses.ts'
import { isWebPage } from '../../engine/exchange.ts'
import type { Control, Examined } from '../examined.ts'
import { ownWords } from './own-words.ts'
import { settingVariable } from './setting-variables.ts'

/** True for an answer that speaks of what was asked for: a terminal, a source. */
export function namesInput(control: Control): boolean {
  return settingsNamed(control).length > 0
}

function settingsNamed({ operation, exchange: { response } }: Control): string[] {
  if (isWebPage(response)) return []
  const said = ownWords(response)
    .toLowerCase()
    .split(/[^a-z_]+/)
  return requestInputs(operation).flatMap(({ name, value }) => {
    const words = [name.toLowerCase(), name.replace(/[A-Z].*/, '')]
    // A token may be a credential as well.
    return 'setting' in value && name !== 'token' && words.some((word) => said.includes(word)) ? value.setting : []
  })
}

export function variablesNamed({ contract, target }: Examined, refused: readonly Control[]): string {
  return [...new Set(refused.flatMap(settingsNamed))].map((name) => settingVariable(contract, target, name)).join(', ')
}

/** The variable of what is signed and travels nowhere by the source, where an answer misses it; an overlay that places it makes it an input. */
export function variableMissed({ contract, target }: Examined, { operation, exchange: { response } }: Control): string | undefined {
  if (operation.authentication.kind !== 'signed' || !isOfInputs(response.status)) return undefined
  const { parts } = operation.authentication.signature.construction
  const placed = inputSettings(operation)
  const said = ownWords(response)
    .toLowerCase()
    .replace(/[^a-z]/g, '')
  const missed = parts.find(({ name, setting }) => setting && !placed.includes(setting) && said.includes(name.toLowerCase()))
  return missed?.setting === undefined ? undefined : settingVariable(contract, target, missed.setting)
}
