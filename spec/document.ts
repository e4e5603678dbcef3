import { readFile } from 'node:fs/promises'
import { isScalar, parseDocument, visit } from 'yaml'
import { sha256 } from './digest.ts'
import { DocumentError } from './document-error.ts'
import { yamlFault } from './files/yaml-fault.ts'
import { isObject } from './json/pointer.ts'
import type { Node } from './node.ts'
import { dereferenced } from './references.ts'

/** An OpenAPI 3.1 document with its references resolved, and the SHA-256 of the text it was read from. */
export interface Document {
  readonly content: Node
  readonly sha256: string
}

export { DocumentError } from './document-error.ts'

export const documentUrl = new URL('./openapi.yaml', import.meta.url)

/** Reads an OpenAPI document. @throws {DocumentError} when it is not YAML, or a reference leads nowhere or outside. */
export async function loadDocument(from: URL = documentUrl): Promise<Document> {
  const text = await readFile(from, 'utf8')
  return resolveDocument(parseYaml(text, from.pathname), sha256(text))
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
    // What JSON has no word for, such as a set, would be read as something else.
    const document = parseDocument(text, { resolveKnownTags: false })
    const [fault] = [...document.errors, ...document.warnings]
    if (fault) throw fault
    visit(document, { Pair: keepLabel })
    const content: unknown = document.toJS()
    if (isObject(content)) return content
  } catch (cause) {
    throw new DocumentError(`${name} is not valid YAML: ${yamlFault(cause)}`, { cause })
  }
  throw new DocumentError(`${name} holds no document: expected a YAML mapping at its top.`)
}
