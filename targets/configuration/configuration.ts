import { baseVariable } from '../../contracts/base-variable.ts'
import type { Contract, SettingDeclaration } from '../../contracts/contract.ts'
import { didYouMean } from '../../contracts/suggestion.ts'
import { spelledAddress, type Target } from '../../engine/target.ts'
import { defined } from '../../language/defined.ts'
import { UsageError } from '../../language/usage-error.ts'
import type { Environment, PlacedEntry } from './entry.ts'

/** Where settings come from, the strongest first: flags, the named target's entry, the environment, the file's defaults. */
export interface Sources {
  /** Base addresses by the name of the base, and `target` for all of them. */
  readonly addresses: Readonly<Record<string, string | undefined>>
  /** Values of settings by name, from flags. */
  readonly flags: Readonly<Record<string, string | undefined>>
  readonly environment: Environment
  /** A comma-separated list of operations, from flags. */
  readonly operations?: string | undefined
  readonly allowWithdrawals: boolean
  /** The named target, and what people call it. */
  readonly entry?: PlacedEntry | undefined
  readonly name?: string | undefined
  readonly defaults?: PlacedEntry | undefined
  /** Values of settings by name that the commands of entry and defaults printed. */
  readonly printed?: Readonly<Record<string, string>>
}

/** Builds the target that the sources describe. @throws {UsageError} where they are wrong or contradict each other. */
export function resolveTarget(contract: Contract, sources: Sources): Target {
  refuseEmpty(sources)
  refuseContradictions(contract, sources)
  const bases = resolveBases(contract, sources)
  const found = contract.settings.map((setting) => ({ setting, ...resolved(setting, sources) }))
  const addresses = [...new Set(Object.values(bases))]
  return defined({
    name: sources.name ?? addresses.join(' and '),
    bases,
    settings: Object.fromEntries(found.flatMap(({ setting: { name }, value, source }) => (value ? [[name, checked(value, source)]] : []))),
    operations: claimedOperations(contract, sources, bases),
    ...permission(contract, sources, bases),
    variables:
      sources.entry || sources.defaults ? Object.fromEntries(found.map(({ setting, source }) => [setting.name, source])) : undefined,
  })
}

/** The source of a setting's value, whether or not it is set: a command, or an environment variable. */
export function sourceOf({ name, env }: SettingDeclaration, { flags, entry, environment, defaults }: Sources): Source {
  if (flags[name] !== undefined) return { kind: 'flag' }
  for (const holder of [entry, environment[env] ? undefined : defaults]) {
    if (holder?.commands?.[name]) return { kind: 'command', entry: holder, command: holder.commands[name] }
    if (holder?.secrets?.[name]) return { kind: 'variable', variable: holder.secrets[name], entry: holder }
    if (holder?.ask?.[name]) return { kind: 'entry', value: holder.ask[name], entry: holder }
  }
  return { kind: 'variable', variable: env }
}

/** The source of a setting. Where its variable is not set, no weaker source fills in, so that no other target's secret goes out. */
export type Source =
  | { readonly kind: 'flag' }
  | { readonly kind: 'command'; readonly entry: PlacedEntry; readonly command: readonly string[] }
  | { readonly kind: 'entry'; readonly entry: PlacedEntry; readonly value: string }
  | { readonly kind: 'variable'; readonly entry?: PlacedEntry; readonly variable: string }

/** The operations that are claimed; where nothing lists them and flags name only some of the addresses, those that have one. */
function claimedOperations(contract: Contract, sources: Sources, bases: Readonly<Record<string, string>>): string[] {
  const list = listedOperations(sources)
  const all = resolveOperations(contract, list)
  const isNamed = Object.values(sources.addresses).some((address) => address !== undefined)
  if (list !== undefined || !isNamed || sources.entry) return all
  return all.filter((id) => contract.operations.some((operation) => operation.id === id && bases[operation.base] !== undefined))
}

/** The comma-separated list of operations that the strongest source states, if one does. */
export function listedOperations({ operations, entry, defaults }: Sources): string | undefined {
  return operations ?? (entry?.operations ?? defaults?.operations)?.join(',')
}

/** The operations that a comma-separated list names, all of them where there is none. @throws {UsageError} */
export function resolveOperations(contract: Contract, list: string | undefined): string[] {
  const known = contract.operations.map(({ id }) => id)
  if (list === undefined) return known
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0) throw new UsageError(`--operations names none. Choose from: ${known.join(', ')}.`)
  for (const name of names) {
    if (!known.includes(name))
      throw new UsageError(
        `--operations: there is no operation ${JSON.stringify(name)}.${didYouMean(name, known)} Choose from: ${known.join(', ')}.`,
      )
  }
  return known.filter((name) => names.includes(name))
}

function resolved(setting: SettingDeclaration, sources: Sources): { readonly value: string | undefined; readonly source: string } {
  const source = sourceOf(setting, sources)
  switch (source.kind) {
    case 'flag':
      return { value: sources.flags[setting.name], source: setting.env }
    case 'command':
      return { value: sources.printed?.[setting.name], source: `${source.entry.place}.commands.${setting.name}` }
    case 'entry':
      return { value: source.value, source: `${source.entry.place}.ask.${setting.name}` }
    case 'variable':
      if (source.entry && !sources.environment[source.variable] && isLikeSecret(source.variable))
        throw new UsageError(
          `${source.entry.place}.secrets.${setting.name} reads like the secret itself: no environment variable has such a name. Take it out of the file: secrets stay in the environment.`,
        )
      return { value: sources.environment[source.variable], source: source.variable }
    default:
      return source satisfies never
  }
}

/** Names of variables are words with underscores between them; a message about a secret in their place must not show it. */
function isLikeSecret(variable: string): boolean {
  return variable.length > 16 && !variable.includes('_')
}

