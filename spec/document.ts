import { readFile } from 'node:fs/promises'
import { isScalar, parseDocument, visit } from 'yaml'
import { getOrInsert } from '../language/get-or-insert.ts'
import { memoized } from '../language/memoized.ts'
import { grouped } from '../text/counted.ts'
import { sha256 } from '../text/digest.ts'
import { refuseCircular, refuseHeavyYaml, yamlFault } from '../text/files/yaml-fault.ts'
import type { Node } from '../text/json/node.ts'
import { isObject, pointerSteps } from '../text/json/pointer.ts'
import { percentDecoded } from '../text/percent.ts'
import { DocumentError } from './document-error.ts'

/** An OpenAPI 3.1 document, and the SHA-256 of the text it was read from. */
export interface Document {
  readonly content: Node
  readonly sha256: string
}

export const documentUrl = new URL('./openapi.yaml', import.meta.url)

/** A document with its references as they stand. @throws {DocumentError} when it is not YAML. */
export const readDocument = memoized(async (from: URL): Promise<Document> => {
  const text = await readFile(from, 'utf8')
  return { content: parseYaml(text, from.pathname), sha256: sha256(text) }
})

/** @throws {DocumentError} when it is not YAML, or a reference leads nowhere or outside. */
export async function loadDocument(from: URL = documentUrl): Promise<Document> {
  const { content, sha256 } = await readDocument(from)
  return resolveDocument(content, sha256)
}

/** Resolves the references of a parsed document; references out of the document are refused. */
export function resolveDocument(content: Node, digest: string): Document {
  return { content: dereferenced(content) as Node, sha256: digest }
}

/** A clause is a name: of `4.10` as a number, 4.1 would be left. */
function keepLabel(_: unknown, { key, value }: { readonly key: unknown; readonly value: unknown }): void {
  if (!isScalar(key) || !isScalar(value) || typeof value.value !== 'number') return
  if (key.value === 'clause' || key.value === 'x-clause') value.value = value.source ?? String(value.value)
}

/** Parses YAML into plain objects. @throws {DocumentError} naming the file and the place. */
export function parseYaml(text: string, name: string): Node {
  try {
    refuseHeavyYaml(text)
    // What JSON has no word for, such as a set, would be read as something else.
    const document = parseDocument(text, { resolveKnownTags: false, logLevel: 'error' })
    const [fault] = [...document.errors, ...document.warnings]
    if (fault) throw fault
    visit(document, { Pair: keepLabel })
    const content: unknown = document.toJS()
    refuseCircular(content)
    if (isObject(content)) return content
  } catch (cause) {
    throw new DocumentError(`${name} is not valid YAML: ${yamlFault(cause)}`, { cause })
  }
  throw new DocumentError(`${name} holds no document: expected a YAML mapping at its top.`)
}

/** So many parts a document may state, and its operations with their references replaced: more take over 300 MB in a run. */
export const mostParts = 16_000

/** All of a document may become this many by its references: few of them, each naming the next twice, would fill any memory. */
const mostResolved = 100_000

/**
 * A document with each `$ref` replaced by what it names within the document, and by what stands beside it. What is named twice is
 * the very same twice. @throws {DocumentError} for a reference that leads nowhere, out of the document, or back to itself.
 */
function dereferenced(document: Node): unknown {
  const known = new Map<object, Sized>()
  const open: string[] = []
  const { value } = resolved(document)
  if (resolved(document['paths']).size > mostParts)
    throw new DocumentError(
      `With their references replaced, /paths has more than ${grouped(mostParts)} parts. Describe them in several overlays, for a run each.`,
    )
  return value

  function resolved(part: unknown): Sized {
    if (typeof part !== 'object' || part === null) return { value: part, size: 1 }
    return getOrInsert(known, part, within)
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
  if (size > mostResolved) throw new DocumentError(`With its references replaced the document has more than ${mostResolved} parts.`)
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
