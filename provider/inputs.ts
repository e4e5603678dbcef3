import type { Operation, RequestBody, Schema } from '../contracts/contract.ts'
import { placeNamed } from '../contracts/credential-place.ts'
import { expectation } from '../contracts/fields.ts'
import { formats } from '../contracts/formats.ts'
import { elementOf, propertiesOf } from '../contracts/schemas/schema-parts.ts'
import { brokenBound } from '../contracts/schemas/violations.ts'
import { nearest } from '../contracts/suggestion.ts'
import { isObject } from '../spec/pointer.ts'
import type { Behaviour } from './behaviour.ts'
import type { Received } from './received.ts'
import { type Refusal, refuse } from './refusals.ts'

/** The values of a request by name, or why it has none that can be used. */
export type Inputs = { readonly values: Readonly<Record<string, unknown>> } | { readonly refusal: Refusal }

/** Reads a request's parameters and body, strictly: media type, JSON, and the type of every field. */
export function inputs(operation: Operation, request: Received, path: Readonly<Record<string, string>>, behaviour: Behaviour): Inputs {
  const unknown = behaviour.unknownParameters === 'refused' ? unknownParameter(operation, request) : undefined
  if (unknown) return { refusal: refuse('body', unknown) }
  const stated = parameters(operation, request, path, behaviour)
  if ('refusal' in stated || !operation.body) return stated
  const body = parsedBody(operation.body, request)
  if ('refusal' in body) return body
  const problem = bodyProblem(operation.body, body.values, behaviour)
  return problem ? { refusal: refuse('body', problem) } : { values: { ...stated.values, ...body.values } }
}

