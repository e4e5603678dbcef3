import type { ValueAlteration } from './alteration.ts'
import type { Seed } from './seed.ts'

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
    title: `${word} instead of it`,
    standsIn: true as const,
    alter: () => word,
    lax: (given: string) => given === word,
  })),
  {
    id: 'word-other',
    title: 'a word that stands for anybody instead of it',
    standsIn: true,
    alter: (right, seed) => wordForAnybody(right, seed, 0),
    lax: (given) => anybody.some((word) => word === given),
  },
  {
    id: 'word-none-of-python',
    title: 'None instead of it',
    standsIn: true,
    alter: () => 'None',
    lax: (given) => given === 'None',
  },
  {
    id: 'unsigned-token',
    title: 'a JSON Web Token that nobody signed instead of it',
    standsIn: true,
    alter: (_, seed) => unsignedToken(seed.pick('alteration/subject', anybody)),
    lax: (given) => /^[\w-]+\.[\w-]+\.$/.test(given),
  },
]

/**
 * What a provider that was left in its test mode, compares with wildcards, looks for a name that every object has, or puts its SQL
 * together takes for a credential.
 */
const anybody = [
  ...['test', 'test', 'token', 'secret', 'true', 'admin', 'guest', 'demo', 'dev', 'anonymous', '*', 'constructor'],
  "' OR '1'='1",
]

/** One of these words, another one for each number, and other ones for a value of another length. */
export function wordForAnybody(right: string, seed: Seed, number: number): string {
  const words = [...new Set(seed.shuffled(`alteration/anybody/${right.length}`, anybody))].filter((word) => word !== right)
  return words[number % words.length] ?? ''
}

/** A JSON Web Token of the algorithm "none" (RFC 7519, 6), which holds for a thousand years. */
function unsignedToken(subject: string): string {
  const [header, claims] = [
    { alg: 'none', typ: 'JWT' },
    { sub: subject, role: 'admin', exp: 33_000_000_000 },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  return `${header}.${claims}.`
}
