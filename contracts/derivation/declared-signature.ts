import { getHashes } from 'node:crypto'
import { defined } from '../../language/defined.ts'
import { DocumentError } from '../../spec/document-error.ts'
import { type Node, nodeOf, nodesOf, textOf } from '../../text/json/node.ts'
import { isObject } from '../../text/json/pointer.ts'
import type { Construction, SignedPart, SignedTime } from '../construction.ts'
import type { RequestBody, SignedHeaders } from '../contract.ts'
import { schemaAt } from '../fields.ts'
import { mayBeOf } from '../schemas/schema-parts.ts'
import { type DeclaredScheme, settingOf } from './declared-scheme.ts'

/** An operation as far as deriving its access takes it. */
export interface Accessed {
  readonly operation: string
  readonly clause: string
  readonly body?: RequestBody | undefined
}

export function carriesSignature(scheme: Node): boolean {
  return isObject(scheme['x-signature'])
}

/** The headers of a signed request: the key's id, the time, and the signature over both and more. @throws {DocumentError} */
export function declaredSignature(accessed: Accessed, signature: DeclaredScheme, others: readonly DeclaredScheme[]): SignedHeaders {
  const { operation, clause } = accessed
  const timestamp =
    others.find(({ scheme }) => isObject(scheme['x-timestamp'])) ?? others.find(({ scheme }) => /time/i.test(headerOf(scheme)))
  const key = others.find((each) => each !== timestamp)
  if (!key || !timestamp || others.length > 2)
    throw new DocumentError(
      `${operation} is signed: expected, beside the signature, one header with the key's id and one with the timestamp (x-timestamp).`,
    )
  const elsewhere = [signature, ...others].find(({ scheme }) => scheme['in'] !== 'header')
  if (elsewhere)
    throw new DocumentError(`${operation} is signed: ${elsewhere.name} is in: ${String(elsewhere.scheme['in'])}; expected a header.`)
  const clauseOf = ({ scheme }: DeclaredScheme) => textOf(scheme['x-clause']) ?? clause
  const carried: Carried = { key: headerOf(key.scheme), time: signedTime(timestamp, clauseOf(timestamp)) }
  return {
    kind: 'signed',
    clause: clauseOf(signature),
    key: { header: carried.key, setting: settingOf(key), clause: clauseOf(key) },
    timestamp: carried.time,
    signature: {
      header: headerOf(signature.scheme),
      clause: clauseOf(signature),
      construction: construction(accessed, nodeOf(signature.scheme['x-signature']), carried),
    },
  }
}

/** What signed requests carry beside the signature: the header of the key's id, and the time. */
interface Carried {
  readonly key: string
  readonly time: SignedTime
}

function headerOf(scheme: Node): string {
  return String(scheme['name'])
}

function signedTime({ scheme }: DeclaredScheme, clause: string): SignedTime {
  const { unit, skew, replay } = nodeOf(scheme['x-timestamp'])
  return defined({
    header: headerOf(scheme),
    unit: unit === 'seconds' ? 'seconds' : 'milliseconds',
    clause,
    skew: typeof skew === 'number' ? skew : undefined,
    replay: replay === 'refused' ? 'refused' : undefined,
  })
}

/** Derives the construction; what a scheme leaves out defaults to SHA-256, lower-case hexadecimal and no separator. */
function construction(accessed: Accessed, stated: Node, carried: Carried): Construction {
  const at = `${accessed.operation}: x-signature`
  const hash = (textOf(stated['hash']) ?? 'sha256').toLowerCase().replace(/^sha-(?=\d+$)/, 'sha')
  const encoding = textOf(stated['encoding']) ?? 'hex'
  const key = textOf(stated['key'])
  if (!getHashes().includes(hash)) throw new DocumentError(`${at}/hash: ${hash} is not a hash that this Node knows.`)
  if (encoding !== 'hex' && encoding !== 'base64' && encoding !== 'base64url')
    throw new DocumentError(`${at}/encoding: expected hex, base64 or base64url, found ${encoding}.`)
  if (key === undefined) throw new DocumentError(`${at}/key is missing: expected the name of the setting that holds the secret.`)
  const parts = nodesOf(stated['parts']).flatMap((part) => signedPart(at, part, carried, accessed.body) ?? [])
  if (parts.length === 0) throw new DocumentError(`${at}/parts is empty: expected what is signed, in its order.`)
  return defined({ hash, encoding, key, keyClause: textOf(stated['key-clause']), separator: textOf(stated['separator']) ?? '', parts })
}

/** Derives a signed part; undefined if the request does not have its field. */
function signedPart(at: string, stated: Node, { key, time }: Carried, body: RequestBody | undefined): SignedPart | undefined {
  const name = String(stated['name'])
  const [, second] = ['header', 'setting', 'body'].filter((source) => source in stated)
  if (second !== undefined) throw new DocumentError(`${at}: the part ${name} has a ${second} beside another source; expected one.`)
  const part = defined<SignedPart>({ name, kind: kindOf(`${at}: the part ${name}`, stated['kind']) })
  const header = textOf(stated['header'])
  if (header !== undefined) {
    if (isHeader(header, time.header)) return { ...part, header: time.header, unit: time.unit }
    if (isHeader(header, key)) return { ...part, header: key }
    throw new DocumentError(`${at}: the part ${name} is in ${header}; expected ${key} or ${time.header}.`)
  }
  const setting = textOf(stated['setting'])
  if (setting !== undefined) return { ...part, setting }
  const pointer = textOf(stated['body']) ?? `/${name}`
  const schema = body && schemaAt(body.schema, pointer)
  if (!schema) return undefined
  return defined({ ...part, body: pointer, json: mayBeOf(schema, 'string') ? undefined : true })
}

function isHeader(name: string, other: string): boolean {
  return name.toLowerCase() === other.toLowerCase()
}

function kindOf(part: string, kind: unknown): SignedPart['kind'] {
  if (kind === undefined || kind === 'decimal' || kind === 'symbol' || kind === 'address') return kind
  throw new DocumentError(`${part}: expected the kind decimal, symbol or address, found ${String(kind)}.`)
}
