import { isObject } from '../../spec/json/pointer.ts'
import { type Node, nodeOf } from '../../spec/node.ts'
import type { Callback, Operation, Requirement } from '../contract.ts'
import { DerivationError } from './derivation-error.ts'

/** Every webhook of which the document says what follows it, in its order. @throws {DerivationError} where that is no operation. */
export function deriveCallbacks(document: Node, operations: readonly Operation[]): Callback[] {
  return Object.values(nodeOf(document['webhooks'])).flatMap((item) =>
    Object.entries(nodeOf(item)).flatMap(([method, stated]) =>
      isObject(stated) && typeof stated['x-followed-by'] === 'string' ? [deriveCallback(method, stated, operations)] : [],
    ),
  )
}

/** The requirements that follow from a callback: how it comes, and what the request after it finds. */
export function callbackRequirements({ id, method, statedIn, followedBy }: Callback): Requirement[] {
  const common = { level: 'MUST', binds: 'provider', operation: id } as const
  return [
    { ...common, id: `${id}.method`, clause: statedIn.method, text: `A callback is a ${method}.` },
    { ...common, id: `${id}.json`, clause: statedIn.json, text: 'The body of a callback is JSON.' },
    { ...common, id: `${id}.followed`, clause: statedIn.followed, text: `After a callback, ${followedBy} finds a record.` },
  ]
}

function deriveCallback(method: string, stated: Node, operations: readonly Operation[]): Callback {
  const id = String(stated['operationId'] ?? `${method}Callback`)
  const followedBy = String(stated['x-followed-by'])
  const followed = operations.find((operation) => operation.id === followedBy)
  if (!followed)
    throw new DerivationError(`${id}: x-followed-by is ${followedBy}; expected one of ${operations.map((known) => known.id).join(', ')}.`)
  const clause = String(stated['x-clause'] ?? followed.clause)
  const stating = nodeOf(stated['x-stated-in'])
  const statedIn = (part: string) => String(stating[part] ?? clause)
  return {
    id,
    summary: String(stated['summary'] ?? id),
    method: method.toUpperCase(),
    clause,
    followedBy,
    statedIn: { method: statedIn('method'), json: statedIn('json'), followed: statedIn('followed') },
  }
}
