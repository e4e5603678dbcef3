/** A way to compare signatures that lets wrong ones through, in a sentence. */
type LaxComparison = readonly [words: string, accepts: (right: string, given: string) => boolean]

/** A signature that was judged: the right one in its place, the one that was given, and whether that was accepted. */
export interface Compared {
  readonly right: string
  readonly given: string
  readonly accepted: boolean
}

/** How a verifier compares that accepts exactly what one of these ways accepts; undefined if none explains it, or nothing wrong was accepted. */
export function laxComparison(compared: readonly Compared[]): string | undefined {
  if (compared.every(({ right, given, accepted }) => !accepted || right === given)) return undefined
  return ways.find(([, accepts]) => compared.every(({ right, given, accepted }) => accepts(right, given) === accepted))?.[0]
}

/** No signature is longer, in whatever encoding. */
const longest = 200

const lengths = Array.from({ length: longest - 1 }, (_, index) => index + 1)

const ways: readonly LaxComparison[] = [
  ...[true, false].flatMap((takesNothing): LaxComparison[] => {
    const isSome = (given: string) => takesNothing || given !== ''
    return [
      [
        'It compares no more characters than both have.',
        (right, given) => isSome(given) && (right.startsWith(given) || given.startsWith(right)),
      ],
      ['It compares no more characters than it is given.', (right, given) => isSome(given) && right.startsWith(given)],
    ]
  }),
  ['It takes what begins with the right signature, whatever follows.', (right, given) => given.startsWith(right)],
  ['It takes what ends with the right signature, whatever is before it.', (right, given) => given.endsWith(right)],
  ['It takes whatever the right signature stands in.', (right, given) => given.includes(right)],
  ['It compares without the white space around a signature.', (right, given) => given.trim() === right],
  [
    'It decodes hexadecimal until it meets another character, and compares that.',
    (right, given) => Buffer.from(given, 'hex').equals(Buffer.from(right, 'hex')),
  ],
  ['It compares without any white space.', (right, given) => given.replace(/\s/g, '') === right],
  ['It compares which characters there are, in any order.', (right, given) => [...right].sort().join() === [...given].sort().join()],
  ...[/^[\da-f]*$/, /^[\da-f]*$/i].map(
    (digits): LaxComparison => [
      'It takes whatever looks like a signature: as many digits of hexadecimal.',
      (right, given) => given.length === right.length && digits.test(given),
    ],
  ),
  ['It takes whatever is not empty.', (_, given) => given !== ''],
  ['It compares how long signatures are.', (right, given) => right.length === given.length],
  // More characters first: what was asked tells some lengths apart, not all.
  ...lengths.toReversed().flatMap((length): LaxComparison[] => [
    [
      `It compares only the first characters: ${length} of them at most.`,
      (right, given) => right.slice(0, length) === given.slice(0, length),
    ],
    [`It compares only the last characters: ${length} of them at most.`, (right, given) => right.slice(-length) === given.slice(-length)],
  ]),
]
