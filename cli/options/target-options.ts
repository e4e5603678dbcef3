import { existsSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { kebab } from '../../contracts/mistakes/mistake.ts'
import type { Target } from '../../engine/target.ts'
import { UsageError } from '../../language/usage-error.ts'
import { resolveTarget } from '../../targets/configuration/configuration.ts'
import { configurationFileName, readConfigurationFile } from '../../targets/configuration/configuration-file.ts'
import type { TargetLimits } from '../../targets/configuration/entry.ts'
import { readNamed } from '../../targets/configuration/named-file.ts'
import { type CommandLine, resolveSettings, type Settings } from '../../targets/configuration/settings.ts'
import { tell } from '../output/telling.ts'
import { contract, overlayOption } from './contract.ts'
import { envFileOption, readEnvFile } from './env-file.ts'
import { positiveInteger, positiveNumber } from './flag-values.ts'

/** Where the help of a command tells what moves money. */
export const moneyGroup = 'Money:'

/** Adds the options by which a target is described. Secrets have none: they come from the environment or a file. */
export function addTargetOptions(command: Command): Command {
  command.option('--target <url>', 'base address of the target, for all operations')
  for (const base of contract.bases) command.option(`--${base}-url <url>`, `base address of the ${base} operations`)
  for (const { name, description, secret } of contract.settings) {
    if (!secret) command.option(`--${kebab(name)} <value>`, description)
  }
  return command
    .addOption(envFileOption())
    .option('--operations <list>', 'the operations that the target claims, separated by commas; all if left out')
    .addOption(
      new Option('--allow-withdrawals', 'send withdrawals to a target that is not on this machine: they move money')
        .default(false)
        .helpGroup(moneyGroup),
    )
}

/** Lets a command take a target, or several, by its name in a configuration file. */
export function addTargetArgument(command: Command, argument: '[target]' | '[targets...]' = '[targets...]'): Command {
  return addConfigurationOptions(command.argument(argument, `the name of a target in ${configurationFileName}`))
}

/** The files by which a command takes its targets, and what they are held to. */
export function addConfigurationOptions(command: Command): Command {
  return command.addOption(overlayOption()).option('--config <file>', `the file with named targets (default: ${configurationFileName})`)
}

export function addLimitOptions(command: Command, defaults: Required<Pick<TargetLimits, 'deadline' | 'timeout'>>): Command {
  return command
    .option('--deadline <seconds>', `the longest a run may take (default: ${defaults.deadline})`, positiveNumber)
    .option('--timeout <seconds>', `the longest a request may take (default: ${defaults.timeout})`, positiveNumber)
    .option('--concurrency <n>', 'how many requests go out side by side (default: 96 on this machine, 24 elsewhere)', positiveInteger)
    .option('--rate <n>', 'how many requests go out in a second at most', positiveNumber)
}

/** The target that a command's options and the environment describe, without a configuration file. @throws {UsageError} */
export function targetFrom(options: Readonly<Record<string, unknown>>): Target {
  return resolveTarget(contract, commandLineOf(options))
}

/** Target and limits by options, environment and configuration file; what is odd, standard error tells. @throws {UsageError} */
export async function settingsFrom(options: Readonly<Record<string, unknown>>, names: readonly string[]): Promise<Settings> {
  const settings = await resolveSettings(contract, { ...commandLineOf(options), names })
  for (const doubt of settings.doubts) tell(`assay: ${doubt}`)
  return settings
}

/** Resolves all targets first, so that a mistake in the last one is found early. @throws {UsageError} */
export async function resolveAll(options: Readonly<Record<string, unknown>>, names: readonly string[]): Promise<readonly Settings[]> {
  const all: Awaited<ReturnType<typeof resolveSettings>>[] = []
  for (const name of names) all.push(await resolveSettings(contract, { ...commandLineOf(options), names: [name] }))
  for (const doubt of new Set(all.flatMap(({ doubts }) => doubts))) tell(`assay: ${doubt}`)
  return all
}

/** The names of all targets of the configuration file. @throws {UsageError} */
export async function allTargets({ config }: { readonly config?: string }): Promise<readonly string[]> {
  const file = await readConfigurationFile(contract, config)
  if (!file)
    throw new UsageError(`--all: there is no ${configurationFileName} here; \`assay init\` writes one, and --config names another file.`)
  return [...file.targets.keys()]
}

/** The reference provider is a target of its own. @throws {UsageError} where a command names another one beside it. */
export function refuseTarget(names: readonly string[], options: Readonly<Record<string, unknown>>): void {
  const flags = [['target', '--target'], ['config', '--config'], ...contract.bases.map((base) => [`${base}Url`, `--${base}-url`])] as const
  const given = [...names, ...flags.flatMap(([name, flag]) => (name !== undefined && options[name] !== undefined ? [flag] : []))]
  if (given.length === 0) return
  throw new UsageError(
    `--reference judges the provider that comes with Assay: leave it out to judge ${given.join(', ')}, or leave that out.`,
  )
}

export function limitsOf(options: Readonly<Record<string, unknown>>): TargetLimits {
  const names = ['deadline', 'timeout', 'rate', 'concurrency'] as const
  return Object.fromEntries(names.flatMap((name) => (typeof options[name] === 'number' ? [[name, options[name]]] : [])))
}

/** What the environment says: the process's variables win over those of `.env` or of the file that is named. @throws {UsageError} */
export function environmentOf(envFile: string | undefined): Record<string, string | undefined> {
  return { ...fromFile(envFile), ...process.env }
}

/** What a command's options and the environment ask for. @throws {UsageError} */
export function commandLineOf(options: Readonly<Record<string, unknown>>): CommandLine {
  const text = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined)
  return {
    names: [],
    addresses: Object.fromEntries([['target', text('target')], ...contract.bases.map((base) => [base, text(`${base}Url`)])]),
    flags: Object.fromEntries(contract.settings.filter(({ secret }) => !secret).map(({ name }) => [name, text(name)])),
    environment: environmentOf(text('envFile')),
    operations: text('operations'),
    allowWithdrawals: options['allowWithdrawals'] === true,
    file: text('config'),
    limits: limitsOf(options),
    examines: options['examines'] === true,
  }
}

function fromFile(file: string | undefined): Readonly<Record<string, string | undefined>> {
  if (file === undefined && !existsSync('.env')) return {}
  const { variables, faults } = readNamed(file === undefined ? '.env' : `--settings ${file || '""'}`, () => readEnvFile(file ?? '.env'))
  if (faults.length > 0) throw new UsageError(faults.join('\n  '))
  if (file !== undefined && Object.keys(variables).length === 0)
    throw new UsageError(`--settings ${file}: it sets no variable: expected lines of NAME=value.`)
  return variables
}
