import type { Diagnosis } from '../../engine/diagnosis.ts'
import { classify } from '../../engine/evidence/classification.ts'
import type { Exchange } from '../../engine/exchange.ts'
import { controlRoles } from '../../engine/roles.ts'
import type { Control, Examined } from '../examined.ts'

/** Operations whose right requests were refused only after wrong ones. */
export function lockoutDiagnoses({ exchanges }: Examined, controls: readonly Control[]): Diagnosis[] {
  return controls.flatMap(({ operation, accepted }) => {
    const after = exchanges.find((exchange) => exchange.operation === operation.id && exchange.role === controlRoles.after)
    if (!accepted || !after || classify(operation, after) !== 'refused') return []
    return [
      {
        id: 'lockout',
        about: operation.id,
        problem: `${operation.id} accepted a right request before the wrong ones, and refused one after them with ${after.response?.status}.`,
        remedy: 'Ask whether it locks out who fails often, and have that lifted for the credentials of this run.',
      },
    ]
  })
}

/** Requests that were answered with 429 however often they were repeated, of operations that also say something else. */
export function limitDiagnoses({ target, exchanges }: Examined): Diagnosis[] {
  const isLimited = ({ response }: Exchange) => response?.status === 429
  const open = new Set(exchanges.filter(({ response }) => response && response.status !== 429).map(({ operation }) => operation))
  const count = exchanges.filter((exchange) => isLimited(exchange) && open.has(exchange.operation)).length
  if (count === 0) return []
  const problem = `${count} of ${exchanges.length} requests were answered with 429, too many requests, however often they were repeated.`
  return [
    { id: 'limited', about: target.name, problem, remedy: 'Ask more slowly with --rate, and give the run more time with --deadline.' },
  ]
}
