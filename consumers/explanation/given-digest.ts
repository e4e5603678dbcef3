import { createHash, createSecretKey } from 'node:crypto'
import type { Construction } from '../../contracts/construction.ts'
import { hashed, hmac } from '../../contracts/hashing.ts'

/** The bytes that a signature writes, and how it writes them. */
export interface GivenDigest {
  readonly bytes: Buffer
  /** What is said of its encoding; empty if that is right. */
  readonly words: string
  readonly write: (bytes: Buffer) => string
}

/** A way to digest a text. */
interface Digester {
  readonly words: string
  readonly under: (secret: string) => (text: string | Buffer) => Buffer
}

const forms = [
  { encoding: 'hex', words: ', in hexadecimal', write: (bytes: Buffer) => bytes.toString('hex') },
  { encoding: 'hex', words: ', in upper-case hexadecimal', write: (bytes: Buffer) => bytes.toString('hex').toUpperCase() },
  { encoding: 'base64', words: ', in base64', write: (bytes: Buffer) => bytes.toString('base64') },
  { encoding: 'base64url', words: ', in base64url', write: (bytes: Buffer) => bytes.toString('base64url') },
] as const

/** What a signature says, where it is a digest in an encoding that is known. */
export function digestIn(construction: Construction, signature: string): GivenDigest | undefined {
  const form = forms.find(({ encoding, write }) => signature !== '' && write(Buffer.from(signature, encoding)) === signature)
  if (!form) return undefined
  const right = Buffer.alloc(1).toString(construction.encoding)
  const bytes = Buffer.from(signature, form.encoding)
  return { bytes, words: form.write(Buffer.alloc(1)) === right && !form.words.includes('upper') ? '' : form.words, write: form.write }
}

/** What a signature says, where it is as long as a digest of the construction's own hash. */
export function ownDigestIn(construction: Construction, signature: string): GivenDigest | undefined {
  const digest = digestIn(construction, signature)
  return digest?.bytes.length === createHash(construction.hash).digest().length ? digest : undefined
}

/** The ways to digest that make as many bytes: the right one first, then those that are often taken for it. */
export function digesters({ hash: right }: Construction, bytes: number): Digester[] {
  const keyed = [right, 'sha512', 'sha384', 'sha1', 'md5'].map((hash) => ({
    words: hash === right ? '' : `, under HMAC with ${hash}`,
    under: (secret: string) => (text: string | Buffer) => hmac(hash, secret, text),
  }))
  const decoded = (['base64', 'hex'] as const).map((encoding) => ({
    words: `, with the secret decoded from ${encoding === 'hex' ? 'hexadecimal' : encoding}`,
    under: (secret: string) => {
      const key = createSecretKey(Buffer.from(secret, encoding))
      return (text: string | Buffer) => hmac(right, key, text)
    },
  }))
  const bare = [right, 'sha512', 'sha1', 'md5'].map((hash) => ({
    words: `, under the bare ${hash}`,
    under: () => (text: string | Buffer) => hashed(hash, text),
  }))
  return [...keyed, ...decoded, ...bare].filter(({ under }) => under('')('').length === bytes)
}
