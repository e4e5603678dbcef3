import type { Field, Schema } from './contract.ts'

/** Every property of a response schema, outermost first, each with what is expected of it in words. */
export function responseFields(operation: string, schema: Schema, clause: string, path: readonly string[] = []): Field[] {
  const within = ownClause(schema, clause)
  if (schema.items) return responseFields(operation, schema.items, within, [...path, '*'])
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const at = [...path, name]
    const field: Field = {
      path: at,
      requirement: `${operation}.response.${fieldName(at)}`,
      expected: expectation(property),
      clause: property.properties ? within : ownClause(property, within),
      schema: property,
    }
    return [field, ...responseFields(operation, property, within, at)]
  })
}

/** `['data', '*', 'rank']` as people write it: `data[].rank`. */
export function fieldName(path: readonly string[]): string {
  return path.reduce((name, step) => (step === '*' ? `${name}[]` : name === '' ? step : `${name}.${step}`), '')
}

/** The schema at a JSON pointer in which `*` stands for any element, if there is one. */
export function schemaAt(schema: Schema, pointer: string): Schema | undefined {
  const steps = pointer.split('/').slice(1)
  return steps.reduce<Schema | undefined>((at, step) => (step === '*' ? at?.items : at?.properties?.[step]), schema)
}

const formats: Readonly<Record<string, string>> = {
  url: 'absolute http or https URL',
  date: 'date YYYY-MM-DD',
  digits: 'string of digits',
  hex: '0x-prefixed hexadecimal string',
  'upper-snake': 'upper-case string with underscores between words',
  decimal: 'decimal number in a string',
  'not-blank': 'string that is not blank',
}

/** What a schema asks for, in words: `integer`, `number or null`, `array of absolute http or https URLs`. */
export function expectation(schema: Schema): string {
  if ('const' in schema) return schema.const === '' ? 'empty string' : `the value ${JSON.stringify(schema.const)}`
  if (schema.enum) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(', ')}`
  if (schema.format) return formats[schema.format] ?? `string in the format ${schema.format}`
  if (schema.items) return `array of ${plural(expectation(schema.items))}`
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  return typeof schema.type === 'string' ? schema.type : 'any value'
}

function ownClause(schema: Schema, outer: string): string {
  return typeof schema['x-clause'] === 'string' ? schema['x-clause'] : outer
}

function plural(noun: string): string {
  return noun
    .replace(/^(\w+)\b/, (word) => (/^(string|object|number|integer|boolean|array)$/.test(word) ? `${word}s` : word))
    .replace(/URL$/, 'URLs')
}
