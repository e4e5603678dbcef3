import { DocumentError } from './document-error.ts'
import { isObject, pointerSteps } from './json/pointer.ts'
import { percentDecoded } from './percent.ts'

/** A document may become this many parts by its references: few of them, each naming the next twice, would fill any memory. */
const mostParts = 500_000

/**
 * A document with each `$ref` replaced by what it names within the document, and by what stands beside it. What is named twice is
 * the very same twice. @throws {DocumentError} for a reference that leads nowhere, out of the document, or back to itself.
 */
export function dereferenced(document: unknown): unknown {
  const known = new Map<object, Sized>()
  const open: string[] = []
  return resolved(document).value

  function resolved(part: unknown): Sized {
    if (typeof part !== 'object' || part === null) return { value: part, size: 1 }
    const found = known.get(part) ?? within(part)
    known.set(part, found)
    return found
  }

  function within(part: object): Sized {
    if (Array.isArray(part)) return together(part.map(resolved), (items) => items)
    const { $ref, ...beside } = part as { readonly $ref?: unknown }
    if (typeof $ref !== 'string') return members(part)
    const named = referred($ref)
    if (Object.keys(beside).length === 0 || !isObject(named.value)) return named
    const others = members(beside)
    return { value: { ...(others.value as object), ...named.value, ...(others.value as object) }, size: named.size + others.size }
  }

  function members(part: object): Sized {
    const names = Object.keys(part)
    return together(Object.values(part).map(resolved), (items) => Object.fromEntries(names.map((name, index) => [name, items[index]])))
  }

  function referred(reference: string): Sized {
    if (open.includes(reference)) throw new DocumentError(`The reference ${reference} holds itself: ${[...open, reference].join(' → ')}.`)
    open.push(reference)
    const named = resolved(placeOf(document, reference))
    open.pop()
    return named
  }
}

interface Sized {
  readonly value: unknown
  readonly size: number
}

function together(parts: readonly Sized[], build: (values: readonly unknown[]) => unknown): Sized {
  const size = parts.reduce((total, part) => total + part.size, 1)
  if (size > mostParts) throw new DocumentError(`With its references replaced the document has more than ${mostParts} parts.`)
  return { value: build(parts.map(({ value }) => value)), size }
}

function placeOf(document: unknown, reference: string, through: readonly string[] = []): unknown {
  if (through.includes(reference))
    throw new DocumentError(`The reference ${reference} holds itself: ${[...through, reference].join(' → ')}.`)
  if (reference !== '#' && !reference.startsWith('#/'))
    throw new DocumentError(
      `The reference ${JSON.stringify(reference)} cannot be resolved: expected one within the document, such as "#/components/schemas/…".`,
    )
  return pointerSteps(percentDecoded(reference.slice(1))).reduce<unknown>((place, step) => {
    const isReference = isObject(place) && typeof place['$ref'] === 'string' && !Object.hasOwn(place, step)
    const holder = isReference ? placeOf(document, String(place['$ref']), [...through, reference]) : place
    if (typeof holder !== 'object' || holder === null || !Object.hasOwn(holder, step))
      throw new DocumentError(`The reference ${reference} cannot be resolved: ${JSON.stringify(step)} is not there.`)
    return (holder as Record<string, unknown>)[step]
  }, document)
}
