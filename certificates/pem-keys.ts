import { createPrivateKey, createPublicKey, type KeyObject, type PrivateKeyInput } from 'node:crypto'
import { attempted } from '../language/attempted.ts'
import { defined } from '../language/defined.ts'
import { UnreadableFile } from './untrusted-json.ts'

/** A private key from PEM, to sign with. @throws {UnreadableFile} */
export function privateKey(pem: string, what: string, passphrase?: string): KeyObject {
  return known(() => createPrivateKey(defined<PrivateKeyInput>({ key: pem, passphrase })), what, 'a private key')
}

/** A public key from PEM, of a private one its public half. @throws {UnreadableFile} */
export function publicKey(pem: string, what: string): KeyObject {
  return known(() => createPublicKey(pem), what, 'a public key')
}

export function publicPem(key: KeyObject): string {
  return String((key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'pem' }))
}

function known(read: () => KeyObject, what: string, kind: string): KeyObject {
  const key = attempted(read)
  if (!key) throw new UnreadableFile(`${what} is not ${kind} in PEM that can be read (an encrypted one needs its passphrase).`)
  const curve = key.asymmetricKeyDetails?.namedCurve
  if (key.asymmetricKeyType === 'ed25519' || (key.asymmetricKeyType === 'ec' && curve === 'prime256v1')) return key
  throw new UnreadableFile(
    `${what} is ${kind} of the kind ${key.asymmetricKeyType ?? 'unknown'}${curve ? ` (${curve})` : ''}: expected Ed25519 or ECDSA P-256.`,
  )
}
