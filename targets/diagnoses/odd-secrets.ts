import { dayOf } from '../../text/day.ts'
import { jsonMembers } from '../../text/json/json-text.ts'

/** What is odd about a secret that is refused, in words that follow its variable; undefined where nothing is. */
export function oddity(value: string, now: number): string | undefined {
  if (/^["'`]|["'`]$/.test(value)) return 'begins or ends with a quotation mark'
  if (/\\[nrt]$/.test(value)) return 'ends in an escape that nothing has read'
  if (/\s/.test(value)) return 'holds white space'
  if (/^[{[]/.test(value)) return 'is JSON, not the value in it'
  if (/[,;]$/.test(value)) return `ends in a ${value.endsWith(',') ? 'comma' : 'semicolon'}`
  if (/%[\da-f]{2}/i.test(value)) return 'may be percent-encoded'
  const end = expiry(value)
  return end !== undefined && end < now ? `is a token that expired on ${dayOf(end)}` : undefined
}

/** When a JSON Web Token expires, in milliseconds since the Unix epoch. */
function expiry(token: string): number | undefined {
  const [, claims, ...more] = token.split('.')
  if (!claims || more.length !== 1) return undefined
  const { exp } = jsonMembers(Buffer.from(claims, 'base64url').toString('utf8'))
  return typeof exp === 'number' && Math.abs(exp) < longestTime ? exp * 1000 : undefined
}

/** The last second that a date can tell. */
const longestTime = 8_640_000_000_000
