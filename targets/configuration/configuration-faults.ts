import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { Contract } from '../../contracts/contract.ts'
import { configurationSchema } from '../../contracts/generation/configuration-schema.ts'
import { didYouMean } from '../../contracts/suggestion.ts'
import { memoized } from '../../language/memoized.ts'
import { excerpt } from '../../text/excerpt.ts'
import { pointerSteps } from '../../text/json/pointer.ts'

/** Something in a configuration file that is not as the schema has it. */
interface ConfigurationFault {
  readonly at: readonly string[]
  /** What was expected and what was found, or what to do; holds no value that may be a secret. */
  readonly problem: string
}

export function configurationFaults(contract: Contract, content: unknown): ConfigurationFault[] {
  const validate = validatorOf(contract)
  if (validate(content)) return []
  const faults = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'propertyNames').map((error) => faultOf(contract, error))
  return [...new Map(faults.map((fault) => [fault.at.join('.'), fault])).values()]
}

const validatorOf = memoized((contract: Contract) =>
  new Ajv2020({ allErrors: true, verbose: true, strict: false }).compile(configurationSchema(contract)),
)

function faultOf(contract: Contract, error: ErrorObject): ConfigurationFault {
  const at = pointerSteps(error.instancePath)
  if (error.keyword === 'additionalProperties') return unknownKey(contract, at, error)
  if (error.propertyName !== undefined) {
    return { at: [...at, error.propertyName], problem: 'expected a name of Latin letters, digits, dots, hyphens and underscores.' }
  }
  return { at, problem: problemAt(at, error) }
}

function unknownKey({ settings, bases }: Contract, at: readonly string[], { params, parentSchema }: ErrorObject): ConfigurationFault {
  const key = String(params['additionalProperty'])
  const known = Object.keys((parentSchema as { properties?: object }).properties ?? {})
  const setting = settings.find(({ name }) => name === key)
  const place = setting?.secret ? 'secrets' : 'ask'
  if (setting && at.at(-1) !== place) {
    const advice = setting.secret
      ? 'this is a secret, which this file may not hold. Write the name of its environment variable under secrets.'
      : 'this is no secret. Write it under ask.'
    return { at: [...at, key], problem: advice }
  }
  const base = bases.find((name) => key.replace(/[_-]/g, '').toLowerCase() === `${name}url`)
  if (base !== undefined) return { at: [...at, key], problem: `there is no such key. Write the address as ${base} under urls.` }
  if (key === 'allowWithdrawals' && at[0] === 'defaults')
    return { at: [...at, key], problem: 'money is allowed for one target at a time: write it under the limits of that target.' }
  return { at: [...at, key], problem: `there is no such key.${didYouMean(key, known) || ` Expected one of ${known.join(', ')}.`}` }
}

function problemAt(at: readonly string[], { keyword, params, data, schema, parentSchema }: ErrorObject): string {
  if (isVariable(at)) return literalSecret
  const found = mayBeSecret(at) || params['type'] === 'object' ? kindOf(data) : excerpt(data)
  switch (keyword) {
    case 'type':
      return isCommand(at) && typeof data === 'string' ? unsplit : wrongType(String(params['type']), data, found)
    case 'enum':
      return `expected one of ${(schema as string[]).join(', ')}; found ${found}.${typeof data === 'string' ? didYouMean(data, schema as string[]) : ''}`
    case 'exclusiveMinimum':
      return `expected a number greater than ${String(params['limit'])}; found ${found}.`
    case 'minimum':
      return `expected a whole number of at least ${String(params['limit'])}; found ${found}.`
    default:
      return `expected ${described(parentSchema)}; found ${found === '""' ? 'an empty text' : found}.`
  }
}

/** What a key is for, as the middle of a sentence. */
function described(schema: unknown): string {
  const { description = 'something else' } = schema as { readonly description?: string }
  return description.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase()).replace(/\.$/, '')
}

const literalSecret =
  'expected the name of an environment variable, such as DEV_ACCESS_TOKEN; found something else. If this is the secret itself, take it out of the file: secrets stay in the environment.'

const words: Readonly<Record<string, string>> = {
  object: 'a block of keys',
  array: 'a list',
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
}

function wrongType(type: string, data: unknown, found: string): string {
  if (type === 'string' && (typeof data === 'number' || typeof data === 'boolean'))
    return `expected a text; found ${found}. Put it in quotes: in YAML it would lose its zeros and its form.`
  if (type === 'array' && typeof data === 'string') return 'expected a list, such as [one, another]; found one text.'
  return `expected ${words[type] ?? type}; found ${data === null ? 'nothing' : found}.`
}

const unsplit = 'expected a list of words, such as [vault, read, -field=token, dev]; found one text. No shell runs it, so it is not split.'

function isCommand(at: readonly string[]): boolean {
  return at.at(-2) === 'commands' || at.at(-1) === 'command'
}

function isVariable(at: readonly string[]): boolean {
  return at.at(-2) === 'secrets' || (at.at(-2) === 'tls' && at.at(-1) === 'passphrase')
}

/** Addresses, headers and commands can hold a secret where they should not, and so can what is no block of keys, such as a .env. */
function mayBeSecret(at: readonly string[]): boolean {
  return at.some((step) => ['secrets', 'headers', 'commands', 'proxy', 'url', 'urls', 'tls'].includes(step))
}

function kindOf(data: unknown): string {
  if (Array.isArray(data)) return 'a list'
  if (data === null) return 'nothing'
  return data === '' ? 'an empty text' : (words[typeof data] ?? typeof data)
}
