import type { SignedOperation } from '../../contracts/operation-kinds.ts'
import type { Builder } from '../../engine/client/client.ts'
import { headerValue, type SentRequest } from '../../engine/exchange.ts'
import { ordinaryRequest } from '../../engine/probes/request.ts'

/**
 * A right request at a time for which its signature begins with a zero, where there is a choice: one in sixteen does by chance, and who reads
 * it as a number, or writes it as one, drops that.
 */
export function beginningWithZero(operation: SignedOperation, client: Builder): SentRequest {
  const { timestamp, signature } = operation.authentication
  const isFree = client.order.insists === false && timestamp.unit !== 'seconds'
  for (let tried = 1; ; tried += 1) {
    const request = ordinaryRequest(operation, client)
    if (!isFree || tried === mostTried || headerValue(request.headers, signature.header)?.startsWith('0')) return request
  }
}

/** All of them fail once in 200 times. */
const mostTried = 80
