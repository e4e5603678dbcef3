/** A value of JSON that breaks down what takes it for a text or a number: its `toString` is no function. */
const spoiling = { toString: null, valueOf: 1 }

/** In how many places a value was spoilt, and what was thrown then that is no complaint about what was given. */
export async function spoiltEverywhere<Value>(
  whole: Value,
  act: (spoilt: Value) => unknown,
  complaint: new (...given: never[]) => Error,
): Promise<{ readonly places: number; readonly faults: readonly unknown[] }> {
  const faults: unknown[] = []
  const places = placesIn(whole)
  for (const place of places)
    try {
      await act(spoilt(whole, place) as Value)
    } catch (cause) {
      if (!(cause instanceof complaint)) faults.push(cause)
    }
  return { places: places.length, faults }
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
