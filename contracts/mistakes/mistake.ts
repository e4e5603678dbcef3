import type { Construction, SignedPart } from '../construction.ts'
import { hashed } from '../hashing.ts'
import type { SigningInput } from '../signing.ts'
import { type Change, rightProcedure, type SigningStage, signBy } from './signing-procedure.ts'

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

/** A row of a table of mistakes: the acts are what makes it, the most common implementation first. */
export type MistakeRow<Act> = readonly [id: string, title: string, act: Act, ...others: Act[]]

/** Makes the mistakes of a table, all of them in one stage of signing and against one requirement. */
export function maker(construction: Construction, stage: SigningStage, requirement: string) {
  const right = rightProcedure(construction)
  return <Act>(rows: readonly MistakeRow<Act>[], changeBy: (act: Act) => Change): Mistake[] =>
    rows.map(([id, title, act, ...others]) => {
      const change = changeBy(act)
      const procedure = change(right)
      return { id, title, requirement, stage, changes: [change, ...others.map(changeBy)], sign: (input) => signBy(procedure, input) }
    })
}

export function onlyExplaining(mistakes: readonly Mistake[]): Mistake[] {
  return mistakes.map((mistake) => ({ ...mistake, explains: true }))
}

export function isTimestamp({ unit }: SignedPart): boolean {
  return unit !== undefined
}

/** `walletAddress` as ids have it: `wallet-address`. */
export function kebab(name: string): string {
  return name.replace(/([A-Z])/g, '-$1').toLowerCase()
}

export type Spell = (value: string) => string

export function hashedIn(hash: string): Spell {
  return (value) => hashed(hash, value).toString('hex')
}

export function raised(spell: Spell): Spell {
  return (value) => spell(value).toUpperCase()
}

/** Another way to write a value: its title finishes "it signs the part …"; of several spellings the commonest comes first. */
export type Spelling = MistakeRow<Spell>
