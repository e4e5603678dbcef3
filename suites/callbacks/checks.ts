import type { Callback, Contract, Operation } from '../../contracts/contract.ts'
import { fieldName, listPointer } from '../../contracts/fields.ts'
import { jsonFault, jsonOf } from '../../engine/evidence/body.ts'
import { acceptedOf, type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import { type Exchange, headerValue } from '../../engine/exchange.ts'
import type { Check, Observation } from '../../engine/judging/check.ts'
import type { Finding, Json } from '../../engine/judging/outcome.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { excerpt, shortened } from '../../text/excerpt.ts'
import { jsonType } from '../../text/json/json-type.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import { observationOf } from '../behaviour/observations.ts'
import { callbackRoles, callbacksOf, followingRole, receivedBody, receivedOf } from './probe.ts'

/** Checks of a callback: how it comes, that it is JSON, and that the request after it finds something. */
export function callbackChecks(callback: Callback, operation: Operation, probe: Probe): Check[] {
  const check = (part: string, title: string, roles: readonly string[], judge: Check['judge']): Check => {
    const id = `${callback.id}.${part}`
    return { id, requirement: id, title, probe, roles, judge }
  }
  return [
    check('method', `A callback is a ${callback.method}`, callbackRoles, (evidence) => judgeMethod(evidence, callback)),
    check('json', 'The body of a callback is JSON', callbackRoles, judgeJson),
    check('followed', `After a callback, ${operation.id} finds a record`, [...callbackRoles, followingRole], judgeFollowed),
  ]
}

function* judgeMethod(evidence: Evidence, { method }: Callback): Generator<Finding> {
  for (const { id, request } of heard(evidence)) {
    if (request.method !== method) yield { at: 'method', expected: method, actual: request.method, exchange: id }
  }
}

/** Judges that a callback's body, if it has one, is JSON: whether it has one is not stated. */
function* judgeJson(evidence: Evidence): Generator<Finding> {
  const bodies = heard(evidence).filter(({ request }) => request.truncated === true || (request.body?.length ?? 0) > 0)
  if (bodies.length === 0) throw new Inconclusive('The callback has no body, so there is nothing to judge.')
  for (const { id, request } of bodies) {
    const error = jsonFault(receivedBody(request))
    if (error === undefined) continue
    if (request.truncated) throw new Inconclusive(`The body of the callback could not be judged: ${error}.`)
    yield { at: 'body', expected: 'well-formed JSON', actual: error, exchange: id }
  }
}

/** The inquiry after a callback finds a record; only if the callback names what was asked for: a merchant may have several terminals. */
function* judgeFollowed(evidence: Evidence): Generator<Finding> {
  const callbacks = heard(evidence)
  const following = acceptedOf(evidence, followingRole)
  const list = listPointer(evidence.operation) ?? evidence.operation.payload.record
  const records = following.response && valueAtPointer(jsonOf(following.response).value, list)
  if (!Array.isArray(records) || records.length > 0) return
  const asked = filterOf(evidence.operation, following)
  if (asked !== undefined && !callbacks.some((callback) => names(jsonOf(receivedBody(callback.request)).value, asked)))
    throw new Inconclusive(`No callback names ${excerpt(asked)}, which has no record: it may have been about another one.`)
  yield { at: list, expected: 'a record at least', actual: '[]', exchange: following.id }
}

function filterOf({ pagination }: Operation, { request }: Exchange): unknown {
  const pointer = pagination?.filter?.request
  return pointer && valueAtPointer(jsonOf(receivedBody(request)).value, pointer)
}

const mostLooked = 10_000

function names(body: unknown, wanted: unknown): boolean {
  const open: unknown[] = [body]
  for (let next = 0; next < open.length; next += 1) {
    const value = open[next]
    if (typeof value === 'object' && value !== null) open.push(...Object.values(value).slice(0, Math.max(0, mostLooked - open.length)))
    else if (String(value) === String(wanted)) return true
  }
  return false
}

/** @throws {Inconclusive} if no callback came. */
function heard(evidence: Evidence): Exchange[] {
  const callbacks = callbacksOf(evidence)
  if (callbacks.length > 0) return callbacks
  throw new Inconclusive(
    'No callback came while the run listened: is its address registered with the service, can the service reach it, and was a payment made?',
  )
}

/** What callbacks are like where the source leaves it open: what they carry, what might sign them, how they come. */
export function callbackObservations(contract: Contract, callback: Callback, probe: Probe): Observation[] {
  const observation = observationOf(contract, callback)
  const seen = (observe: (callbacks: Callbacks, evidence: Evidence) => Json) => (evidence: Evidence) => {
    const [first, ...others] = callbacksOf(evidence)
    return first && observe([first, ...others], evidence)
  }
  return [
    observation('payload', 'What a callback carries', probe, seen(payload)),
    observation('headers', 'Header fields of a callback', probe, seen(headers)),
    observation('signing', 'Header fields and fields that might sign a callback', probe, seen(signing)),
    observation('delivery', 'How many callbacks came, and whether one came again', probe, seen(delivery)),
  ]
}

type Callbacks = readonly [Exchange, ...Exchange[]]

/** The names and kinds of the fields, never their values. */
function payload([{ request }]: Callbacks): Json {
  const mediaType = shortened(headerValue(request.headers, 'content-type') ?? 'none')
  const { value, error } = jsonOf(receivedBody(request))
  if (error !== undefined) return { mediaType, body: request.body?.length ? 'not JSON' : 'empty' }
  return { mediaType, body: jsonType(value), fields: Object.fromEntries(fieldsOf(value)) }
}

const ordinaryHeaders = new Set(['host', 'content-type', 'content-length', 'transfer-encoding', 'connection', 'accept', 'accept-encoding'])

function headers(callbacks: Callbacks): Json {
  return headerNames(callbacks).filter((name) => !ordinaryHeaders.has(name))
}

/** Names of header fields that may sign a callback; those of body fields tell nothing: a payment has a token and a hash of its own. */
const signingHeader = /sign|hmac|digest|hash|token|auth|secret|key|nonce|timestamp/i
const signingField = /sign|hmac|digest|checksum|nonce/i

function signing(callbacks: Callbacks): Json {
  const fields = fieldsOf(jsonOf(receivedBody(callbacks[0].request)).value).map(([name]) => name)
  return {
    headers: headerNames(callbacks).filter((name) => signingHeader.test(name)),
    fields: fields.filter((name) => signingField.test(name)),
  }
}

function delivery(callbacks: Callbacks, evidence: Evidence): Json {
  const distinct = new Set(callbacks.map(({ request }) => `${request.method} ${request.body?.toString('latin1') ?? ''}`))
  const methods = Object.entries(Object.groupBy(receivedOf(evidence), ({ request }) => request.method))
  return {
    methods: Object.fromEntries(methods.map(([method, group]) => [method, group?.length ?? 0])),
    callbacks: callbacks.length,
    again: callbacks.length - distinct.size,
  }
}

function headerNames(callbacks: Callbacks): string[] {
  const names = callbacks.flatMap(({ request }) => request.headers.map(([name]) => shortened(name.toLowerCase())))
  return [...new Set(names)].sort().slice(0, listed)
}

const listed = 50
const deepest = 6

/** The fields of a body by name, each with its kind; of lists the first element stands for all. */
function fieldsOf(value: unknown, path: readonly string[] = []): [string, string][] {
  if (typeof value !== 'object' || value === null || path.length >= deepest) return []
  const members = Array.isArray(value)
    ? value.slice(0, 1).map((element) => ['*', element] as const)
    : Object.entries(value).slice(0, listed)
  const found = members.flatMap(([name, member]): [string, string][] => {
    const at = [...path, name]
    return [[shortened(fieldName(at)), jsonType(member)], ...fieldsOf(member, at)]
  })
  return found.slice(0, listed)
}
