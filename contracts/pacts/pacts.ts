import { createHash } from 'node:crypto'
import { defined } from '../../language/defined.ts'
import type { Contract, Example, Operation, Parameter, SignedHeaders } from '../contract.ts'
import { credentialText, placeNamed } from '../credential-place.ts'
import { queryParameters } from '../fields.ts'
import { settingsOf } from '../needed-settings.ts'
import { sample } from '../schemas/sample.ts'
import { isAllowed } from '../schemas/violations.ts'
import { partValues, sign } from '../signing.ts'
import { regExpEscaped } from '../wildcard.ts'
import { isSayable, type Rule, type Rules, regexRule, requiredPart, rulesOf } from './rules.ts'

/** A pact in the form of Pact's specification 4: what one consumer expects of one provider. */
export interface Pact {
  readonly consumer: { readonly name: string }
  readonly provider: { readonly name: string }
  readonly interactions: readonly Interaction[]
  readonly metadata: { readonly pactSpecification: { readonly version: '4.0' } }
}

export interface Interaction {
  readonly type: 'Synchronous/HTTP'
  /** Stable and unique: the operation and the document's example. */
  readonly key: string
  readonly description: string
  readonly pending: false
  readonly comments: { readonly references: { readonly OpenAPI: { readonly operationId: string } } }
  /** What a provider needs before the request: it knows the client and the record. */
  readonly providerStates: readonly { readonly name: string; readonly params: { readonly settings: readonly string[] } }[]
  readonly request: PactRequest
  readonly response: PactResponse
}

interface PactRequest {
  readonly method: string
  readonly path: string
  readonly query?: Readonly<Record<string, readonly string[]>>
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly body?: PactBody
  readonly matchingRules: { readonly header?: Rules; readonly query?: Rules; readonly body?: Rules }
}

interface PactResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly body?: PactBody
  readonly matchingRules: { readonly header: Rules; readonly body: Rules }
}

interface PactBody {
  readonly content: unknown
  readonly contentType: string
  readonly encoded: false
}

export const pactConsumer = 'assay'

/**
 * The pacts of a contract by base. Successes only: with what a request is refused is open, and Pact cannot
 * say "anything but a success".
 */
export function pacts(contract: Contract): ReadonlyMap<string, Pact> {
  return new Map(contract.bases.map((base) => [base, pactOf(contract, base)]))
}

export function operationOfInteraction({ operations }: Pick<Contract, 'operations'>, { comments }: Interaction): Operation | undefined {
  return operations.find(({ id }) => id === comments.references.OpenAPI.operationId)
}

function pactOf({ spec, operations }: Contract, base: string): Pact {
  return {
    consumer: { name: pactConsumer },
    provider: { name: `${spec.title} (${base})` },
    interactions: operations.filter((operation) => operation.base === base).flatMap(interactions),
    metadata: { pactSpecification: { version: '4.0' } },
  }
}

function interactions(operation: Operation): Interaction[] {
  return examplesOf(operation).map((example) => ({
    type: 'Synchronous/HTTP',
    key: `${operation.id}.${example.name}`,
    description: `${operation.summary}: ${example.summary.slice(0, 1).toLowerCase() + example.summary.slice(1)}`,
    pending: false,
    comments: { references: { OpenAPI: { operationId: operation.id } } },
    providerStates: [{ name: `the settings of ${operation.id} are known`, params: { settings: settingsOf(operation) } }],
    request: request(operation),
    response: response(operation, example),
  }))
}

/** The document's examples; an operation without one is not left out, but answered with the plainest success. */
function examplesOf({ success }: Operation): readonly Example[] {
  if (success.examples.length > 0) return success.examples
  return [{ name: 'success', summary: 'a success', value: sample(success.schema) }]
}

function request(operation: Operation): PactRequest {
  const { method, path, parameters, body } = operation
  const query = queryParameters(operation)
  const headers = parameters.filter((parameter) => parameter.in === 'header')
  const presented = credentialsOf(operation)
  const [inQuery, credentials] = [presented.filter(({ place }) => place === 'query'), presented.filter(({ place }) => place !== 'query')]
  const asked = [
    ...query.map((parameter) => [parameter.name, [exampleText(parameter)]] as const),
    ...inQuery.map(({ header, value }) => [header, [value]] as const),
  ]
  const content = exampleBody(operation)
  return defined({
    method,
    path: parameters.reduce(
      (filled, parameter) => filled.replaceAll(`{${parameter.name}}`, encodeURIComponent(exampleText(parameter))),
      path,
    ),
    query: asked.length > 0 ? Object.fromEntries(asked) : undefined,
    headers: defined({
      Accept: operation.success.mediaType === undefined ? undefined : [operation.success.mediaType],
      'Content-Type': body && [body.mediaType],
      ...Object.fromEntries(headers.map((parameter) => [parameter.name, [exampleText(parameter)]])),
      ...Object.fromEntries(credentials.map(({ header, value }) => [header, [value]])),
    }),
    body: body && { content, contentType: body.mediaType, encoded: false },
    matchingRules: defined({
      header: credentials.length > 0 ? Object.fromEntries(credentials.map(({ header, rule }) => [header, rule])) : undefined,
      query: asked.length > 0 ? Object.fromEntries(asked.map(([name]) => [name, anyText])) : undefined,
      body: body && rulesOf({ ...body.schema, required: Object.keys(content) }),
    }),
  })
}

