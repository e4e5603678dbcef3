import { isUtf8 } from 'node:buffer'
import type { Operation, Parameter, RequestBody, RequestField, Schema } from '../../contracts/contract.ts'
import { expectation } from '../../contracts/fields.ts'
import { formats } from '../../contracts/formats/formats.ts'
import { isMedia } from '../../contracts/media-type.ts'
import { elementOf, propertiesOf } from '../../contracts/schemas/schema-parts.ts'
import { brokenBound } from '../../contracts/schemas/violations.ts'
import { isObject } from '../../spec/json/pointer.ts'
import { scanJson } from '../../spec/json/scan.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Received } from '../received.ts'
import { type Refusal, refuse } from './refusals.ts'
import { absentValue, oddValue, shownText, strayField, strayInput } from './strict-inputs.ts'

/** The values of a request by name, or why it has none that can be used. */
type ReadInputs = { readonly values: Readonly<Record<string, unknown>> } | { readonly refusal: Refusal }

/** Reads a request's parameters and body, strictly: media type, JSON, and the type of every field. */
export function inputs(operation: Operation, request: Received, path: Readonly<Record<string, string>>, behaviour: Behaviour): ReadInputs {
  const stray = strayInput(operation, request, behaviour)
  if (stray) return { refusal: refuse('body', stray) }
  const stated = parameters(operation, request, path, behaviour)
  if ('refusal' in stated || !operation.body) return stated
  const body = parsedBody(operation.body, request, behaviour)
  if ('refusal' in body) return body
  const problem = bodyProblem(operation.body, body.values, behaviour)
  return problem ? { refusal: refuse('body', problem) } : { values: { ...stated.values, ...body.values } }
}

function parameters(operation: Operation, request: Received, path: Readonly<Record<string, string>>, behaviour: Behaviour): ReadInputs {
  const found = operation.parameters.map((parameter) => ({ parameter, texts: textsOf(parameter, request, path) }))
  const problem = found.map(({ parameter, texts }) => parameterProblem(parameter, texts, behaviour)).find(Boolean)
  if (problem) return { refusal: refuse('body', problem) }
  const present = found.filter(({ texts }) => texts.length > 0)
  return { values: Object.fromEntries(present.map(({ parameter: { name, schema }, texts }) => [name, parameterValue(schema, texts)])) }
}

function textsOf({ name, in: place }: Parameter, { query, headers }: Received, path: Readonly<Record<string, string>>): readonly string[] {
  if (place === 'query') return query.getAll(name)
  const text = place === 'path' ? path[name] : headers[name.toLowerCase()]
  return text === undefined ? [] : [text].flat()
}

function parameterProblem({ name, in: place, required, schema, value }: Parameter, texts: readonly string[], behaviour: Behaviour) {
  const [text] = texts
  if (texts.length > 1 && !isList(schema)) return `${name}: expected once in the ${place}, found ${texts.length} times.`
  if (text === undefined) {
    const isMissed = required || behaviour.requires === 'all'
    return isMissed ? `${name}: expected ${expectation(schema)} in the ${place}, found nothing.` : undefined
  }
  const absent = behaviour.noValue === 'refused' ? absentValue({ name, value }, text) : undefined
  return absent ?? valueProblem(schema, parameterValue(schema, texts), name)
}

function isList({ type }: Schema): boolean {
  return [type].flat().includes('array')
}

function parameterValue(schema: Schema, [text = '', ...others]: readonly string[]): unknown {
  return isList(schema) ? [text, ...others].map((each) => typed(each, elementOf(schema))) : typed(text, schema)
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function parsedBody({ mediaType, required }: RequestBody, { headers, body }: Received, { unknownFields }: Behaviour): ReadInputs {
  if (body.length === 0 && !required) return { values: {} }
  if (!isMedia(headers['content-type'], mediaType))
    return { refusal: refuse('media-type', `content-type: expected ${mediaType}, found ${shownText(headers['content-type'])}.`) }
  const coding = headers['content-encoding']
  if (coding !== undefined && !/^(identity)?$/i.test(coding.trim()))
    return { refusal: refuse('media-type', `content-encoding: expected none, found ${shownText(coding)}.`) }
  try {
    const text = decoder.decode(body)
    const value: unknown = JSON.parse(text)
    const [again] = unknownFields === 'refused' ? scanJson(text, value).duplicateKeys : []
    if (again) return { refusal: refuse('body', `The body: expected each key once, found ${shownText(again.text)} again.`) }
    if (isObject(value)) return { values: value }
    return {
      refusal: refuse(
        'body',
        `The body: expected a JSON object, found ${isCodedTwice(value) ? 'a string that holds one: it is encoded twice' : nameOf(value)}.`,
      ),
    }
  } catch (error) {
    return { refusal: refuse('body', `The body: expected JSON in UTF-8, found ${unparsed(body, error as Error)}.`) }
  }
}

function bodyProblem(body: RequestBody, values: Readonly<Record<string, unknown>>, behaviour: Behaviour): string | undefined {
  const stray = behaviour.unknownFields === 'refused' ? strayField(body, values) : undefined
  if (stray) return stray
  const { fields } = body
  const absent = fields.find(({ name, required }) => values[name] === undefined && (required || behaviour.requires === 'all'))
  if (absent) return `${absent.name}: expected ${expectation(absent.schema)}, found nothing.`
  return fields.map((field) => oddValue(field, values[field.name], behaviour) ?? presentProblem(field, values)).find(Boolean)
}

function presentProblem({ name, schema }: RequestField, values: Readonly<Record<string, unknown>>): string | undefined {
  return name in values ? valueProblem(schema, values[name], name) : undefined
}

function isCodedTwice(value: unknown): boolean {
  return typeof value === 'string' && /^\s*\{/.test(value)
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
  return stranger === undefined ? 'another string' : `a string with ${shownText(stranger)} in it`
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

/** What stands in the place of JSON, in words that tell at most one character of it. */
function unparsed(body: Buffer, { message }: Error): string {
  if (body.length === 0) return 'nothing'
  if (/^(efbbbf|fffe|feff)/.test(body.toString('hex', 0, 3))) return 'a byte order mark'
  if (/^1f8b/.test(body.toString('hex', 0, 2))) return 'bytes that are compressed'
  if (!isUtf8(body)) return 'bytes that are not UTF-8'
  const text = body.toString('utf8')
  if (/^[\w.-]+=[^\s{]*$/.test(text)) return 'a form'
  return strangerIn(text, message)
}

/** What the parser stumbled over: it tells a position, or else the character, or else that the end came too soon. */
function strangerIn(text: string, message: string): string {
  const [, position] = /at position (\d+)/.exec(message) ?? []
  const at = Number(position ?? text.length)
  const [, token] = position === undefined ? (/^Unexpected token '(.)'/su.exec(message) ?? []) : []
  if (token !== undefined) return `${shownText(token)} in the place of a value`
  if (at >= text.length || message.startsWith('Unterminated'))
    return `a text that breaks off after ${text.length} characters, before it is complete`
  return `${shownText(String.fromCodePoint(text.codePointAt(at) ?? 0))} at character ${at + 1}`
}
