import type { Operation } from '../../contracts/contract.ts'
import type { SentRequest } from '../../engine/exchange.ts'
import type { Seed } from '../../engine/seed.ts'
import { orPlain } from './refused-otherwise.ts'
import type { WrongRequest } from './wrong-request.ts'

/**
 * Wrong requests of which nothing else is unusual, and how much more their heads hold: a guard may stand before small ones alone, and a
 * gateway before large ones.
 */
const sizes: Readonly<Record<string, number>> = { extended: 1000, 'zero-before': 3000, seldom: 1000, 'secret-none': 3000 }

/** The wrong request with a large head, where it is one that is sent so; where a target refuses that otherwise, a plain one follows. */
export function inLargeHead<Wrong extends WrongRequest>(operation: Operation, wrong: Wrong): Wrong {
  const size = sizes[wrong.role]
  if (size === undefined) return wrong
  const large: Wrong = {
    ...wrong,
    title: `${wrong.title}, in a head of more than ${size} characters`,
    build: (client, sent) => padded(wrong.build(client, sent), size, client.seed),
  }
  return operation.movesMoney ? large : orPlain(operation, wrong, large)
}

/** With a header that tracing adds, and that every server passes over (W3C Baggage). */
function padded(request: SentRequest, size: number, seed: Seed): SentRequest {
  const length = size + seed.integer(`padding/${size}`, 0, size >> 2)
  return { ...request, headers: [...request.headers, ['baggage', `padding=${'x'.repeat(length)}`]] }
}
