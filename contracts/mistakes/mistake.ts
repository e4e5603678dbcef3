import type { Construction, SignedPart } from '../construction.ts'
import type { SigningInput } from '../signing.ts'
import { type Change, rightWay, type SigningStage, signIn } from './way.ts'

/**
 * A wrong way to sign. One catalogue serves the negatives of a run, the provider's signing mutants, the invalid
 * vectors, and the explanation of a signature that is wrong or a right one that is refused.
 */
export interface Mistake {
  /** Stable; used in the ids of checks, mutants and vectors. */
  readonly id: string
  /** The requirement that it breaks: the part of its id after `signature.`. */
  readonly requirement: string
  /** What a signer that makes it does, in words that complete "it signs …". */
  readonly title: string
  /** The source leaves open whether a target refuses it, so it is observed, not judged. */
  readonly open?: true
  /** It only explains signatures; no request of a run is signed with it. */
  readonly explains?: true
  readonly stage: SigningStage
  /** How it changes the right way to sign: the most common implementation first, then those of other languages. */
  readonly changes: readonly [Change, ...Change[]]
  /** Signs wrongly. Undefined if the mistake has nothing to act on. */
  readonly sign: (input: SigningInput) => string | undefined
}

export type MistakeLabel = Pick<Mistake, 'id' | 'title'>

type Maker = (draft: MistakeLabel, ...changes: readonly [Change, ...Change[]]) => Mistake

export function maker(construction: Construction, stage: SigningStage, requirement: string): Maker {
  const right = rightWay(construction)
  return (draft, ...changes) => {
    const way = changes[0](right)
    return { ...draft, requirement, stage, changes, sign: (input) => signIn(way, input) }
  }
}

/** Marks mistakes as ones that only explain signatures. */
export function onlyExplaining(mistakes: readonly Mistake[]): Mistake[] {
  return mistakes.map((mistake) => ({ ...mistake, explains: true }))
}

/** The timestamp is the part that has a unit. */
export function isTimestamp({ unit }: SignedPart): boolean {
  return unit !== undefined
}

/** `walletAddress` as ids have it: `wallet-address`. */
export function kebab(name: string): string {
  return name.replace(/([A-Z])/g, '-$1').toLowerCase()
}
