import type { Schema } from '../contracts/contract.ts'
import { isObject } from './pointer.ts'

/** A value that conforms to a schema: what the document gives as an example, else the plainest there is. */
export function sample(schema: Schema): unknown {
  const given = [schema.const, schema.default, schema['example'], schema.examples?.[0], schema.enum?.[0]]
  const value = given.find((candidate) => candidate !== undefined)
  return value !== undefined ? value : plainest(schema)
}

/** A copy that also has every property that a schema requires: an overlay may ask for more than the records were made for. */
export function completed(schema: Schema, value: unknown): unknown {
  if (Array.isArray(value) && schema.items) return value.map((item) => completed(schema.items ?? {}, item))
  if (!isObject(value)) return value
  const missing = (schema.required ?? []).filter((name) => !(name in value)).map((name) => [name, sample(schema.properties?.[name] ?? {})])
  const present = Object.entries(value).map(([name, member]) => [name, completed(schema.properties?.[name] ?? {}, member)])
  return Object.fromEntries([...present, ...missing])
}

function plainest(schema: Schema): unknown {
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return schema.items ? [sample(schema.items)] : []
    case 'string':
      return texts[schema.format ?? ''] ?? 'x'.repeat(Number(schema['minLength'] ?? 1))
    default:
      return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, property]) => [name, sample(property)]))
  }
}

const texts: Readonly<Record<string, string>> = {
  url: 'https://reference.example/',
  date: '2024-02-29',
  digits: '1001',
  hex: '0x0a',
  'upper-snake': 'BSC_MAINNET',
  decimal: '1.5',
  'not-blank': 'reference',
  'date-time': '2024-02-29T12:00:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
  email: 'someone@reference.example',
  uri: 'https://reference.example/',
}
