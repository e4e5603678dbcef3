import { placeNamed, valuesAt } from '../contracts/credential-place.ts'
import { everyValue, type Headers } from '../engine/exchange.ts'

/** What a client sends beside a body, whether it was recorded or stands in a pact. */
export interface ClientRequest {
  readonly headers: Headers
  /** The parameters after the question mark, in their order. */
  readonly query: Headers
}

/** The values of a header, or of a credential that stands under such a name in another place. */
export function valuesUnder({ headers, query }: ClientRequest, name: string): string[] {
  return placeNamed(name).in === 'header' ? everyValue(headers, name) : valuesAt(name, query, everyValue(headers, 'cookie'))
}
