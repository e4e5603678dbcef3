import { createHash } from 'node:crypto'
import type { Construction } from '../../contracts/construction.ts'

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
