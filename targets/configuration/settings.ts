import type { Contract } from '../../contracts/contract.ts'
import { settingsOf } from '../../contracts/needed-settings.ts'
import type { Target } from '../../engine/target.ts'
import { UsageError } from '../../language/usage-error.ts'
import { listedOperations, resolveOperations, resolveTarget, type Sources, sourceOf } from './configuration.ts'
import { type ConfigurationFile, entryOf, readConfigurationFile } from './configuration-file.ts'
import { resolveConnection } from './configured-connection.ts'
import { printedSecret } from './credential-command.ts'
import type { TargetLimits } from './entry.ts'
import { doubtfulVariables, refuseMistakenSettings } from './mistaken-settings.ts'

/** What a command line asks for, before any file is read. */
export interface CommandLine extends Omit<Sources, 'entry' | 'name' | 'defaults' | 'printed'> {
  readonly names: readonly string[]
  /** The configuration file, where it is not the ordinary one. */
  readonly file?: string | undefined
  readonly limits: TargetLimits
  readonly directory?: string
  /** The settings themselves are looked at: what is mistaken in them is told later, all of it. */
  readonly examines?: boolean
  /** What else whoever asks reads of the environment: a misspelt one is told as a misspelt setting is. */
  readonly variables?: readonly string[]
}

export interface Settings {
  readonly target: Target
  readonly limits: TargetLimits
}

/**
 * Gathers a target and its limits from flags, its entry, the environment and the defaults, and what is odd about where they came from and stops
 * nothing, a sentence each. @throws {UsageError}
 */
export async function resolveSettings(contract: Contract, commandLine: CommandLine): Promise<Settings & { readonly doubts: string[] }> {
  const [name, ...others] = commandLine.names
  if (others.length > 0) throw new UsageError(`One target at a time: give ${name} or ${others.join(' or ')}, and run again for the next.`)
  const file = await readConfigurationFile(contract, commandLine.file, commandLine.directory)
  const entry = name === undefined ? undefined : entryOf(file, name)
  const sources: Sources = { ...commandLine, entry, name, defaults: file?.defaults }
  const target = resolveTarget(contract, { ...sources, printed: await printedSecrets(contract, sources) })
  const variables = { named: namedVariables(file), read: commandLine.variables ?? [] }
  if (!commandLine.examines) refuseMistakenSettings(contract, target, commandLine.environment, variables)
  const connection = resolveConnection(contract, commandLine.environment, entry, file?.defaults)
  return {
    target: connection ? { ...target, connection } : target,
    limits: { ...file?.defaults?.limits, ...entry?.limits, ...commandLine.limits },
    doubts: doubtfulVariables(contract, target, commandLine.environment, variables),
  }
}

function namedVariables(file: ConfigurationFile | undefined): string[] {
  const entries = [file?.defaults, ...(file?.targets.values() ?? [])]
  return entries.flatMap((entry) => Object.values(entry?.secrets ?? {}))
}

/** Runs the commands of those secrets that the claimed operations need, side by side. */
async function printedSecrets(contract: Contract, sources: Sources): Promise<Record<string, string>> {
  const claimed = resolveOperations(contract, listedOperations(sources))
  const needed = new Set(contract.operations.filter(({ id }) => claimed.includes(id)).flatMap(settingsOf))
  const printed = contract.settings.flatMap((setting) => {
    const source = sourceOf(setting, sources)
    if (source.kind !== 'command' || !needed.has(setting.name)) return []
    return [printedSecret(setting.name, source.command, source.entry, sources).then((value) => [setting.name, value] as const)]
  })
  return Object.fromEntries(await Promise.all(printed))
}
