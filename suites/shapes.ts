import type { Operation } from '../contracts/contract.ts'
import { settingValue } from '../contracts/settings.ts'
import { rotated } from '../engine/alteration.ts'
import type { Headers, SentRequest } from '../engine/exchange.ts'
import { onlyConfigured } from '../engine/money.ts'
import { type Changes, ordinaryInputs } from '../engine/request.ts'
import { isLocal, type Target } from '../engine/target.ts'

/** A form of a request, in which wrong credentials have to be refused as in the ordinary one. */
export interface Shape {
  /** Stable: part of a check's id. */
  readonly id: string
  /** How the request is formed, in words that finish "a request without a credential …". */
  readonly title: string
  /** Other values of what the source lists. */
  readonly changes?: (target: Target) => Changes
  /** A form that the source does not list. */
  readonly reform?: (request: SentRequest) => SentRequest
  /** Why it is not sent to a target. */
  readonly omitted?: (target: Target) => string | undefined
  /** It cannot be answered in earnest: a provider that is not guarded there gives the payload away. */
  readonly isBroken?: true
  /** True for a request that came in so: what a provider looks at that asks for no credential there. */
  readonly isSeen: (request: RequestSeen, settings: Readonly<Record<string, string>>) => boolean
}

/** What a provider sees of a request. */
export interface RequestSeen {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** The forms that a run sends anyway: another page, without what is optional, other values, a body that is no JSON. */
export function listedShapes(operation: Operation): Shape[] {
  return [...pageShape(operation), ...barestShape(operation), ...unknownShapes(operation), ...brokenShape(operation)]
}

/** Forms that the source does not list, by which gateways and frameworks are got around. */
export function unlistedShapes(operation: Operation): Shape[] {
  const { method, path } = operation
  const at = (id: string, title: string, change: (path: string) => string): Shape => ({
    id,
    title,
    reform: (request) => withPath(request, path, change(path)),
    isSeen: (seen) => seen.path.endsWith(change(path)) && !seen.path.endsWith(path),
  })
  return [
    at('slash', 'with a slash behind its path', (text) => `${text}/`),
    at('other-case', 'with its path in another case', (text) => text.toUpperCase()),
    at('encoded', 'with letters of its path encoded', (text) =>
      text.replace(/(?<=\/)[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    ),
    at('parameter', 'with a parameter behind its path', (text) => `${text};v=1`),
    {
      id: 'original-url',
      title: 'to / with its path in X-Original-URL',
      reform: (request) =>
        withHeaders(
          withPath(request, path, '/'),
          originalHeaders.map((name) => [name, path]),
        ),
      isSeen: ({ headers, path: seen }) => originalHeaders.every((name) => headers[name] === path) && !seen.endsWith(path),
    },
    {
      id: 'forwarded',
      title: 'that claims to come from the machine itself',
      reform: (request) =>
        withHeaders(request, [
          ...forwardedHeaders,
          ...originalHeaders.map((name) => [name, path] as const),
          ...overrideHeaders.map((name) => [name, method] as const),
        ]),
      isSeen: ({ headers }) => forwardedHeaders.every(([name, value]) => headers[name] === value),
    },
    {
      id: 'overridden',
      title: 'by another method that overrides it',
      reform: (request) =>
        withHeaders(
          { ...request, url: withQuery(request.url, { _method: method }), method: otherMethod(method) },
          overrideHeaders.map((name) => [name, method]),
        ),
      isSeen: ({ headers, query, method: seen }) =>
        overrideHeaders.every((name) => headers[name] === method) && query.get('_method') === method && seen !== method,
    },
    {
      id: 'other-method',
      title: 'by another method',
      reform: (request) => byAnother(request, operation),
      isSeen: (seen) => seen.method === anotherMethod(operation) && seen.path === operation.path,
    },
  ]
}

const originalHeaders = ['x-original-url', 'x-rewrite-url', 'x-original-uri', 'x-forwarded-uri'] as const
const overrideHeaders = ['x-http-method-override', 'x-method-override', 'x-http-method'] as const
const forwardedHeaders: Headers = [
  ['x-forwarded-for', '127.0.0.1'],
  ['x-real-ip', '127.0.0.1'],
  ['x-client-ip', '127.0.0.1'],
  ['true-client-ip', '127.0.0.1'],
  ['x-remote-ip', '127.0.0.1'],
  ['x-originating-ip', '127.0.0.1'],
  ['cf-connecting-ip', '127.0.0.1'],
  ['forwarded', 'for=127.0.0.1;host=localhost;proto=https'],
  ['x-forwarded-host', 'localhost'],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-user', 'admin'],
  ['x-remote-user', 'admin'],
  ['x-authenticated-user', 'admin'],
  ['x-user-id', '1'],
  ['x-consumer-id', '1'],
  ['x-envoy-internal', 'true'],
  ['x-internal', 'true'],
  ['x-debug', 'true'],
  ['x-middleware-subrequest', 'middleware:middleware:middleware:middleware:middleware'],
]

function otherMethod(method: string): string {
  return method === 'POST' ? 'PUT' : 'POST'
}

/** What moves money keeps its body, by which it is guarded. */
function anotherMethod({ method, movesMoney }: Operation): string {
  if (method === 'GET') return 'PATCH'
  return movesMoney ? 'PUT' : 'GET'
}

/** As a GET its inputs stand in the query: that is where a provider looks for them. */
function byAnother(request: SentRequest, operation: Operation): SentRequest {
  const method = anotherMethod(operation)
  if (method !== 'GET') return { ...request, method }
  const { body, headers, ...rest } = request
  const inputs = Object.entries(fieldsOf(body ?? Buffer.alloc(0))).map(([name, value]) => [name, String(value)])
  const kept = headers.filter(([name]) => name !== 'content-type')
  return { ...rest, headers: kept, url: withQuery(request.url, Object.fromEntries(inputs)), method }
}

function withQuery(url: string, values: Readonly<Record<string, string>>): string {
  const [address = '', query = ''] = url.split('?')
  return `${address}?${new URLSearchParams([...new URLSearchParams(query), ...Object.entries(values)])}`
}

function pageShape({ pagination }: Operation): Shape[] {
  if (!pagination) return []
  const { first } = pagination.page
  const [page, size] = [pagination.page, pagination.size].map(({ request }) => request.slice(1)) as [string, string]
  return [
    {
      id: 'next-page',
      title: 'for the page behind the first, of another size',
      changes: () => ({ inputs: { [page]: first + 1, [size]: 1 } }),
      isSeen: ({ body }) => fieldsOf(body)[page] === first + 1 && fieldsOf(body)[size] === 1,
    },
  ]
}

function barestShape({ parameters, body }: Operation): Shape[] {
  const optional = [...parameters, ...(body?.fields ?? [])].filter(({ required }) => !required).map(({ name }) => name)
  if (optional.length === 0) return []
  return [
    {
      id: 'barest',
      title: `without ${optional.join(', ')}`,
      changes: () => ({ inputs: Object.fromEntries(optional.map((name) => [name, undefined])) }),
      isSeen: ({ query, body: sent }) => optional.every((name) => !query.has(name) && !(name in fieldsOf(sent))),
    },
  ]
}

/** Another value than the configured one, of its kind: where money would move, only on this machine. */
function unknownShapes(operation: Operation): Shape[] {
  const inputs = [...operation.parameters, ...(operation.body?.fields ?? [])]
  return inputs.flatMap(({ name, value, schema }) => {
    if (!('setting' in value) || schema.type !== 'string' || schema.format === 'decimal' || (schema.enum ?? schema.const) !== undefined)
      return []
    const { setting } = value
    return [
      {
        id: `other-${name}`,
        title: `with another ${name}`,
        changes: (target: Target) => ({ inputs: { [name]: rotated(String(ordinaryInputs(operation, target)[name])) } }),
        omitted: (target: Target) => onlyHere(operation, target),
        isSeen: ({ query, body }: RequestSeen, settings: Readonly<Record<string, string>>) =>
          (query.get(name) ?? fieldsOf(body)[name]) === rotated(settingValue(settings, setting)),
      },
    ]
  })
}

/** Why a body may not hold anything else than what is configured. */
function onlyHere(operation: Operation, target: Target): string | undefined {
  return operation.movesMoney && !isLocal(target, operation) ? onlyConfigured : undefined
}

function brokenShape(operation: Operation): Shape[] {
  if (!operation.body) return []
  return [
    {
      id: 'no-json',
      title: 'with a body that is no JSON',
      changes: () => ({ write: (fields) => JSON.stringify(fields).slice(0, -1) }),
      omitted: (target) => onlyHere(operation, target),
      isBroken: true,
      isSeen: ({ body: sent }) => sent.length > 0 && !sent.toString().endsWith('}'),
    },
  ]
}

function withHeaders(request: SentRequest, headers: Headers): SentRequest {
  return { ...request, headers: [...request.headers, ...headers] }
}

/** Changes the operation's path, and nothing before it. */
function withPath(request: SentRequest, path: string, other: string): SentRequest {
  const [address = '', ...query] = request.url.split('?')
  const changed = address.endsWith(path) ? address.slice(0, -path.length) + other : address
  return { ...request, url: [changed, ...query].join('?') }
}

function fieldsOf(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
  } catch {
    return {}
  }
}
