import type { StatedOperation } from '../../spec/stated.ts'
import { type Node, nodeOf } from '../../text/json/node.ts'
import type { Operation, Parameter, RequestField } from '../contract.ts'
import { listPointer, requestFields, requestInputs } from '../fields.ts'
import { allowsNumbers } from '../schemas/schema-parts.ts'
import { schemesOf } from './authentication.ts'
import { type AskedSettings, requestBody } from './declared-inputs.ts'
import { settingOf } from './declared-scheme.ts'
import { carriesSignature } from './declared-signature.ts'

/** By what an operation is known to move money, before the document has said so. */
export interface Paying {
  /** The settings of the credentials with which money is moved. */
  readonly credentials: ReadonlySet<string>
  /** The settings that those operations are sent, each with its name in a request. */
  readonly told: readonly { readonly name: string; readonly setting: string; readonly isAmount: boolean }[]
}

export function payingOf(document: Node, operations: readonly StatedOperation[], asked: AskedSettings): Paying {
  const moving = operations.filter(({ stated }) => stated['x-money'] === true || isSigned(document, schemesOf(document, stated)))
  const told = moving
    .filter(({ stated }) => stated['x-money'] === true)
    .flatMap(({ path, stated }) => requestFields({ body: requestBody(path, stated, asked) }))
    .flatMap(({ name, value, schema }) =>
      'setting' in value ? [{ name, setting: value.setting, isAmount: schema.format === 'decimal' }] : [],
    )
  return { credentials: new Set(moving.flatMap(({ stated }) => credentialsOf(document, schemesOf(document, stated)))), told }
}

/** True if an operation moves money: it says so, or it is likely to and proves nothing else. */
export function movesMoney(
  document: Node,
  { credentials, told }: Paying,
  { method, stated }: StatedOperation,
  operation: Pick<Operation, 'parameters' | 'body' | 'payload' | 'pagination'>,
): boolean {
  const { 'x-money': says } = stated
  if (says === true) return true
  const schemes = schemesOf(document, stated)
  const given = requestInputs(operation)
  const names = given.map((input) => bareName(input.name))
  const settings = given.flatMap(({ value }) => ('setting' in value ? [value.setting] : []))
  const isReading = method === 'get' || method === 'head'
  const pays = isSigned(document, schemes) || [...credentialsOf(document, schemes), ...settings].some((each) => credentials.has(each))
  if (pays) return !(says === false && isReading)
  const taken = told.filter(({ name, setting }) => settings.includes(setting) || names.includes(bareName(name)))
  const asksFor = taken.length > 0 && (taken.length === told.length || (taken.length > 1 && taken.some(({ isAmount }) => isAmount)))
  return (asksFor || takesSum(operation, given)) && !isReading && says !== false
}

/** True for what takes a number in its query or body beside anything else, under whatever names, and pages through no list and gives none. */
function takesSum(
  { payload, pagination }: Pick<Operation, 'payload' | 'pagination'>,
  given: readonly (Parameter | RequestField)[],
): boolean {
  const numbers = given.filter((input) => !('in' in input && (input.in === 'path' || input.in === 'header')) && isNumber(input))
  return numbers.length > 0 && given.length > 1 && pagination === undefined && listPointer({ payload }) === undefined
}

function isNumber({ schema, value }: Parameter | RequestField): boolean {
  return allowsNumbers(schema) || schema.format === 'decimal' || ('value' in value && holdsNumber(value.value))
}

/** True for a number, for a text that writes one with a fraction, and for what holds either. */
function holdsNumber(value: unknown): boolean {
  if (typeof value === 'string') return /^\d+\.\d+$/.test(value)
  return typeof value === 'number' || (typeof value === 'object' && value !== null && Object.values(value).some(holdsNumber))
}

/** A name as a lenient server may read it: `wallet_address` and `X-Wallet-Address` are walletAddress. */
export function bareName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^x[-_]/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

function isSigned(document: Node, schemes: readonly string[]): boolean {
  return schemes.some((name) => carriesSignature(schemeOf(document, name)))
}

function credentialsOf(document: Node, schemes: readonly string[]): string[] {
  return schemes.map((name) => settingOf({ name, scheme: schemeOf(document, name) }))
}

function schemeOf(document: Node, name: string): Node {
  return nodeOf(nodeOf(nodeOf(document['components'])['securitySchemes'])[name])
}
