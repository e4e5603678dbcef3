import { createHmac } from 'node:crypto'
import type { Construction, SignedPart } from '../contract.ts'
import { type SigningInput, sign } from '../signing.ts'

/**
 * A wrong way to sign. One catalogue serves the negatives of a run, the provider's signing mutants, the invalid
 * vectors, and the explanation of a signature that is wrong or a right one that is refused.
 */
export interface Mistake {
  /** Stable; names the mistake in checks, mutants and vectors. */
  readonly id: string
  /** The requirement that it breaks: the part of its id after `signature.`. */
  readonly breaks: string
  /** What a signer that makes it does, in words that finish "it signs …". */
  readonly title: string
  /** The source leaves open whether a target refuses it, so it is observed and never judged. */
  readonly open?: true
  /** Signs wrongly. Undefined where the mistake has nothing to act on. */
  readonly sign: (input: SigningInput) => string | undefined
}

/** The digest of a text under a key, in the encoding of the construction. */
export function digest({ hash, encoding }: Construction, text: string, key: string | Buffer): string {
  return createHmac(hash, key).update(text, 'utf8').digest(encoding)
}

/** The signature over the parts of which one was changed. */
export function signChanged(construction: Construction, input: SigningInput, name: string, change: (value: string) => string): string {
  return sign(construction, { ...input, values: { ...input.values, [name]: change(input.values[name] ?? '') } })
}

/** The construction with other parts, or the same in another order. */
export function withParts(construction: Construction, parts: readonly SignedPart[]): Construction {
  return { ...construction, parts }
}

/** The timestamp is the part that has a unit. */
export function isTimestamp({ unit }: SignedPart): boolean {
  return unit !== undefined
}

/** `walletAddress` as ids have it: `wallet-address`. */
export function kebab(name: string): string {
  return name.replace(/([A-Z])/g, '-$1').toLowerCase()
}
