import { isObject } from '../../spec/json/pointer.ts'
import type { Schema } from '../contract.ts'
import { formats } from '../formats/formats.ts'
import { elementOf, propertiesOf } from './schema-parts.ts'
import { brokenBound } from './violations.ts'

/** True for a value that a schema's type, bounds and format allow, whatever stands in it. */
export function isAllowed(schema: Schema, value: unknown): boolean {
  if (!hasType(schema, value) || brokenBound(schema, value) !== undefined) return false
  const holds = schema.format === undefined ? undefined : formats[schema.format]
  return typeof value !== 'string' || holds === undefined || holds(value)
}

/** True for a value that a schema's types, bounds, formats, fields and elements allow, forms of it aside. */
export function fits(schema: Schema, value: unknown): boolean {
  if (!isAllowed(schema, value)) return false
  if (Array.isArray(value)) return 'prefixItems' in schema || value.every((element) => fits(elementOf(schema), element))
  if (!isObject(value)) return true
  const isHeld = (name: string) => Object.hasOwn(value, name)
  return (
    (schema.required ?? []).every(isHeld) &&
    Object.keys(value).every((name) => allowsName(schema, name)) &&
    propertiesOf(schema).every(([name, property]) => !isHeld(name) || fits(property, value[name]))
  )
}

/** False for the name of a field where a schema lists others and allows no further ones. */
export function allowsName(schema: Schema, name: string): boolean {
  const isClosed = schema['additionalProperties'] === false && !('patternProperties' in schema)
  return !isClosed || Object.hasOwn(schema.properties ?? {}, name)
}

export function hasType({ type }: Schema, value: unknown): boolean {
  if (type === undefined) return true
  const name = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return [type].flat().some((each) => each === name || (each === 'integer' && Number.isInteger(value)))
}
