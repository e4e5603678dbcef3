import type { Contract, Operation, Schema } from '../../contracts/contract.ts'
import { requestFields, requestInputs } from '../../contracts/fields.ts'
import { isMistyped } from '../../contracts/mistakes/values/checksum.ts'
import { hasScheme, presentedCredential } from '../../contracts/operation-kinds.ts'
import { isNumeric } from '../../contracts/schemas/schema-parts.ts'
import { brokenBound, hasFormat } from '../../contracts/schemas/violations.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import { isOfKind } from '../../engine/money/exposure.ts'
import { claimedOperations, isLocal, secretsOf, type Target } from '../../engine/target.ts'
import { isHeaderValue } from '../../text/header-field.ts'
import { isPlaceholder } from '../../text/no-value.ts'
import { aboutSetting, settingVariable } from './setting-variables.ts'

/** Everything about settings that cannot be what was meant, each variable once. */
export function mistakenDiagnoses(contract: Contract, target: Target): Diagnosis[] {
  const malformed = malformedDiagnoses(contract, target)
  const known = new Set(malformed.map(({ about }) => about))
  const claimed = claimedOperations(contract, target)
  const inputs = new Map(claimed.flatMap((operation) => mistakenInputs(contract, target, operation).map((one) => [one.about, one])))
  return [...malformed, ...[...inputs.values()].filter(({ about }) => !known.has(about))]
}

/** Values of settings that cannot be right, whatever a target says of them. */
export function malformedDiagnoses(contract: Contract, target: Target): Diagnosis[] {
  const values = contract.settings.flatMap((setting) => {
    const value = target.settings[setting.name]
    const problem = value && malformation(contract, setting, value)
    const about = aboutSetting(contract, target, setting.name)
    return problem ? [{ id: 'malformed' as const, ...about, problem: `${about.about} ${problem}.`, remedy: 'Set the value itself.' }] : []
  })
  return [...values, ...overlongAddresses(contract, target)]
}

function overlongAddresses({ operations }: Contract, { bases }: Target): Diagnosis[] {
  return Object.entries(bases).flatMap(([about, address]) => {
    const { origin, pathname } = new URL(address)
    const whole = pathname.replace(/\/+$/, '')
    const operation = operations.find(({ base, path }) => base === about && path.length > 1 && whole.endsWith(path))
    if (!operation) return []
    const problem = `The address ${address} ends in the path of ${operation.id}, which is added to it.`
    const served = operations.filter(({ base }) => base === about).map(({ id }) => id)
    const remedy = `Set ${origin}${whole.slice(0, -operation.path.length)}.`
    return [{ id: 'malformed' as const, about, operations: served, problem, remedy }]
  })
}

