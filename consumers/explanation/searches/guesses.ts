import type { Construction } from '../../../contracts/construction.ts'
import { hashed, hmac } from '../../../contracts/hashing.ts'
import { sentSeparators } from '../../../contracts/mistakes/texts/separators.ts'
import { ownDigestIn } from '../given-digest.ts'
import type { Input, Signed } from '../given-signature.ts'
import type { Suspect } from '../suspects.ts'

/** One of the ways in which signers make something, in words. */
export interface Way<Make> {
  readonly words: string
  readonly make: Make
}

/** What is made of an input: one thing, or one for each body that a signer may have written. */
export type Made<Thing> = (input: Input) => readonly Thing[]

/** A way in which a signer may make its digest, in words that finish "it signs …". */
export type Guess = Way<Made<Buffer>>

export function digestsOf({ hash }: Construction, texts: Made<string | Buffer>): Made<Buffer> {
  return (input) => texts(input).map((text) => hmac(hash, input.secret, text))
}

export const encodings = (['base64', 'hex'] as const).map((encoding) => [encoding, encoding === 'hex' ? 'hexadecimal' : encoding] as const)

/** The ways to digest a text under a secret that make as many bytes: the right one first, then those that are often taken for it. */
export function digesters({ hash: right }: Construction, bytes: number | undefined) {
  const keyed = [right, 'sha512', 'sha384', 'sha1', 'md5'].map((hash) => ({
    words: hash === right ? '' : `, under HMAC with ${hash}`,
    make: (secret: string) => (text: string | Buffer) => hmac(hash, secret, text),
  }))
  const decoded = encodings.map(([encoding, named]) => ({
    words: `, with the secret decoded from ${named}`,
    make: (secret: string) => {
      const key = Buffer.from(secret, encoding)
      return (text: string | Buffer) => hmac(right, key, text)
    },
  }))
  const bare = [right, 'sha512', 'sha1', 'md5'].map((hash) => ({
    words: `, under the bare ${hash}`,
    make: () => (text: string | Buffer) => hashed(hash, text),
  }))
  return [...keyed, ...decoded, ...bare].filter(({ make: under }) => under('')('').length === bytes)
}

/** What a search tries, one after the other: a way, or several that make the same of the input: others tell which of them it is. */
export type GuessSequence = Iterable<Guess | readonly Guess[]>

/** The suspects of the first guesses that make the digest of a signature; none if the signature is none. */
export function firstMade(construction: Construction, given: Signed, guessed: GuessSequence, digestOf = ownDigestIn): Suspect[] {
  const digest = digestOf(construction, given.answer.signature)
  if (!digest) return []
  for (const each of guessed) {
    const guesses = [each].flat()
    if (guesses[0]?.make(given.input).some((bytes) => bytes.equals(digest))) return allMade(construction, given, guesses)
  }
  return []
}

export function allMade(construction: Construction, given: Signed, guesses: readonly Guess[]): Suspect[] {
  return guesses.map((guess) => suspectOf(construction, guess)).filter(({ makes }) => makes(given))
}

function suspectOf({ encoding }: Construction, { words, make }: Guess): Suspect {
  return {
    explanation: { title: words },
    makes: ({ input, answer }) => make(input).some((digest) => digest.toString(encoding) === answer.signature),
  }
}

export function enumerated(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

export const joints = ['', ...Object.values(sentSeparators)]

/** The same, and what stands between the words of names and addresses. */
export const allJoints = [...joints, '_', '/', ';', '@']

export function said(joint: string): string {
  if (joint === '\n') return ', a line each'
  return joint === '' ? '' : `, with ${JSON.stringify(joint)} between them`
}
