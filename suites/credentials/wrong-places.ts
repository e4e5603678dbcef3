import type { SchemeOperation } from '../../contracts/operation-kinds.ts'
import type { Headers } from '../../engine/exchange.ts'
import { type Changes, credentialText } from '../../engine/probes/request.ts'
import { repeatedRoles, withoutRole } from '../../engine/probes/roles.ts'
import { defined } from '../../language/defined.ts'
import { cookieText } from '../access/edited-request.ts'
import { isTelling, whereTold } from '../access/refused-otherwise.ts'
import { bodyNames, cookieNames, fitting, type HeadRoom, headerNames, holdsScheme, queryNames, rareNames } from './places.ts'
import { credentialOf, presenting, type WrongCredential } from './wrong-credential.ts'

/**
 * The right credential anywhere but in its header, by every name that is commonly looked for. Places that do not get in each other's way
 * are tried at once; only if that is accepted each is tried by itself.
 */
export function wrongPlaces(operation: SchemeOperation): WrongCredential[] {
  const [rare, body] = [rarely(operation), inBodyOf(operation)]
  const plain = { ...rare, role: repeatedRoles(rare.role).plain }
  const isTold = isTelling(operation)
  return [
    ...whereTold(evenDenied(everywhere(operation)), singlePlaces(operation), isTold),
    ...whereTold(evenDenied(withBodyOf(body, rare)), [inQueryWithScheme(operation), body], isTold, [plain]),
  ]
}

/** Where the right credential is denied, it is asked all the same whether it is taken in these places. */
function evenDenied(wrong: WrongCredential): WrongCredential {
  return { ...wrong, whenDenied: wrong.role }
}

function everywhere(operation: SchemeOperation): WrongCredential {
  const [inQuery, inCookies] = namesOf(operation)
  return elsewhere(operation, 'places', 'with the right credential in its query, its cookies and its other headers', (value, text) => {
    const room = { length: text.length, share: 3 }
    return {
      query: { ...named(inQuery, value, room), ...schemed(inQuery, text) },
      headers: [['cookie', cookies(inCookies, value, room)], ...otherHeaders(operation, value, text, room)],
    }
  })
}

/** What is looked for more rarely, so much of it that a server may cut it off, and the common names with a scheme where others have none, or without it where others have one. */
function rarely(operation: SchemeOperation): WrongCredential {
  const [inQuery] = namesOf(operation)
  const rareQuery = otherNames(operation, rareNames.query, (name) => `?${name}`)
  const rareCookies = otherNames(operation, rareNames.cookie, (name) => `${name}=`)
  const rareHeaders = otherNames(operation, rareNames.header, (name) => name)
  return unlisted(operation, 'places-rare', 'with the right credential in places that are rarely looked at', (value, text) => {
    const [few, many] = [6, 3].map((share) => ({ length: text.length, share })) as [HeadRoom, HeadRoom]
    const otherwise = (names: readonly string[]) => fitting(names, few).map((name) => [name, holdsScheme(name) ? value : text] as const)
    return {
      query: { ...named(rareQuery, value, few), ...Object.fromEntries(otherwise(inQuery)) },
      headers: [
        ['cookie', cookies(rareCookies, value, few)],
        ...fitting(rareHeaders, many).map((name) => [name, holdsScheme(name) ? text : value] as const),
        ...otherwise(headersOf(operation)),
      ],
    }
  })
}

function inQueryWithScheme(operation: SchemeOperation): WrongCredential {
  const [inQuery] = namesOf(operation)
  return unlisted(operation, 'query-scheme', 'with the scheme and the right credential in the query', (_, text) => ({
    query: named(inQuery, text, alone(text)),
  }))
}

/** In a body as well, of which a server may say that it knows no such fields. */
function withBodyOf(body: WrongCredential, { title, build, ...rare }: WrongCredential): WrongCredential {
  return {
    ...rare,
    title: `${title}, and in its body`,
    build: (client, sent) => {
      const [request, other] = [build(client, sent), body.build(client, sent)]
      const type = other.headers.filter(([name]) => name === typeOfBody[0] && !request.headers.some(([own]) => own === name))
      return defined({ ...request, headers: [...request.headers, ...type], body: other.body })
    },
  }
}

const typeOfBody = ['content-type', 'application/json'] as const

/** In a body of the operation's own, or in one where the document has none, which no server needs to look at. */
function inBodyOf(operation: SchemeOperation): WrongCredential {
  const title = 'with the right credential in the body'
  if (operation.body) return { ...elsewhere(operation, 'body', title, (value, text) => inBody(operation, value, text)), whenDenied: 'body' }
  const wrong = unlisted(operation, 'body', title, () => ({ headers: [typeOfBody] }))
  return {
    ...wrong,
    isOpen: true,
    build: (client, sent) => {
      const value = credentialOf(operation, client.target)
      return { ...wrong.build(client, sent), body: Buffer.from(JSON.stringify(named(bodyNames, value, alone(value)))) }
    },
  }
}

function singlePlaces(operation: SchemeOperation): WrongCredential[] {
  const [inQuery, inCookies] = namesOf(operation)
  return [
    elsewhere(operation, 'query', 'with the right credential in the query', (value) => ({ query: named(inQuery, value, alone(value)) })),
    elsewhere(operation, 'cookie', 'with the right credential in a cookie', (value) => ({
      headers: [['cookie', cookies(inCookies, value, alone(value))]],
    })),
    elsewhere(operation, 'other-header', 'with the right credential in another header', (value, text) => ({
      headers: otherHeaders(operation, value, text, alone(text)),
    })),
  ]
}

function namesOf(operation: SchemeOperation): [string[], string[]] {
  return [otherNames(operation, queryNames, (name) => `?${name}`), otherNames(operation, cookieNames, (name) => `${name}=`)]
}

/** Without the right place: it has its name in any case, and what differs from it in that alone may be taken for it. */
function otherNames({ authentication: { header } }: SchemeOperation, names: readonly string[], placed: (name: string) => string): string[] {
  return names.filter((name) => placed(name).toLowerCase() !== header.toLowerCase())
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
  const wrong = { role, requirement: 'place', title, without: withoutRole } as const
  return presenting(operation, wrong, (value) => changes(value, credentialText(scheme, value)))
}

/** In a place that the source does not list, so that only an answer with the payload is judged. */
function unlisted(...given: Parameters<typeof elsewhere>): WrongCredential {
  return { ...elsewhere(...given), isExtended: true, isUnlisted: true }
}

/** The room of a value that shares a request with no other. */
function alone({ length }: string): HeadRoom {
  return { length, share: 1 }
}

function named(names: readonly string[], value: string, room: HeadRoom): Readonly<Record<string, string>> {
  return Object.fromEntries(fitting(names, room).map((name) => [name, value]))
}

function cookies(names: readonly string[], value: string, room: HeadRoom): string {
  return cookieText(named(names, value, room))
}

function otherHeaders(operation: SchemeOperation, value: string, text: string, room: HeadRoom): Headers {
  return fitting(headersOf(operation), room).map((name) => [name, holdsScheme(name) ? text : value] as const)
}

function headersOf(operation: SchemeOperation): string[] {
  return otherNames(operation, headerNames, (name) => name)
}

/** Puts a value beside the fields of the operation, replacing none of them. */
function inBody({ body }: SchemeOperation, value: string, text: string): Changes {
  const own = new Set(body?.fields.map(({ name }) => name))
  const names = bodyNames.filter((name) => !own.has(name))
  const added = { ...named(names, value, alone(value)), ...schemed(names, text) }
  return { write: (fields) => JSON.stringify({ ...fields, ...added }) }
}