/** Why the value of a setting cannot be what was meant, in words that follow its variable; undefined where it can. */
function malformation(contract: Contract, { name, secret }: Contract['settings'][number], value: string): string | undefined {
  const begins = (words: readonly string[], end: string) => words.find((word) => value.toLowerCase().startsWith(word.toLowerCase() + end))
  const schemes = contract.operations.filter(hasScheme).flatMap(({ authentication: { scheme } }) => scheme || [])
  const scheme = secret && begins(schemes, ' ')
  if (scheme) return `begins with the scheme's name, ${scheme}${mixedUp(contract, name, scheme)}`
  const fields = contract.operations.flatMap(presentedCredential)
  const names = fields.map(({ header }) => header)
  const header = begins(names, ':')
  if (header) return `begins with a header's name, ${header}`
  if (/^(?:export\s+|set\s+)?ASSAY_[A-Z_]+\s*=/.test(value)) return 'holds the name of a variable as well'
  if (/^(["'`]).*\1$|^[“‘«].*[”’»]$/.test(value)) return 'stands in quotation marks'
  if (isPlaceholder(value) || isUnfilled(contract, value)) return 'looks like the placeholder of an example'
  const isAddress = isWallet(contract, name)
  const isWord = secret || isAddress || /^\p{ASCII}*$/u.test(value.replace(new RegExp(invisible, 'g'), ''))
  if (isWord && invisible.test(value)) return 'holds a character that nobody can see'
  if (isAddress && /[\s"'`]|:\/\//.test(value))
    return 'is no address of a wallet: it holds white space or a quotation mark, or it is the address of a page'
  if (fields.some(({ setting }) => setting === name) && !isHeaderValue(value)) return 'holds a character that no header can carry'
  return undefined
}

const invisible = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/

/** True for a variable that nothing filled in, by the last word of its name; a secret may well begin with a dollar. */
function isUnfilled({ settings }: Contract, value: string): boolean {
  const variable = /^[$%]([A-Z\d_]+)%?$/.exec(value)?.[1]
  return variable !== undefined && settings.some(({ env }) => variable.endsWith(env.slice(env.lastIndexOf('_') + 1)))
}

function isWallet({ operations }: Contract, setting: string): boolean {
  return operations.some((operation) => {
    const isWanted = isOfKind(operation, 'address')
    return requestFields(operation).some((field) => isWanted(field) && 'setting' in field.value && field.value.setting === setting)
  })
}

/** What a scheme tells that is never presented with this setting, and always with others. */
function mixedUp({ operations, settings }: Contract, name: string, scheme: string): string {
  const owners = new Set(
    operations.filter(hasScheme).flatMap(({ authentication }) => (authentication.scheme === scheme ? authentication.setting : [])),
  )
  if (owners.has(name)) return ''
  const others = settings.filter((setting) => owners.has(setting.name)).map(({ env }) => env)
  return `, which goes with ${others.join(' and ')}: the two may be swapped`
}

/** Settings that the document would not allow in the requests of an operation that carry them. Their values are not secret. */
function mistakenInputs(contract: Contract, target: Target, operation: Operation): Diagnosis[] {
  return requestInputs(operation).flatMap(({ value: source, schema }) => {
    const name = 'setting' in source ? source.setting : undefined
    const value = name === undefined ? undefined : target.settings[name]
    const expected = value && (expectation(schema, value) ?? walletExpectation(target, operation, value))
    if (name === undefined || !expected) return []
    const told = aboutSetting(contract, target, name)
    const { about } = told
    const secret = secretsOf(contract, target).find((other) => other.value === value)
    // What it should be, and what is found, would both be redacted.
    const problem = secret
      ? `${about} holds the same as ${settingVariable(contract, target, secret.name)}, which is a secret.`
      : `${about}: expected ${expected}; found ${JSON.stringify(value)}.`
    return [{ id: 'malformed' as const, ...told, problem, remedy: 'Correct the value.' }]
  })
}

/** What is expected of a wallet that money would go to; a service on this machine may well know made-up ones. */
function walletExpectation(target: Target, operation: Operation, value: string): string | undefined {
  if (!operation.movesMoney || isLocal(target, operation)) return undefined
  const digits = /^0x([0-9a-f]{30,50})$/i.exec(value)?.[1]
  if (digits && digits.length !== 40) return `40 hexadecimal digits after 0x, and no ${digits.length}: some are missing, or too many`
  if (!isMistyped(value)) return undefined
  return 'an address whose capitals fit its digits (EIP-55): one of its characters is mistyped. If all are right, write it in lower case'
}

function expectation(schema: Schema, value: string): string | undefined {
  if (schema.format === 'decimal' && !/^(0|[1-9]\d*)(\.\d+)?$/.test(value)) return 'a decimal number such as 1.5'
  if (schema.format === 'decimal' && Number(value) === 0) return 'an amount greater than 0'
  if (schema['x-case'] === 'upper' && value !== value.toUpperCase()) return `a symbol in upper case, such as ${value.toUpperCase()}`
  if (/^0x/i.test(value) && !/^0x[0-9a-f]+$/i.test(value)) return 'nothing but hexadecimal digits after 0x'
  if (/^0x0+$/i.test(value)) return "a wallet that somebody has: this one is nobody's"
  const broken = brokenBound(schema, isNumeric(schema) ? Number(value) : value)
  if (broken) return `another value: this one ${broken}`
  return hasFormat(schema, value) ? undefined : `a value in the format ${schema.format}`
}
