import { withArticle } from '../article.ts'
import type { Authentication, Operation, Requirement, SignedHeaders } from '../contract.ts'
import { placeNamed, placeWords, type SchemeCredential } from '../credential-place.ts'
import { expectation, fieldName, fieldNameAt, isRequired, ownName, requestInputs } from '../fields.ts'
import { type DraftRequirement, refusedRequirements } from './refusal-requirements.ts'
import { sendingRequirements } from './sending.ts'

/** The requirements that follow from the structure of an operation: its success, every field, its credentials, its pages. */
export function operationRequirements(operation: Operation): Requirement[] {
  return [
    ...exchange(operation),
    ...fields(operation),
    ...credentials(operation.authentication),
    ...pages(operation),
    ...operation.unique.map(({ at, clause, text }) => ({ id: `unique.${fieldNameAt(at)}`, clause, text })),
    ...(operation.askedFor ?? []).map(({ input, clause, text }) => ({ id: `asked-for.${input}`, clause, text })),
    ...refusedRequirements(operation),
    ...requestHeaders(operation),
    ...inputRequirements(operation),
    ...sendingRequirements(operation),
  ].map((stated) => ({ level: 'MUST', binds: 'provider', operation: operation.id, ...stated, id: `${operation.id}.${stated.id}` }))
}

function exchange({ success, clause }: Operation): DraftRequirement[] {
  return [
    { id: 'accepted', clause, text: 'A right request is accepted.' },
    { id: 'status', clause, text: `A success has the status ${success.status}.` },
    ...(success.mediaType === undefined ? [{ id: 'empty', clause, text: 'A success has no body.' }] : body(success.mediaType, clause)),
    {
      id: 'robustness',
      level: 'SHOULD',
      clause,
      text: 'A malformed request is answered with no server error and no stack trace (RFC 9110, 15.6).',
    },
  ]
}

function body(mediaType: string, clause: string): DraftRequirement[] {
  return [
    { id: 'media-type', clause, text: `A success has the media type ${mediaType}.` },
    { id: 'json', clause, text: 'The body of a success is well-formed JSON in UTF-8.' },
    { id: 'json.keys', level: 'SHOULD', clause, text: 'No object of a success holds a key twice (RFC 8259, 4).' },
    { id: 'json.numbers', level: 'SHOULD', clause, text: 'Numbers of a success fit double precision (RFC 8259, 6).' },
    { id: 'json.text', level: 'SHOULD', clause, text: 'A success begins with no byte order mark (RFC 8259, 8.1).' },
  ]
}

function fields(operation: Operation): DraftRequirement[] {
  const { success } = operation
  return success.fields.map(({ path, requirement, expected, clause, schema }) => ({
    id: ownName(operation, requirement),
    clause,
    text: `${fieldName(path)}${isRequired(success.schema, path) ? ' is present and' : ', if present,'} is ${withArticle(expected)}${schema.description ? ` (${schema.description})` : ''}.`,
  }))
}

function credentials(authentication: Authentication): DraftRequirement[] {
  if (authentication.kind === 'none') return []
  return authentication.kind === 'scheme' ? schemeCredentials(authentication) : signedCredentials(authentication)
}

function schemeCredentials({ header, scheme, clause }: SchemeCredential): DraftRequirement[] {
  const form = scheme ? `${header}: ${scheme} <credential>` : `${header}: <credential>`
  return [
    { id: 'credential.required', clause, text: `A request without ${header} is refused.` },
    { id: 'credential.value', clause, text: 'A credential with any other value, altered, cut short or extended, is refused.' },
    { id: 'credential.scheme', clause, text: `The credential counts only as ${form}: under another scheme or bare it is refused.` },
    { id: 'credential.place', clause, text: `The credential counts only in ${placeWords(header)}: elsewhere it is refused.` },
    { id: 'credential.own', clause, text: "Another operation's credential is refused." },
  ]
}

/** What a document settles of the time and of repetition: the source leaves both open. */
function settledTime({ clause, header, skew, replay }: SignedHeaders['timestamp']): DraftRequirement[] {
  return [
    ...(skew === undefined
      ? []
      : [{ id: 'signature.skew', clause, text: `A request whose ${header} is more than ${skew} seconds old is refused.` }]),
    ...(replay === undefined
      ? []
      : [{ id: 'signature.replay', clause, text: 'A request that was accepted is refused when it comes again.' }]),
  ]
}

