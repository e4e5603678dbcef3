/** A map from anything, or from objects that it does not keep. */
interface Known<Key, Value> {
  get(key: Key): Value | undefined
  set(key: Key, value: Value): unknown
}

/** The value of a key, made when it is first asked for: the `getOrInsertComputed` of later versions of JavaScript. */
export function getOrInsert<Key, Value>(known: Known<Key, Value>, key: Key, make: (key: Key) => Value): Value {
  const before = known.get(key)
  if (before !== undefined) return before
  const value = make(key)
  known.set(key, value)
  return value
}
