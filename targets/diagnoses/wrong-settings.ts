import type { Contract, Operation, SettingDeclaration } from '../../contracts/contract.ts'
import { settingsOf } from '../../contracts/needed-settings.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import { claimedOperations, missingSettings, type Target } from '../../engine/target.ts'
import { isOrdinary, ordinaryWords } from '../ordinary-words.ts'
import { malformation } from './malformed-settings.ts'

/** Diagnoses addresses and settings that the claimed operations need and that are not set. */
export function unsetDiagnoses(contract: Contract, target: Target): Diagnosis[] {
  const claimed = claimedOperations(contract, target)
  const bases = [...new Set(claimed.map(({ base }) => base))].filter((base) => !target.bases[base])
  return [
    ...bases.map((base) => ({
      id: 'unset' as const,
      about: base,
      problem: `No address of the ${base} operations is set.`,
      remedy: `Give --target, or --${bases.join('-url and --')}-url; --operations leaves out what needs them.`,
    })),
    ...missingSettings(contract, target, claimed.flatMap(settingsOf)).map(({ env, description }) => ({
      id: 'unset' as const,
      about: env,
      problem: `${env} is not set: ${description}.`,
      remedy: 'Put settings into .env, for example, or leave out the operations that need them (--operations).',
    })),
  ]
}

/** Values of settings that cannot be right, whatever a target says of them. */
export function malformedDiagnoses(contract: Contract, target: Target): Diagnosis[] {
  const values = contract.settings.flatMap((setting) => {
    const value = target.settings[setting.name]
    const problem = value && malformation(contract, setting, value)
    const about = settingVariable(contract, target, setting.name)
    return problem ? [{ id: 'malformed' as const, about, problem: `${about} ${problem}.`, remedy: 'Set the value itself.' }] : []
  })
  return [...values, ...overlongAddresses(contract, target)]
}

function overlongAddresses({ operations }: Contract, { bases }: Target): Diagnosis[] {
  return Object.entries(bases).flatMap(([about, address]) => {
    const { origin, pathname } = new URL(address)
    const whole = pathname.replace(/\/+$/, '')
    const operation = operations.find(({ base, path }) => base === about && path.length > 1 && whole.endsWith(path))
    if (!operation) return []
    const problem = `The address ${address} ends in the path of ${operation.id}, which is added to it.`
    return [{ id: 'malformed' as const, about, problem, remedy: `Set ${origin}${whole.slice(0, -operation.path.length)}.` }]
  })
}

/** Diagnoses secrets that are ordinary words: a report cannot redact them without changing what answers say. */
export function ordinaryDiagnoses(contract: Contract, target: Target): Diagnosis[] {
  const words = ordinaryWords(contract, target)
  return contract.settings.flatMap(({ name, secret }) => {
    const value = target.settings[name]
    if (!secret || !value || !isOrdinary(value, words)) return []
    const about = settingVariable(contract, target, name)
    const problem = `${about} is a word that stands in answers anyway, so reports leave it where a target writes it.`
    const remedy = 'Ask for a secret that nobody can guess; a run uses this one all the same.'
    return [{ id: 'ordinary' as const, about, problem, remedy }]
  })
}

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
