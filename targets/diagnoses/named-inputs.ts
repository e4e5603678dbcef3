import { requestInputs } from '../../contracts/fields.ts'
import { isWebPage } from '../../engine/exchange.ts'
import type { Control, Examined } from '../examined.ts'
import { ownWords } from './own-words.ts'
import { settingVariable } from './wrong-settings.ts'

/** True for an answer that speaks of what was asked for: a terminal, a source. */
export function namesInput(control: Control): boolean {
  return settingsNamed(control).length > 0
}

/** The settings of what an answer speaks of. */
function settingsNamed({ operation, exchange: { response } }: Control): string[] {
  if (isWebPage(response)) return []
  const said = ownWords(response)
    .toLowerCase()
    .split(/[^a-z_]+/)
  return requestInputs(operation).flatMap(({ name, value }) => {
    const word = name.replace(/[A-Z].*/, '')
    // A token may be a credential as well.
    return 'setting' in value && word !== 'token' && said.includes(word) ? value.setting : []
  })
}

/** The variables of all that answers speak of. */
export function variablesNamed({ contract, target }: Examined, refused: readonly Control[]): string {
  return [...new Set(refused.flatMap(settingsNamed))].map((name) => settingVariable(contract, target, name)).join(', ')
}
