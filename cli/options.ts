import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { type Command, InvalidArgumentError } from 'commander'
import type { Contract } from '../contracts/contract.ts'
import { ConfigurationError, resolveTarget } from '../suites/configuration.ts'
import type { Target } from '../suites/target.ts'

/** Adds the options by which a target is described. Secrets have none: they come from the environment or a file. */
export function addTargetOptions(command: Command, contract: Contract): Command {
  command.option('--target <url>', 'base address of the target, for all operations')
  for (const base of contract.bases) command.option(`--${base}-url <url>`, `base address of the ${base} operations`)
  for (const { name, description, secret } of contract.settings) {
    if (!secret) command.option(`--${flagOf(name)} <value>`, description)
  }
  return command
    .option('--env-file <file>', 'read environment variables from a file as well')
    .option('--operations <list>', 'the operations that the target claims, separated by commas (default: all)')
    .option('--allow-withdrawals', 'send withdrawals to a target that is not on this machine: they move money', false)
}

/** The target that a command's options and the environment describe. @throws {ConfigurationError} */
export function targetFrom(contract: Contract, options: Readonly<Record<string, unknown>>): Target {
  const text = (name: string) => (typeof options[name] === 'string' ? options[name] : undefined)
  const addresses = Object.fromEntries([['target', text('target')], ...contract.bases.map((base) => [base, text(`${base}Url`)])])
  return resolveTarget(contract, {
    addresses,
    flags: Object.fromEntries(contract.settings.filter(({ secret }) => !secret).map(({ name }) => [name, text(name)])),
    environment: { ...fromFile(text('envFile')), ...process.env },
    operations: text('operations'),
    allowWithdrawals: options['allowWithdrawals'] === true,
  })
}

/** Reads a number greater than zero from a flag. */
export function positive(text: string): number {
  const value = Number(text)
  if (Number.isFinite(value) && value > 0) return value
  throw new InvalidArgumentError(`Expected a number greater than 0.`)
}

function fromFile(file: string | undefined): Record<string, string | undefined> {
  if (file === undefined) return existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {}
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new ConfigurationError(`--env-file: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'not text'}).`)
  }
}

function flagOf(setting: string): string {
  return setting.replace(/([A-Z])/g, '-$1').toLowerCase()
}
