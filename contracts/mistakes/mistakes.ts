import { memoized } from '../../language/memoized.ts'
import type { Construction } from '../construction.ts'
import { type SigningInput, sign } from '../signing.ts'
import { wrongBytes } from './bytes.ts'
import { rareDigests, swappedKey, wrongDigest } from './digests.ts'
import { rareEncodings, wrongEncoding } from './encodings.ts'
import { rareKeys, wrongKey } from './keys.ts'
import { type Mistake, onlyExplaining } from './mistake.ts'
import { numbersTogether } from './texts/adjacent-numbers.ts'
import { groupsLeftOut, partsLeftOut, sortedValues, swappedWithSecret, wrongOrder } from './texts/parts.ts'
import { bodySigned, bodySignedRarely } from './texts/signed-body.ts'
import { joinedOtherwise, joinedRarely } from './texts/text.ts'
import { changedValues } from './values/values.ts'

export type { Mistake } from './mistake.ts'

/** The mistakes that requests of a run are signed with. */
export const mistakes: (construction: Construction) => readonly Mistake[] = memoized((construction: Construction) =>
  catalogue(construction).filter(({ explains }) => !explains),
)

/** Every known mistake, those that only explain last; `fields` are the names of body fields that are no part. */
export function catalogue(construction: Construction, fields: readonly string[] = []): Mistake[] {
  const { before, behind } = besideBodies(construction)
  const all = [...before, ...bodySignedRarely(construction, fields), ...behind]
  return [...all.filter(({ explains }) => !explains), ...all.filter(({ explains }) => explains)]
}

/** All but those that depend on the fields of a body: a run asks for them four times. */
const besideBodies = memoized((construction: Construction) => ({
  before: [
    ...partsLeftOut(construction),
    ...wrongOrder(construction),
    ...joinedOtherwise(construction),
    // Before the space behind a value, which is the same text and says less of where it comes from.
    ...onlyExplaining(numbersTogether(construction)),
    ...changedValues(construction),
    ...bodySigned(construction),
    ...wrongDigest(construction),
    ...wrongKey(construction),
    ...swappedKey(construction),
    ...wrongEncoding(construction),
    ...groupsLeftOut(construction),
    ...joinedRarely(construction),
    ...onlyExplaining(sortedValues(construction)),
  ],
  behind: [
    ...wrongBytes(construction),
    ...rareKeys(construction),
    ...onlyExplaining(swappedWithSecret(construction)),
    ...rareDigests(construction),
    ...rareEncodings(construction),
  ],
}))

/** The mistake that gives this signature for this input, if there is one; a common one first. Undefined for the right signature. */
export function explain(construction: Construction, input: SigningInput, signature: string): Mistake | undefined {
  if (signature === sign(construction, input)) return undefined
  return catalogue(construction).find((mistake) => mistake.sign(input) === signature)
}
