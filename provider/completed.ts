import type { Schema } from '../contracts/contract.ts'
import { sample } from '../contracts/sample.ts'
import { isObject } from '../spec/pointer.ts'

/** A copy that also has every property that a schema requires: an overlay may ask for more than the records were made for. */
export function completed(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value) && schema.items) return value.map((item) => completed(schema.items ?? {}, item))
  if (!isObject(value)) return value
  const missing = (schema.required ?? []).filter((name) => !(name in value)).map((name) => [name, sample(schema.properties?.[name] ?? {})])
  const present = Object.entries(value).map(([name, member]) => [name, completed(schema.properties?.[name] ?? {}, member)])
  return Object.fromEntries([...present, ...missing])
}
