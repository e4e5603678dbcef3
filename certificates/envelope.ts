import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { attempted } from '../language/attempted.ts'
import { sha256 } from '../text/digest.ts'
import { base64Bytes } from './untrusted-json.ts'

/** A DSSE envelope (Dead Simple Signing Envelope, version 1): a payload, its type, and signatures over both. */
export interface Envelope {
  readonly payloadType: string
  /** Base64. */
  readonly payload: string
  /** Each in base64, with the id of the key that made it. */
  readonly signatures: readonly { readonly keyid?: string; readonly sig: string }[]
}

export function seal(payloadType: string, payload: Buffer, keys: readonly KeyObject[]): Envelope {
  const message = signedBytes(payloadType, payload)
  const signatures = keys.map((key) => ({ keyid: keyId(key), sig: sign(digestFor(key), message, key).toString('base64') }))
  return { payloadType, payload: payload.toString('base64'), signatures }
}

export function isSignedBy(payloadType: string, payload: Buffer, sig: string, key: KeyObject): boolean {
  const bytes = signedBytes(payloadType, payload)
  return attempted(() => verify(digestFor(key), bytes, key, Buffer.from(sig, 'base64'))) ?? false
}

/** Refuses signatures that are not in base64, in its one spelling. @throws {UnreadableFile} */
export function checkedEnvelope<Sealed extends Envelope>(envelope: Sealed, what: string): Sealed {
  for (const [index, { sig }] of envelope.signatures.entries()) base64Bytes(sig, `${what}, signature ${index + 1}`)
  return envelope
}

/** The id of a key: the SHA-256 of its public half in DER (SubjectPublicKeyInfo). */
export function keyId(key: KeyObject): string {
  const open = key.type === 'private' ? createPublicKey(key) : key
  return sha256(open.export({ type: 'spki', format: 'der' }))
}

/** The pre-authentication encoding: what is signed, so that a payload never passes for one of another type. */
function signedBytes(payloadType: string, payload: Buffer): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `
  return Buffer.concat([Buffer.from(head, 'utf8'), payload])
}

function digestFor({ asymmetricKeyType }: KeyObject): string | null {
  return asymmetricKeyType === 'ed25519' ? null : 'sha256'
}
