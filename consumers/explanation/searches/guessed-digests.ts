import type { Construction } from '../../../contracts/construction.ts'
import { ownDigestIn } from '../given-digest.ts'
import type { Input, Signed } from '../given-signature.ts'
import type { Suspect } from '../suspects.ts'

/** A way in which a signer may make its digest, in words that finish "it signs …". */
export interface Guess {
  readonly words: string
  /** One, or one for each body that it may have written. */
  readonly digests: (input: Input) => readonly Buffer[]
}

/** What is made of one input, and the ways that make it: other inputs tell which of them it is. */
export interface GuessedDigests {
  readonly digests: readonly Buffer[]
  readonly guesses: () => readonly Guess[]
}

/** The suspects of the first guess that makes the digest of a signature; none if it is not as long as one. */
export function firstMade(construction: Construction, { answer: { signature } }: Signed, guessed: Iterable<GuessedDigests>): Suspect[] {
  const digest = ownDigestIn(construction, signature)
  if (!digest) return []
  for (const { digests, guesses } of guessed) {
    if (!digests.some((bytes) => bytes.equals(digest))) continue
    return guesses().map(({ words, digests }) => ({
      explanation: { title: words },
      makes: ({ input, answer }) => digests(input).some((bytes) => bytes.toString(construction.encoding) === answer.signature),
    }))
  }
  return []
}

export function enumerated(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
