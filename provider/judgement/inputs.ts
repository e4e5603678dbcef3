import { isUtf8 } from 'node:buffer'
import type { Operation, Parameter, RequestBody, RequestField, Schema } from '../../contracts/contract.ts'
import { placeNamed } from '../../contracts/credential-place.ts'
import { expectation, queryParameters } from '../../contracts/fields.ts'
import { isMedia } from '../../contracts/media-type.ts'
import { allowsTexts, elementOf, innerValues, isNumeric, statedTypes } from '../../contracts/schemas/schema-parts.ts'
import { brokenBound, hasFormat, hasType } from '../../contracts/schemas/violations.ts'
import { didYouMean } from '../../contracts/suggestion.ts'
import { jsonType } from '../../text/json/json-type.ts'
import { isObject } from '../../text/json/pointer.ts'
import { scanJson } from '../../text/json/scan.ts'
import { isNoValue } from '../../text/no-value.ts'
import type { Behaviour } from '../behaviour.ts'
import type { Received } from '../received.ts'
import { type Refusal, refuse } from './refusals.ts'

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

/** What stands in the place of JSON, in words that tell at most one character of it. */
function unparsed(body: Buffer, { message }: Error): string {
  if (body.length === 0) return 'nothing'
  if (/^(efbbbf|fffe|feff)/.test(body.toString('hex', 0, 3))) return 'a byte order mark'
  if (/^1f8b/.test(body.toString('hex', 0, 2))) return 'bytes that are compressed'
  if (!isUtf8(body)) return 'bytes that are not UTF-8'
  const text = body.toString('utf8')
  if (/^[\w.-]+=[^\s{]*$/.test(text)) return 'a form'
  if (isNoValue(text)) return `the word ${text}`
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

/** Says which parameter of the query the document does not list, or that there is a body where it has none. */
function strayInput(operation: Operation, request: Received, behaviour: Behaviour): string | undefined {
  if (behaviour.unknownFields === 'refused' && !operation.body && request.body.length > 0)
    return `The body: expected none for ${operation.method} ${operation.path}, found one.`
  return behaviour.unknownParameters === 'refused' ? unknownParameter(operation, request) : undefined
}

function strayField({ fields }: RequestBody, values: Readonly<Record<string, unknown>>): string | undefined {
  const known = fields.map(({ name }) => name)
  const unknown = Object.keys(values).find((name) => !known.includes(name))
  if (unknown === undefined) return undefined
  return `The body: expected no fields but ${known.join(', ')}; found ${shownText(unknown)}.${didYouMean(unknown.slice(0, longestShown), known)}`
}

/** Says what in a field no right client sends, though a service may take it: another case, or a word for nothing. */
function oddValue(field: RequestField, value: unknown, { otherCase, noValue }: Behaviour): string | undefined {
  if (typeof value !== 'string') return undefined
  const { name, schema } = field
  const stranger = otherCase === 'refused' ? inOtherCase(schema['x-case'], value) : undefined
  if (stranger !== undefined) return `${name}: expected letters in ${schema['x-case']} case, found ${shownText(stranger)} among them.`
  return noValue === 'refused' ? absentValue(field, value) : undefined
}

/** Says that a text is what programs send where they have no value: nothing in place of a setting, or a word. */
function absentValue({ name, value }: Pick<RequestField, 'name' | 'value'>, text: string): string | undefined {
  if ('setting' in value && text.trim() === '') return `${name}: expected a value, found an empty string.`
  return isNoValue(text) ? `${name}: expected a value, found the word ${text}, which stands for none.` : undefined
}

function unknownParameter(operation: Operation, { query }: Received): string | undefined {
  const { path, authentication } = operation
  const place = authentication.kind === 'scheme' ? placeNamed(authentication.header) : undefined
  const own = queryParameters(operation).map(({ name }) => name)
  const known = place?.in === 'query' ? [...own, place.name] : own
  const unknown = [...query.keys()].find((name) => !known.includes(name))
  if (unknown === undefined) return undefined
  const expected = known.length > 0 ? `no parameters but ${known.join(', ')}` : 'no parameters'
  return `The query of ${path}: expected ${expected}; found ${shownText(unknown)}.${didYouMean(unknown.slice(0, longestShown), known)}`
}

function inOtherCase(wanted: unknown, text: string): string | undefined {
  const cased = { upper: (letter: string) => letter.toUpperCase(), lower: (letter: string) => letter.toLowerCase() }[String(wanted)]
  return cased && [...text].find((letter) => cased(letter) !== letter)
}

const longestShown = 60

/** A client's own text, cut to length and on one line. */
function shownText(text: string | undefined): string {
  return text === undefined ? 'none' : JSON.stringify(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text)
}
