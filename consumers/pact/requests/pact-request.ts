import type { Operation, RequestBody, Schema } from '../../../contracts/contract.ts'
import { placeNamed } from '../../../contracts/credential-place.ts'
import { expectation, queryParameters, requestFields } from '../../../contracts/fields.ts'
import { isMedia, mediaTypeParts } from '../../../contracts/media-type.ts'
import { isAllowed } from '../../../contracts/schemas/violations.ts'
import { absent } from '../../../text/excerpt.ts'
import { isObject } from '../../../text/json/pointer.ts'
import { valuesUnder } from '../../client-request.ts'
import { inputFault, textFault, type ValueFault } from '../../sent-value.ts'
import { departures, typesOf, unlisted } from '../answers/pact-body.ts'
import { findingValue, must, type PactFinding, pointerOf, should } from '../finding.ts'
import { type ConsumerRequest, listedHeader, namesOf, type PlacedRule } from '../reading/interaction.ts'
import { filterOf, isForNoText, memberRules, schemaOf, schemaWithout, sendable, strangerOf } from '../reading/pact-rules.ts'
import { credentialFindings } from './pact-credentials.ts'
import { takenFindings } from './wide-request-rules.ts'

export function requestFindings(operation: Operation, request: ConsumerRequest, schemes: readonly string[]): PactFinding[] {
  return [
    ...credentialFindings(operation, request),
    ...mediaFindings(operation, request),
    ...parameterFindings(operation, request),
    ...bodyFindings(operation, request),
    ...ruleFindings(operation, request),
    ...takenFindings(operation, request, schemes),
    ...request.rules.filter(isForNoText).map(({ part, path }) => must(`request ${part} ${path[0]}`, 'a text', 'a matching rule for null')),
  ]
}

function mediaFindings({ body, success: { mediaType } }: Operation, request: ConsumerRequest): PactFinding[] {
  const accept = listedHeader(request, 'accept')
  const isUntaken = mediaType !== undefined && accept?.split(',').every((range) => !includes(range, mediaType))
  const { contentType, ownType } = request.body
  const types = body ? [contentType, ownType ?? contentType].filter((type) => !isMedia(type, body.mediaType)) : []
  return [
    ...(isUntaken ? [must('request header Accept', mediaType, findingValue(accept))] : []),
    ...types.slice(0, 1).map((type) => must('request header Content-Type', String(body?.mediaType), findingValue(type))),
  ]
}

function includes(range: string, mediaType: string): boolean {
  const [name, ...parameters] = mediaTypeParts(range)
  if (parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))) return false
  return name === mediaType || name === '*/*' || name === `${mediaType.split('/')[0]}/*`
}

function parameterFindings(operation: Operation, request: ConsumerRequest): PactFinding[] {
  const asked = queryParameters(operation).map(({ name }) => name)
  const names = [...asked, ...credentialParameters(operation.authentication)]
  const unknown = namesOf(request.query).filter((name) => !names.includes(name))
  return [
    ...unknown.map((name) =>
      must(
        `request query ${name}`,
        names.length > 0 ? `a parameter that the source lists: ${names.join(', ')}` : 'no parameter',
        findingValue(name),
      ),
    ),
    ...operation.parameters.flatMap((parameter) => (parameter.in === 'path' ? [] : valueFindings(operation, parameter, request))),
  ]
}

function valueFindings(operation: Operation, parameter: Operation['parameters'][number], request: ConsumerRequest): PactFinding[] {
  const { in: place, name, required, schema } = parameter
  const at = `request ${place} ${name}`
  // The values of a header that stands several times are one list.
  const [text, ...others] = place === 'query' ? valuesUnder(request, `?${name}`) : [listedHeader(request, name)]
  if (text === undefined) return [leftOut(at, required)]
  if (others.length > 0) return [must(at, 'one value', `${others.length + 1} values`)]
  const fault = textFault(operation, parameter, text)
  return fault ? [wrongValue(at, schema, text, fault)] : unnamed(at, text)
}

