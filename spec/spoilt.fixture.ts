/** A value of JSON that breaks down what takes it for a text or a number: its `toString` is no function. */
const spoiling = { toString: null, valueOf: 1 }

/** A value once for each place in it, with what breaks down at that place. */
export function* spoiltEverywhere<Value>(whole: Value): Generator<Value> {
  for (const place of placesIn(whole)) yield spoilt(whole, place) as Value
}

function placesIn(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [[], ...Object.entries(value).flatMap(([name, member]) => placesIn(member).map((place) => [name, ...place]))]
}

function spoilt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return spoiling
  if (Array.isArray(value)) return value.map((element, index) => (String(index) === name ? spoilt(element, rest) : element))
  const members = Object.entries(value as object)
  return Object.fromEntries(members.map(([own, member]) => [own, own === name ? spoilt(member, rest) : member]))
}
