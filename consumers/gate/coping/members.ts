import { isObject, pointerStep } from '../../../spec/json/pointer.ts'

/** Members of JSON values that differ from the right ones: their value as text, by place; empty if they are missing. */
export type MemberDifferences = ReadonlyMap<string, string>

/** The members in which a value differs from the right one; a list of another length differs as a whole. */
export function changedMembers(right: unknown, other: unknown, at = ''): [string, string][] {
  if (Object.is(right, other)) return []
  if (Array.isArray(right) && Array.isArray(other) && right.length === other.length)
    return right.flatMap((element, index) => changedMembers(element, other[index], `${at}/${index}`))
  if (!isObject(right) || !isObject(other)) return [[at, JSON.stringify(other) ?? '']]
  const names = new Set([...Object.keys(right), ...Object.keys(other)])
  return [...names].flatMap((name) => changedMembers(right[name], other[name], `${at}/${pointerStep(name)}`))
}

/**
 * True if no two parts stand at one place, or come to one value: two wrong values that are equal might not be noticed where they are
 * compared with each other.
 */
export function areApart(parts: readonly MemberDifferences[]): boolean {
  return [(part: MemberDifferences) => part.keys(), (part: MemberDifferences) => part.values()].every((of) => {
    const all = parts.flatMap((part) => [...new Set(of(part))])
    return new Set(all).size === all.length
  })
}

/** True if a whole shows all that its parts show, and nothing else. */
export function isSumOf(whole: MemberDifferences, parts: readonly MemberDifferences[]): boolean {
  const sum = new Map(parts.flatMap((part) => [...part]))
  return whole.size === sum.size && [...whole].every(([at, value]) => sum.get(at) === value)
}
