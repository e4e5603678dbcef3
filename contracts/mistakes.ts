import type { Construction } from './contract.ts'
import { wrongDigest, wrongEncoding, wrongKey } from './mistakes/keying.ts'
import type { Mistake } from './mistakes/mistake.ts'
import { notVerbatim, partsLeftOut, wrongOrder, wrongTimestamp } from './mistakes/parts.ts'
import { bodySigned, joinedOtherwise } from './mistakes/text.ts'
import { type SigningInput, sign } from './signing.ts'

export type { Mistake } from './mistakes/mistake.ts'

/** The catalogue for one construction: what can go wrong with its parts, their order, joining, digest, key and encoding. */
export function mistakes(construction: Construction): Mistake[] {
  return [
    ...partsLeftOut(construction),
    ...wrongOrder(construction),
    ...joinedOtherwise(construction),
    ...wrongTimestamp(construction),
    ...notVerbatim(construction),
    ...bodySigned(construction),
    ...wrongDigest(construction),
    ...wrongKey(construction),
    ...wrongEncoding(construction),
  ]
}

/** The mistake of the catalogue that gives this signature for this input, if one does. The right signature is explained by none. */
export function explain(construction: Construction, input: SigningInput, signature: string): Mistake | undefined {
  if (signature === sign(construction, input)) return undefined
  return mistakes(construction).find((mistake) => mistake.sign(input) === signature)
}
