import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Document, LineCounter } from 'yaml'
import type { Contract } from '../../contracts/contract.ts'
import { didYouMean } from '../../contracts/suggestion.ts'
import { defined } from '../../language/defined.ts'
import { UsageError } from '../../language/usage-error.ts'
import { readText } from '../../text/files/text-file.ts'
import { refuseCircular, refuseHeavyYaml, yamlFault } from '../../text/files/yaml-fault.ts'
import { nodeOf } from '../../text/json/node.ts'
import type { PlacedEntry, TargetEntry } from './entry.ts'
import { readNamed } from './named-file.ts'

export interface ConfigurationFile {
  readonly path: string
  readonly targets: ReadonlyMap<string, PlacedEntry>
  readonly defaults?: PlacedEntry
  readonly gate?: GateEntry
  /** Where the pages of the checks are. */
  readonly docs?: string
}

/** What a gate runs, as a file keeps it; the schema beside the contract describes each member. */
interface GateEntry {
  readonly command?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly operations?: readonly string[]
  readonly except?: readonly string[]
  readonly callback?: string
  readonly timeout?: number
  readonly junit?: string
}

type Stated = Pick<ConfigurationFile, 'gate' | 'docs'> & {
  readonly targets?: Readonly<Record<string, TargetEntry>>
  readonly defaults?: TargetEntry
}

export const configurationFileName = 'assay.config.yaml'

/** Reads a configuration file; undefined if none is named and there is none in the directory. @throws {UsageError} */
export async function readConfigurationFile(
  contract: Contract,
  named: string | undefined,
  directory: string = process.cwd(),
): Promise<ConfigurationFile | undefined> {
  const path = resolve(directory, named ?? configurationFileName)
  if (named === undefined && !existsSync(path)) return undefined
  const text = readNamed(named ? `--config: ${named}` : configurationFileName, () => readText(path))
  return parseConfiguration(contract, text, { path: named ?? configurationFileName, directory: dirname(path) })
}

/** Reads the text of a configuration file. @throws {UsageError} with every fault: where it stands, what was expected and found. */
export async function parseConfiguration(
  contract: Contract,
  text: string,
  { path, directory }: { readonly path: string; readonly directory: string },
): Promise<ConfigurationFile> {
  const { LineCounter, parseDocument } = await import('yaml')
  const lines = new LineCounter()
  readable(path, () => refuseHeavyYaml(text))
  const document = readable(path, () => parseDocument(text, { lineCounter: lines, merge: true, logLevel: 'error' }))
  const [error] = document.errors
  if (error) throw new UsageError(`${path}:${lines.linePos(error.pos[0]).line}: this is not YAML: ${yamlFault(error)}`)
  const stated: unknown = readable(path, () => document.toJS() ?? {})
  readable(path, () => refuseCircular(stated))
  const content = withoutNothing(stated)
  const { configurationFaults } = await import('./configuration-faults.ts')
  const faults = [...configurationFaults(contract, content), ...borrowedPermissions(document, content as Stated)].map(
    ({ at, problem }) => `${path}${lineOf(document, lines, at)}: ${at.map((key) => key || '""').join('.') || 'the file'}: ${problem}`,
  )
  if (faults.length > 0) throw new UsageError(faults.join('\n       '))
  const { targets = {}, defaults, ...others } = content as Stated
  return defined({
    path,
    targets: new Map(
      Object.entries(targets).map(([name, entry]) => [name, { ...entry, place: `${path}: targets.${name}`, directory }] as const),
    ),
    defaults: defaults && { ...defaults, place: `${path}: defaults`, directory },
    ...others,
  })
}

/** @throws {UsageError} that offers the names there are. */
export function entryOf(file: ConfigurationFile | undefined, name: string): PlacedEntry {
  const entry = file?.targets.get(name)
  if (entry) return entry
  // What follows may be a secret, so it is not repeated.
  const variable = /^(\w+)=/.exec(name)?.[1]
  if (variable !== undefined)
    throw new UsageError(`${variable}=… is not the name of a target: set variables before the command, or in .env.`)
  if (URL.canParse(name)) throw new UsageError('Expected the name of a target, found an address: give it with --target.')
  if (!file)
    throw new UsageError(
      `There is no ${configurationFileName} here, so no target is named ${JSON.stringify(name)}. \`assay init\` writes one; --config names another file.`,
    )
  const names = [...file.targets.keys()]
  const known = names.length > 0 ? `It has ${names.join(', ')}.` : 'It has no targets.'
  throw new UsageError(`${file.path} has no target ${JSON.stringify(name)}. ${known}${didYouMean(name, names)}`)
}

function readable<Read>(path: string, read: () => Read): Read {
  try {
    return read()
  } catch (cause) {
    throw new UsageError(`${path}: this is not YAML that can be read: ${yamlFault(cause)}`)
  }
}

/** Permissions that a target takes from where they were given for another: by a merge key, or by the name of an anchor. */
function borrowedPermissions(document: Document, { targets }: Stated): { readonly at: readonly string[]; readonly problem: string }[] {
  return Object.keys(nodeOf(targets)).flatMap((name) => {
    const at = ['targets', name, 'limits', 'allowWithdrawals']
    const isOwn = pairAt(document, at) !== undefined || targets?.[name]?.limits?.allowWithdrawals !== true
    return isOwn
      ? []
      : [{ at, problem: 'money is allowed for one target at a time: write it under the limits of this one, not elsewhere.' }]
  })
}

/** Removes keys without content: everything below them is a comment. */
function withoutNothing(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).flatMap(([key, member]) => (member === null ? [] : [[key, withoutNothing(member)]])))
}

/** The line of the nearest part that stands in the file. */
function lineOf(document: Document, lines: LineCounter, at: readonly string[]): string {
  for (let length = at.length; length > 0; length -= 1) {
    const start = pairAt(document, at.slice(0, length))?.key?.range?.[0]
    if (start !== undefined) return `:${lines.linePos(start).line}`
  }
  return ''
}

interface WrittenPair {
  readonly key?: { readonly value?: unknown; readonly range?: readonly number[] }
  readonly value?: { readonly items?: readonly WrittenPair[] }
}

/** What stands at a place of the file itself, brought there by no alias and no merge. A key may be no text, such as `1`. */
function pairAt({ contents }: Document, at: readonly string[]): WrittenPair | undefined {
  return at.reduce<WrittenPair | undefined>(
    (holder, step) => holder?.value?.items?.findLast(({ key }) => key && String(key.value ?? '') === step),
    { value: contents as NonNullable<WrittenPair['value']> },
  )
}
