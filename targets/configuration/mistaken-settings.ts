import { baseVariable } from '../../contracts/base-variable.ts'
import type { Contract, Schema } from '../../contracts/contract.ts'
import { requestInputs } from '../../contracts/fields.ts'
import { brokenBound } from '../../contracts/schemas/violations.ts'
import { nearest } from '../../contracts/suggestion.ts'
import { missingSettings, type Target } from '../../engine/target.ts'
import { distanceWithin } from '../../spec/distance.ts'
import { malformedDiagnoses, settingVariable } from '../diagnoses/wrong-settings.ts'
import { ConfigurationError } from './configuration.ts'
import type { Environment } from './entry.ts'

/** Variables that are no settings: those that a configuration file names, and those that whoever asks reads besides. */
interface OtherVariables {
  readonly named?: readonly string[]
  readonly read?: readonly string[]
}

/** Stops at values that cannot be what was meant, before anything is sent. @throws {ConfigurationError} */
export function refuseMistakenSettings(contract: Contract, target: Target, environment: Environment, others: OtherVariables = {}): void {
  const malformed = malformedDiagnoses(contract, target)
  const known = new Set(malformed.map(({ about }) => about))
  const faults = [
    ...malformed.map(({ problem, remedy }) => `${problem} ${remedy}`),
    ...mistakenInputs(contract, target, known),
    ...misspeltVariables(contract, target, environment, others),
  ]
  if (faults.length > 0) throw new ConfigurationError(faults.join('\n  '))
}

/** Settings that the document would not allow in the requests that carry them. Their values are not secret. */
function mistakenInputs(contract: Contract, target: Target, known: ReadonlySet<string>): string[] {
  const claimed = contract.operations.filter(({ id }) => target.operations.includes(id))
  const inputs = claimed.flatMap(requestInputs)
  const faults = inputs.flatMap(({ value: source, schema }) => {
    const name = 'setting' in source ? source.setting : undefined
    const value = name === undefined ? undefined : target.settings[name]
    const variable = name === undefined ? '' : settingVariable(contract, target, name)
    const expected = value && !known.has(variable) && expectation(schema, value)
    return expected ? [`${variable}: expected ${expected}; found ${JSON.stringify(value)}.`] : []
  })
  return [...new Set(faults)]
}

/** What a value should be and is not. */
function expectation(schema: Schema, value: string): string | undefined {
  if (schema.format === 'decimal' && !/^(0|[1-9]\d*)(\.\d+)?$/.test(value)) return 'a decimal number such as 1.5'
  if (schema.format === 'decimal' && Number(value) === 0) return 'an amount greater than 0'
  if (schema['x-case'] === 'upper' && value !== value.toUpperCase()) return `a symbol in upper case, such as ${value.toUpperCase()}`
  if (/^0x/i.test(value) && !/^0x[0-9a-f]+$/i.test(value)) return 'nothing but hexadecimal digits after 0x'
  if (/^0x0+$/i.test(value)) return "a wallet that somebody has: this one is nobody's"
  const broken = brokenBound(schema, schema.type === 'integer' || schema.type === 'number' ? Number(value) : value)
  return broken && `another value: this one ${broken}`
}

/** Variables that differ from one of ours in a letter or two and are none, one sentence each: what they hold is not used. */
export function doubtfulVariables(contract: Contract, environment: Environment, { named = [], read = [] }: OtherVariables = {}): string[] {
  const ours = [...addressVariables(contract), ...contract.settings.map(({ env }) => env), ...read]
  return strangersIn(environment, [...ours, ...named]).flatMap((name) => {
    const bare = name.replace(/_?\d+$/, '')
    const meant = ours.includes(bare) ? undefined : ours.find((each) => distanceWithin(2, each, name) !== undefined)
    return meant === undefined ? [] : [`${name} is no variable of Assay's, and is not used. Did you mean ${meant}?`]
  })
}

function addressVariables({ bases }: Contract): string[] {
  return ['ASSAY_TARGET', ...bases.map(baseVariable)]
}

/** Variables with something in them that begin as ours do. */
function strangersIn(environment: Environment, known: readonly string[]): string[] {
  return Object.keys(environment).filter((name) => name.startsWith('ASSAY_') && !known.includes(name) && Boolean(environment[name]))
}

/** Variables that look like ours and are none, where one of ours is not set. */
function misspeltVariables(
  contract: Contract,
  target: Target,
  environment: Environment,
  { named = [], read = [] }: OtherVariables,
): string[] {
  const addresses = addressVariables(contract)
  const missing = missingSettings(
    contract,
    target,
    contract.settings.map(({ name }) => name),
  ).map(({ env }) => env)
  const unset = read.filter((name) => !environment[name])
  const wanted = [...missing, ...unset, ...(Object.keys(target.bases).length === 0 ? addresses : [])]
  return strangersIn(environment, [...addresses, ...contract.settings.map(({ env }) => env), ...named, ...read]).flatMap((name) => {
    const suggestion = nearest(name, wanted)
    return suggestion ? [`${name} is no variable of Assay's.${suggestion}`] : []
  })
}
