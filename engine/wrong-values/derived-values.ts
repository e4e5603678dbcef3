import { createHash } from 'node:crypto'
import { likely } from '../seed.ts'

/** What a server may keep of a secret, and then take for it; the likeliest way to keep one. */
export const usualDigest = digest('sha256', 'hex')

/** What else it may make of a secret: the likeliest more often. */
const derivations: readonly ((right: string) => string)[] = [
  ...likely(2, digest('md5', 'hex')),
  digest('sha1', 'hex'),
  digest('sha512', 'hex'),
  digest('sha256', 'base64'),
  (right) => Buffer.from(right).toString('hex'),
  // As readers of UUIDs take one.
  ...likely(2, (right: string) => right.replaceAll('-', '')),
]

/** All of that, as often as it is likely: no report may show it, as the secret may be found out from that. */
export function derivedValues(right: string): string[] {
  return derivations.map((derive) => derive(right)).filter((value) => value !== right && value !== '')
}

function digest(hash: string, encoding: 'hex' | 'base64'): (right: string) => string {
  return (right) => createHash(hash).update(right).digest(encoding)
}
