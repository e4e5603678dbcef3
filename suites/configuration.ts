import type { Contract } from '../contracts/contract.ts'
import type { Target } from './target.ts'

/** Settings by the name that their source gives them; later layers fill what earlier ones leave open. */
export interface Layers {
  /** Base addresses by the name of the base, and `target` for all of them. */
  readonly addresses: Readonly<Record<string, string | undefined>>
  /** Values of settings by name, from flags. */
  readonly flags: Readonly<Record<string, string | undefined>>
  /** Environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** A comma-separated list of operations, from flags. */
  readonly operations?: string | undefined
  readonly allowWithdrawals: boolean
}

/** Something in the configuration is wrong; the message says what, and what to do. */
export class ConfigurationError extends Error {}

/** Builds the target that flags and environment describe. @throws {ConfigurationError} */
export function resolveTarget(contract: Contract, layers: Layers): Target {
  const bases = resolveBases(contract, layers)
  const settings = Object.fromEntries(
    contract.settings.flatMap(({ name, env }) => {
      const value = layers.flags[name] ?? layers.environment[env]
      return value === undefined || value === '' ? [] : [[name, checked(value, env)]]
    }),
  )
  const names = [...new Set(Object.values(bases))]
  return {
    name: names.join(' and '),
    bases,
    settings,
    operations: resolveOperations(contract, layers.operations),
    allowWithdrawals: layers.allowWithdrawals,
  }
}

/** The operations that a comma-separated list names, all of them where there is none. @throws {ConfigurationError} */
export function resolveOperations(contract: Contract, list: string | undefined): string[] {
  const known = contract.operations.map(({ id }) => id)
  if (list === undefined) return known
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0) throw new ConfigurationError(`--operations names none. Choose from: ${known.join(', ')}.`)
  for (const name of names) {
    if (!known.includes(name))
      throw new ConfigurationError(`--operations: there is no operation ${JSON.stringify(name)}. Choose from: ${known.join(', ')}.`)
  }
  return known.filter((name) => names.includes(name))
}

/** The environment variable that holds the address of a base. */
export function baseVariable(base: string): string {
  return `ASSAY_${base.toUpperCase()}_URL`
}

function resolveBases(contract: Contract, { addresses, environment }: Layers): Record<string, string> {
  const given = Object.values(addresses).some((address) => address !== undefined)
  return Object.fromEntries(
    contract.bases.flatMap((base) => {
      const [name, address] = given
        ? ([`--${addresses[base] === undefined ? 'target' : `${base}-url`}`, addresses[base] ?? addresses['target']] as const)
        : ([
            environment[baseVariable(base)] ? baseVariable(base) : 'ASSAY_TARGET',
            environment[baseVariable(base)] || environment['ASSAY_TARGET'],
          ] as const)
      return address ? [[base, checkedAddress(address, name)]] : []
    }),
  )
}

function checkedAddress(address: string, name: string): string {
  const example = 'for example https://dev.example or http://127.0.0.1:4010/prefix'
  if (!URL.canParse(address)) throw new ConfigurationError(`${name} is not a URL; expected one such as ${example}.`)
  const url = new URL(address)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new ConfigurationError(`${name}: expected an http or https address, ${example}; found the scheme ${url.protocol.slice(0, -1)}.`)
  if (url.username !== '' || url.password !== '')
    throw new ConfigurationError(`${name} holds a user name or password; credentials come from the environment, never from an address.`)
  if (url.search !== '' || url.hash !== '')
    throw new ConfigurationError(`${name} holds a query or fragment; expected an address without either, ${example}.`)
  return url.href.replace(/\/+$/, '')
}

/** Header fields cannot carry control characters, and a value with them would be refused by the client, not by the target. */
function checked(value: string, env: string): string {
  const trimmed = value.trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(trimmed))
    throw new ConfigurationError(`${env} holds a control character or a line break, which no request can carry.`)
  return trimmed
}
