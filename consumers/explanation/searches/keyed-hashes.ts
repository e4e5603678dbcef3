import type { Construction } from '../../../contracts/construction.ts'
import { canonicalString } from '../../../contracts/signing.ts'
import { digestIn } from '../given-digest.ts'
import type { Input, Signed } from '../given-signature.ts'
import { isDigest, type Suspect } from '../suspects.ts'
import { blake2b, blake2s, keyedBlake2 } from './blake2.ts'

/** The suspect that uses a keyed hash in place of HMAC. */
export function keyedHashes(construction: Construction, given: Signed): Suspect[] {
  const digest = digestIn(construction, given.answer.signature)
  if (!digest) return []
  const { length } = digest
  const known = [
    { name: 'BLAKE2b', form: blake2b },
    { name: 'BLAKE2s', form: blake2s },
  ].filter(({ form }) => length <= form.bits)
  const suspects = known.map(({ name, form }): Suspect => {
    const made = ({ values, secret }: Input) =>
      keyedBlake2(form, Buffer.from(secret), Buffer.from(canonicalString(construction, values)), length)
    return {
      explanation: { title: `under ${name} with the secret as its key, which is no HMAC` },
      makes: isDigest(construction, made),
    }
  })
  return suspects.filter(({ makes }) => makes(given))
}
