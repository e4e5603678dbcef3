import type { Construction } from '../../../contracts/construction.ts'
import { sign } from '../../../contracts/signing.ts'
import type { Signed } from '../given-signature.ts'
import type { Suspect } from '../suspects.ts'

/** A shorter one occurs by chance. */
const leastCut = 8

export function cutSignatures(construction: Construction, { input, answer: { signature } }: Signed): Suspect[] {
  const { length } = signature
  const from = sign(construction, input).indexOf(signature)
  if (length === 0 || from < 0 || (from > 0 && length < leastCut)) return []
  const title = from === 0 ? `cut to ${length} characters` : `cut to ${length} characters from number ${from + 1} on`
  const makes = (signed: Signed) => sign(construction, signed.input).slice(from, from + length) === signed.answer.signature
  return [{ explanation: { title }, makes }]
}
