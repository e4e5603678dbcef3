import type { Operation } from '../contract.ts'
import { placeNamed } from '../credential-place.ts'
import type { DraftRequirement } from './refusal-requirements.ts'

/** What binds a client beside the form of headers and fields: where it sends, to whom, and how it copes. */
export function sendingRequirements(operation: Operation): DraftRequirement[] {
  return [...addressed(operation), ...guarded(operation), ...practice(operation)].map((stated) => ({
    binds: 'consumer' as const,
    ...stated,
    id: `sends.${stated.id}`,
  }))
}

function addressed({ clause, method, path, base, body }: Operation): DraftRequirement[] {
  return [
    { id: 'path', clause, text: `It is sent to the path ${path} behind its base address.` },
    { id: 'method', clause, text: `It is sent with ${method}.` },
    { id: 'base', clause, text: `It is sent to the ${base} address, and to no other.` },
    ...(body ? [{ id: 'json', clause, text: 'Its body is a JSON object in UTF-8.' }] : []),
  ]
}

/** A credential is for its own operation: whoever else gets it could use it. */
function guarded({ authentication }: Operation): DraftRequirement[] {
  if (authentication.kind === 'none') return []
  const { clause } = authentication
  const isInQuery = authentication.kind === 'scheme' && placeNamed(authentication.header).in === 'query'
  const onePlace = 'Its credential stands in its own place alone, and no copy of it in a cookie, another header or the body.'
  const noSecret = 'No secret stands in its address, which logs keep (RFC 6750, 2.3).'
  return [
    { id: 'own-credential', clause, text: 'Its credential goes to no other operation and to no other host.' },
    should('one-place', clause, onePlace),
    ...(isInQuery ? [] : [should('query-without-secrets', clause, noSecret)]),
  ]
}

function practice(operation: Operation): DraftRequirement[] {
  const { clause, authentication, body, pagination, movesMoney } = operation
  return [
    ...(body ? [should('json.keys', clause, 'No key stands twice in an object of its body (RFC 8259, 4).')] : []),
    ...(pagination ? [should('every-page', pagination.clause, 'Pages are read to the end.')] : []),
    ...(authentication.kind === 'signed'
      ? [
          should('fresh-time', authentication.timestamp.clause, 'The timestamp is the time at which it is sent.'),
          should('new-time', authentication.timestamp.clause, 'No timestamp is sent twice.'),
        ]
      : []),
    ...(movesMoney ? [should('once', clause, 'What may have been registered is not sent again at once.')] : []),
    should('after-wait', clause, 'After a Retry-After it is not sent before that time (RFC 9110, 10.2.3).'),
  ]
}

function should(id: string, clause: string, text: string): DraftRequirement {
  return { id, level: 'SHOULD', clause, text }
}
