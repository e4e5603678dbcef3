import type { Operation } from '../../contracts/contract.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { openingRole } from './access-roles.ts'
import { isRefusedOtherwise } from './refused-otherwise.ts'
import type { WrongRequest } from './wrong-request.ts'

/** A request that holds several others, and these, which are sent only where it is accepted, or refused otherwise than wrong ones are. */
export function grouped<Wrong extends WrongRequest>(
  operation: Operation,
  group: Wrong,
  single: readonly Wrong[],
  instead: readonly Wrong[] = [],
): Wrong[] {
  const isTelling: WrongRequest['onAnswer'] = (_client, exchange, sent) =>
    classify(operation, exchange) === 'accepted' || isRefusedOtherwise(operation, exchange, sent.get(openingRole))
  return [
    { ...group, onAnswer: isTelling, next: () => [...single, ...instead] },
    ...single.map((wrong) => ({ ...wrong, within: group.role })),
  ]
}
