import { isObject } from '../spec/pointer.ts'
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
    alter: (right, seed) => withoutSignature(right) ?? unsignedToken(seed.pick('alteration/subject', anybody)),
    lax: (given) => /^[\w-]+\.[\w-]+\.$/.test(given),
  },
]

/**
 * What a provider that was left in its test mode, compares with wildcards, looks for a name that every object has, or puts its SQL
 * together takes for a credential.
 */
const anybody = [
  ...['test', 'test', 'token', 'secret', 'true', '1', 'admin', 'guest', 'demo', 'dev', 'anonymous', '*', 'constructor', 'constructor'],
  "' OR '1'='1",
]

/** One of these words, another one for each number, and other ones for a value of another length. */
export function wordForAnybody(right: string, seed: Seed, number: number): string {
  const words = [...new Set(seed.shuffled(`alteration/anybody/${right.length}`, anybody))].filter((word) => word !== right)
  return words[number % words.length] ?? ''
}

/** The claims of a JSON Web Token with nothing that proves them: a reader that takes the algorithm "none" reads the right ones. */
export function withoutSignature(right: string): string | undefined {
  const [header = '', claims = '', ...others] = right.split('.')
  return others.length === 1 && isHeader(header) ? `${encoded({ alg: 'none', typ: 'JWT' })}.${claims}.` : undefined
}

function isHeader(part: string): boolean {
  try {
    const header: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return isObject(header) && 'alg' in header
  } catch {
    return false
  }
}

/** A JSON Web Token of the algorithm "none" (RFC 7519, 6), which holds for a thousand years, and is longer than some readers reckon with. */
function unsignedToken(subject: string): string {
  const claims = { sub: subject, role: 'admin', exp: 33_000_000_000, jti: 'x'.repeat(longId) }
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${encoded(claims)}.`
}

const longId = 900

function encoded(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
