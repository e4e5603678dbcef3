import { jsonFault } from '../../../engine/evidence/body.ts'
import type { ReceivedResponse } from '../../../engine/exchange.ts'
import { firstOfLists, holdsMoreValues } from '../../../text/json/nesting.ts'

export interface HandedAnswer {
  readonly body: string | Buffer
  /** How many elements of each list it has at most, if it was cut to these: 0 if it would be too long with one of each. */
  readonly most?: number
}

/** The most values of all answers of a verification: Pact's verifier takes some 40 KB for each that is wrong. */
const mostValues = 3000
/** The most characters of an answer: Pact's verifier takes 50 bytes for each. */
export const mostHanded = 1 << 17
/** How many elements of each list are tried first; then half as many, until few enough values are left. */
const mostElements = 128

/** What Pact's verifier is given of one of several answers: all of it, or of a long one in JSON the first elements of each list, as written. */
export function handedAnswer(response: ReceivedResponse, answers: number): HandedAnswer {
  const text = response.body.toString('utf8')
  const fits = (part: string) => part.length <= mostHanded && !holdsMoreValues(part, mostValues / answers)
  if (fits(text)) return { body: response.body }
  const beginning = Buffer.concat([response.body.subarray(0, mostHanded), neverJson])
  if (jsonFault(response) !== undefined) return { body: beginning }
  let body = text
  for (let most = mostElements; most > 1; most >>= 1) {
    body = firstOfLists(body, most)
    if (fits(body)) return { body, most }
  }
  // A record may have more values than the share of its answer: only those that the pact names can be wrong.
  body = firstOfLists(body, 1)
  return body.length <= mostHanded ? { body, most: 1 } : { body: beginning, most: 0 }
}

/** Behind the beginning of a text, so that it is no JSON. */
const neverJson = Buffer.from('…')
