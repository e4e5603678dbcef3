import { DocumentError } from '../../spec/document-error.ts'
import type { StatedOperation } from '../../spec/stated.ts'
import { type Node, nodeOf, nodesOf, textOf } from '../../text/json/node.ts'
import type { Authentication } from '../contract.ts'
import { type CredentialPlace, placeName } from '../credential-place.ts'
import { type DeclaredScheme, declaredScheme, settingOf } from './declared-scheme.ts'
import { type Accessed, carriesSignature, declaredSignature } from './declared-signature.ts'

/** The names of the security schemes that an operation's requests present: of the first alternative, none if that may be left out. */
export function schemesOf(document: Node, stated: StatedOperation['stated']): string[] {
  const alternatives = nodesOf(stated['security'] ?? document['security'])
  const [first] = alternatives
  return !first || alternatives.some((alternative) => Object.keys(alternative).length === 0) ? [] : Object.keys(first)
}

/** How an operation's requests prove who sends them. @throws {DocumentError} for what is not supported, or not declared. */
export function authentication(document: Node, names: readonly string[], accessed: Accessed): Authentication {
  const { operation, clause } = accessed
  const declared = nodeOf(nodeOf(document['components'])['securitySchemes'])
  const used = names.map((name) => declaredScheme(operation, declared, name))
  const signature = used.find(({ scheme }) => carriesSignature(scheme))
  const [first, ...others] = used.filter((each) => each !== signature)
  if (signature) return declaredSignature(accessed, signature, first ? [first, ...others] : [])
  if (!first) return { kind: 'none' }
  if (others.length > 0)
    throw new DocumentError(
      `${operation} asks for ${names.join(' and ')} together; several at once are supported only where one of them is a signature (x-signature).`,
    )
  const stated = textOf(first.scheme['x-clause']) ?? clause
  return { kind: 'scheme', clause: stated, ...presented(first), setting: settingOf(first) }
}

function presented({ scheme }: DeclaredScheme): { readonly header: string; readonly scheme: string } {
  const { type, in: where, name } = scheme
  if (type !== 'http') return { header: placeName({ in: where as CredentialPlace['in'], name: String(name) }), scheme: '' }
  return { header: 'Authorization', scheme: String(scheme['scheme']).replace(/^[a-z]/, (letter) => letter.toUpperCase()) }
}
