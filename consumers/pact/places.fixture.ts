type Place = readonly (string | number)[]

/** Every place in a value but the whole of it. */
export function placesOf(value: unknown, at: Place = []): Place[] {
  const inner =
    typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, member]) => placesOf(member, [...at, name])) : []
  return at.length === 0 ? inner : [at, ...inner]
}

export function valueAt(value: unknown, place: Place): unknown {
  return place.reduce<unknown>((within, step) => (within as Record<string | number, unknown>)[step], value)
}

export function withValue(value: unknown, [step, ...rest]: Place, other: unknown): unknown {
  if (step === undefined) return other
  const members = Object.entries(value as object).map(([name, member]) => [name, name === step ? withValue(member, rest, other) : member])
  return Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members)
}

export function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}
