import type { Contract, Operation } from '../../contracts/contract.ts'
import { settingsOf } from '../../contracts/needed-settings.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import { missingSettings, type Target } from '../../engine/target.ts'
import { isOrdinary, ordinaryWords } from '../ordinary-words.ts'

/** Diagnoses addresses and settings that the claimed operations need and that are not set. */
export function unsetDiagnoses(contract: Contract, target: Target): Diagnosis[] {
  const claimed = contract.operations.filter(({ id }) => target.operations.includes(id))
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
      remedy: 'Settings go into .env, for example; --operations leaves out what needs them.',
    })),
  ]
}

/** Values of settings that cannot be right, whatever a target says of them. */
export function malformedDiagnoses(contract: Contract, target: Target): Diagnosis[] {
  return contract.settings.flatMap(({ name }) => {
    const value = target.settings[name]
    const problem = value && malformation(value, schemeOf(contract, name))
    const about = settingVariable(contract, target, name)
    return problem ? [{ id: 'malformed' as const, about, problem: `${about} ${problem}.`, remedy: 'Set the bare value.' }] : []
  })
}

/** Diagnoses secrets that are ordinary words: a report cannot redact them without changing what answers say. */
export function ordinaryDiagnoses(contract: Contract, target: Target): Diagnosis[] {
  const words = ordinaryWords(contract, target)
  return contract.settings.flatMap(({ name, env, secret }) => {
    const value = target.settings[name]
    if (!secret || !value || !isOrdinary(value, words)) return []
    const about = target.variables?.[name] ?? env
    return [
      {
        id: 'ordinary' as const,
        about,
        problem: `${about} is a word that stands in answers anyway, so reports leave it where a target writes it.`,
        remedy: 'Ask for a secret that nobody can guess; a run uses this one all the same.',
      },
    ]
  })
}

/** The variables of the settings that operations need, the secret ones or the others. */
export function variablesOf(contract: Contract, target: Target, operations: readonly Operation[], secret: boolean): string[] {
  const needed = new Set(operations.flatMap(settingsOf))
  return contract.settings
    .filter((setting) => setting.secret === secret && needed.has(setting.name))
    .map(({ name }) => settingVariable(contract, target, name))
}

/** The variable that holds a setting, as its configuration names it. */
export function settingVariable({ settings }: Contract, target: Target, name: string): string {
  return target.variables?.[name] ?? settings.find((setting) => setting.name === name)?.env ?? name
}

function schemeOf({ operations }: Contract, setting: string): string | undefined {
  const schemes = operations.flatMap(({ authentication }) => (authentication.kind === 'scheme' ? [authentication] : []))
  return schemes.find((scheme) => scheme.setting === setting)?.scheme
}

function malformation(value: string, scheme: string | undefined): string | undefined {
  if (scheme && value.toLowerCase().startsWith(`${scheme.toLowerCase()} `)) return `begins with the scheme's name, ${scheme}`
  if (/^(["'`]).*\1$/.test(value)) return 'stands in quotation marks'
  if (/^<.*>$|^(changeme|todo|xxx+|your[-_ ].*)$/i.test(value)) return 'looks like the placeholder of an example'
  return undefined
}
