import { DocumentError } from '../../spec/document-error.ts'
import type { StatedOperation } from '../../spec/stated.ts'
import { type Node, nodesOf, textOf } from '../../text/json/node.ts'
import { didYouMean } from '../suggestion.ts'
import { schemesOf } from './authentication.ts'

/** What the document's servers and credentials say of where an operation is, before the operations themselves are derived. */
export interface Servers {
  /** The base of each server address that stands in the document. */
  readonly bases: ReadonlyMap<string, string>
  /** The base to which the credential of a scheme goes. */
  readonly byScheme: ReadonlyMap<string, string>
  readonly otherwise: string
}

export function serversOf(document: Node, operations: readonly StatedOperation[]): Servers {
  const stated = [document, ...operations.flatMap(({ item, stated }) => [item, stated])].flatMap((holder) => nodesOf(holder['servers']))
  const named = stated.flatMap((server) =>
    typeof server['x-base'] === 'string' ? [[String(server['url']), server['x-base']] as const] : [],
  )
  const bases = new Map(named)
  const placed = operations.flatMap((operation) => {
    const base = ownBase(bases, operation)
    return base === undefined ? [] : schemesOf(document, operation.stated).map((name) => [name, base] as const)
  })
  const [first] = nodesOf(document['servers'])
  return { bases, byScheme: new Map(placed), otherwise: first ? baseOfServer(bases, first) : 'coin' }
}

/**
 * The base that serves an operation: that of its own first server; without one, the base to which its credential goes
 * (a credential never goes anywhere else), else that of the whole document.
 */
export function baseOf({ bases, byScheme, otherwise }: Servers, operation: StatedOperation, schemes: readonly string[]): string {
  return ownBase(bases, operation) ?? schemes.map((name) => byScheme.get(name)).find((base) => base !== undefined) ?? otherwise
}

function ownBase(bases: Servers['bases'], { item, stated }: StatedOperation): string | undefined {
  const server = nodesOf(stated['servers'])[0] ?? nodesOf(item['servers'])[0]
  return server && baseOfServer(bases, server)
}

/** A server without a name of its own is called after the variable or the host in its address. */
function baseOfServer(bases: Servers['bases'], server: Node): string {
  const url = String(server['url'])
  const named = textOf(server['x-base']) ?? bases.get(url)
  if (named !== undefined) return named
  const variable = /^\{(\w+?)(?:_?(?:base_?)?url)?\}/i.exec(url)?.[1]
  refuseMisspelt(bases, url)
  const host = URL.canParse(url) ? new URL(url).hostname : url
  return (
    (variable ?? host)
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '') || 'coin'
  )
}

/** A variable that is nearly one of the document's is meant for it. @throws {DocumentError} */
function refuseMisspelt(bases: Servers['bases'], url: string): void {
  const [variable] = /^\{[^}]*\}/.exec(url) ?? []
  const meant = variable === undefined ? '' : didYouMean(variable, [...bases.keys()])
  if (meant) throw new DocumentError(`/servers: the document has no server ${JSON.stringify(url)}.${meant}`)
}
