import type { Callback, Operation } from '../../contracts/contract.ts'
import type { Check } from '../../engine/check.ts'
import { jsonOf } from '../../engine/evidence/body.ts'
import { acceptedOf, type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import { at } from '../../engine/evidence/place.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Finding } from '../../engine/outcome.ts'
import type { Probe } from '../../engine/probe.ts'
import { callbackRoles, callbacksOf, followingRole } from './probe.ts'

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

/** That a callback carries anything at all is not stated; what it carries has to be JSON. */
function* judgeJson(evidence: Evidence): Generator<Finding> {
  const bodies = heard(evidence).filter(({ request }) => request.truncated === true || (request.body?.length ?? 0) > 0)
  if (bodies.length === 0) throw new Inconclusive('The callback carries no body, so that there is nothing to judge.')
  for (const { id, request } of bodies) {
    const { body = Buffer.alloc(0), truncated = false } = request
    const { error } = jsonOf({ body, truncated })
    if (error === undefined) continue
    if (truncated) throw new Inconclusive(`The body of the callback could not be judged: ${error}.`)
    yield { at: 'body', expected: 'well-formed JSON', actual: error, exchange: id }
  }
}

function* judgeFollowed(evidence: Evidence): Generator<Finding> {
  heard(evidence)
  const { id, response } = acceptedOf(evidence, followingRole)
  const list = evidence.operation.payload.record.replace(/\/\*$/, '')
  const records = response && at(jsonOf(response).value, list)
  if (Array.isArray(records) && records.length === 0) yield { at: list, expected: 'a record at least', actual: '[]', exchange: id }
}

/** @throws {Inconclusive} where no callback came. */
function heard(evidence: Evidence): Exchange[] {
  const callbacks = callbacksOf(evidence)
  if (callbacks.length > 0) return callbacks
  throw new Inconclusive(
    'No callback came while the run listened: is its address registered with the service, can the service reach it, and was a payment made?',
  )
}
