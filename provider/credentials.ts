import { timingSafeEqual } from 'node:crypto'
import type { Authentication, Operation } from '../contracts/contract.ts'
import { placeNamed, valuesAt } from '../contracts/credential-place.ts'
import { settingValue } from '../contracts/needed-settings.ts'
import type { Behaviour } from './behaviour.ts'
import type { Received } from './received.ts'
import { type Refusal, refuse } from './refusals.ts'

type Scheme = Extract<Authentication, { kind: 'scheme' }>

/** Says why a credential does not count; undefined when it stands exactly as the contract has it. */
export function credentialProblem(
  { header, scheme, setting }: Scheme,
  settings: Readonly<Record<string, string>>,
  { headers }: Received,
  { acceptsSchemeInAnyCase }: Behaviour,
): Refusal | undefined {
  const form = scheme ? `${scheme} <credential>` : '<credential>'
  const given = headers[header.toLowerCase()]
  if (given === undefined) return refuse('credential', `${header}: expected \`${form}\`, found no such header.`)
  const prefix = scheme ? `${scheme} ` : ''
  const found = given.slice(0, prefix.length)
  const named = acceptsSchemeInAnyCase ? found.toLowerCase() === prefix.toLowerCase() : found === prefix
  if (!named) return refuse('credential', `${header}: expected \`${form}\`, found another scheme or none.`)
  if (!isSame(given.slice(prefix.length), settingValue(settings, setting)))
    return refuse(
      'credential',
      `${header}: the scheme is right, the credential is not: found ${ownerOf(given.slice(prefix.length), settings)}.`,
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

/** The owner of a value that stands where another one is expected, in words. */
export function ownerOf(given: string, settings: Readonly<Record<string, string>>): string {
  const name = Object.keys(settings).find((each) => settings[each] === given)
  return name === undefined ? 'another value' : `that of ${name}`
}

/** Compares two texts in a time that tells nothing but whether they are of one length. */
export function isSame(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}
