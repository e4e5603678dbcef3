import type { Operation, Parameter, RequestBody, RequestField, Schema } from '../../contracts/contract.ts'
import { expectation } from '../../contracts/fields.ts'
import { isMedia } from '../../contracts/media-type.ts'
import { allowsTexts, elementOf, innerValues, isNumeric, statedTypes } from '../../contracts/schemas/schema-parts.ts'
import { brokenBound, hasFormat, hasType } from '../../contracts/schemas/violations.ts'
import { jsonType } from '../../text/json/json-type.ts'
import { isObject } from '../../text/json/pointer.ts'
import { scanJson } from '../../text/json/scan.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Received } from '../received.ts'
import { type Refusal, refuse } from './refusals.ts'
import { shownText } from './shown-text.ts'
import { absentValue, oddValue, strayField, strayInput } from './stray-inputs.ts'
import { unparsed } from './unparsed.ts'

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
    return isMissed(required, behaviour) ? `${name}: expected ${expectation(schema)} in the ${place}, found nothing.` : undefined
  }
  const absent = behaviour.noValue === 'refused' ? absentValue({ name, value }, text) : undefined
  return absent ?? valueProblem(schema, parameterValue(schema, texts), name)
}

function isMissed(required: boolean, { requires }: Behaviour): boolean {
  return requires === 'all' || (required && requires !== 'nothing')
}

function isList(schema: Schema): boolean {
  return statedTypes(schema).includes('array')
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
    const [again] = unknownFields === 'refused' ? scanJson(text).duplicateKeys : []
    if (again) return { refusal: refuse('body', `The body: expected each key once, found ${shownText(again.text)} again.`) }
    if (isObject(value)) return { values: value }
    const found = isCodedTwice(value) ? 'a string that holds one: it is encoded twice' : jsonType(value)
    return { refusal: refuse('body', `The body: expected a JSON object, found ${found}.`) }
  } catch (error) {
    return { refusal: refuse('body', `The body: expected JSON in UTF-8, found ${unparsed(body, error as Error)}.`) }
  }
}

function bodyProblem(body: RequestBody, values: Readonly<Record<string, unknown>>, behaviour: Behaviour): string | undefined {
  const stray = behaviour.unknownFields === 'refused' ? strayField(body, values) : undefined
  if (stray) return stray
  const { fields } = body
  const absent = fields.find(({ name, required }) => values[name] === undefined && isMissed(required, behaviour))
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
  if (!hasType(schema, value)) return otherThan(jsonType(value))
  const broken = brokenBound(schema, value)
  if (broken) return `${at}: found a value that ${broken}.`
  if (typeof value === 'string' && !hasFormat(schema, value)) return otherThan(unfit(schema, value))
  const absent = isObject(value) ? schema.required?.find((name) => value[name] === undefined) : undefined
  if (absent) return `${at}.${absent}: expected a value, found nothing.`
  const placeOf = (step: string | number) => (typeof step === 'number' ? `${at}[${step}]` : `${at}.${step}`)
  return innerValues(schema, value)
    .map((inner) => valueProblem(inner.schema, inner.value, placeOf(inner.step)))
    .find(Boolean)
}

/** What is wrong with a text: of one that is to be of digits, the first character that is none. */
function unfit({ format = '' }: Schema, value: string): string {
  if (value === '') return 'an empty string'
  const [stranger] = ['decimal', 'digits'].includes(format) ? (/[^\d.]/u.exec(value) ?? []) : []
  return stranger === undefined ? 'another string' : `a string with ${shownText(stranger)} in it`
}

/** The value of a parameter, which travels as text: read as a number or a boolean where its schema says so. */
function typed(text: string, schema: Schema): unknown {
  if (isNumeric(schema) && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (statedTypes(schema).includes('boolean') && !allowsTexts(schema) && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
