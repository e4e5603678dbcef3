import { likely, type Seed } from '../seed.ts'
import type { ValueAlteration } from './alteration.ts'
import { signedByGuess, unsignedToken, withoutSignature } from './signed-tokens.ts'

/** The values that stand in for any secret: words for nothing or for anybody, and what nobody signed. */
export const standIns: readonly ValueAlteration[] = [
  {
    id: 'zeros',
    title: 'nothing but zeros of the same length',
    standsIn: true,
    alter: (right) => '0'.repeat(right.length),
    lax: (given) => /^0{2,}$/.test(given),
  },
  ...['0', 'none', 'undefined', 'null'].map((word) => ({
    id: `word-${word}`,
    title: `"${word}"`,
    standsIn: true as const,
    alter: () => word,
    lax: (given: string) => given === word,
  })),
  {
    id: 'word-other',
    title: 'a word that stands for anybody (or a token signed with one)',
    standsIn: true,
    alter: (right, seed) => wordForAnybody(right, seed, 0),
    lax: (given) => anybody.some((word) => word === given),
  },
  {
    id: 'word-none-of-python',
    title: '"None"',
    standsIn: true,
    alter: () => 'None',
    lax: (given) => given === 'None',
  },
  {
    id: 'unsigned-token',
    title: 'a JSON Web Token that nobody signed',
    standsIn: true,
    alter: (right, seed) => withoutSignature(right) ?? tokenFor(seed.pick('alteration/subject', anybody)),
    lax: (given) => /^[\w-]+\.[\w-]+\.$/.test(given),
  },
]

/**
 * What a provider that was left in its test mode, compares with wildcards, looks for a name that every object has, or puts its SQL
 * together takes for a credential.
 */
export const anybody = [
  ...likely(2, 'test'),
  ...['token', 'secret', 'true', '1', 'admin', 'guest', 'demo', 'dev', 'anonymous', '*'],
  ...likely(2, 'constructor'),
  "' OR '1'='1",
]

/**
 * One of these words, another one for each number, and other ones for a value of another length. Instead of a token, one that is signed with
 * such a word.
 */
export function wordForAnybody(right: string, seed: Seed, number: number): string {
  const guessed = signedByGuess(right)
  const all = seed.shuffled(`alteration/anybody/${right.length}`, guessed.length > 0 ? guessed : anybody)
  const words = [...new Set(all)].filter((word) => word !== right)
  return words[number % words.length] ?? ''
}

/** A token of nobody's, which holds for a thousand years, and is longer than some readers reckon with. */
function tokenFor(subject: string): string {
  return unsignedToken({ sub: subject, role: 'admin', exp: 33_000_000_000, jti: 'x'.repeat(longId) })
}

const longId = 900
