import type { Headers } from '../../engine/exchange.ts'
import { type Changes, credentialText } from '../../engine/request.ts'
import { bodyNames, cookieNames, fitting, headerNames, holdsScheme, queryNames } from './places.ts'
import { presenting, type SchemeOperation, type WrongCredential } from './wrong-credential.ts'

/** The right credential anywhere but in its header, by every name that is commonly looked for. */
export function wrongPlaces(operation: SchemeOperation): WrongCredential[] {
  const { header, scheme } = operation.authentication
  const elsewhere = (role: string, title: string, changes: (value: string, text: string) => Changes): WrongCredential => ({
    ...presenting(operation, role, 'place', title, (value) => changes(value, credentialText(scheme, value))),
    without: 'none',
  })
  const headers = headerNames.filter((name) => name !== header.toLowerCase())
  return [
    elsewhere('query', 'with the right credential in the query', (value) => ({ query: named(queryNames, value) })),
    {
      ...elsewhere('query-scheme', 'with the scheme and the right credential in the query', (_, text) => ({
        query: named(queryNames, text),
      })),
      isExtended: true,
    },
    elsewhere('cookie', 'with the right credential in a cookie', (value) => ({ headers: [['cookie', cookies(value)]] })),
    elsewhere('other-header', 'with the right credential in another header', (value, text) => ({
      headers: fitting(headers, text.length).map((name): Headers[number] => [name, holdsScheme(name) ? text : value]),
    })),
    ...(operation.body ? [elsewhere('body', 'with the right credential in the body', (value) => inBody(operation, value))] : []),
  ]
}

function named(names: readonly string[], value: string): Readonly<Record<string, string>> {
  return Object.fromEntries(fitting(names, value.length).map((name) => [name, value]))
}

function cookies(value: string): string {
  return fitting(cookieNames, value.length)
    .map((name) => `${name}=${encodeURIComponent(value)}`)
    .join('; ')
}

/** Beside the fields of the operation, none of which it replaces. */
function inBody({ body }: SchemeOperation, value: string): Changes {
  const own = new Set(body?.fields.map(({ name }) => name))
  const added = named(
    bodyNames.filter((name) => !own.has(name)),
    value,
  )
  return { write: (fields) => JSON.stringify({ ...fields, ...added }) }
}
