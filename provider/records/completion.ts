import type { Schema } from '../../contracts/contract.ts'
import { formatCalled, wholePattern } from '../../contracts/formats/formats.ts'
import { sample } from '../../contracts/schemas/sample.ts'
import { elementOf, propertyOf } from '../../contracts/schemas/schema-parts.ts'
import { brokenBound, hasType } from '../../contracts/schemas/violations.ts'
import { memoized } from '../../language/memoized.ts'
import { isObject } from '../../text/json/pointer.ts'

/** A copy that fits a schema: an overlay may ask for more, for other values or for fewer fields than the records were made with. */
export function completed(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => completed(elementOf(schema), item))
  if (!isObject(value)) return isServable(schema, value) ? value : fitting(schema, value)
  const { required = [], properties = {}, additionalProperties: others } = schema
  const allowed = Object.entries(value).filter(([name]) => others !== false || Object.hasOwn(properties, name))
  const present = allowed.map(([name, member]) => [name, completed(propertyOf(schema, name), member)])
  const missing = required.filter((name) => !(name in value)).map((name) => [name, sample(propertyOf(schema, name))])
  return Object.fromEntries([...present, ...missing])
}

function fitting(schema: Schema, value: unknown): unknown {
  return [String(value), Number(value)].find((other) => isServable(schema, other)) ?? sample(schema)
}

export function isServable(schema: Schema, value: unknown): boolean {
  if (!hasType(schema, value)) return false
  const format = typeof value === 'string' ? formatCalled(schema.format) : undefined
  const { isValid = (text: string) => shapeOf(text) === shapeOf(format?.sample ?? text) } = format ?? {}
  return isValid(String(value)) && brokenBound(beyondFormat(schema), value) === undefined
}

/** What tells a text of a format from others, where only a validator could say more. */
function shapeOf(text: string): string {
  return text.replace(/[\p{L}\p{N}]/gu, 'x')
}

/** A format's own pattern says less than the format, and takes longer. */
const beyondFormat = memoized((schema: Schema): Schema => {
  const pattern = formatCalled(schema.format)?.pattern
  return pattern !== undefined && schema.pattern === wholePattern(pattern) ? { ...schema, pattern: undefined } : schema
})
