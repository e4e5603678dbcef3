import { getHashes } from 'node:crypto'
import { defined } from '../spec/defined.ts'
import { isNode, type Node, nodeOf, nodesOf, textOf } from '../spec/document.ts'
import type { StatedOperation, StatedScheme } from '../spec/stated.ts'
import type { Construction, SignedPart, SignedTime } from './construction.ts'
import type { Authentication, RequestBody } from './contract.ts'
import { type CredentialPlace, placeName } from './credential-place.ts'
import { DerivationError } from './derivation-error.ts'
import { schemaAt } from './fields.ts'

/** The names of the security schemes that an operation's requests present: of the first alternative, none where that may be left out. */
export function schemesOf(document: Node, stated: StatedOperation['stated']): string[] {
  const alternatives = nodesOf(stated['security'] ?? document['security'])
  return alternatives.some((alternative) => Object.keys(alternative).length === 0) ? [] : Object.keys(alternatives[0] ?? {})
}

/** How an operation's requests prove who sends them. @throws {DerivationError} for what is not supported, or not declared. */
export function authentication(
  operation: string,
  document: Node,
  names: readonly string[],
  clause: string,
  body?: RequestBody,
): Authentication {
  const schemes = nodeOf(nodeOf(document['components'])['securitySchemes'])
  const used = names.map((name) => ({ name, scheme: declared(operation, schemes, name) }))
  const signature = used.find(({ scheme }) => isNode(scheme['x-signature']))
  if (signature) return signedHeaders(operation, used, signature, clause, body)
  const [first, ...others] = used
  if (!first) return { kind: 'none' }
  if (others.length > 0)
    throw new DerivationError(
      `${operation} asks for ${names.join(' and ')} together; several at once are supported only where one of them is a signature (x-signature).`,
    )
  const http = first.scheme['type'] === 'http'
  const scheme = textOf(first.scheme['scheme']) ?? ''
  return {
    kind: 'scheme',
    clause: textOf(first.scheme['x-clause']) ?? clause,
    header: http ? 'Authorization' : placeName({ in: first.scheme['in'] as CredentialPlace['in'], name: String(first.scheme['name']) }),
    scheme: http ? scheme.replace(/^[a-z]/, (letter) => letter.toUpperCase()) : '',
    setting: settingOf(first),
  }
}

interface Used {
  readonly name: string
  readonly scheme: StatedScheme
}

function declared(operation: string, schemes: Node, name: string): StatedScheme {
  const scheme = schemes[name]
  if (!isNode(scheme))
    throw new DerivationError(
      `${operation}: there is no security scheme ${name}; components/securitySchemes has ${Object.keys(schemes).join(', ')}.`,
    )
  if (scheme['type'] === 'http' && textOf(scheme['scheme'])) return scheme
  const isKey = scheme['type'] === 'apiKey' && ['header', 'query', 'cookie'].includes(String(scheme['in'])) && textOf(scheme['name'])
  if (!isKey)
    throw new DerivationError(
      `${operation}: the security scheme ${name} is neither \`type: http\` with a scheme, nor \`type: apiKey\` with a name in: header, query or cookie.`,
    )
  return scheme
}

function settingOf({ name, scheme }: Used): string {
  return textOf(scheme['x-setting']) ?? name
}

