import { DocumentError } from '../../spec/document-error.ts'
import { nodeOf } from '../../text/json/node.ts'
import type { Schema } from '../contract.ts'
import { formatCalled } from '../formats/formats.ts'
import { textFor } from './pattern.ts'
import { propertiesOf, statedTypes, subschemas } from './schema-parts.ts'

/** A value that conforms to a schema: what the document gives as an example, else the plainest there is. */
export function sample(schema: Schema): unknown {
  const given = givenValue(schema)
  return given !== undefined ? given : plainest(schema)
}

/** What a schema itself says that a value may be: its constant, default, example or first choice. */
export function givenValue(schema: Schema): unknown {
  const values = [schema.const, schema.default, schema['example'], schema.examples?.[0], schema.enum?.[0]]
  return values.find((value) => value !== undefined)
}

function plainest(schema: Schema): unknown {
  const { properties, items } = schema
  const [form] = subschemas(schema, 'oneOf', 'anyOf', 'allOf')
  if (form) return joined(schema, form)
  switch (statedTypes(schema)[0] ?? (properties ? 'object' : items ? 'array' : 'string')) {
    case 'integer':
    case 'number':
      return plainNumber(schema)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return list(schema)
    case 'string':
      return plainText(schema)
    default:
      return object(schema)
  }
}

/** Every property, and as many further ones as there have to be. */
function object(schema: Schema): unknown {
  const properties = propertiesOf(schema)
  const { additionalProperties: further } = schema
  const missing = Math.max(0, (bound(schema, 'minProperties') ?? 0) - properties.length)
  const others = Array.from({ length: missing }, (_, index) => [`name${index + 1}`, nodeOf(further) as Schema] as const)
  return Object.fromEntries([...properties, ...others].map(([name, property]) => [name, sample(property)]))
}

function list({ items, contains, ...schema }: Schema): unknown[] {
  const element = items ?? (contains as Schema | undefined)
  const length = Math.max(element ? 1 : 0, bound(schema, 'minItems') ?? 0, bound(schema, 'minContains') ?? 0)
  if (length === 0) return []
  const item = sample(element ?? {})
  const parts = length * partsOf(item)
  if (parts > mostParts) throw new DocumentError(`A list of ${length} would have ${parts} parts: ${mostParts} are the most that are made.`)
  return Array.from({ length }, (_, index) => (schema['uniqueItems'] === true ? another(element ?? {}, item, index) : item))
}

/** An element that no other of a list is, where a number behind it, or added to it, makes one. */
function another({ enum: choices }: Schema, item: unknown, index: number): unknown {
  if (choices) return choices[index] ?? item
  if (typeof item === 'number') return item + index
  return typeof item === 'string' && index > 0 ? `${item}${index}` : item
}

const mostParts = 65_536

function partsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce<number>((sum, member) => sum + partsOf(member), 1)
}

/** What one of several forms asks for, beside what all of them share. */
function joined({ oneOf: _one, anyOf: _any, allOf: _all, ...own }: Schema, form: Schema): unknown {
  if (!own.properties && !form.properties) return sample({ ...own, ...form })
  return plainest({ type: 'object', properties: { ...own.properties, ...form.properties } })
}

function plainNumber(schema: Schema): number {
  const step = bound(schema, 'multipleOf') ?? 1
  const above = bound(schema, 'exclusiveMinimum')
  const least = bound(schema, 'minimum') ?? (above === undefined ? undefined : above + step)
  const most = bound(schema, 'maximum') ?? (bound(schema, 'exclusiveMaximum') ?? Number.POSITIVE_INFINITY) - step
  const value = least === undefined ? Math.min(step, most) : Math.ceil(least / step) * step
  return statedTypes(schema).includes('number') ? value : Math.ceil(value)
}

function plainText(schema: Schema): string {
  const least = bound(schema, 'minLength') ?? 0
  const pattern = schema['pattern']
  if (typeof pattern === 'string') {
    const text = textFor(pattern, least)
    if (text !== undefined) return text
  }
  const text = formatCalled(schema.format)?.sample ?? 'assay'
  const long = text.length < least ? text.padEnd(least, schema.format ? '0' : 'x') : text
  return schema.format ? long : long.slice(0, bound(schema, 'maxLength') ?? long.length)
}

/** What is longer would fill the memory before any request is sent. */
const lengths = ['minItems', 'minContains', 'minProperties', 'minLength']

function bound(schema: Schema, keyword: string): number | undefined {
  const value = schema[keyword]
  if (typeof value !== 'number') return undefined
  if (lengths.includes(keyword) && value > mostParts)
    throw new DocumentError(`A value with ${keyword} ${value} is not made: ${mostParts} is the most.`)
  return value
}
