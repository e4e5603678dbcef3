import type { Contract } from '../../contracts/contract.ts'
import { defined } from '../../language/defined.ts'
import { resolveTarget, type Sources } from './configuration.ts'
import type { Environment } from './entry.ts'

export interface Guesses {
  readonly name: string
  /** Where an editor finds the schema, seen from the file. */
  readonly schema: string
  readonly bases: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
  readonly ask: Readonly<Record<string, string>>
  /** The operations that are claimed, where that is not all of them. */
  readonly operations?: readonly string[]
  readonly allowWithdrawals: boolean
}

/** The text of a configuration file with one target and every key explained; what is not known stands in it as a comment. */
export function configurationTemplate(contract: Contract, guesses: Guesses): string {
  return `# yaml-language-server: $schema=${guesses.schema}
#
# The targets that Assay judges, by name: \`assay run ${guesses.name}\`. docs/configuration.md describes every key.
# Secrets stay in the environment, or in .env beside this file: here stand the names of their variables.

targets:
  ${guesses.name}:
${addresses(contract, guesses)}

    # The environment variable of each secret.
    secrets:
${secrets(contract, guesses)}

    # What is asked for.
    ask:
${contract.settings.flatMap(({ name, secret, description }) => (secret ? [] : [`${line(name, guesses.ask[name], '…')} # ${description}`])).join('\n')}

    # The operations that the target claims; all of them where this is left out.
    ${guesses.operations ? '' : '# '}operations: [${(guesses.operations ?? contract.operations.map(({ id }) => id)).join(', ')}]

    # How hard and how long it is asked. Withdrawals move money: away from this machine they have to be allowed.
    ${guesses.allowWithdrawals ? '' : '# '}limits:
    #   deadline: 300
    #   timeout: 10
    #   rate: 10
    #   concurrency: 8
    ${guesses.allowWithdrawals ? '  ' : '#   '}allowWithdrawals: ${guesses.allowWithdrawals}

    # What a gateway wants on every request; \${NAME} stands for an environment variable.
    # headers:
    #   x-gateway-key: \${GATEWAY_KEY}

    # A private authority, and a client certificate: files in PEM, seen from here.
    # tls:
    #   ca: certs/ca.pem
    #   certificate: certs/client.pem
    #   key: certs/client-key.pem

    # A proxy other than that of HTTPS_PROXY; or none.
    # proxy: http://proxy.example:3128

    # A command that prints a fresh secret, in the place of its variable above. No shell runs it.
    # commands:
    #   ${contract.settings.find(({ secret }) => secret)?.name ?? 'secret'}: [print-token, --for, ${guesses.name}]
    # The variables that commands are given beside PATH, HOME and the language.
    # commandVariables: [PRINT_TOKEN_PROFILE]
`
}

function addresses({ bases }: Contract, { bases: known }: Guesses): string {
  const distinct = new Set(bases.map((base) => known[base]))
  const [only] = distinct
  if (distinct.size === 1)
    return `    # The address of all operations; urls instead gives each base its own (${bases.join(', ')}).\n    ${only === undefined ? '# url: https://dev.example' : `url: ${quoted(only)}`}`
  const lines = bases.map((base) => line(base, known[base], 'https://dev.example'))
  return `    # The address of each base; url instead gives one to all of them.\n    urls:\n${lines.join('\n')}`
}

function secrets({ settings }: Contract, { secrets: names }: Guesses): string {
  return settings
    .flatMap(({ name, env, secret, description }) => (secret ? [`      ${name}: ${names[name] ?? env} # ${description}`] : []))
    .join('\n')
}

function line(name: string, value: string | undefined, example: string): string {
  return value === undefined ? `      # ${name}: ${quoted(example)}` : `      ${name}: ${quoted(value)}`
}

/** A double-quoted text in JSON is one in YAML. */
function quoted(text: string): string {
  return JSON.stringify(text)
}

/** Guesses a configuration from flags and variables that are set, and says where each comes from. Secrets give names only. @throws {UsageError} */
export function guess(contract: Contract, name: string, sources: Sources) {
  const target = resolveTarget(contract, sources)
  const secrets = contract.settings.filter(({ secret }) => secret)
  const asked = contract.settings.flatMap((setting) => {
    const value = target.settings[setting.name]
    return value && !setting.secret ? [{ ...setting, value }] : []
  })
  const names = Object.fromEntries(secrets.map((setting) => [setting.name, variableFor(name, setting.env, sources.environment)]))
  const unset = Object.values(names).filter((variable) => !sources.environment[variable])
  const isAll = target.operations.length === contract.operations.length
  return {
    guesses: defined<Omit<Guesses, 'schema'>>({
      name,
      bases: target.bases,
      secrets: names,
      ask: Object.fromEntries(asked.map(({ name: called, value }) => [called, value])),
      operations: isAll ? undefined : target.operations,
      allowWithdrawals: target.allowWithdrawals,
    }),
    told: [
      ...contract.bases.map((base) => `${base}: ${target.bases[base] ?? 'no address is known: write it in'}`),
      ...asked.map(({ name: called, value, env }) => `${called}: ${value} (${sources.flags[called] === undefined ? env : 'a flag'})`),
      ...(unset.length > 0 ? [`not set yet: ${unset.join(', ')}`] : ['every secret has its variable set']),
    ],
  }
}

/** A variable with the target's own name wins over the one for all targets: `DEV_ACCESS_TOKEN` over `ASSAY_ACCESS_TOKEN`. */
function variableFor(target: string, env: string, environment: Environment): string {
  const own = env.replace(/^ASSAY/, target.toUpperCase().replace(/[^A-Z0-9]/g, '_'))
  return environment[own] ? own : env
}
