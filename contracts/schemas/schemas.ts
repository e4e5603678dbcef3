import { defined } from '../../language/defined.ts'
import { keywordsHolding } from '../../spec/grammar/grammar-members.ts'
import { words } from '../../text/words.ts'
import type { Schema } from '../contract.ts'
import { propertiesOf, statedTypes } from './schema-parts.ts'

/** A schema for one part of a body: for what stands at `path`, in which `*` is any element of an array. */
export interface SchemaPart {
  readonly path: readonly string[]
  readonly schema: Schema
}

/**
 * Cuts a schema into parts, so that a list is validated record by record: the root without the insides of its arrays of
 * objects, then a part for the elements of each of these. Only what JSON Schema asserts by is kept.
 */
export function cut(schema: Schema, path: readonly string[] = []): SchemaPart[] {
  return [{ path, schema: shell(assertions(schema)) }, ...inner(assertions(schema), path)]
}

const [inPlace, byName, inOrder] = [keywordsHolding('one'), keywordsHolding('map'), keywordsHolding('list')]
const plain = words(`
  type enum const format pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf required
  minProperties maxProperties dependentRequired minItems maxItems uniqueItems minContains maxContains
`)

/** A schema without extensions and annotations, at every depth. */
function assertions(schema: Schema): Schema {
  return mapSchemas(Object.fromEntries(Object.entries(schema).filter(([keyword]) => isKept(keyword))), assertions)
}

/** A schema for others: what is asserted and said of it, without extensions, each part changed in the same way. */
export function portable(schema: Schema, change: (schema: Schema) => Schema): Schema {
  const kept = Object.fromEntries(Object.entries(schema).filter(([keyword]) => isKept(keyword) || keyword === 'description'))
  return change(mapSchemas(kept, (part) => portable(part, change)))
}

function isKept(keyword: string): boolean {
  return [plain, inPlace, byName, inOrder].some((keywords) => keywords.includes(keyword))
}

function mapSchemas(schema: Schema, change: (schema: Schema) => Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (inPlace.includes(keyword) && isSchema(value)) return [keyword, change(value)]
      if (byName.includes(keyword)) return [keyword, mapValues(value as Readonly<Record<string, Schema>>, change)]
      if (inOrder.includes(keyword)) return [keyword, (value as readonly Schema[]).map((each) => change(each))]
      return [keyword, value]
    }),
  )
}

/** The schemas within a schema, each with the step that leads to it: the name of a property, `*` for elements, else nothing. */
export function innerSchemas(schema: Schema): (readonly [step: string, schema: Schema])[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (inPlace.includes(keyword) && isSchema(value)) return [[keyword === 'items' ? '/*' : '', value] as const]
    if (inOrder.includes(keyword)) return (value as readonly Schema[]).map((each) => ['', each] as const)
    if (!byName.includes(keyword)) return []
    const named = Object.entries(value as Readonly<Record<string, Schema>>)
    return named.map(([name, each]) => [keyword === 'properties' ? `/${name}` : '', each] as const)
  })
}

function mapValues(schemas: Readonly<Record<string, Schema>>, change: (schema: Schema) => Schema): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]))
}

/** A schema in which arrays of objects say nothing of their elements. */
function shell(schema: Schema): Schema {
  const { items, properties, ...rest } = schema
  return defined({
    ...rest,
    items: !isSchema(items) || 'prefixItems' in schema ? items : isRecord(items) ? undefined : shell(items),
    properties: properties && mapValues(properties, shell),
  })
}

function inner(schema: Schema, path: readonly string[]): SchemaPart[] {
  const { items } = schema
  const at = [...path, '*']
  const elements = !isSchema(items) || 'prefixItems' in schema ? [] : isRecord(items) ? cut(items, at) : inner(items, at)
  return [...elements, ...propertiesOf(schema).flatMap(([name, property]) => inner(property, [...path, name]))]
}

function isRecord(schema: Schema): boolean {
  return schema.properties !== undefined || statedTypes(schema).includes('object')
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null
}
