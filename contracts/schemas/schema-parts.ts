import { isObject } from '../../text/json/pointer.ts'
import type { Schema } from '../contract.ts'

export function propertiesOf({ properties = {} }: Schema): [name: string, schema: Schema][] {
  return Object.entries(properties)
}

/** The schema of a property; one that allows anything where there is none. */
export function propertyOf({ properties = {} }: Schema, name: string): Schema {
  return properties[name] ?? {}
}

/** The schema of the elements of a list; one that allows anything where there is none. */
export function elementOf({ items = {} }: Schema): Schema {
  return items
}

/** The values within a value that a schema speaks of, each behind its step: the elements of a list and the fields of an object. */
export function innerValues(schema: Schema, value: unknown): { step: string | number; schema: Schema; value: unknown }[] {
  const { items } = schema
  if (Array.isArray(value)) return items ? value.map((element, step) => ({ step, schema: items, value: element })) : []
  const held = isObject(value) ? propertiesOf(schema).filter(([name]) => Object.hasOwn(value, name)) : []
  return held.map(([step, property]) => ({ step, schema: property, value: (value as Readonly<Record<string, unknown>>)[step] }))
}

/** The types that a schema names; none where it allows any. */
export function statedTypes({ type }: Schema): readonly string[] {
  return type === undefined ? [] : [type].flat()
}

/** The schemas under the first of these keywords that a schema has. */
export function subschemas(schema: Schema, ...keywords: readonly ('oneOf' | 'anyOf' | 'allOf')[]): readonly Schema[] {
  const keyword = keywords.find((each) => schema[each] !== undefined)
  return keyword === undefined ? [] : (schema[keyword] as readonly Schema[])
}

export function allFormsOf(schema: Schema): readonly Schema[] {
  return [...subschemas(schema, 'oneOf'), ...subschemas(schema, 'anyOf'), ...subschemas(schema, 'allOf')]
}

/** True where a value of one of these types may stand: any may where none is named. */
export function mayBeOf(schema: Schema, ...types: readonly string[]): boolean {
  return schema.type === undefined || statedTypes(schema).some((type) => types.includes(type))
}

/** True where values of this type of JSON may stand; an integer is a number. */
export function takesType(schema: Schema, type: string): boolean {
  return mayBeOf(schema, type) || (type === 'integer' && mayBeOf(schema, 'number'))
}

/** True for a schema that names numbers, whatever else it does. */
export function allowsNumbers(schema: Schema): boolean {
  return statedTypes(schema).some((type) => type === 'integer' || type === 'number')
}

/** True for a schema that names texts, whatever else it does. */
export function allowsTexts(schema: Schema): boolean {
  return statedTypes(schema).includes('string')
}

/** True for one that names numbers and no texts: one that is given as a text is meant as a number. */
export function isNumeric(schema: Schema): boolean {
  return allowsNumbers(schema) && !allowsTexts(schema)
}

/** True for one that names texts, where any may stand, however long. */
export function isFreeText(schema: Schema): boolean {
  return allowsTexts(schema) && !['enum', 'const', 'format', 'pattern', 'maxLength'].some((keyword) => keyword in schema)
}
