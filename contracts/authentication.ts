import { isNode, type Node, nodeOf, nodesOf, textOf } from '../spec/document.ts'
import type { StatedOperation } from '../spec/stated.ts'
import type { Authentication } from './contract.ts'
import { type CredentialPlace, placeName } from './credential-place.ts'
import { declaredScheme, settingOf } from './declared-scheme.ts'
import { type Accessed, signedHeaders } from './declared-signature.ts'
import { DerivationError } from './derivation-error.ts'

/** The names of the security schemes that an operation's requests present: of the first alternative, none where that may be left out. */
export function schemesOf(document: Node, stated: StatedOperation['stated']): string[] {
  const alternatives = nodesOf(stated['security'] ?? document['security'])
  return alternatives.some((alternative) => Object.keys(alternative).length === 0) ? [] : Object.keys(alternatives[0] ?? {})
}

/** How an operation's requests prove who sends them. @throws {DerivationError} for what is not supported, or not declared. */
export function authentication(document: Node, names: readonly string[], accessed: Accessed): Authentication {
  const { operation, clause } = accessed
  const declared = nodeOf(nodeOf(document['components'])['securitySchemes'])
  const used = names.map((name) => declaredScheme(operation, declared, name))
  const signature = used.find(({ scheme }) => isNode(scheme['x-signature']))
  if (signature)
    return signedHeaders(
      accessed,
      signature,
      used.filter((each) => each !== signature),
    )
  const [first, ...others] = used
  if (!first) return { kind: 'none' }
  if (others.length > 0)
    throw new DerivationError(
      `${operation} asks for ${names.join(' and ')} together; several at once are supported only where one of them is a signature (x-signature).`,
    )
  const isHttp = first.scheme['type'] === 'http'
  const scheme = textOf(first.scheme['scheme']) ?? ''
  return {
    kind: 'scheme',
    clause: textOf(first.scheme['x-clause']) ?? clause,
    header: isHttp ? 'Authorization' : placeName({ in: first.scheme['in'] as CredentialPlace['in'], name: String(first.scheme['name']) }),
    scheme: isHttp ? scheme.replace(/^[a-z]/, (letter) => letter.toUpperCase()) : '',
    setting: settingOf(first),
  }
}
