import { timingSafeEqual } from 'node:crypto'
import type { Operation } from '../../contracts/contract.ts'
import { credentialText, placeNamed, type SchemeCredential, valuesAt } from '../../contracts/credential-place.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { isNoValue, isPlaceholder } from '../../text/no-value.ts'
import type { Behaviour } from '../behaviour.ts'
import { placeOf, type Received, timesWritten } from '../received.ts'
import { type Refusal, refuse } from './refusals.ts'

/** Says why a credential does not count; undefined when it stands exactly as the contract has it. */
export function credentialProblem(
  { header, scheme, setting }: SchemeCredential,
  settings: Readonly<Record<string, string>>,
  request: Received,
  { acceptsSchemeInAnyCase }: Behaviour,
): Refusal | undefined {
  const form = credentialText(scheme, '<credential>')
  const given = request.headers[header.toLowerCase()]
  const credential = settingValue(settings, setting)
  if (given === undefined) {
    const place = placeOf(request, credential)
    const elsewhere = place === undefined ? '' : `, and the credential in ${place}`
    return refuse('credential', `${header}: expected \`${form}\`, found no such header${elsewhere}.`)
  }
  const times = timesWritten(request, header)
  if (times > 1) return refuse('credential', `${header}: expected \`${form}\` once, found that header ${times} times.`)
  const prefix = credentialText(scheme, '')
  const found = given.slice(0, prefix.length)
  const named = acceptsSchemeInAnyCase ? found.toLowerCase() === prefix.toLowerCase() : found === prefix
  if (!named) return refuse('credential', `${header}: expected \`${form}\`, found ${schemeOf(given, scheme, credential)}.`)
  if (!isSame(given.slice(prefix.length), credential))
    return refuse(
      'credential',
      `${header}: the scheme is right, the credential is not: found ${likeness(given.slice(prefix.length), settings)}.`,
    )
  return undefined
}

/** A request whose credentials in the query and in cookies stand among its headers, under the names of their places. */
export function withPlaces(operations: readonly Operation[], request: Received): Received {
  const places = operations.flatMap(({ authentication }) =>
    authentication.kind === 'scheme' && placeNamed(authentication.header).in !== 'header' ? [authentication.header] : [],
  )
  if (places.length === 0) return request
  const found = places.flatMap((place) => {
    const values = valuesAt(place, request.query, [request.headers['cookie'] ?? ''])
    return values.length > 0 ? [[place.toLowerCase(), values.join(', ')]] : []
  })
  return { ...request, headers: { ...request.headers, ...Object.fromEntries(found) } }
}

/** What stands in the place of a scheme, in words: what is none that is known is not repeated, as it may be a secret. */
function schemeOf(given: string, scheme: string | undefined, credential: string): string {
  const [word = ''] = given.split(' ', 1)
  if (isSame(given, credential)) return 'the credential alone'
  if (word === scheme) return `\`${word}\` alone`
  const [sign] = scheme && given.toLowerCase().startsWith(scheme.toLowerCase()) ? (/^\W/.exec(given.slice(scheme.length)) ?? []) : []
  if (sign !== undefined && sign !== ' ') return `\`${sign}\` behind the scheme, where a space belongs`
  if (word.toLowerCase() === scheme?.toLowerCase()) return `\`${word}\`, in another case`
  return schemes.includes(word.toLowerCase()) ? `\`${word}\`` : 'another scheme or none'
}

const schemes = ['bearer', 'token', 'basic', 'digest', 'apikey', 'jwt', 'hmac']

/** Compares two texts in a time that tells nothing but whether they are of one length. */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The owner of a value that stands where another one is expected, in words, and what was made of the value. */
export function likeness(given: string, settings: Readonly<Record<string, string>>): string {
  if (isNoValue(given)) return `the word ${given}`
  for (const [words, isLike] of likenesses) {
    const name = Object.keys(settings).find((each) => isLike(given, settings[each] ?? ''))
    if (name !== undefined) return `that of ${name}${words}`
  }
  return isPlaceholder(given) || variable.test(given) ? 'a placeholder that nothing filled in' : 'another value'
}

/** A name that a shell or a template would have filled in: a right value may look like it, a wrong one is it. */
const variable = /^(?:\$\w+|%\w+%?|\{.*\})$/

/** A shorter value stands in another by chance. */
const leastWithin = 8

/** What may have been made of a value, the plainest first. */
const likenesses: readonly (readonly [words: string, isLike: (given: string, value: string) => boolean])[] = [
  ['', (given, value) => given === value],
  [' in another case', (given, value) => given.toLowerCase() === value.toLowerCase()],
  [' with something around it', (given, value) => value.length >= leastWithin && given.includes(value)],
  [', cut short', (given, value) => given.length >= leastWithin && value.includes(given)],
  [' in base64', (given, value) => value.length >= leastWithin && Buffer.from(given, 'base64').toString() === value],
]
