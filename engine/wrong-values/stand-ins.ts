import { createHash } from 'node:crypto'
import { likely, type Seed } from '../seed.ts'
import type { ValueAlteration } from './alteration.ts'
import { guessableToken, signedByGuess, unsignedToken, withoutSignature } from './signed-tokens.ts'

/** The values that stand in for any secret: words for nothing or for anybody, and what nobody signed. */
export const standIns: readonly ValueAlteration[] = [
  {
    id: 'zeros',
    title: 'nothing but zeros of the same length',
    standsIn: true,
    alter: (right) => '0'.repeat(right.length),
    lax: (given) => /^0{2,}$/.test(given),
  },
  ...['0', 'none', 'undefined', 'null'].map((word) => wordAlone(word)),
  {
    id: 'word-other',
    title: 'a word that stands for anybody (or a token signed with one)',
    standsIn: true,
    alter: likelyWord,
    lax: (given) => anybody().includes(given),
  },
  wordAlone('None', 'none-of-python'),
  {
    id: 'unsigned-token',
    title: 'a JSON Web Token that nobody signed',
    standsIn: true,
    alter: (right, seed) =>
      withoutSignature(right) ?? unsignedToken({ ...claimsOf(seed.pick('alteration/subject', words)), jti: 'x'.repeat(longId) }),
    lax: (given) => /^[\w-]+\.[\w-]+\.$/.test(given),
  },
]

function wordAlone(word: string, id = word): ValueAlteration {
  return { id: `word-${id}`, title: `"${word}"`, standsIn: true, alter: () => word, lax: (given) => given === word }
}

/** What a query finds anything by, if it is put together of what a client sends. */
export const injection = "' OR '1'='1"
const likeliest = ['test', 'demo', 'admin', 'secret']
const likelier = ['changeme', 'password', 'guest', '*', 'constructor']

/**
 * What a provider that was left in its test mode, compares with wildcards, looks for a name that every object has, or puts its SQL
 * together takes for a credential; also what stands for one in documents.
 */
const words = [
  ...likeliest,
  ...likelier.flatMap((word) => likely(2, word)),
  ...['token', 'true', '1', '123456', 'dev', 'anonymous', 'YOUR_TOKEN', '<TOKEN>', '{{token}}', injection],
]

/** These, and a token signed with the secret of examples, made when it is asked for: a fault in signing at the start could not be told. */
export function anybody(): readonly string[] {
  return [...words, ...likely(3, guessableToken(claimsOf('admin')))]
}

/** One of the likeliest of these words, for what nobody refuses for another reason. */
export function likelyWord(right: string, seed: Seed): string {
  return wordForAnybody(right, seed, 'likeliest', likeliest)
}

/** One of these words, chosen by a name, or what is rarely made of the right value. Instead of a token, one that is signed with such a word. */
export function wordForAnybody(right: string, seed: Seed, name = 'anybody', among?: readonly string[]): string {
  const guessed = signedByGuess(right)
  return seed.pick(
    `alteration/${name}`,
    (guessed.length > 0 ? guessed : (among ?? [...anybody(), ...derivedValues(right)])).filter((word) => word !== right),
  )
}

function claimsOf(subject: string): object {
  return { sub: subject, role: 'admin', exp: 33_000_000_000 }
}

const longId = 2000

/** What a server may keep of a secret, and then take for it; the likeliest way to keep one. */
export const usualDigest = digest('sha256', 'hex')

/** What else it may make of a secret: the likeliest more often. */
const derivations: readonly ((right: string) => string)[] = [
  ...likely(2, digest('md5', 'hex')),
  digest('sha1', 'hex'),
  digest('sha512', 'hex'),
  digest('sha256', 'base64'),
  (right) => Buffer.from(right).toString('hex'),
  // As readers of UUIDs take one.
  ...likely(2, (right: string) => right.replaceAll('-', '')),
]

/** All of that, as often as it is likely: no report may show it, as the secret may be found out from that. */
export function derivedValues(right: string): string[] {
  return derivations.map((derive) => derive(right)).filter((value) => value !== right && value !== '')
}

function digest(hash: string, encoding: 'hex' | 'base64'): (right: string) => string {
  return (right) => createHash(hash).update(right).digest(encoding)
}
