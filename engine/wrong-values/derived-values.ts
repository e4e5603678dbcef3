import { createHash } from 'node:crypto'
import { likely } from '../seed.ts'

/** What a server may keep of a secret, or make of it, and then take for it: the likeliest more often. */
const derivations: readonly ((right: string) => string)[] = [
  ...likely(4, digest('sha256', 'hex')),
  ...likely(3, digest('md5', 'hex')),
  digest('sha1', 'hex'),
  digest('sha512', 'hex'),
  digest('sha256', 'base64'),
  (right) => Buffer.from(right).toString('hex'),
]

/** All that is made of a secret, as often as it is likely: no report may show it, as the secret may be found out from that. */
export function derivedValues(right: string): string[] {
  return derivations.map((derive) => derive(right))
}

function digest(hash: string, encoding: 'hex' | 'base64'): (right: string) => string {
  return (right) => createHash(hash).update(right).digest(encoding)
}
