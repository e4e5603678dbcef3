import { Command } from 'commander'
import type { RequestField } from '../../contracts/contract.ts'
import { kebab } from '../../contracts/mistakes/mistake.ts'
import { settingsOf } from '../../contracts/needed-settings.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { signedRequest, signedValues, signingInput } from '../../engine/probes/request.ts'
import { missingSettings, type Target } from '../../engine/target.ts'
import { UsageError } from '../../language/usage-error.ts'
import { curlCommand, headerLines, type SignedRequest, signatureExplanation } from '../../reports/exchanges/signed-request.ts'
import { contract } from '../options/contract.ts'
import { envFileOption } from '../options/env-file.ts'
import { digitsUpTo } from '../options/flag-values.ts'
import { addTargetArgument, settingsFrom } from '../options/target-options.ts'

interface Options {
  readonly timestamp?: number
  readonly explain: boolean
  readonly curl: boolean
  readonly [name: string]: unknown
}

const operation = contract.operations.find(isSigned)
const secrets = contract.settings.filter(({ name, secret }) => secret && operation && settingsOf(operation).includes(name))
const fields = (operation?.body?.fields ?? []).filter((field) => secrets.every(({ name }) => name !== flagName(field)))

const examples = `
Secrets are read from ${secrets.map(({ env }) => env).join(', ')}; the signing secret is never printed.

Examples:
  $ assay sign                                     the headers of one request
  $ assay sign --explain                           each part, and the canonical string
  $ assay sign dev --curl                          with the settings of a target of assay.config.yaml
  $ assay sign --curl                              a request to paste, with environment variables in place of secrets

Exit codes: 0 signed · 2 wrong usage or configuration`

export function signCommand(now: () => number = Date.now): Command {
  const command = new Command('sign')
  for (const field of fields) command.option(`--${kebab(flagName(field))} <value>`, field.schema.description ?? field.name)
  return addTargetArgument(command, '[target]')
    .option('--target <url>', 'base address that --curl names (default: its environment variable)')
    .option(
      '--timestamp <milliseconds>',
      'the time of the request, since the Unix epoch (default: now)',
      digitsUpTo(999_999_999_999_999, 'a number of milliseconds since the Unix epoch'),
    )
    .addOption(envFileOption())
    .option('--explain', 'print each part and the canonical string: they hold the API key and the merchant code', false)
    .option('--curl', 'print a curl command instead of the headers', false)
    .addHelpText('after', examples)
    .action(async (name: string | undefined, options: Options) => {
      const { target } = await settingsFrom({ ...options, operations: undefined, examines: true }, name === undefined ? [] : [name])
      process.stdout.write(
        output(options, name !== undefined || typeof options['target'] === 'string' ? target : undefined, signed(options, target, now())),
      )
    })
}

function output(options: Options, named: Target | undefined, made: SignedRequest): string {
  const explained = options.explain ? signatureExplanation(contract, made) : ''
  const address = named?.bases[made.operation.base]
  const asked = options.curl ? curlCommand(contract, made, address) : headerLines(made)
  return [explained, options.explain && !options.curl ? '' : asked].filter((text) => text !== '').join('\n')
}

function signed(options: Options, target: Target, time: number): SignedRequest {
  if (!operation) throw new UsageError('The document has no signed operation, so there is nothing to sign.')
  refuseMissing(target)
  const changes = { inputs: inputs(options) }
  const at = options.timestamp ?? time
  return {
    operation,
    request: signedRequest(operation, target, signedValues(operation, target, at, changes), changes),
    input: signingInput(operation, target, at, changes),
  }
}

function refuseMissing(target: Target): void {
  const missing = operation ? missingSettings(contract, target, settingsOf(operation)) : []
  if (missing.length === 0) return
  const lines = missing.map(({ env, name, secret, description }) => `  ${env}${secret ? '' : ` or --${kebab(name)}`}: ${description}`)
  throw new UsageError(`These settings are missing:\n${lines.join('\n')}`)
}

function inputs(options: Options): Record<string, unknown> {
  const given = fields.map((field) => [field.name, options[flagName(field)]] as const)
  return Object.fromEntries(given.filter(([, value]) => value !== undefined))
}

function flagName({ name, value }: RequestField): string {
  return 'setting' in value ? value.setting : name
}
