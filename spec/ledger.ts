import { defined } from './defined.ts'
import { isObject } from './json/pointer.ts'
import type { Node } from './node.ts'

interface StatedRequirement {
  readonly id: string
  readonly level: 'MUST' | 'SHOULD'
  readonly clause: string
  readonly anchor?: string
  readonly binds: 'provider' | 'consumer'
  readonly text: string
  readonly untestable?: string
  readonly judgedBy?: string
  readonly operation?: string
}

interface StatedOpenPoint {
  readonly id: string
  readonly clause: string
  readonly anchor?: string
  readonly text: string
  readonly kind: 'not shown' | 'example'
  /** What shows it: names of observations, `*` anything. */
  readonly observedBy?: readonly string[]
  readonly unobservable?: string
  readonly operation?: string
}

/** A place where the document refers to the source: a clause, and a fragment of its text. */
interface Anchor {
  readonly clause: string
  readonly anchor: string
}

/** All requirements that the document states itself, in the order in which it holds them. */
export function statedRequirements(document: Node): StatedRequirement[] {
  return collect(document, 'x-requirements').map(({ entry, operation }) => ({
    id: String(entry['id']),
    level: entry['level'] === 'SHOULD' ? 'SHOULD' : 'MUST',
    clause: String(entry['clause']),
    binds: entry['binds'] === 'consumer' ? 'consumer' : 'provider',
    text: String(entry['text']),
    ...optional('anchor', entry['anchor']),
    ...optional('untestable', entry['untestable']),
    ...optional('judgedBy', entry['judged-by']),
    ...optional('operation', operation),
  }))
}

export function statedOpenPoints(document: Node): StatedOpenPoint[] {
  return collect(document, 'x-open').map(({ entry, operation }) =>
    defined({
      id: String(entry['id']),
      clause: String(entry['clause']),
      text: String(entry['text']),
      kind: entry['kind'] === 'example' ? 'example' : 'not shown',
      observedBy: Array.isArray(entry['observed-by']) ? entry['observed-by'].map(String) : undefined,
      ...optional('anchor', entry['anchor']),
      ...optional('unobservable', entry['unobservable']),
      ...optional('operation', operation),
    }),
  )
}

/** Every place of the document that carries both `x-clause` and `x-anchor`. */
export function anchors(document: Node): Anchor[] {
  const found: Anchor[] = []
  visit(document, (node) => {
    if (typeof node['x-anchor'] === 'string') found.push({ clause: String(node['x-clause']), anchor: node['x-anchor'] })
  })
  return found
}

/** Operations and areas that the source names and says no more of. */
export function namedOnly(document: Node): { clause: string; area: string; name: string; method?: string }[] {
  const groups = document['x-named-only']
  if (!Array.isArray(groups)) return []
  return groups.filter(isObject).flatMap((group) =>
    (Array.isArray(group['names']) ? group['names'] : []).map((name) => ({
      clause: String(group['clause']),
      area: String(group['area']),
      name: String(name),
      ...optional('method', group['method']),
    })),
  )
}

interface Entry {
  readonly entry: Node
  readonly operation?: string
}

/** The entries of every `key` in the document, once each although a referenced part stands in many places. */
function collect(document: Node, key: string): Entry[] {
  const found = new Map<unknown, Entry>()
  visit(document, (node, operation) => {
    const entries = node[key]
    if (!Array.isArray(entries)) return
    for (const entry of entries.filter(isObject)) {
      const known = found.get(entry['id'])
      if (!known?.operation) found.set(entry['id'], { entry, ...optional('operation', operation) })
    }
  })
  return [...found.values()]
}

function visit(node: unknown, see: (node: Node, operation?: string) => void, operation?: string): void {
  if (Array.isArray(node)) for (const item of node) visit(item, see, operation)
  if (!isObject(node)) return
  const within = typeof node['operationId'] === 'string' ? node['operationId'] : operation
  see(node, within)
  for (const child of Object.values(node)) visit(child, see, within)
}

function optional<Key extends string>(key: Key, value: unknown): { [K in Key]?: string } {
  return (value === undefined ? {} : { [key]: String(value) }) as { [K in Key]?: string }
}
