/** A way to compare signatures that lets wrong ones through, in a sentence. */
interface LaxComparison {
  readonly words: string
  readonly accepts: (right: string, given: string) => boolean
}

/** A signature that was judged: the right one in its place, the one that was given, and whether that was accepted. */
export interface Compared {
  readonly right: string
  readonly given: string
  readonly accepted: boolean
}

/** How a verifier compares that accepts exactly what one of these ways accepts; undefined if none explains it, or nothing wrong was accepted. */
export function laxComparison(compared: readonly Compared[]): string | undefined {
  if (compared.every(({ right, given, accepted }) => !accepted || right === given)) return undefined
  const way = ways.find(({ accepts }) => compared.every(({ right, given, accepted }) => accepts(right, given) === accepted))
  return way?.words
}

/** No signature is longer, in whatever encoding. */
const longest = 200

const lengths = Array.from({ length: longest - 1 }, (_, index) => index + 1)

const ways: readonly LaxComparison[] = [
  ...[true, false].flatMap((takesNothing): LaxComparison[] => {
    const isSome = (given: string) => takesNothing || given !== ''
    return [
      {
        words: 'It compares no more characters than both have.',
        accepts: (right, given) => isSome(given) && (right.startsWith(given) || given.startsWith(right)),
      },
      { words: 'It compares no more characters than it is given.', accepts: (right, given) => isSome(given) && right.startsWith(given) },
    ]
  }),
  { words: 'It takes what begins with the right signature, whatever follows.', accepts: (right, given) => given.startsWith(right) },
  { words: 'It takes what ends with the right signature, whatever is before it.', accepts: (right, given) => given.endsWith(right) },
  { words: 'It takes whatever the right signature stands in.', accepts: (right, given) => given.includes(right) },
  { words: 'It compares without the white space around a signature.', accepts: (right, given) => given.trim() === right },
  {
    words: 'It decodes hexadecimal until it meets another character, and compares that.',
    accepts: (right, given) => Buffer.from(given, 'hex').equals(Buffer.from(right, 'hex')),
  },
  { words: 'It compares without any white space.', accepts: (right, given) => given.replace(/\s/g, '') === right },
  {
    words: 'It compares which characters there are, in any order.',
    accepts: (right, given) => [...right].sort().join() === [...given].sort().join(),
  },
  { words: 'It compares how long signatures are.', accepts: (right, given) => right.length === given.length },
  // More characters first: what was asked tells some lengths apart, not all.
  ...lengths.toReversed().flatMap((length): LaxComparison[] => [
    {
      words: `It compares only the first characters: ${length} of them at most.`,
      accepts: (right, given) => right.slice(0, length) === given.slice(0, length),
    },
    {
      words: `It compares only the last characters: ${length} of them at most.`,
      accepts: (right, given) => right.slice(-length) === given.slice(-length),
    },
  ]),
]