function signedHeaders(
  operation: string,
  used: readonly Used[],
  signature: Used,
  clause: string,
  body: RequestBody | undefined,
): Authentication {
  const others = used.filter((each) => each !== signature)
  const timestamp =
    others.find(({ scheme }) => isNode(scheme['x-timestamp'])) ?? others.find(({ scheme }) => /time/i.test(String(scheme['name'])))
  const key = others.find((each) => each !== timestamp)
  if (!key || !timestamp || others.length > 2) {
    throw new DerivationError(
      `${operation} is signed: expected, beside the signature, one header with the key's id and one with the timestamp (x-timestamp).`,
    )
  }
  const elsewhere = used.find(({ scheme }) => scheme['in'] !== 'header')
  if (elsewhere)
    throw new DerivationError(`${operation} is signed: ${elsewhere.name} is in: ${String(elsewhere.scheme['in'])}; expected a header.`)
  const stated = nodeOf(timestamp.scheme['x-timestamp'])
  const unit = stated['unit'] === 'seconds' ? 'seconds' : 'milliseconds'
  const settled = defined<Pick<SignedTime, 'skew' | 'replay'>>({
    skew: typeof stated['skew'] === 'number' ? stated['skew'] : undefined,
    replay: stated['replay'] === 'refused' ? 'refused' : undefined,
  })
  const headers = { key: String(key.scheme['name']), timestamp: String(timestamp.scheme['name']) }
  const own = textOf(signature.scheme['x-clause']) ?? clause
  return {
    kind: 'signed',
    clause: own,
    key: { header: headers.key, setting: settingOf(key), clause: textOf(key.scheme['x-clause']) ?? clause },
    timestamp: { header: headers.timestamp, unit, clause: textOf(timestamp.scheme['x-clause']) ?? clause, ...settled },
    signature: {
      header: String(signature.scheme['name']),
      clause: own,
      construction: construction(operation, nodeOf(signature.scheme['x-signature']), headers, unit, body),
    },
  }
}

type SignedNames = { readonly key: string; readonly timestamp: string }

/** Derives the construction; what a scheme leaves out defaults to HMAC, lower-case hexadecimal and no separator. */
function construction(
  operation: string,
  stated: Node,
  headers: SignedNames,
  unit: 'milliseconds' | 'seconds',
  body: RequestBody | undefined,
): Construction {
  const at = `${operation}: x-signature`
  const hash = (textOf(stated['hash']) ?? 'sha256').toLowerCase().replace(/^sha-(?=\d+$)/, 'sha')
  const encoding = textOf(stated['encoding']) ?? 'hex'
  const key = textOf(stated['key'])
  if (!getHashes().includes(hash)) throw new DerivationError(`${at}/hash: ${hash} is not a hash that this Node knows.`)
  if (encoding !== 'hex' && encoding !== 'base64' && encoding !== 'base64url')
    throw new DerivationError(`${at}/encoding: expected hex, base64 or base64url, found ${encoding}.`)
  if (key === undefined) throw new DerivationError(`${at}/key is missing: expected the name of the setting that holds the secret.`)
  const parts = nodesOf(stated['parts']).flatMap((part) => signedPart(at, part, headers, unit, body) ?? [])
  if (parts.length === 0) throw new DerivationError(`${at}/parts is empty: expected what is signed, in its order.`)
  return { hash, encoding, key, separator: textOf(stated['separator']) ?? '', parts }
}

/** Derives a signed part; undefined where the request does not have its field. */
function signedPart(
  at: string,
  stated: Node,
  headers: SignedNames,
  unit: 'milliseconds' | 'seconds',
  body: RequestBody | undefined,
): SignedPart | undefined {
  const name = String(stated['name'])
  const header = textOf(stated['header'])
  if (header !== undefined) {
    const known = Object.values(headers).find((each) => each.toLowerCase() === header.toLowerCase())
    if (!known) throw new DerivationError(`${at}: the part ${name} is in ${header}; expected ${headers.key} or ${headers.timestamp}.`)
    return defined({ ...(stated as unknown as SignedPart), header: known, unit: known === headers.timestamp ? unit : undefined })
  }
  if (typeof stated['setting'] === 'string') return stated as unknown as SignedPart
  const pointer = textOf(stated['body']) ?? `/${name}`
  const schema = body && schemaAt(body.schema, pointer)
  if (!schema) return undefined
  const isText = schema.type === undefined || [schema.type].flat().includes('string')
  return defined({ ...(stated as unknown as SignedPart), body: pointer, json: isText ? undefined : true })
}
