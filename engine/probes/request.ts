import type { Authentication, Operation, Schema, ValueSource } from '../../contracts/contract.ts'
import { credentialText, placed, type SchemeCredential } from '../../contracts/credential-place.ts'
import { queryParameters, requestFields, requestInputs } from '../../contracts/fields.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { isSigned, type SignedOperation } from '../../contracts/operation-kinds.ts'
import { isNumeric } from '../../contracts/schemas/schema-parts.ts'
import { partValues, type SigningInput, sign } from '../../contracts/signing.ts'
import { defined } from '../../language/defined.ts'
import type { Timestamps } from '../client/timestamps.ts'
import { saidByAll } from '../client/user-agents.ts'
import type { Headers, SentRequest } from '../exchange.ts'
import { addressOf, type Target } from '../target.ts'

/** The values of a request by name: its parameters and the fields of its body. */
export type Inputs = Readonly<Record<string, unknown>>

/** How a request differs from the ordinary right one. */
export interface Changes {
  readonly inputs?: Inputs
  /** Writes the body; compact JSON in the document's order unless it is given. */
  readonly write?: ((body: Readonly<Record<string, unknown>>) => string) | undefined
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Headers
}

/** What a right request takes beside its operation. */
type Dated = Pick<Timestamps, 'reserveTime'> & { readonly target: Target }

/** The ordinary values of an operation's right request. A parameter that is optional and has no value is left out. */
export function ordinaryInputs(operation: Operation, target: Target): Inputs {
  const named = requestInputs(operation)
  const stated = Object.fromEntries(named.map(({ name, value, schema }) => [name, resolve(value, schema, target)]))
  const inputs = { ...stated, ...target.granted?.get(operation.id) }
  return target.distinct && operation.movesMoney ? { ...inputs, ...target.distinct(operation, inputs) } : inputs
}

export function bareRequest(
  operation: Operation,
  target: Target,
  { inputs, write = JSON.stringify, query, headers = [] }: Changes = {},
): SentRequest {
  const values: Inputs = { ...ordinaryInputs(operation, target), ...inputs }
  const text = operation.body && write(bodyFields(operation, values))
  return placed(
    defined({
      method: operation.method,
      url: urlOf(operation, target, values, query),
      headers: [
        ['accept', operation.success.mediaType ?? refusalMediaType],
        ...(operation.body ? [['content-type', operation.body.mediaType] as const] : []),
        ...headerInputs(operation, values, inputs),
        ...headers,
      ],
      body: text === undefined ? undefined : Buffer.from(text, 'utf8'),
    }),
  )
}

/** What is taken where a success has no body: a refusal may still have one. */
const refusalMediaType = 'application/json'

/** A right request with its credential. Not for signed operations. */
export function rightRequest(operation: Operation, target: Target, changes: Changes = {}): SentRequest {
  return bareRequest(operation, target, withMore(changes, rightCredential(operation.authentication, target)))
}

/** The input of the signature of a right request, at a time in milliseconds since the Unix epoch. */
export function signingInput(operation: SignedOperation, target: Target, milliseconds: number, changes: Changes = {}): SigningInput {
  const { key, timestamp, signature } = operation.authentication
  const { construction } = signature
  const body = bodyFields(operation, { ...ordinaryInputs(operation, target), ...changes.inputs })
  const headers = { [key.header]: settingValue(target.settings, key.setting), [timestamp.header]: timestampOf(operation, milliseconds) }
  return {
    values: partValues(construction, { headers, settings: target.settings, body }),
    secret: settingValue(target.settings, construction.key),
    body: (changes.write ?? JSON.stringify)(body),
  }
}

/** A right request of any operation: with its credential, or signed for a time that no other request has. */
export function ordinaryRequest(operation: Operation, { target, reserveTime }: Dated, changes: Changes = {}): SentRequest {
  if (!isSigned(operation)) return rightRequest(operation, target, changes)
  return signedRequest(operation, target, signedValues(operation, target, reserveTime(), changes), changes)
}

/** The headers that a signed request carries; `undefined` leaves one out. */
export interface SignedValues {
  readonly key?: string | undefined
  readonly timestamp?: string | undefined
  readonly signature?: string | undefined
}

/** The values of a right request: none is left out. */
export type RightValues = { readonly [Name in keyof SignedValues]-?: string }

export function signedValues(operation: SignedOperation, target: Target, milliseconds: number, changes: Changes = {}): RightValues {
  const { key, signature } = operation.authentication
  return {
    key: settingValue(target.settings, key.setting),
    timestamp: timestampOf(operation, milliseconds),
    signature: sign(signature.construction, signingInput(operation, target, milliseconds, changes)),
  }
}

export function signedRequest(operation: SignedOperation, target: Target, values: SignedValues, changes: Changes = {}): SentRequest {
  return bareRequest(operation, target, withMore(changes, signedHeaderFields(operation, values)))
}

function withMore(changes: Changes, headers: Headers): Changes {
  return { ...changes, headers: [...(changes.headers ?? []), ...headers] }
}

/** The signed headers by their names; those without a value are left out. */
export function signedHeaderFields({ authentication: { key, timestamp, signature } }: SignedOperation, values: SignedValues): Headers {
  const stated = [
    [key.header, values.key],
    [timestamp.header, values.timestamp],
    [signature.header, values.signature],
  ] as const
  return stated.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
}

/** The value of the timestamp header for a time in milliseconds since the Unix epoch, in the declared unit. */
export function timestampOf(operation: SignedOperation, milliseconds: number): string {
  return String(operation.authentication.timestamp.unit === 'seconds' ? Math.floor(milliseconds / 1000) : milliseconds)
}

/** The value of a source; settings are texts, and are sent as numbers where the document asks for a number. */
function resolve(source: ValueSource, schema: Schema, target: Target): unknown {
  if (!('setting' in source)) return source.value
  const text = target.settings[source.setting]
  return isNumeric(schema) && text !== undefined && Number.isFinite(Number(text)) ? Number(text) : text
}

function bodyFields(operation: Operation, values: Inputs): Record<string, unknown> {
  return Object.fromEntries(requestFields(operation).flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])))
}

function urlOf(operation: Operation, target: Target, values: Inputs, more: Readonly<Record<string, string>> = {}): string {
  const filled = operation.parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((address, { name }) => address.replaceAll(`{${name}}`, encodeURIComponent(String(values[name]))), addressOf(target, operation))
  const query = new URLSearchParams(more)
  for (const { name } of queryParameters(operation)) {
    for (const value of [values[name]].flat()) if (value !== undefined) query.append(name, String(value))
  }
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** Header parameters with their values; one that is left out on purpose is empty where clients would say it all the same. */
function headerInputs(operation: Operation, values: Inputs, changed: Inputs = {}): Headers {
  const named = operation.parameters.filter((parameter) => parameter.in === 'header')
  return named.flatMap(({ name }) => {
    if (values[name] !== undefined) return [[name, String(values[name])] as const]
    return name in changed && saidByAll.includes(name.toLowerCase()) ? [[name, ''] as const] : []
  })
}

/** The right credential as its owner presents it; nothing where requests are signed. */
export function rightCredential(authentication: Authentication, target: Target): Headers {
  if (authentication.kind !== 'scheme') return []
  return credentialFields(authentication, settingValue(target.settings, authentication.setting))
}

/** A value in the place of a credential. */
export function credentialFields({ header, scheme }: SchemeCredential, value: string): Headers {
  return [[header, credentialText(scheme, value)]]
}
