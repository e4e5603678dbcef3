import { classify } from '../../engine/evidence/classification.ts'
import type { Headers } from '../../engine/exchange.ts'
import { type Changes, credentialText } from '../../engine/request.ts'
import { bodyNames, cookieNames, fitting, headerNames, holdsScheme, queryNames } from './places.ts'
import { presenting, type SchemeOperation, type WrongCredential } from './wrong-credential.ts'

const everywhere = 'places'

/**
 * The right credential anywhere but in its header, by every name that is commonly looked for. Places that do not get in each other's way
 * are tried at once; only where that is accepted each is tried by itself.
 */
export function wrongPlaces(operation: SchemeOperation): WrongCredential[] {
  const single = singlePlaces(operation)
  const [inQuery, inCookies] = namesOf(operation)
  return [
    {
      ...elsewhere(operation, everywhere, 'with the right credential in its query, its cookies and its other headers', (value, text) => {
        const room = { length: text.length, share: 3 }
        return {
          query: { ...named(inQuery, value, room), ...schemed(inQuery, text) },
          headers: [['cookie', cookies(inCookies, value, room)], ...otherHeaders(operation, value, text, room)],
        }
      }),
      onAnswer: (_client, exchange) => classify(operation, exchange) === 'accepted',
      next: () => single,
    },
    ...single.map((wrong) => ({ ...wrong, within: everywhere })),
    ...(operation.body ? [elsewhere(operation, 'body', 'with the right credential in the body', (value) => inBody(operation, value))] : []),
  ]
}

function singlePlaces(operation: SchemeOperation): WrongCredential[] {
  const room = (text: string) => ({ length: text.length, share: 1 })
  const [inQuery, inCookies] = namesOf(operation)
  return [
    elsewhere(operation, 'query', 'with the right credential in the query', (value) => ({ query: named(inQuery, value, room(value)) })),
    {
      ...elsewhere(operation, 'query-scheme', 'with the scheme and the right credential in the query', (_, text) => ({
        query: named(inQuery, text, room(text)),
      })),
      isExtended: true,
    },
    elsewhere(operation, 'cookie', 'with the right credential in a cookie', (value) => ({
      headers: [['cookie', cookies(inCookies, value, room(value))]],
    })),
    elsewhere(operation, 'other-header', 'with the right credential in another header', (value, text) => ({
      headers: otherHeaders(operation, value, text, room(text)),
    })),
  ]
}

/** Names in the query and in cookies. The right place has its name in any case: what differs from it in that alone may be taken for it. */
function namesOf({ authentication: { header } }: SchemeOperation): [string[], string[]] {
  const isOther = (place: string) => place.toLowerCase() !== header.toLowerCase()
  return [queryNames.filter((name) => isOther(`?${name}`)), cookieNames.filter((name) => isOther(`${name}=`))]
}

/** The name that holds a scheme as well, where it stands in for the header. */
function schemed(names: readonly string[], text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.filter((name) => holdsScheme(name) && name === name.toLowerCase()).map((name) => [name, text]))
}

function elsewhere(
  operation: SchemeOperation,
  role: string,
  title: string,
  changes: (value: string, text: string) => Changes,
): WrongCredential {
  const { scheme } = operation.authentication
  return {
    ...presenting(operation, role, 'place', title, (value) => changes(value, credentialText(scheme, value))),
    without: 'none',
  }
}

type Room = Parameters<typeof fitting>[1]

function named(names: readonly string[], value: string, room: Room): Readonly<Record<string, string>> {
  return Object.fromEntries(fitting(names, room).map((name) => [name, value]))
}

function cookies(names: readonly string[], value: string, room: Room): string {
  return fitting(names, room)
    .map((name) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
}

function otherHeaders({ authentication: { header } }: SchemeOperation, value: string, text: string, room: Room): Headers {
  const names = headerNames.filter((name) => name !== header.toLowerCase())
  return fitting(names, room).map((name) => [name, holdsScheme(name) ? text : value] as const)
}

/** Puts a value beside the fields of the operation, replacing none of them. */
function inBody({ body }: SchemeOperation, value: string): Changes {
  const own = new Set(body?.fields.map(({ name }) => name))
  const added = named(
    bodyNames.filter((name) => !own.has(name)),
    value,
    { length: value.length, share: 1 },
  )
  return { write: (fields) => JSON.stringify({ ...fields, ...added }) }
}
