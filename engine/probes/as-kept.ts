import { memoized } from '../../language/memoized.ts'
import { beginning, type KeptBody } from '../client/transport/decoding.ts'
import { holdsTooMuch } from '../evidence/parsed-size.ts'
import type { ReceivedResponse, SentRequest } from '../exchange.ts'
import { keepOfFirst } from './steps.ts'

/** A body of a file, which may be anybody's, as a run would keep it: what is longer or fuller is not judged. One may be that of many answers. */
export const bodyAsKept = memoized(
  (bytes: Buffer): KeptBody => (bytes.length > keepOfFirst || holdsTooMuch(bytes) ? beginning(bytes) : { bytes, truncated: false }),
)

/** A request of a file, as a run would keep it. */
export function requestAsKept(request: SentRequest): SentRequest {
  const kept = request.body && bodyAsKept(request.body)
  return kept?.truncated ? { ...request, body: kept.bytes, truncated: true } : request
}

/** An answer of a file, as a run would keep it. */
export function answerAsKept(response: ReceivedResponse): ReceivedResponse {
  const { bytes, truncated } = bodyAsKept(response.body)
  return { ...response, body: bytes, truncated: response.truncated || truncated }
}
