import type { Operation } from '../../contracts/contract.ts'
import { isLimit, isSuccessful } from '../../contracts/statuses.ts'
import { classify } from '../../engine/evidence/classification.ts'
import { isAlike } from '../../engine/evidence/refusal-form.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { repeatedRoles } from '../../engine/probes/roles.ts'
import { openingRole } from './access-roles.ts'
import type { WrongRequest } from './wrong-request.ts'

/** A wrong request that is unusual in another respect. If it seems to be refused for that, the plain one follows, and after it the plainest. */
export function orPlain<Wrong extends WrongRequest>(operation: Operation, plain: Wrong, unusual: Wrong, plainest?: Wrong): Wrong {
  const roles = repeatedRoles(plain.role)
  const last = plainest && { ...plainest, role: roles.plainest }
  return followed(operation, unusual, followed(operation, { ...plain, role: roles.plain }, last))
}

function followed<Wrong extends WrongRequest>(operation: Operation, unusual: Wrong, plain: Wrong | undefined): Wrong {
  if (!plain) return unusual
  return {
    ...unusual,
    onAnswer: (_client, exchange, sent) => isRefusedOtherwise(operation, exchange, sent.get(openingRole)),
    next: () => [plain],
  }
}

/** True if a wrong request is refused differently from the first one, perhaps for its unusual form, which is open. */
export function isRefusedOtherwise(operation: Operation, exchange: Exchange, opening: Exchange | undefined): boolean {
  const [own, usual] = [exchange.response, opening?.response]
  if (!usual) return false
  if (!own) return true
  const classification = classify(operation, exchange)
  if (classification !== 'refused') return classification === 'unanswered' && !isLimit(own.status)
  return own.status !== usual.status || ((isSuccessful(own.status) || own.status === 400) && !isAlike(own, usual))
}
