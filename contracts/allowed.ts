import type { Schema } from './contract.ts'
import { formats } from './formats.ts'
import { brokenBound } from './violations.ts'

/** True for a value that a schema's type, bounds and format allow, whatever stands in it. */
export function isAllowed(schema: Schema, value: unknown): boolean {
  if (!hasType(schema, value) || brokenBound(schema, value) !== undefined) return false
  const holds = schema.format === undefined ? undefined : formats[schema.format]
  return typeof value !== 'string' || holds === undefined || holds(value)
}

/** True for a value of one of the schema's types, and for any where it states none. */
export function hasType({ type }: Schema, value: unknown): boolean {
  if (type === undefined) return true
  const name = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
  return [type].flat().some((each) => each === name || (each === 'integer' && Number.isInteger(value)))
}
