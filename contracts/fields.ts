import { pointerSteps } from '../text/json/pointer.ts'
import { isField } from './construction.ts'
import type { Field, Operation, Parameter, RequestBody, RequestField, Schema, Success } from './contract.ts'
import { formatCalled } from './formats/formats.ts'
import { signedParts } from './operation-kinds.ts'
import { isAnnotation } from './schemas/composition.ts'
import { mayBeOf, propertiesOf, statedTypes, subschemas } from './schemas/schema-parts.ts'

export function requestFields({ body }: { readonly body?: RequestBody | undefined }): readonly RequestField[] {
  return body?.fields ?? []
}

export function queryParameters({ parameters }: Pick<Operation, 'parameters'>): readonly Parameter[] {
  return parameters.filter((parameter) => parameter.in === 'query')
}

export function requestInputs({ parameters, body }: Pick<Operation, 'parameters' | 'body'>): readonly (Parameter | RequestField)[] {
  return [...parameters, ...requestFields({ body })]
}

/** A field of a body is an amount where the signature or its format says so. */
export function isAmount(operation: Pick<Operation, 'authentication'>, { name, schema }: RequestField): boolean {
  return signedParts(operation).some((part) => isField(part, name) && part.kind === 'decimal') || schema.format === 'decimal'
}

/** Every property of a response schema, outermost first, with what is expected in words; the whole body where more is asked than properties. */
export function responseFields(operation: string, schema: Schema, clause: string): Field[] {
  const plain = Object.keys(schema).every((keyword) => isAnnotation(keyword) || ['type', 'properties', 'required'].includes(keyword))
  const whole: Field = { path: [], requirement: `${operation}.response`, expected: expectation(schema), clause, schema }
  return [...(plain && schema.properties ? [] : [whole]), ...fieldsWithin(operation, schema, clause, [])]
}

/** True if each object that a field stands in has to have it. */
export function isRequired(schema: Schema, path: readonly string[]): boolean {
  const [step, ...rest] = path
  if (step === undefined) return true
  const inner = step === '*' ? schema.items : schema.properties?.[step]
  if (rest.length === 0) return step === '*' || schema.required?.includes(step) === true
  return inner !== undefined && isRequired(inner, rest)
}

function fieldsWithin(operation: string, schema: Schema, clause: string, path: readonly string[]): Field[] {
  const within = ownClause(schema, clause)
  if (schema.items) return fieldsWithin(operation, schema.items, within, [...path, '*'])
  return propertiesOf(schema).flatMap(([name, property]) => {
    const at = [...path, name]
    const field: Field = {
      path: at,
      requirement: `${operation}.response.${fieldName(at)}`,
      expected: expectation(property),
      clause: property.properties ? within : ownClause(property, within),
      schema: property,
    }
    return [field, ...fieldsWithin(operation, property, within, at)]
  })
}

/** `['data', '*', 'rank']` as people write it: `data[].rank`. */
export function fieldName(path: readonly string[]): string {
  if (path.length === 0) return 'the body'
  return path.reduce((name, step) => (step === '*' ? `${name}[]` : name === '' ? step : `${name}.${step}`), '')
}

/** The constants that mark a success, by the names of their members; one that is an empty text marks nothing. */
export function marksOf({ schema }: Pick<Success, 'schema'>): [name: string, mark: unknown][] {
  return propertiesOf(schema).flatMap(([name, { const: mark }]) => (mark === undefined || mark === '' ? [] : [[name, mark]]))
}

/** What stands at a JSON pointer, as people write it. */
export function fieldNameAt(pointer: string): string {
  return fieldName(pointerSteps(pointer))
}

export function inputAt(pointer: string): string {
  return pointerSteps(pointer).join('/')
}

/** The JSON pointer to the list whose elements are an operation's records; undefined if its answer holds one record. */
export function listPointer({ payload: { record } }: Pick<Operation, 'payload'>): string | undefined {
  return record.endsWith('/*') ? record.slice(0, -'/*'.length) : undefined
}

/** The schema at a JSON pointer in which `*` stands for any element, if there is one. */
export function schemaAt(schema: Schema, pointer: string): Schema | undefined {
  return pointerSteps(pointer).reduce<Schema | undefined>((at, step) => (step === '*' ? at?.items : at?.properties?.[step]), schema)
}

/** What a schema asks for, in words: `integer`, `number or null`, `array of absolute http or https URLs`. */
export function expectation(schema: Schema): string {
  if ('const' in schema) return schema.const === '' ? 'empty string' : `the value ${JSON.stringify(schema.const)}`
  if (schema.enum) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`
  if (schema.format && mayBeOf(schema, 'string'))
    return orNull(schema, formatCalled(schema.format)?.words ?? `string in the format ${schema.format}`)
  if (schema.items) return orNull(schema, `array of ${plural(expectation(schema.items))}`)
  const forms = subschemas(schema, 'oneOf', 'anyOf')
  if (forms.length > 0 && !schema.properties) return [...new Set(forms.map(expectation))].join(' or ')
  const within = Object.entries(limits).flatMap(([keyword, words]) => (keyword in schema ? [` ${words} ${schema[keyword]}`] : []))
  const types = statedTypes(schema).map((type) => (type === 'number' || type === 'integer' ? type + within.join('') : type))
  return types.join(' or ') || 'any value'
}

const limits = { minimum: 'from', exclusiveMinimum: 'above', maximum: 'up to', exclusiveMaximum: 'below' }

function orNull({ type }: Schema, words: string): string {
  return Array.isArray(type) && type.includes('null') ? `${words} or null` : words
}

function ownClause(schema: Schema, outer: string): string {
  return typeof schema['x-clause'] === 'string' ? schema['x-clause'] : outer
}

function plural(noun: string): string {
  return noun
    .replace(/^(\w+)\b/, (word) => (/^(string|object|number|integer|boolean|array)$/.test(word) ? `${word}s` : word))
    .replace(/URL$/, 'URLs')
}

/** The name of an operation's requirement, or of a check of it, without the operation's id before it. */
export function ownName({ id }: Pick<Operation, 'id'>, requirement: string): string {
  return requirement.slice(id.length + 1)
}

/** The operation, or the callback, with which the id of a requirement, check or observation begins. */
export function ownerOf(id: string): string {
  return id.replace(/\..*/s, '')
}

/** What stands after the operation in the id of a requirement or check: its subject, such as `signature`, and its name within that. */
export function partsOf(operation: Pick<Operation, 'id'>, id: string): { readonly subject: string; readonly name: string } {
  const own = ownName(operation, id)
  const end = own.includes('.') ? own.indexOf('.') : own.length
  return { subject: own.slice(0, end), name: own.slice(end + 1) }
}
