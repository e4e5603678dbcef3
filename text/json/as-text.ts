import { attempted } from '../../language/attempted.ts'

/** A value of a stranger's JSON as text: `String` breaks down at an object with a `toString` of its own. */
export function asText(value: unknown): string {
  return attempted(() => String(value)) ?? JSON.stringify(value)
}

/** The same for people to read, where a text is expected: what is none as JSON writes it. */
export function asWritten(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
