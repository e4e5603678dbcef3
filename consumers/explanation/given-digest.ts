import { createHash } from 'node:crypto'
import type { Construction } from '../../contracts/construction.ts'
import { hashed, hmac } from '../../contracts/hashing.ts'

/** A way to digest a text. */
interface Digester {
  readonly words: string
  readonly under: (secret: string) => (text: string | Buffer) => Buffer
}

/** In bytes, of the hashes that are in use. */
export const digestLengths = new Set([16, 20, 28, 32, 48, 64])

/** The bytes of a signature that is written as it is to be, and may be a digest. */
export function digestIn({ encoding }: Construction, signature: string): Buffer | undefined {
  const bytes = Buffer.from(signature, encoding)
  return digestLengths.has(bytes.length) && bytes.toString(encoding) === signature ? bytes : undefined
}

/** The same, where it is as long as a digest of the construction's own hash. */
export function ownDigestIn(construction: Construction, signature: string): Buffer | undefined {
  const digest = digestIn(construction, signature)
  return digest?.length === createHash(construction.hash).digest().length ? digest : undefined
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
      const key = Buffer.from(secret, encoding)
      return (text: string | Buffer) => hmac(right, key, text)
    },
  }))
  const bare = [right, 'sha512', 'sha1', 'md5'].map((hash) => ({
    words: `, under the bare ${hash}`,
    under: () => (text: string | Buffer) => hashed(hash, text),
  }))
  return [...keyed, ...decoded, ...bare].filter(({ under }) => under('')('').length === bytes)
}
