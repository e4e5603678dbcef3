import type { Operation } from '../../contracts/contract.ts'
import { isSigned } from '../../contracts/operation-kinds.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { behindRole, openingRole } from './access-roles.ts'
import { isRefusedOtherwise } from './refused-otherwise.ts'
import type { WrongRequest } from './wrong-request.ts'

/** A request that combines several others. Those are sent only if its answer leaves open what they would get. */
export function groupedRequests<Wrong extends WrongRequest>(
  operation: Operation,
  group: Wrong,
  single: readonly Wrong[],
  instead: readonly Wrong[] = [],
): Wrong[] {
  return [
    { ...group, onAnswer: isTelling(operation), next: () => [...single, ...instead] },
    ...single.map((wrong) => ({ ...wrong, within: group.role })),
  ]
}

/** True if a request is accepted, or refused differently from wrong ones, signed or not. */
export function isTelling(operation: Operation): NonNullable<WrongRequest['onAnswer']> {
  const usual = isSigned(operation) ? [openingRole, behindRole] : [openingRole]
  return (_client, exchange, sent) =>
    classify(operation, exchange) === 'accepted' || usual.every((role) => isRefusedOtherwise(operation, exchange, sent, role))
}
