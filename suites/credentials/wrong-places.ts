import { type CredentialPlace, credentialText, placeName } from '../../contracts/credential-place.ts'
import type { SchemeOperation } from '../../contracts/operation-kinds.ts'
import type { Headers } from '../../engine/exchange.ts'
import type { Changes } from '../../engine/probes/request.ts'
import { repeatedRoles, withoutRole } from '../../engine/probes/roles.ts'
import { defined } from '../../language/defined.ts'
import { cookieText } from '../access/edited-request.ts'
import { isTelling, whereTold } from '../access/refused-otherwise.ts'
import { bodyNames, commonNames, fitting, type HeadRoom, holdsScheme, type PlaceNames, rareNames } from './places.ts'
import { credentialOf, presenting, type WrongCredential } from './wrong-credential.ts'

/** The right credential by every usual name, anywhere but in its header: at once where nothing clashes, and alone if that is accepted. */
export function wrongPlaces(operation: SchemeOperation): WrongCredential[] {
  const [rare, body] = [rarely(operation), inBodyOf(operation)]
  const plain = { ...rarely(operation, 'headers'), role: repeatedRoles(rare.role).plain }
  const isTold = isTelling(operation)
  return [
    ...whereTold(evenDenied(everywhere(operation)), singlePlaces(operation), isTold),
    ...whereTold(evenDenied(withBodyOf(body, rare)), [rarely(operation, 'query'), body], isTold, [plain]),
  ]
}

/** Where the right credential is denied, it is asked all the same whether it is taken in these places. */
function evenDenied(wrong: WrongCredential): WrongCredential {
  return { ...wrong, whenDenied: wrong.role }
}

function everywhere(operation: SchemeOperation): WrongCredential {
  const names = namesOf(operation)
  return elsewhere(operation, 'places', 'with the right credential in its query, its cookies and its other headers', (value, text) => {
    const room = { length: text.length, share: 3 }
    return {
      query: { ...named(names.query, value, room), ...schemed(names.query, text) },
      headers: [['cookie', cookies(names.cookie, value, room)], ...otherHeaders(names.header, value, text, room)],
    }
  })
}

/**
 * What is looked for more rarely, more than some servers read, and the common names with a scheme where others have none, or the reverse: in all
 * places at once, or in some, as a server may know its own parameters alone.
 */
function rarely(operation: SchemeOperation, part?: 'query' | 'headers'): WrongCredential {
  const [common, rare] = [namesOf(operation), namesOf(operation, rareNames)]
  const [role, title] =
    part === 'query'
      ? ['query-scheme', 'with the right credential in the query, behind its scheme or under rare names']
      : ['places-rare', 'with the right credential in places that are rarely looked at']
  return unlisted(operation, role, title, (value, text) => {
    const [few, many] = [6, 3].map((share) => ({ length: text.length, share })) as [HeadRoom, HeadRoom]
    const otherwise = (names: readonly string[]) => fitting(names, few).map((name) => [name, holdsScheme(name) ? value : text] as const)
    // Where a long value left no room for all common names, the others come first.
    const further = (where: CredentialPlace['in']) => [...common[where].slice(fitting(common[where], many).length), ...rare[where]]
    const query = { ...named(further('query'), value, few), ...Object.fromEntries(otherwise(common.query)) }
    const headers: Headers = [
      ['cookie', cookies(further('cookie'), value, few)],
      ...otherHeaders(further('header'), value, text, many),
      ...otherwise(common.header),
    ]
    return part === 'query' ? { query } : part === 'headers' ? { headers } : { query, headers }
  })
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
    nature: 'open',
    build: (client, sent) => {
      const value = credentialOf(operation, client.target)
      return { ...wrong.build(client, sent), body: Buffer.from(JSON.stringify(named(bodyNames, value, alone(value)))) }
    },
  }
}

function singlePlaces(operation: SchemeOperation): WrongCredential[] {
  const names = namesOf(operation)
  return [
    elsewhere(operation, 'query', 'with the right credential in the query', (value) => ({
      query: named(names.query, value, alone(value)),
    })),
    elsewhere(operation, 'cookie', 'with the right credential in a cookie', (value) => ({
      headers: [['cookie', cookies(names.cookie, value, alone(value))]],
    })),
    elsewhere(operation, 'other-header', 'with the right credential in another header', (value, text) => ({
      headers: otherHeaders(names.header, value, text, alone(text)),
    })),
  ]
}

/** Without the right place: it has its name in any case, and what differs from it in that alone may be taken for it. */
function namesOf({ authentication: { header } }: SchemeOperation, all: PlaceNames = commonNames): PlaceNames {
  const others = (where: CredentialPlace['in']) =>
    all[where].filter((name) => placeName({ in: where, name }).toLowerCase() !== header.toLowerCase())
  return { query: others('query'), cookie: others('cookie'), header: others('header') }
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

function otherHeaders(names: readonly string[], value: string, text: string, room: HeadRoom): Headers {
  return fitting(names, room).map((name) => [name, holdsScheme(name) ? text : value] as const)
}

/** Puts a value beside the fields of the operation, replacing none of them. */
function inBody({ body }: SchemeOperation, value: string, text: string): Changes {
  const own = new Set(body?.fields.map(({ name }) => name))
  const names = bodyNames.filter((name) => !own.has(name))
  const added = { ...named(names, value, alone(value)), ...schemed(names, text) }
  return { write: (fields) => JSON.stringify({ ...fields, ...added }) }
}
