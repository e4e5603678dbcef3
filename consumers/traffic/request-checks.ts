import type { Operation, Schema } from '../../contracts/contract.ts'
import { expectation, fieldName } from '../../contracts/fields.ts'
import { type FormatCheck, formats } from '../../contracts/formats.ts'
import { brokenBound } from '../../contracts/violations.ts'
import { hasByteOrderMark, textOf } from '../../engine/evidence/body.ts'
import { Inconclusive } from '../../engine/evidence/evidence.ts'
import { excerpt, shortened } from '../../engine/evidence/excerpt.ts'
import { scanJson } from '../../engine/evidence/scan.ts'
import type { Finding } from '../../engine/outcome.ts'
import { isObject } from '../../spec/pointer.ts'
import { typeOf } from '../pact/pact-body.ts'
import { isMedia } from '../pact/pact-request.ts'
import { type Addressed, type NearMiss, originOf, pathOf } from './address.ts'
import { type ConsumerCheck, fine, requestCheck, sequenceCheck } from './consumer-check.ts'
import { fieldsOf, headerValues, type Sent } from './sent.ts'

/** What every request of an operation has: its address, method, media type, JSON, and each input as the source gives it. */
export function requestChecks(operation: Operation): ConsumerCheck[] {
  return [...addressChecks(operation), ...bodyChecks(operation), ...parameterChecks(operation), ...fieldChecks(operation)]
}

function addressChecks(operation: Operation): ConsumerCheck[] {
  const { id, path, method, base } = operation
  const check = (name: string, title: string, wrong: (address: Addressed, sent: Sent) => Iterable<Finding>): ConsumerCheck =>
    sequenceCheck(operation, `sends.${name}`, title, () => ({
      see: (sent) => (sent.operation?.id === id ? wrong(sent.address, sent) : undefined),
    }))
  return [
    check('path', `It goes to ${path}`, (address, { exchange: { request } }) =>
      address.kind === 'near' ? [{ at: 'path', expected: path, actual: `${pathOf(request.url)} (${misses[address.miss]})` }] : fine,
    ),
    check('method', `It is a ${method}`, (address, { exchange: { request } }) =>
      address.kind === 'method' ? [{ at: 'method', expected: method, actual: request.method }] : fine,
    ),
    check('base', `It goes to the ${base} address`, (address, { exchange: { request } }) =>
      address.kind === 'base' ? [{ at: 'host', expected: `the ${base} address`, actual: originOf(request.url) }] : fine,
    ),
  ]
}

const misses: Readonly<Record<NearMiss, string>> = {
  case: 'in another case',
  slash: 'with other slashes',
  encoding: 'percent-encoded',
  separator: 'with other hyphens or underscores',
  version: 'with another version segment',
  prefix: 'with something before it, or missing there',
  letters: 'misspelt',
}

function bodyChecks(operation: Operation): ConsumerCheck[] {
  const { body } = operation
  if (!body) return []
  return [
    requestCheck(operation, 'request.content-type', `It is ${body.mediaType}`, (sent) => {
      const given = headerValues(sent, 'content-type')
      if (!sent.body && !body.required) return undefined
      return given.length === 1 && isMedia(given[0], body.mediaType)
        ? fine
        : [{ at: 'header content-type', expected: body.mediaType, actual: given.join(', ') || 'missing' }]
    }),
    requestCheck(operation, 'sends.json', 'Its body is a JSON object', (sent) => {
      if (!isKept(sent)) throw new Inconclusive(sent.lacks.body ?? 'Its body is longer than what is kept of it.')
      if (!sent.body) return body.required ? [{ at: 'body', expected: 'a JSON object', actual: 'nothing' }] : undefined
      const { error, value } = sent.body
      if (sent.exchange.request.body && hasByteOrderMark(sent.exchange.request.body))
        return [{ at: 'body', expected: 'a JSON object in UTF-8', actual: 'one with a byte order mark before it' }]
      return error === undefined && isObject(value)
        ? fine
        : [{ at: 'body', expected: 'a JSON object in UTF-8', actual: codingOf(sent) ?? error ?? excerpt(value) }]
    }),
    requestCheck(operation, 'sends.json.keys', 'No key stands twice in its body', ({ body: json, exchange: { request } }) => {
      if (!request.body || json === undefined || json.error !== undefined) return undefined
      const { duplicateKeys } = scanJson(textOf({ body: request.body, truncated: false }), json.value)
      return duplicateKeys.map(({ at, text }) => ({ at, expected: 'each key once', actual: `${JSON.stringify(text)} again` }))
    }),
  ]
}

/** A body that is coded is JSON to nobody who was not told of the coding. */
function codingOf(sent: Sent): string | undefined {
  const codings = headerValues(sent, 'content-encoding').join(', ')
  return /^(identity)?$/i.test(codings) ? undefined : `bytes in the content coding ${shortened(codings, 40)}`
}

function isKept({ lacks, exchange: { request } }: Sent): boolean {
  return lacks.body === undefined && request.truncated !== true
}

