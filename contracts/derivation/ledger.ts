import { defined } from '../../language/defined.ts'
import { type Node, nodesOf, textOf } from '../../text/json/node.ts'
import { isObject } from '../../text/json/pointer.ts'
import type { NamedOnly, OpenPoint, Requirement } from '../contract.ts'

export function statedRequirements(document: Node): Requirement[] {
  return entriesOf(document, 'x-requirements').map(({ entry, operation }) =>
    defined({
      id: String(entry['id']),
      level: entry['level'] === 'SHOULD' ? 'SHOULD' : 'MUST',
      clause: String(entry['clause']),
      binds: entry['binds'] === 'consumer' ? 'consumer' : 'provider',
      text: String(entry['text']),
      anchor: textOf(entry['anchor']),
      untestable: textOf(entry['untestable']),
      judgedBy: textOf(entry['judged-by']),
      operation,
    }),
  )
}

export function statedOpenPoints(document: Node): OpenPoint[] {
  return entriesOf(document, 'x-open').map(({ entry, operation }) =>
    defined({
      id: String(entry['id']),
      clause: String(entry['clause']),
      text: String(entry['text']),
      kind: entry['kind'] === 'example' ? 'example' : 'not shown',
      observedBy: Array.isArray(entry['observed-by']) ? entry['observed-by'].map(String) : undefined,
      anchor: textOf(entry['anchor']),
      unobservable: textOf(entry['unobservable']),
      operation,
    }),
  )
}

/** Operations and areas that the source names and says no more of. */
export function namedOnly(document: Node): NamedOnly[] {
  return nodesOf(document['x-named-only']).flatMap(({ clause, area, names, method }) =>
    (Array.isArray(names) ? names : []).map((name) =>
      defined({ clause: String(clause), area: String(area), name: String(name), method: textOf(method) }),
    ),
  )
}

interface Entry {
  readonly entry: Node
  readonly operation: string | undefined
}

/** The entries of every `key` in the document, once each although a referenced part stands in many places. */
function entriesOf(document: Node, key: string): Entry[] {
  const found = new Map<unknown, Entry>()
  const visit = (node: unknown, outer?: string): void => {
    if (Array.isArray(node)) for (const item of node) visit(item, outer)
    if (!isObject(node)) return
    const operation = textOf(node['operationId']) ?? outer
    for (const entry of nodesOf(node[key])) if (!found.get(entry['id'])?.operation) found.set(entry['id'], { entry, operation })
    for (const child of Object.values(node)) visit(child, operation)
  }
  visit(document)
  return [...found.values()]
}