function parameters(operation: Operation, request: Received, path: Readonly<Record<string, string>>, { requires }: Behaviour): Inputs {
  const values: Record<string, unknown> = {}
  for (const { name, in: place, required, schema } of operation.parameters) {
    const given = place === 'query' ? request.query.getAll(name) : place === 'path' ? path[name] : request.headers[name.toLowerCase()]
    const found = Array.isArray(given) ? given : given === undefined ? [] : [given]
    const isList = [schema.type].flat().includes('array')
    if (found.length > 1 && !isList)
      return { refusal: refuse('body', `${name}: expected once in the ${place}, found ${found.length} times.`) }
    if (found[0] === undefined && (required || requires === 'all')) {
      return { refusal: refuse('body', `${name}: expected ${expectation(schema)} in the ${place}, found nothing.`) }
    }
    if (found[0] === undefined) continue
    values[name] = isList ? found.map((text) => typed(text, elementOf(schema))) : typed(found[0], schema)
    const problem = valueProblem(schema, values[name], name)
    if (problem) return { refusal: refuse('body', problem) }
  }
  return { values }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parsedBody({ mediaType, required }: RequestBody, { headers, body }: Received): Inputs {
  if (body.length === 0 && !required) return { values: {} }
  const [essence = '', ...options] = (headers['content-type'] ?? '').toLowerCase().split(/\s*;\s*/)
  if (essence.trim() !== mediaType || options.some((option) => option.startsWith('charset=') && !/^charset="?utf-8"?$/.test(option))) {
    return {
      refusal: refuse('media-type', `content-type: expected ${mediaType}, found ${shown(headers['content-type'])}.`),
    }
  }
  try {
    const value: unknown = JSON.parse(decoder.decode(body))
    if (isObject(value)) return { values: value }
    return { refusal: refuse('body', `The body: expected a JSON object, found ${nameOf(value)}.`) }
  } catch (error) {
    return { refusal: refuse('body', `The body: expected JSON in UTF-8, found ${otherThanJson(body, error as Error)}.`) }
  }
}

function otherThanJson(body: Buffer, { message }: Error): string {
  if (body.length === 0) return 'nothing'
  if (/^[\w.-]+=[^\s{]*$/.test(body.toString('latin1'))) return 'a form'
  if (/^(efbbbf|fffe|feff)/.test(body.toString('hex', 0, 3))) return 'a byte order mark'
  const [, position] = /at position (\d+)/.exec(message) ?? []
  return position === undefined ? 'something else' : `something else at character ${Number(position) + 1}`
}

function bodyProblem({ fields }: RequestBody, values: Readonly<Record<string, unknown>>, behaviour: Behaviour): string | undefined {
  const known = fields.map(({ name }) => name)
  const unknown = behaviour.unknownFields === 'refused' ? Object.keys(values).find((name) => !known.includes(name)) : undefined
  if (unknown !== undefined)
    return `The body: expected no fields but ${known.join(', ')}; found ${shown(unknown)}.${nearest(unknown.slice(0, longestShown), known)}`
  const absent = fields.find(({ name, required }) => values[name] === undefined && (required || behaviour.requires === 'all'))
  if (absent) return `${absent.name}: expected ${expectation(absent.schema)}, found nothing.`
  const cased = behaviour.otherCase === 'refused' ? fields.find((field) => isOtherCase(field, values[field.name])) : undefined
  if (cased) return `${cased.name}: expected ${cased.schema['x-case']} case, found another.`
  return fields.map(({ name, schema }) => (name in values ? valueProblem(schema, values[name], name) : undefined)).find(Boolean)
}

function unknownParameter({ parameters: stated, path, authentication }: Operation, { query }: Received): string | undefined {
  const place = authentication.kind === 'scheme' ? placeNamed(authentication.header) : undefined
  const own = stated.filter((parameter) => parameter.in === 'query').map(({ name }) => name)
  const known = place?.in === 'query' ? [...own, place.name] : own
  const unknown = [...query.keys()].find((name) => !known.includes(name))
  if (unknown === undefined) return undefined
  const expected = known.length > 0 ? `no parameters but ${known.join(', ')}` : 'no parameters'
  return `The query of ${path}: expected ${expected}; found ${shown(unknown)}.${nearest(unknown.slice(0, longestShown), known)}`
}

function isOtherCase({ schema }: RequestBody['fields'][number], value: unknown): boolean {
  if (typeof value !== 'string') return false
  const cased = { upper: value.toUpperCase(), lower: value.toLowerCase() }[String(schema['x-case'])]
  return cased !== undefined && cased !== value
}

const longestShown = 60

/** A client's own text, cut to length and on one line. */
function shown(text: string | undefined): string {
  return text === undefined ? 'none' : JSON.stringify(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text)
}

/** Says what is wrong with a value, without repeating it. */
function valueProblem(schema: Schema, value: unknown, at: string): string | undefined {
  const otherThan = (found: string) => `${at}: expected ${expectation(schema)}, found ${found}.`
  if (!isOfType(schema.type, value)) return otherThan(nameOf(value))
  const broken = brokenBound(schema, value)
  if (broken) return `${at}: found a value that ${broken}.`
  if (typeof value === 'string' && !hasFormat(schema.format, value)) return otherThan(unfit(schema, value))
  if (Array.isArray(value) && schema.items) {
    const items = schema.items
    return value.map((item, index) => valueProblem(items, item, `${at}[${index}]`)).find(Boolean)
  }
  if (!isObject(value)) return undefined
  const absent = schema.required?.find((name) => value[name] === undefined)
  if (absent) return `${at}.${absent}: expected a value, found nothing.`
  return propertiesOf(schema)
    .map(([name, property]) => (name in value ? valueProblem(property, value[name], `${at}.${name}`) : undefined))
    .find(Boolean)
}

/** What is wrong with a text: of one that is to be of digits, the first character that is none. */
function unfit({ format = '' }: Schema, value: string): string {
  if (value === '') return 'an empty string'
  const [stranger] = ['decimal', 'digits'].includes(format) ? (/[^\d.]/u.exec(value) ?? []) : []
  return stranger === undefined ? 'another string' : `a string with ${shown(stranger)} in it`
}

function isOfType(type: Schema['type'], value: unknown): boolean {
  if (type === undefined) return true
  const name = nameOf(value)
  const types = typeof type === 'string' ? [type] : type
  return types.includes(name) || (name === 'integer' && types.includes('number'))
}

function hasFormat(format: string | undefined, value: string): boolean {
  const holds = format === undefined ? undefined : formats[format]
  return holds === undefined || holds(value)
}

function nameOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (Number.isInteger(value)) return 'integer'
  return typeof value
}

/** The value of a parameter, which travels as text: read as a number or a boolean where its schema says so. */
function typed(text: string, { type }: Schema): unknown {
  if ((type === 'integer' || type === 'number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
