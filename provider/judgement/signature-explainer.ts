import type { Construction } from '../../contracts/construction.ts'
import type { SigningInput } from '../../contracts/signing.ts'

/** A signature that is not the one of what it should be made of. */
export interface RefusedSignature {
  readonly construction: Construction
  readonly input: SigningInput
  readonly signature: string
}

/** Explains wrong signatures by what makes them, in words that complete "it signs …". */
export interface Explainer {
  /** What is known to make a signature; undefined if nothing known does. */
  known(wrong: RefusedSignature): string | undefined
  /** Looks for what makes a signature, so that it is known, where the server has no others to answer. */
  search(wrong: RefusedSignature): Promise<void>
}
