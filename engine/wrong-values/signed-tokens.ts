import { hmac, webTokenHashes } from '../../contracts/hashing.ts'
import { jsonValue } from '../../text/json/json-text.ts'
import { isObject } from '../../text/json/pointer.ts'
import { likely } from '../seed.ts'

/** A JSON Web Token (RFC 7519) as far as anybody can read it. */
interface Token {
  readonly algorithm: unknown
  /** As they are written in it. */
  readonly claims: string
}

const likeliestSecret = 'secret'
/** What examples sign with, the likeliest more often, and what is signed with where no secret was configured. */
export const commonSecrets = [...likely(5, likeliestSecret), '', '', 'your-256-bit-secret', 'changeme', 'key', 'password', 'test']

/** The claims of a token with nothing that proves them, under the algorithm "none"; undefined for a secret that is no token. */
export function withoutSignature(right: string): string | undefined {
  const token = tokenOf(right)
  return token && unsigned(token.claims)
}

/** A token of these claims, which are made here, that nobody signed. */
export function unsignedToken(claims: object): string {
  return unsigned(encoded(claims))
}

/** The token signed with guessed secrets and issued a second earlier; none if the credential is not a token with a shared secret. */
export function signedByGuess(right: string): string[] {
  const { algorithm, claims = '' } = tokenOf(right) ?? {}
  const [hash, own] = [webTokenHashes.get(algorithm), decoded(claims)]
  if (hash === undefined || !own) return []
  const issued = typeof own['iat'] === 'number' ? own['iat'] : 1_700_000_000
  const text = `${encoded({ alg: algorithm, typ: 'JWT' })}.${encoded({ ...own, iat: issued - 1 })}`
  return commonSecrets.map((secret) => signedText(text, hash, secret))
}

/** A token of these claims, signed with the likeliest of the secrets that are guessed. */
export function guessableToken(claims: object): string {
  return signedText(`${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}`, 'sha256', likeliestSecret)
}

function signedText(text: string, hash: string, secret: string): string {
  return `${text}.${hmac(hash, secret, text).toString('base64url')}`
}

function tokenOf(right: string): Token | undefined {
  const [header = '', claims = '', ...others] = right.split('.')
  const read = others.length === 1 ? decoded(header) : undefined
  return read && 'alg' in read ? { algorithm: read['alg'], claims } : undefined
}

function unsigned(claims: string): string {
  return `${encoded({ alg: 'none', typ: 'JWT' })}.${claims}.`
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

function decoded(part: string): Record<string, unknown> | undefined {
  const value = jsonValue(Buffer.from(part, 'base64url').toString('utf8'))
  return isObject(value) ? value : undefined
}
