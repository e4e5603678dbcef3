import { defined } from '../../language/defined.ts'
import { words } from '../../text/words.ts'
import type { Schema } from '../contract.ts'
import { propertiesOf } from './schema-parts.ts'

/**
 * A schema in which allOf is folded into the schema around it, and one object "or null" into an object that may be null, so that
 * every field stands under `properties`. It accepts what the schema accepted; what cannot be folded stays.
 */
export function composed(schema: Schema): Schema {
  return withInner(nullable(folded(schema)))
}

/** Folds the schemas inside; a schema with nothing to fold is returned itself, since shared schemas are recognised by identity. */
function withInner(schema: Schema): Schema {
  const { items, properties } = schema
  const inner = items && typeof items === 'object' ? composed(items) : items
  const entries = propertiesOf(schema).map(([name, property]) => [name, property, composed(property)] as const)
  if (inner === items && entries.every(([, before, after]) => before === after)) return schema
  return defined({ ...schema, items: inner, properties: properties && Object.fromEntries(entries.map(([name, , after]) => [name, after])) })
}

function folded(schema: Schema): Schema {
  if (!Array.isArray(schema['allOf'])) return schema
  const { allOf, ...own } = schema
  const members = (allOf as readonly Schema[]).map((member) => nullable(folded(member)))
  const { whole, left } = members.reduce<{ whole: Schema; left: readonly Schema[] }>(
    ({ whole, left }, member) => {
      const both = joined(whole, member)
      return both ? { whole: both, left } : { whole, left: [...left, member] }
    },
    { whole: own, left: [] },
  )
  return left.length > 0 ? { ...whole, allOf: left } : whole
}

const annotations = new Set(words('description title example examples default deprecated readOnly writeOnly $comment $id'))

/** True for a keyword that says something beside a schema and asks for nothing. */
export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || keyword.startsWith('x-')
}

/** One schema that asserts what both assert; undefined if their keywords contradict or cannot be joined. */
function joined(one: Schema, other: Schema): Schema | undefined {
  if (isBeyond(one, other) || isBeyond(other, one)) return undefined
  const entries = Object.entries(other).map(([keyword, value]) => [keyword, joinedKeyword(keyword, one[keyword], value)] as const)
  if (entries.some(([, value]) => value === undefined)) return undefined
  return { ...one, ...Object.fromEntries(entries) }
}

/** True if a schema has fields that are further ones to another, which says what these may be: joined, they would be further no more. */
function isBeyond(schema: Schema, other: Schema): boolean {
  const { additionalProperties: further = true } = other
  return further !== true && propertiesOf(schema).some(([name]) => !Object.hasOwn(other.properties ?? {}, name))
}

function joinedKeyword(keyword: string, own: unknown, value: unknown): unknown {
  if (own === undefined) return value
  if (isAnnotation(keyword)) return own
  if (keyword === 'required') return [...new Set([...(own as readonly string[]), ...(value as readonly string[])])]
  if (keyword === 'properties') return joinedProperties(own as Properties, value as Properties)
  return JSON.stringify(own) === JSON.stringify(value) ? own : undefined
}

type Properties = Readonly<Record<string, Schema>>

function joinedProperties(own: Properties, others: Properties): Properties {
  const both = Object.entries(others).map(([name, schema]) => {
    const known = own[name]
    return [name, known ? (joined(known, schema) ?? { allOf: [known, schema] }) : schema] as const
  })
  return { ...own, ...Object.fromEntries(both) }
}

/** `anyOf` or `oneOf` of null and one other schema is that schema, null allowed; so is OpenAPI 3.0's `nullable`. */
function nullable(schema: Schema): Schema {
  const { nullable: marked, ...unmarked } = schema
  if (typeof marked === 'boolean') return marked ? nullMarked(unmarked) : nullable(unmarked)
  const { anyOf, oneOf, ...own } = schema
  const forms = (anyOf ?? oneOf) as readonly Schema[] | undefined
  if (!Array.isArray(forms) || (anyOf && oneOf)) return schema
  const [form, ...others] = forms.filter(({ type }) => type !== 'null')
  if (!form || others.length > 0) return schema
  const whole = joined(own, folded(form))
  if (!whole) return schema
  return forms.length > 1 ? orNull(whole) : whole
}

/** A schema that allows null as well, as `nullable` beside it says. */
function nullMarked(schema: Schema): Schema {
  const isNull = { type: 'null' }
  if (Array.isArray(schema['allOf'])) return { anyOf: [schema, isNull] }
  const several = ['anyOf', 'oneOf'].find((keyword) => Array.isArray(schema[keyword]))
  if (several !== undefined) return nullable({ ...schema, [several]: [...(schema[several] as readonly Schema[]), isNull] })
  // What may be anything is left marked, so that it can be told that this says nothing.
  return schema.type === undefined && !schema.enum && !('const' in schema) ? { ...schema, nullable: true } : orNull(schema)
}

function orNull({ const: only, ...schema }: Schema): Schema {
  const { type, enum: values } = schema
  const allowed = values ?? (only === undefined ? undefined : [only])
  const types = type === undefined ? (allowed ? undefined : ['object']) : [type].flat()
  return defined({ ...schema, enum: allowed && [...new Set([...allowed, null])], type: types && [...new Set([...types, 'null'])] })
}
