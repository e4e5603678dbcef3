/** The type of a JSON value in the words of JSON Schema, with integers apart from other numbers. */
export function jsonType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}

/** True for a value of one of these types; an integer is a number. */
export function isOfType(value: unknown, types: readonly string[]): boolean {
  const type = jsonType(value)
  return types.includes(type) || (type === 'integer' && types.includes('number'))
}
