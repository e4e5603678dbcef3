import type { Json } from './judging/outcome.ts'

/** What was observed, without what depends on the seed: which kinds of answers there were, but not to which requests. */
export function seedless(value: Json): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const groups = Object.values(value)
  const isGrouped = groups.length > 0 && groups.every((member) => member === 'every refusal' || Array.isArray(member))
  return isGrouped ? Object.keys(value).sort() : value
}
