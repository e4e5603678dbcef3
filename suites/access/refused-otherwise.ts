import type { Operation } from '../../contracts/contract.ts'
import type { Trial } from '../../engine/controlled-plan.ts'
import { classify, isSuccessful } from '../../engine/evidence/classification.ts'
import { isAlike } from '../../engine/evidence/refusal-form.ts'
import { openingRole } from './access-roles.ts'

/** True where a wrong request is refused otherwise than the first one: it may be for what else is unusual about it, of which the bounds are open. */
export function isRefusedOtherwise(operation: Operation): NonNullable<Trial['onAnswer']> {
  return (_client, exchange, sent) => {
    const [own, usual] = [exchange.response, sent.get(openingRole)?.response]
    if (!usual) return false
    if (!own) return true
    if (classify(operation, exchange) !== 'refused') return false
    return own.status !== usual.status || ((isSuccessful(own) || own.status === 400) && !isAlike(own, usual))
  }
}
