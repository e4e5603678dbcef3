import { baseVariable } from '../../contracts/base-variable.ts'
import type { Contract } from '../../contracts/contract.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { defined } from '../../language/defined.ts'
import { providerSettings } from '../../provider/reference-settings.ts'
import type { RunningProvider } from '../../provider/server.ts'

/** What a command is told: addresses, settings, and wrong credentials for tests of refusals, by the names that templates use. */
export type CommandValues = Readonly<Record<string, string>>

/** Settings that show more mistakes than the provider's own: an amount that no number keeps as it is written. */
export function gateSettings(contract: Contract): Record<string, string> {
  const decimal = contract.operations.flatMap(({ body }) => body?.fields ?? []).find(({ schema }) => schema.format === 'decimal')
  const name = decimal && 'setting' in decimal.value ? decimal.value.setting : undefined
  const settings = providerSettings(contract)
  return name === undefined ? settings : { ...settings, [name]: `${settings[name]}00` }
}

/** Wrong credentials: a request that carries one of them is a test of refusals. */
export function decoysOf({ settings }: Contract): Record<string, string> {
  const secrets = settings.filter(({ secret }) => secret)
  return Object.fromEntries(secrets.map(({ name }) => [name, `Wrong4AssayGate0${[...name].reverse().join('')}`]))
}

export function valuesOf(
  contract: Contract,
  { bases, settings }: Pick<RunningProvider, 'bases' | 'settings'>,
  decoys: CommandValues,
): CommandValues {
  const [address, another] = new Set(Object.values(bases))
  return defined({
    ...Object.fromEntries(Object.entries(bases).map(([base, url]) => [`${base}Url`, url])),
    target: another === undefined ? address : undefined,
    ...Object.fromEntries(contract.settings.map(({ name }) => [name, settingValue(settings, name)])),
    ...Object.fromEntries(Object.entries(decoys).map(([name, value]) => [wrongName(name), value])),
  })
}

/** The names that a template may use: those of the values that a gate will have, `target` only where all bases are one. */
export function templateNames(contract: Contract): string[] {
  const bases = Object.fromEntries(contract.bases.map((base) => [base, '']))
  return Object.keys(valuesOf(contract, { bases, settings: gateSettings(contract) }, decoysOf(contract)))
}

/** The environment of a command: ours without Assay's variables, what Assay tells it, and the same under the names that the command uses. */
export function commandEnvironment(
  contract: Contract,
  values: CommandValues,
  mapping: Readonly<Record<string, string>>,
  outer: Readonly<Record<string, string | undefined>>,
): Record<string, string | undefined> {
  const foreign = Object.entries(outer).filter(([name]) => !name.startsWith('ASSAY_'))
  const filled = (template: string) => template.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  const mapped = Object.entries(mapping).map(([name, template]) => [name, filled(template)])
  return { ...Object.fromEntries(foreign), ...assayVariables(contract, values), ...Object.fromEntries(mapped) }
}

export function assayVariables({ bases, settings }: Contract, values: CommandValues): Record<string, string> {
  const known = [
    ...bases.map((base) => [baseVariable(base), values[`${base}Url`]] as const),
    ['ASSAY_TARGET', values['target']] as const,
    ...settings.map(({ name, env }) => [env, values[name]] as const),
    ...settings.map(({ name, env }) => [env.replace(/^ASSAY_/, 'ASSAY_WRONG_'), values[wrongName(name)]] as const),
  ]
  return defined<Record<string, string>>(Object.fromEntries(known))
}

export function unknownNames(template: string, names: readonly string[]): string[] {
  return [...template.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => (names.includes(name) ? [] : [name]))
}

function wrongName(setting: string): string {
  return `wrong${setting.charAt(0).toUpperCase()}${setting.slice(1)}`
}
