import type { Schema } from '../../contracts/contract.ts'
import { sample } from '../../contracts/schemas/sample.ts'
import { elementOf, propertyOf } from '../../contracts/schemas/schema-parts.ts'
import { isObject } from '../../spec/json/pointer.ts'

/** A copy that also has every property that a schema requires: an overlay may ask for more than the records were made for. */
export function completed(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => completed(elementOf(schema), item))
  if (!isObject(value)) return value
  const { required = [] } = schema
  const missing = required.filter((name) => !(name in value)).map((name) => [name, sample(propertyOf(schema, name))])
  const present = Object.entries(value).map(([name, member]) => [name, completed(propertyOf(schema, name), member)])
  return Object.fromEntries([...present, ...missing])
}
