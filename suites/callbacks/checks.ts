import type { Callback, Operation } from '../../contracts/contract.ts'
import { listPointer } from '../../contracts/fields.ts'
import { jsonFault, jsonOf } from '../../engine/evidence/body.ts'
import { acceptedOf, type Evidence, Inconclusive } from '../../engine/evidence/evidence.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Check } from '../../engine/judging/check.ts'
import type { Finding } from '../../engine/judging/outcome.ts'
import type { Probe } from '../../engine/probes/probe.ts'
import { excerpt } from '../../text/excerpt.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import { callbackRoles, callbacksOf, followingRole, receivedBody } from './probe.ts'

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