/** A parameter has its place, and stands there once. */
function parameterChecks(operation: Operation): ConsumerCheck[] {
  return operation.parameters.map(({ name, in: place, required, schema }) =>
    requestCheck(operation, `request.${name}`, `${name}: ${expectation(schema)} in the ${place}`, (sent) => {
      const values = place === 'header' ? headerValues(sent, name) : sent.query.flatMap(([key, value]) => (key === name ? [value] : []))
      const at = `${place} ${name}`
      if (place === 'path') return fine
      const strayed = strayedInput(operation, name, place, sent)
      if (strayed) return [{ at, expected: `${name} in the ${place}`, actual: strayed }]
      if (values.length === 0) return required ? [{ at, expected: expectation(schema), actual: 'missing' }] : undefined
      if (values.length > 1) return [{ at, expected: `${name} once`, actual: `${values.length} times` }]
      const [text = ''] = values
      const fault = isNoValue(text) ? 'no value' : textFault(schema, text)
      return fault ? [{ at, expected: expectation(schema), actual: `${excerpt(text)}: ${fault}` }] : fine
    }),
  )
}

/** An input of the same name in a place where the source has none. */
function strayedInput(operation: Operation, name: string, place: string, sent: Sent): string | undefined {
  if (place === 'query' && !operation.body && fieldsOf(sent)?.[name] !== undefined) return `${name} in the body`
  const query = sent.query.find(([key]) => key !== name && plainName(key) === plainName(name))
  return place === 'query' && query ? `${shortened(query[0])}, spelt in another way` : undefined
}

/** True for what a program writes where it has no value. */
export function isNoValue(text: string): boolean {
  return /^(undefined|null|None|nil|NaN|\[object Object\]|<nil>)$/.test(text)
}

function textFault(schema: Schema, text: string): string | undefined {
  const types = [schema.type ?? 'string'].flat()
  const isNumber = types.some((type) => type === 'integer' || type === 'number') && !types.includes('string')
  if (!isNumber) return valueFault(schema, text)
  return /^-?\d+(\.\d+)?$/.test(text) ? valueFault(schema, Number(text)) : 'not a number'
}

function fieldChecks(operation: Operation): ConsumerCheck[] {
  const pages = operation.pagination
  return (operation.body?.fields ?? []).map(({ name, required, schema }) =>
    requestCheck(operation, `request.${name}`, `${name}: ${expectation(schema)}`, (sent) => {
      const at = `/${name}`
      if (!isKept(sent)) throw new Inconclusive(sent.lacks.body ?? 'Its body is longer than what is kept of it.')
      const fields = fieldsOf(sent)
      const query = sent.query.some(([key]) => key === name)
      if (query) return [{ at, expected: `${name} in the body`, actual: `${name} in the query` }]
      const other = Object.keys(fields ?? {}).find((key) => key !== name && plainName(key) === plainName(name))
      if (!fields || !Object.hasOwn(fields, name)) {
        if (other) return [{ at, expected: name, actual: `${other}, spelt in another way` }]
        return required && fields ? [{ at, expected: expectation(schema), actual: 'missing' }] : undefined
      }
      const first = pages?.page.request === at ? pages.page.first : pages?.size.request === at ? 1 : undefined
      const fault = valueFault(schema, fields[name]) ?? beneath(first, fields[name])
      return fault ? [{ at, expected: fault.includes('case') ? 'upper case' : expectation(schema), actual: excerpt(fields[name]) }] : fine
    }),
  )
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

function beneath(first: number | undefined, value: unknown): string | undefined {
  return first !== undefined && typeof value === 'number' && value < first ? `less than ${first}` : undefined
}

/** What is wrong with a value, in a word or two. */
function valueFault(schema: Schema, value: unknown): string | undefined {
  const types = schema.type === undefined ? [] : [schema.type].flat()
  const type = typeOf(value)
  if (types.length > 0 && !types.includes(type) && !(type === 'integer' && types.includes('number'))) return `of type ${type}`
  const broken = brokenBound(schema, value)
  if (broken) return `a value that ${broken}`
  if (typeof value !== 'string') return nestedFault(schema, value)
  const format: FormatCheck | undefined = (formats as Readonly<Record<string, FormatCheck>>)[schema.format ?? '']
  if (format && !format(value)) return `not ${expectation(schema)}`
  if (schema['x-case'] === 'upper' && value !== value.toUpperCase()) return 'not in upper case'
  return isNoValue(value) ? 'no value' : undefined
}

function nestedFault(schema: Schema, value: unknown): string | undefined {
  const { items, properties = {}, required = [] } = schema
  if (Array.isArray(value)) return items && value.map((item) => valueFault(items, item)).find((fault) => fault !== undefined)
  if (!isObject(value)) return undefined
  const members = value as Readonly<Record<string, unknown>>
  const absent = required.find((name) => !Object.hasOwn(members, name))
  if (absent !== undefined) return `without ${fieldName([absent])}`
  return Object.entries(properties)
    .map(([name, property]) => (Object.hasOwn(members, name) ? valueFault(property, members[name]) : undefined))
    .find((fault) => fault !== undefined)
}
