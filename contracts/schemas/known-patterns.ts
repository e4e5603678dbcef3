import { memoized } from '../../language/memoized.ts'
import type { Node } from '../../text/json/node.ts'
import { formatCalled, wholePattern } from '../formats/formats.ts'

/**
 * A document without the patterns that say no more than the format beside them: those are for tools that do not know the format. Made once, so
 * that what stands in many places stays one.
 */
export function withoutKnownPatterns(document: Node): Node {
  return plain(document) as Node
}

const plain = memoized((part: object): unknown => {
  const inner = (value: unknown) => (typeof value === 'object' && value !== null ? plain(value) : value)
  if (Array.isArray(part)) return part.map(inner)
  const kept = Object.entries(part).filter(([name]) => name !== 'pattern' || !isKnown(part as Node))
  return Object.fromEntries(kept.map(([name, value]) => [name, inner(value)]))
})

function isKnown({ format, pattern }: Node): boolean {
  const known = typeof format === 'string' ? formatCalled(format)?.pattern : undefined
  return known !== undefined && pattern === wholePattern(known)
}