const anyText: Rule = { combine: 'AND', matchers: [{ match: 'type' }] }

function response({ success }: Operation, { value }: Example): PactResponse {
  const { status, mediaType, schema } = success
  if (mediaType === undefined) return { status, headers: {}, matchingRules: { header: {}, body: {} } }
  const said: PactBody = { content: requiredPart(schema, value), contentType: mediaType, encoded: false }
  return defined({
    status,
    headers: { 'Content-Type': [mediaType] },
    body: isSayable(schema) ? said : undefined,
    matchingRules: {
      header: { 'Content-Type': regexRule(`(?i)${regExpEscaped(mediaType)}(?:\\s*;.*)?`) },
      body: isSayable(schema) ? rulesOf(schema) : {},
    },
  })
}

/** The document's example, and what it requires beside it. */
function exampleBody({ body }: Operation): Readonly<Record<string, unknown>> {
  if (!body) return {}
  const example = (body.example ?? sample(body.schema)) as Readonly<Record<string, unknown>>
  const missing = body.fields.filter(({ name, required }) => required && !(name in example))
  return { ...example, ...Object.fromEntries(missing.map(({ name, schema }) => [name, sample(schema)])) }
}

/** A parameter's value in the document, or its name, where only a merchant knows it and it may be that. */
function exampleText({ name, schema, value }: Parameter): string {
  if ('value' in value) return String(value.value)
  return isAllowed(schema, name) ? name : String(sample(schema))
}

interface Credential {
  /** In the query it is no header. */
  readonly place?: 'query'
  readonly header: string
  readonly value: string
  readonly rule: Rule
}

/** The headers of a right request, with placeholders for what only a merchant knows. */
function credentialsOf(operation: Operation): Credential[] {
  const { authentication } = operation
  if (authentication.kind === 'none') return []
  if (authentication.kind === 'signed') return signedCredentials(operation, authentication)
  const { header, scheme, setting } = authentication
  const place = placeNamed(header)
  if (place.in === 'query') return [{ place: 'query', header: place.name, value: placeholder(setting), rule: regexRule('\\S+') }]
  if (place.in === 'cookie')
    return [{ header: 'Cookie', value: `${place.name}=${placeholder(setting)}`, rule: regexRule(`.*${place.name}=\\S+.*`) }]
  return [{ header, value: credentialText(scheme, placeholder(setting)), rule: regexRule(credentialText(scheme, '\\S+')) }]
}

const placeholderTime = 1_700_000_000_000

/** The signature is the right one for the placeholders, so that a signer can be held against it. */
function signedCredentials(operation: Operation, { key, timestamp, signature }: SignedHeaders): Credential[] {
  const { construction } = signature
  const time = String(timestamp.unit === 'seconds' ? placeholderTime / 1000 : placeholderTime)
  const settings = Object.fromEntries(settingsOf(operation).map((name) => [name, placeholder(name)]))
  const headers = { [key.header]: placeholder(key.setting), [timestamp.header]: time }
  const values = partValues(construction, { headers, settings, body: exampleBody(operation) })
  const value = sign(construction, { values, secret: placeholder(construction.key) })
  return [
    { header: key.header, value: placeholder(key.setting), rule: regexRule('\\S+') },
    { header: timestamp.header, value: time, rule: regexRule('[0-9]+') },
    { header: signature.header, value, rule: regexRule(signaturePattern(construction)) },
  ]
}

export function signaturePattern({ hash, encoding }: SignedHeaders['signature']['construction']): string {
  const bytes = createHash(hash).digest().length
  if (encoding === 'hex') return `[0-9a-f]{${bytes * 2}}`
  const digits = Math.ceil((bytes * 4) / 3)
  return encoding === 'base64' ? `[A-Za-z0-9+/]{${digits}}={${-digits & 3}}` : `[A-Za-z0-9_-]{${digits}}`
}

function placeholder(setting: string): string {
  return setting.replace(/([A-Z])/g, '_$1').toUpperCase()
}
