import type { Operation } from '../../contracts/contract.ts'
import { valueAtPointer } from '../../text/json/pointer.ts'
import type { Exchange } from '../exchange.ts'
import { decodedText, jsonOf } from './body.ts'

/**
 * The identifier at a JSON pointer, as it stands in the text: parsing would change the last digits of an integer beyond double precision.
 */
export function identifierAt({ response }: Exchange, pointer: string): string | undefined {
  if (!response) return undefined
  const parsed = valueAtPointer(jsonOf(response).value, pointer)
  if (typeof parsed === 'string') return parsed
  if (typeof parsed !== 'number') return undefined
  return (Number.isSafeInteger(parsed) ? undefined : sourceOf(decodedText(response), pointer.split('/').at(-1), parsed)) ?? String(parsed)
}

/** The longest id that is kept: a longer one helps nobody to find a record, and reports and journals hold all ids. */
const longestId = 200

export function registeredId({ payload }: Operation, exchange: Exchange): string | undefined {
  const [marker] = payload.known
  return marker === undefined ? undefined : identifierAt(exchange, `${payload.record}/${marker}`)?.slice(0, longestId)
}

function sourceOf(text: string, name: string | undefined, parsed: number): string | undefined {
  let source: string | undefined
  const look = (key: string, member: unknown, context?: { source?: string }) => {
    if (key === name && member === parsed) source ??= context?.source
    return member
  }
  try {
    JSON.parse(text, look)
  } catch {
    return undefined // nested too deep to be walked; the parsed number has to do
  }
  return source
}
