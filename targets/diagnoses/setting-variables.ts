import type { Contract, Operation, SettingDeclaration } from '../../contracts/contract.ts'
import { settingsOf } from '../../contracts/needed-settings.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import type { Target } from '../../engine/target.ts'

/** The variables of what operations need: those of secrets, and those of what is asked for. */
export function variablesOf(contract: Contract, target: Target, operations: readonly Operation[]): { secrets: string; asked: string } {
  const needed = new Set(operations.flatMap(settingsOf))
  const listed = (kind: (setting: SettingDeclaration) => boolean) =>
    contract.settings
      .filter((setting) => needed.has(setting.name) && kind(setting))
      .map(({ name }) => settingVariable(contract, target, name))
      .join(', ')
  return { secrets: listed(({ secret }) => secret), asked: listed(({ secret }) => !secret) }
}

export function settingVariable({ settings }: Contract, target: Target, name: string): string {
  return target.variables?.[name] ?? settings.find((setting) => setting.name === name)?.env ?? name
}

/** What is told of a setting is about its variable, and explains the operations that cannot be asked without it. */
export function aboutSetting(contract: Contract, target: Target, setting: string): Pick<Diagnosis, 'about' | 'operations'> {
  const needing = contract.operations.filter((operation) => settingsOf(operation).includes(setting))
  return { about: settingVariable(contract, target, setting), operations: needing.map(({ id }) => id) }
}
