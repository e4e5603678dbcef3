import type { Construction } from '../../../contracts/construction.ts'
import { hashed, hmac } from '../../../contracts/hashing.ts'
import { canonicalString, partValue } from '../../../contracts/signing.ts'
import { memoized } from '../../../language/memoized.ts'
import type { Input } from '../given-signature.ts'
import { enumerated, type Guess, joints, type Made, said, type Way } from './guesses.ts'
import { arrangements } from './selections.ts'

/** How a chain goes on: what comes of what was made so far and the next value, and how that is written for the one after it. */
interface Manner {
  readonly words: string
  readonly link: (hash: string, before: string | Buffer, value: string) => Buffer
  readonly write: (digest: Buffer) => string | Buffer
}

const links: readonly Pick<Manner, 'words' | 'link'>[] = [
  { words: 'HMACs, each the key of the next', link: hmac },
  { words: 'HMACs, each the message of the next', link: (hash, before, value) => hmac(hash, value, before) },
  { words: 'hashes, each before the next value', link: (hash, before, value) => hashed(hash, before, value) },
]

const manners: readonly Manner[] = links.flatMap(({ words, link }) => [
  { words, link, write: (digest) => digest },
  { words: `${words} in hexadecimal`, link, write: (digest) => digest.toString('hex') },
])

type Ending = Way<Made<string>>

/** Signatures that are made in a chain, one value after the other from the secret on, or whose key is. */
export function* chains(construction: Construction): Generator<Guess> {
  const { hash, parts } = construction
  const courses = arrangements(parts.map(({ name }) => name))
    .filter(({ length }) => length > 0)
    .map((steps) => ({ steps, endings: endingsOf(construction, steps) }))
  for (const { words: chained, link, write } of manners) {
    for (const { steps, endings } of courses) {
      const key = memoized(({ values, secret }: Input) =>
        steps.reduce<string | Buffer>((before, name) => write(link(hash, before, partValue(values, name))), secret),
      )
      for (const { words, make: messages } of endings) {
        yield {
          words: `in a chain of ${chained}: the secret, ${steps.join(', ')}, then ${words}`,
          make: (input) => messages(input).map((text) => link(hash, key(input), text)),
        }
      }
    }
  }
}

/** One of the other parts, all of them, or everything. */
function endingsOf(construction: Construction, steps: readonly string[]): Ending[] {
  const others = construction.parts.map(({ name }) => name).filter((name) => !steps.includes(name))
  const joined = others.length < 2 ? [] : joints
  return [
    ...others.map((name): Ending => ({ words: name, make: ({ values }) => [partValue(values, name)] })),
    ...joined.map(
      (separator): Ending => ({
        words: enumerated(others) + said(separator),
        make: ({ values }) => [others.map((name) => partValue(values, name)).join(separator)],
      }),
    ),
    { words: 'all parts', make: ({ values }) => [canonicalString(construction, values)] },
    { words: 'the body', make: ({ bodies = [] }) => bodies },
  ]
}