function signedCredentials({ key, timestamp, signature }: SignedHeaders): DraftRequirement[] {
  const { construction } = signature
  const { separator } = construction
  const order = construction.parts.map(({ name }) => name).join(', ')
  const names = [key, timestamp, signature].map(({ header }) => header).join(', ')
  const ofSignature = (id: string, text: string): DraftRequirement => ({ id: `signature.${id}`, clause: signature.clause, text })
  return [
    {
      id: 'signature.key-id',
      clause: key.clause,
      text: `${key.header} carries the merchant's key: without it, or with another, the request is refused.`,
    },
    { id: 'signature.timestamp', clause: timestamp.clause, text: `A request without ${timestamp.header} is refused.` },
    ...settledTime(timestamp),
    ofSignature('required', `A request without ${signature.header} is refused.`),
    ofSignature('place', `${names} count only as headers: elsewhere they are refused.`),
    ofSignature('own', "Another operation's credential is refused."),
    ...construction.parts.map(({ name }) =>
      ofSignature(`covers.${name}`, `The signature covers ${name}: left out of it, or changed after signing, the request is refused.`),
    ),
    ofSignature('order', `The parts stand in this order: ${order}. In another, the request is refused.`),
    ofSignature(
      'plain',
      `The parts are joined ${separator === '' ? 'plainly: with' : `by ${JSON.stringify(separator)}: with other`} separators, names or anything else added, the request is refused.`,
    ),
    ofSignature(
      'verbatim',
      'The parts are the strings that are sent, whatever the form of the body: normalised in any way, the request is refused.',
    ),
    ofSignature('digest', `The digest is ${digest(construction.hash)}: under another, the request is refused.`),
    ofSignature('key', 'The digest is keyed with the secret key as it is: keyed in another way, the request is refused.'),
    {
      id: 'signature.secret',
      clause: construction.keyClause ?? signature.clause,
      text: 'The secret key is never sent: no answer to a right request tells it.',
    },
    ofSignature('encoding', `The signature is ${construction.encoding}: in another encoding, the request is refused.`),
    ofSignature('whole', 'The signature is compared whole: cut short, extended or altered, the request is refused.'),
  ]
}

function digest(hash: string): string {
  return `HMAC with ${hash.toUpperCase().replace(/^SHA(\d)/, 'SHA-$1')}`
}

function pages({ pagination }: Operation): DraftRequirement[] {
  if (!pagination) return []
  const { clause, filter } = pagination
  return [
    { id: 'pages.number', clause, text: 'The answer holds the page that was asked for, counted from 1.' },
    { id: 'pages.size', clause, text: 'A page holds no more records than its size, and its size follows the one asked for.' },
    { id: 'pages.rounding', level: 'SHOULD', clause, text: 'The size of a page is at most the one asked for.' },
    { id: 'pages.distinct', clause, text: 'Every record stands on one page: none is repeated, and none is lost between two.' },
    { id: 'pages.total', clause, text: 'All pages together hold as many records as the total says, whatever their size.' },
    { id: 'pages.answered', clause, text: 'Every page that the total promises is answered.' },
    ...(filter
      ? [{ id: 'pages.filter', clause: filter.clause, text: `Every record has the ${fieldNameAt(filter.record)} that was asked for.` }]
      : []),
  ]
}

/** The requirement that a client sends a credential in its place. */
export function sentRequirement(header: string): string {
  const place = placeNamed(header)
  return `request.${place.in}.${place.in === 'query' ? place.name : place.name.toLowerCase()}`
}

/** What a client has to send to prove who it is. */
function requestHeaders({ authentication, clause }: Operation): DraftRequirement[] {
  const sent = (header: string, clause: string, text: string): DraftRequirement => ({
    id: sentRequirement(header),
    binds: 'consumer',
    clause,
    text: `${header} is sent as ${text}.`,
  })
  if (authentication.kind === 'none') return []
  if (authentication.kind === 'scheme') {
    const { header, scheme } = authentication
    return [sent(header, clause, scheme ? `${scheme} <credential>` : 'the credential')]
  }
  const { key, timestamp, signature } = authentication
  const { encoding, hash } = signature.construction
  const form = encoding === 'hex' ? 'lower-case hexadecimal' : encoding
  return [
    sent(key.header, key.clause, "the merchant's key"),
    sent(timestamp.header, timestamp.clause, `the current time, an integer number of ${timestamp.unit} since the Unix epoch`),
    sent(signature.header, signature.clause, `the ${form} ${digest(hash)} over the parts in their order`),
  ]
}

function inputRequirements(operation: Operation): DraftRequirement[] {
  const { body, clause } = operation
  const sent = (name: string, text: string): DraftRequirement => ({ id: `request.${name}`, binds: 'consumer', clause, text })
  return [
    ...(body ? [sent('content-type', `The request has the media type ${body.mediaType}.`)] : []),
    ...requestInputs(operation).map(({ name, schema }) =>
      sent(name, `${name} is sent as ${expectation(schema)}${schema.description ? ` (${schema.description})` : ''}.`),
    ),
  ]
}
