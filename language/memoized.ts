import { getOrInsert } from './get-or-insert.ts'

/** A function that works out what follows from an object once, for as long as the object is there. */
export function memoized<Key extends WeakKey, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>()
  return (key) => getOrInsert(known, key, () => ({ value: work(key) })).value
}
