import type { Callback, Contract } from '../../contracts/contract.ts'
import { fieldName } from '../../contracts/fields.ts'
import { jsonOf } from '../../engine/evidence/body.ts'
import type { Evidence } from '../../engine/evidence/evidence.ts'
import { headerValue } from '../../engine/exchange.ts'
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
  return [
    observation('payload', 'What a callback carries', probe, payload),
    observation('headers', 'Header fields of a callback', probe, headers),
    observation('signing', 'Header fields and fields that might sign a callback', probe, signing),
    observation('delivery', 'How many callbacks came, and whether one came again', probe, delivery),
  ]
}

/** The names and kinds of the fields, never their values. */
function payload(evidence: Evidence): Json | undefined {
  const [first] = callbacksOf(evidence)
  if (!first) return undefined
  const mediaType = shortened(headerValue(first.request.headers, 'content-type') ?? 'none')
  const { value, error } = jsonOf(receivedBody(first.request))
  if (error !== undefined) return { mediaType, body: first.request.body?.length ? 'not JSON' : 'empty' }
  return { mediaType, body: jsonType(value), fields: Object.fromEntries(fieldsOf(value)) }
}

const ordinaryHeaders = new Set(['host', 'content-type', 'content-length', 'transfer-encoding', 'connection', 'accept', 'accept-encoding'])

function headers(evidence: Evidence): Json | undefined {
  const names = headerNames(evidence)
  return names?.filter((name) => !ordinaryHeaders.has(name))
}

/** Names of header fields that may sign a callback; those of body fields tell nothing: a payment has a token and a hash of its own. */
const signingHeader = /sign|hmac|digest|hash|token|auth|secret|key|nonce|timestamp/i
const signingField = /sign|hmac|digest|checksum|nonce/i

function signing(evidence: Evidence): Json | undefined {
  const [first] = callbacksOf(evidence)
  if (!first) return undefined
  const fields = fieldsOf(jsonOf(receivedBody(first.request)).value).map(([name]) => name)
  return {
    headers: headerNames(evidence)?.filter((name) => signingHeader.test(name)) ?? [],
    fields: fields.filter((name) => signingField.test(name)),
  }
}

function delivery(evidence: Evidence): Json | undefined {
  const callbacks = callbacksOf(evidence)
  if (callbacks.length === 0) return undefined
  const distinct = new Set(callbacks.map(({ request }) => `${request.method} ${request.body?.toString('latin1') ?? ''}`))
  const methods = Object.entries(Object.groupBy(receivedOf(evidence), ({ request }) => request.method))
  return {
    methods: Object.fromEntries(methods.map(([method, group]) => [method, group?.length ?? 0])),
    callbacks: callbacks.length,
    again: callbacks.length - distinct.size,
  }
}

function headerNames(evidence: Evidence): string[] | undefined {
  const callbacks = callbacksOf(evidence)
  if (callbacks.length === 0) return undefined
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
