import type { Node } from '../../text/json/node.ts'
import { formatCalled, wholePattern } from '../formats/formats.ts'

/**
 * A document without the patterns that say no more than the format beside them: those are for tools that do not know the format.
 * What holds none stays the very same, and what stands in many places stays one.
 */
export function withoutKnownPatterns(document: Node): Node {
  const changed = new Map<unknown, unknown>()
  const change = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    if (!changed.has(value)) changed.set(value, Array.isArray(value) ? list(value) : node(value as Node))
    return changed.get(value)
  }
  const list = (items: readonly unknown[]) => {
    const after = items.map(change)
    return after.every((item, index) => item === items[index]) ? items : after
  }
  const node = (before: Node) => {
    const kept = Object.entries(before).filter(([name]) => name !== 'pattern' || !isKnown(before))
    const after = kept.map(([name, member]) => [name, change(member)] as const)
    return kept.length === Object.keys(before).length && after.every(([name, member]) => member === before[name])
      ? before
      : Object.fromEntries(after)
  }
  return change(document) as Node
}

function isKnown({ format, pattern }: Node): boolean {
  const known = typeof format === 'string' ? formatCalled(format)?.pattern : undefined
  return known !== undefined && pattern === wholePattern(known)
}