function credentialParameters(authentication: Operation['authentication']): string[] {
  const place = authentication.kind === 'scheme' ? placeNamed(authentication.header) : undefined
  return place?.in === 'query' ? [place.name] : []
}

function bodyFindings(operation: Operation, { body: { value } }: ConsumerRequest): PactFinding[] {
  const { body } = operation
  if (!body) return value === undefined || value === null || value === '' ? [] : [must('request body', 'no body', findingValue(value))]
  if (!isObject(value)) return [must('request body', 'a JSON object', findingValue(value))]
  const absent = body.fields.filter(({ name }) => !(name in value))
  return [
    ...departures(body.schema, value, 'request body'),
    ...absent.map(({ name, required }) => leftOut(`request body /${name}`, required)),
    ...body.fields.flatMap((field) => fieldFindings(operation, field, value[field.name])),
    ...filterFindings(operation, value),
    ...requestFields(operation)
      .filter((field) => 'setting' in field.value && field.schema.format === undefined)
      .flatMap(({ name }) => unnamed(`request body /${name}`, value[name])),
  ]
}

/** Which texts name nothing is not said. */
function unnamed(at: string, value: unknown): PactFinding[] {
  return value === '' ? [should(at, 'a text that names something', findingValue(''))] : []
}

/** What the source does not call required may be left out, but whether a target accepts that is open. */
function leftOut(at: string, required: boolean): PactFinding {
  return required ? must(at, 'a value', absent) : should(at, 'a value: whether it may be left out is not shown', absent)
}

/** What a schema says itself is judged with the whole body. */
function fieldFindings(operation: Operation, field: RequestBody['fields'][number], value: unknown): PactFinding[] {
  const fault = isAllowed(field.schema, value) ? inputFault(operation, field, value) : undefined
  return fault ? [wrongValue(`request body /${field.name}`, field.schema, value, fault)] : []
}

function wrongValue(at: string, schema: Schema, value: unknown, { words, expected = expectation(schema) }: ValueFault): PactFinding {
  return must(at, expected, `${findingValue(value)}: ${words}`)
}

/** A field by which records are asked for has the form that it has in the records. */
function filterFindings(operation: Operation, body: Readonly<Record<string, unknown>>): PactFinding[] {
  const filter = filterOf(operation)
  const value = filter && body[filter.name]
  return filter && typeof value === 'string' ? departures(filter.schema, value, `request body ${pointerOf([filter.name])}`) : []
}

/** Rules say what else a consumer may send: no value of another type, and no field that the source does not list. */
function ruleFindings({ authentication, body, parameters }: Operation, { rules }: ConsumerRequest): PactFinding[] {
  const credentials = credentialParameters(authentication).map((name) => [name, { type: 'string' }] as const)
  const query = Object.fromEntries([...parameters.map(({ name, schema }) => [name, schema] as const), ...credentials])
  const ofBody = rules.filter(({ part }) => part === 'body')
  const held = [
    ...rules.filter(({ part }) => part === 'query').map((rule) => ({ rule, schema: { properties: query }, place: 'request query' })),
    ...(body ? memberRules(ofBody, body.schema).map((rule) => ({ rule, schema: body.schema, place: 'request body' })) : []),
  ]
  return held.flatMap(({ rule, schema, place }) => ruleFinding(rule, schema, place))
}

function ruleFinding(rule: PlacedRule, schema: Schema, place: string): PactFinding[] {
  const at = `${place} ${pointerOf(rule.path)}`.trim()
  const without = schemaWithout(schema, rule.path)
  if (without) return [unlisted(at, without, 'a matching rule')]
  const found = schemaOf(schema, rule.path)
  if (!found) return []
  const stranger = strangerOf(rule, found)
  if (stranger !== undefined) return [unlisted(at, found, `a matching rule that takes ${findingValue(stranger)} as well`)]
  const allowed = typesOf(found)
  const wrong = sendable(rule).find((type) => allowed.length > 0 && !allowed.includes(type))
  const isText = place === 'request query'
  return wrong === undefined || isText ? [] : [must(at, expectation(found), `a matching rule for ${wrong}`)]
}
