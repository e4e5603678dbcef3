import type { Contract } from '../../contracts/contract.ts'
import { requestFields } from '../../contracts/fields.ts'
import { hasScheme, presentedCredential } from '../../contracts/operation-kinds.ts'
import { isOfKind } from '../../engine/money/exposure.ts'
import { dayOf } from '../../text/day.ts'
import { isHeaderValue } from '../../text/header-field.ts'
import { jsonMembers } from '../../text/json/json-text.ts'
import { isPlaceholder } from '../../text/no-value.ts'

/** Why the value of a setting cannot be what was meant, in words that follow its variable; undefined where it can. */
export function malformation(contract: Contract, { name, secret }: Contract['settings'][number], value: string): string | undefined {
  const begins = (words: readonly string[], end: string) => words.find((word) => value.toLowerCase().startsWith(word.toLowerCase() + end))
  const schemes = contract.operations.filter(hasScheme).flatMap(({ authentication: { scheme } }) => scheme || [])
  const scheme = secret && begins(schemes, ' ')
  if (scheme) return `begins with the scheme's name, ${scheme}${mixedUp(contract, name, scheme)}`
  const fields = contract.operations.flatMap(presentedCredential)
  const names = fields.map(({ header }) => header)
  const header = begins(names, ':')
  if (header) return `begins with a header's name, ${header}`
  if (/^(?:export\s+|set\s+)?ASSAY_[A-Z_]+\s*=/.test(value)) return 'holds the name of a variable as well'
  if (/^(["'`]).*\1$|^[“‘«].*[”’»]$/.test(value)) return 'stands in quotation marks'
  if (isPlaceholder(value) || isUnfilled(contract, value)) return 'looks like the placeholder of an example'
  const isAddress = isWallet(contract, name)
  const isWord = secret || isAddress || /^\p{ASCII}*$/u.test(value.replace(new RegExp(invisible, 'g'), ''))
  if (isWord && invisible.test(value)) return 'holds a character that nobody can see'
  if (isAddress && /\s|:\/\//.test(value)) return 'is no address of a wallet: it holds white space, or it is the address of a page'
  if (fields.some(({ setting }) => setting === name) && !isHeaderValue(value)) return 'holds a character that no header can carry'
  return undefined
}

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

const invisible = /[\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff]/

/** True for a variable that nothing filled in, by the last word of its name; a secret may well begin with a dollar. */
function isUnfilled({ settings }: Contract, value: string): boolean {
  const variable = /^[$%]([A-Z\d_]+)%?$/.exec(value)?.[1]
  return variable !== undefined && settings.some(({ env }) => variable.endsWith(env.slice(env.lastIndexOf('_') + 1)))
}

function isWallet({ operations }: Contract, setting: string): boolean {
  return operations.some((operation) => {
    const isWanted = isOfKind(operation, 'address')
    return requestFields(operation).some((field) => isWanted(field) && 'setting' in field.value && field.value.setting === setting)
  })
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

/** What a scheme tells that is never presented with this setting, and always with others. */
function mixedUp({ operations, settings }: Contract, name: string, scheme: string): string {
  const owners = new Set(
    operations.filter(hasScheme).flatMap(({ authentication }) => (authentication.scheme === scheme ? authentication.setting : [])),
  )
  if (owners.has(name)) return ''
  const others = settings.filter((setting) => owners.has(setting.name)).map(({ env }) => env)
  return `, which goes with ${others.join(' and ')}: the two may be swapped`
}
