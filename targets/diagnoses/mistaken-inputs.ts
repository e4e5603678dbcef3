import type { Contract, Operation, Schema } from '../../contracts/contract.ts'
import { requestInputs } from '../../contracts/fields.ts'
import { isMistyped } from '../../contracts/mistakes/values/checksum.ts'
import { isNumeric } from '../../contracts/schemas/schema-parts.ts'
import { brokenBound } from '../../contracts/schemas/violations.ts'
import type { Diagnosis } from '../../engine/diagnosis.ts'
import { claimedOperations, isLocal, type Target } from '../../engine/target.ts'
import { malformedDiagnoses, settingVariable } from './wrong-settings.ts'

/** Everything about settings that cannot be what was meant, each variable once. */
export function mistakenDiagnoses(contract: Contract, target: Target): Diagnosis[] {
  const malformed = malformedDiagnoses(contract, target)
  const known = new Set(malformed.map(({ about }) => about))
  const claimed = claimedOperations(contract, target)
  const inputs = new Map(claimed.flatMap((operation) => mistakenInputs(contract, target, operation).map((one) => [one.about, one])))
  return [...malformed, ...[...inputs.values()].filter(({ about }) => !known.has(about))]
}

/** Settings that the document would not allow in the requests of an operation that carry them. Their values are not secret. */
function mistakenInputs(contract: Contract, target: Target, operation: Operation): Diagnosis[] {
  return requestInputs(operation).flatMap(({ value: source, schema }) => {
    const name = 'setting' in source ? source.setting : undefined
    const value = name === undefined ? undefined : target.settings[name]
    const expected = value && (expectation(schema, value) ?? walletExpectation(target, operation, value))
    if (name === undefined || !expected) return []
    const about = settingVariable(contract, target, name)
    const secret = contract.settings.find((other) => other.secret && target.settings[other.name] === value)
    // What it should be, and what is found, would both be redacted.
    const problem = secret
      ? `${about} holds the same as ${settingVariable(contract, target, secret.name)}, which is a secret.`
      : `${about}: expected ${expected}; found ${JSON.stringify(value)}.`
    return [{ id: 'malformed' as const, about, problem, remedy: 'Correct the value.' }]
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
  return broken && `another value: this one ${broken}`
}
