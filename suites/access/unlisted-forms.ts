import type { Operation } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { bodyMembers, type SentRequest, withHeaders } from '../../engine/exchange.ts'
import { defined } from '../../language/defined.ts'
import { asGet, withAccept, withContentType, withPath, withQuery } from './edited-request.ts'
import { formBodies } from './form-bodies.ts'
import {
  claimHeaders,
  forwardedHeaders,
  originalHeaders,
  overrideHeaders,
  preflightHeaders,
  publicPages,
  testParameters,
  trustedAgents,
} from './forwarded-claims.ts'
import type { Choice, RequestForm, RequestSeen } from './listed-forms.ts'
import { anotherMethod, besideOriginal, isAskedAtRoot, isRarePath, otherMethods, rarePath, versioned } from './rare-forms.ts'

/** Forms that the source does not list, known to bypass gateways and frameworks. */
export function unlistedForms(operation: Operation): RequestForm[] {
  const { method, path } = operation
  const at = (id: string, title: string, change: (path: string) => string): RequestForm => ({
    id,
    title,
    reform: (request) => withPath(request, path, change(path)),
    isSeen: (seen) => seen.path.endsWith(change(path)) && !seen.path.endsWith(path) && !isRarePath(operation, seen),
  })
  return [
    at('slash', 'with a slash behind its path', (text) => `${text}/`),
    at('other-case', 'with its path in another case', (text) => text.toUpperCase()),
    at('encoded', 'with letters of its path encoded', (text) =>
      text.replace(/(?<=\/)[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    ),
    at('parameter', 'with a parameter behind its path', (text) => `${text};jsessionid=1.${publicPages}`),
    at('suffix', 'with a suffix behind its path', (text) => `${text}.json`),
    ...(versioned.test(path) ? [at('unversioned', 'with no version in its path', (text) => text.replace(versioned, '/'))] : []),
    {
      id: 'double-slash',
      title: 'with two slashes for each of its path',
      reform: (request) => withPath(request, path, path.replaceAll('/', '//')),
      isSeen: (seen) => seen.path.endsWith(path.replaceAll('/', '//')),
    },
    defined({
      id: 'unadorned',
      title: 'that says nothing of its client and of its body',
      reform: ({ headers, ...request }) =>
        ofNobody({ ...request, headers: headers.filter(([name]) => name !== 'accept' && name !== 'content-type') }),
      // Whoever signs is told first that a body of no type cannot be read.
      plainly: isSigned(operation) ? undefined : [ofNobody],
      isBlank: operation.pagination ? undefined : (true as const),
      isBroken: true as const,
      isSeen: ({ headers }: RequestSeen) => headers['user-agent'] === undefined && !headers['accept'] && !headers['content-type'],
    }),
    ...plainForm(operation),
    {
      id: 'original-url',
      title: `to ${isAskedAtRoot(operation) ? '/' : 'a path with dots in it,'} with its own in X-Original-URL`,
      reform: (request, choice) =>
        withHeaders(
          withPath(request, path, besideOriginal(operation, choice)),
          originalHeaders.map((name) => [name, path]),
        ),
      isSeen: (seen) =>
        originalHeaders.every((name) => seen.headers[name] === path) && (isRarePath(operation, seen) || !seen.path.endsWith(path)),
    },
    {
      id: 'forwarded',
      title: 'that claims to come from the machine itself, or to be a test',
      ...forwardedFor(operation),
      isSeen: ({ headers }) => forwardedHeaders.every(([name, value]) => headers[name] === value),
    },
    {
      id: 'overridden',
      title: 'by another method that overrides it',
      reform: (request, choice) =>
        withHeaders(
          { ...withQuery(request, { _method: method }), method: overriddenMethod(operation, choice) },
          overrideHeaders.map((name) => [name, method]),
        ),
      isSeen: ({ headers, query, method: seen }) =>
        overrideHeaders.every((name) => headers[name] === method) && query.get('_method') === method && seen !== method,
    },
    {
      id: 'options',
      title: 'by OPTIONS',
      reform: (request) => withHeaders({ ...request, method: 'OPTIONS' }, preflightHeaders(method)),
      isSeen: (seen) => seen.method === 'OPTIONS' && seen.path === path,
    },
    {
      id: 'other-method',
      title: 'by another method',
      reform: (request, choice) => by(anotherMethod(operation, choice), request),
      isSeen: (seen) => otherMethods(operation).includes(seen.method) && seen.path === path,
    },
    {
      id: 'rare',
      title: 'to a path that servers rarely know',
      reform: (request, choice) => withPath(request, path, rarePath(operation, choice)),
      isSeen: (seen) => isRarePath(operation, seen),
    },
    ...formedBodies(operation),
  ]
}

/**
 * Also to another host, and for anything but JSON: a guard may only stand before what is for scripts. Not if it is signed: a signing key has one
 * owner, and one gateway may serve many hosts.
 */
function forwardedFor(operation: Operation): Pick<RequestForm, 'reform' | 'plainly'> {
  const plain = (request: SentRequest) => forwarded(request, operation)
  if (isSigned(operation)) return { reform: plain, plainly: [claiming] }
  return {
    reform: (request) => withHeaders(withAccept(plain(request), otherThanJson), [['host', 'localhost']]),
    plainly: [plain, claiming],
  }
}

/** With nothing but claims in headers: parameters, cookies, conditions and ranges may be answered before a credential is looked at. */
function claiming(request: SentRequest): SentRequest {
  return withHeaders(request, [...claimHeaders, trustedAgents])
}

const otherThanJson = 'text/html, text/csv;q=0.9, application/xml;q=0.9, application/vnd.api+json;q=0.9, text/event-stream;q=0.9'

/** Everything that may make a server trust a client, in one request. */
function forwarded(request: SentRequest, { path, method }: Operation): SentRequest {
  return withHeaders(withAccept(withQuery(request, testParameters), `${otherThanJson}, */*;q=0.8`), [
    ...forwardedHeaders,
    trustedAgents,
    ['origin', new URL(request.url).origin],
    ['referer', new URL('/admin', request.url).href],
    ...originalHeaders.map((name) => [name, path] as const),
    ...overrideHeaders.map((name) => [name, method] as const),
    ['access-control-request-method', method],
  ])
}

/** The one that frameworks let override; of a POST one that guards do not know or may forget. */
function overriddenMethod({ id, method, movesMoney }: Operation, { seed }: Choice): string {
  if (method !== 'POST') return 'POST'
  return movesMoney ? 'PUT' : seed.pick(`${id}.form.overridden`, ['PUT', 'PUT', 'DELETE', 'DELETE', 'PATCH', 'PROPFIND'])
}

/** The request by another method; a GET has its inputs in the query and, as some clients do, also in its body. */
function by(method: string, request: SentRequest): SentRequest {
  return method === 'GET' && request.body ? { ...request, url: asGet(request).url, method } : { ...request, method }
}

/** Without the name of its client alone: a body of no type may be refused, or read, before anybody looks at a credential. */
function ofNobody(request: SentRequest): SentRequest {
  return withHeaders(request, [
    ['user-agent', ''],
    ['accept-encoding', ''],
  ])
}

/** A simple request, which browsers send to any origin without a preflight. */
function plainForm({ body, movesMoney }: Operation): RequestForm[] {
  if (!body || movesMoney) return []
  return [
    {
      id: 'plain-text',
      title: 'with its body as text/plain',
      reform: (request) => withContentType(request, () => 'text/plain'),
      isBroken: true,
      isSeen: ({ headers }) => headers['content-type'] === 'text/plain',
    },
  ]
}

/** Its fields in a format other than JSON. Operations that move money are asked this way among the malformed requests. */
function formedBodies({ body, movesMoney }: Operation): RequestForm[] {
  if (!body || movesMoney) return []
  return formBodies.map(({ id, title, contentType, write }) => ({
    id,
    title: `with its body ${title}`,
    reform: (request) => ({ ...withContentType(request, () => contentType), body: Buffer.from(write(bodyMembers(request))) }),
    isBroken: true,
    isSeen: (seen) => seen.headers['content-type'] === contentType,
  }))
}
