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
  const [inQuery, inCookies] = [otherNames(queryNames, '?', '', header), otherNames(cookieNames, '', '=', header)]
  const headers = headerNames.filter((name) => name !== header.toLowerCase())
  return [
    elsewhere('query', 'with the right credential in the query', (value) => ({ query: named(inQuery, value) })),
    {
      ...elsewhere('query-scheme', 'with the scheme and the right credential in the query', (_, text) => ({
        query: named(inQuery, text),
      })),
      isExtended: true,
    },
    elsewhere('cookie', 'with the right credential in a cookie', (value) => ({ headers: [['cookie', cookies(inCookies, value)]] })),
    elsewhere('other-header', 'with the right credential in another header', (value, text) => ({
      headers: fitting(headers, text.length).map((name): Headers[number] => [name, holdsScheme(name) ? text : value]),
    })),
    ...(operation.body ? [elsewhere('body', 'with the right credential in the body', (value) => inBody(operation, value))] : []),
  ]
}

function named(names: readonly string[], value: string): Readonly<Record<string, string>> {
  return Object.fromEntries(fitting(names, value.length).map((name) => [name, value]))
}

/** The right place has its name in any case: a parameter that differs from it in that alone may be taken for it. */
function otherNames(names: readonly string[], before: string, behind: string, header: string): readonly string[] {
  return names.filter((name) => `${before}${name}${behind}`.toLowerCase() !== header.toLowerCase())
}

function cookies(names: readonly string[], value: string): string {
  return fitting(names, value.length)
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
