import { blake2b, blake2s } from '@noble/hashes/blake2.js'
import type { Construction } from '../../../contracts/construction.ts'
import { canonicalString } from '../../../contracts/signing.ts'
import { defined } from '../../../language/defined.ts'
import { digestIn } from '../given-digest.ts'
import type { Signed } from '../given-signature.ts'
import type { Suspect } from '../suspects.ts'
import { allMade, type Guess } from './guesses.ts'

/** A keyed BLAKE2 hash of `length` bytes, which Node does not have. A key that is too long is cut. */
export function keyedBlake2(hash: typeof blake2b | typeof blake2s, key: Buffer, message: Buffer, length: number): Buffer {
  const known = key.length > 0 ? key.subarray(0, hash.outputLen) : undefined
  return Buffer.from(hash(message, defined({ key: known, dkLen: length })))
}

export function keyedHashes(construction: Construction, given: Signed): Suspect[] {
  const digest = digestIn(construction, given.answer.signature)
  if (!digest) return []
  const { length } = digest
  const known = [
    { name: 'BLAKE2b', hash: blake2b },
    { name: 'BLAKE2s', hash: blake2s },
  ].filter(({ hash }) => length <= hash.outputLen)
  const guesses = known.map(
    ({ name, hash }): Guess => ({
      words: `under ${name} with the secret as its key, which is no HMAC`,
      make: ({ values, secret }) => [keyedBlake2(hash, Buffer.from(secret), Buffer.from(canonicalString(construction, values)), length)],
    }),
  )
  return allMade(construction, given, guesses)
}
