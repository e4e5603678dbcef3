/** A value of a stranger's JSON as text: `String` breaks down at an object with a `toString` of its own. */
export function asText(value: unknown): string {
  try {
    return String(value)
  } catch {
    return JSON.stringify(value)
  }
}