/** A flag whose variable was not filled in names no target: nothing else stands in for it, and nothing of it is left out. */
function refuseEmpty({ addresses }: Sources): void {
  for (const [base, address] of Object.entries(addresses)) {
    const flag = base === 'target' ? '--target' : `--${base}-url`
    if (address?.trim() === '') throw new UsageError(`${flag} is empty; expected an address such as ${exampleAddress}.`)
  }
}

/** Refuses a variable for all targets that contradicts the named target: it may mean that another target was meant. */
function refuseContradictions(contract: Contract, { flags, addresses, entry, environment }: Sources): void {
  if (!entry) return
  for (const { name, env } of contract.settings) {
    const [own, stray] = [entry.ask?.[name], environment[env]]
    if (flags[name] === undefined && own !== undefined && stray && stray.trim() !== own)
      throw contradiction(`${entry.place}.ask.${name}`, env)
  }
  for (const base of contract.bases) {
    const own = placed(entry, base)
    const variable = environment[baseVariable(base)] ? baseVariable(base) : 'ASSAY_TARGET'
    const stray = environment[variable]
    if (addresses[base] !== undefined || addresses['target'] !== undefined || !own || !stray) continue
    const [place, address] = own
    if (checkedAddress(stray, variable) !== checkedAddress(address, place)) throw contradiction(place, variable)
  }
}

function contradiction(place: string, variable: string): UsageError {
  return new UsageError(
    `${place} and the environment variable ${variable} say different things, so it is not clear which target is meant. Unset ${variable}, or give the value as a flag.`,
  )
}

/** The address of each base. Flags replace the environment and the defaults as a whole, so that no two targets are mixed. */
function resolveBases(contract: Contract, { addresses, environment, entry, defaults }: Sources): Record<string, string> {
  const given = Object.values(addresses).some((address) => address !== undefined)
  return Object.fromEntries(
    contract.bases.flatMap((base) => {
      const candidates: readonly (readonly [name: string, address: string | undefined] | undefined)[] = [
        [`--${base}-url`, addresses[base]],
        ['--target', addresses['target']],
        placed(entry, base),
        ...(given
          ? []
          : [[baseVariable(base), environment[baseVariable(base)]] as const, ['ASSAY_TARGET', environment['ASSAY_TARGET']] as const]),
        ...(given ? [] : [placed(defaults, base)]),
      ]
      const [name, address] = candidates.find((candidate) => candidate?.[1]) ?? []
      return name !== undefined && address ? [[base, checkedAddress(address, name)]] : []
    }),
  )
}

/**
 * Permission belongs to origins: by flag to those that the command line, the file or the environment name for this run, in an entry to
 * those that the entry itself names, whatever other address a flag puts in their place.
 */
function permission(
  { bases: names }: Contract,
  { allowWithdrawals, entry }: Sources,
  bases: Readonly<Record<string, string>>,
): Pick<Target, 'allowWithdrawals' | 'permitted'> {
  if (allowWithdrawals) return { allowWithdrawals, permitted: origins(Object.values(bases)) }
  if (entry?.limits?.allowWithdrawals !== true) return { allowWithdrawals: false }
  const own = origins(names.flatMap((base) => placed(entry, base)?.[1] ?? []))
  const permitted = origins(Object.values(bases)).filter((origin) => own.includes(origin))
  return { allowWithdrawals: permitted.length > 0, permitted }
}

function origins(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map((address) => new URL(address).origin))]
}

/** The address that an entry has for a base, and where it stands. */
function placed(entry: PlacedEntry | undefined, base: string): readonly [place: string, address: string] | undefined {
  const single = entry?.urls?.[base]
  if (single !== undefined) return [`${entry?.place}.urls.${base}`, single]
  return entry?.url === undefined ? undefined : [`${entry.place}.url`, entry.url]
}

const exampleAddress = 'https://dev.example or http://127.0.0.1:4010/prefix'

function checkedAddress(address: string, name: string): string {
  const fault = addressFault(address)
  if (fault !== undefined) throw new UsageError(`${name}${fault}`)
  return spelledAddress(address)
}

/** What is wrong with an address, in words that follow its name. */
function addressFault(address: string): string | undefined {
  if (/^(localhost|[\w-]+(\.[\w-]+)+)(:\d+)?(\/|$)/.test(address))
    return ` has no scheme; did you mean ${/^(localhost|127\.)/.test(address) ? 'http' : 'https'}://${address}?`
  if (/[{}<>$]/.test(address)) return ` holds a placeholder that nothing has filled in; expected one such as ${exampleAddress}.`
  if (!URL.canParse(address)) return ` is not a URL; expected one such as ${exampleAddress}.`
  const { protocol, username, password, search, hash } = new URL(address)
  if (!/^https?:$/.test(protocol))
    return `: expected an http or https address such as ${exampleAddress}; found the scheme ${protocol.slice(0, -1)}.`
  if (username || password) return ' holds a user name or password; credentials come from the environment, never from an address.'
  return search || hash ? ` holds a query or fragment; expected an address without either, such as ${exampleAddress}.` : undefined
}

/** The longest value that is taken, in characters: servers take heads of 8 or 16 KB in all, and a longer one is another file than was meant. */
const longestValue = 4096

/** Header fields cannot carry control characters, and a value with them would be refused by the client, not by the target. */
function checked(value: string, env: string): string {
  const trimmed = value.trim()
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(trimmed))
    throw new UsageError(`${env} holds a control character or a line break, which no request can carry.`)
  if (trimmed.length > longestValue)
    throw new UsageError(`${env} has ${trimmed.length} characters; expected ${longestValue} at most, as servers take no longer ones.`)
  return trimmed
}
