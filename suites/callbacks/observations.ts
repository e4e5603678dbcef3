import type { Callback, Contract } from '../../contracts/contract.ts'
import { fieldName } from '../../contracts/fields.ts'
import { jsonOf } from '../../engine/evidence/body.ts'
import type { Evidence } from '../../engine/evidence/evidence.ts'
import { type Exchange, headerValue } from '../../engine/exchange.ts'
import type { Observation } from '../../engine/judging/check.ts'
import type { Json } from '../../engine/judging/outcome.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { shortened } from '../../text/excerpt.ts'
import { jsonType } from '../../text/json/json-type.ts'
import { observationOf } from '../behaviour/observations.ts'
import { callbacksOf, receivedBody, receivedOf } from './probe.ts'

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
