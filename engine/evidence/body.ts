import { isUtf8 } from 'node:buffer'
import type { ReceivedResponse } from '../exchange.ts'

/** A body as far as it is kept. */
type Kept = Pick<ReceivedResponse, 'body' | 'truncated'>

/** A body as JSON, or the reason why it is none. */
export interface JsonBody {
  readonly text: string
  readonly value?: unknown
  readonly error?: string
  readonly byteOrderMark: boolean
  readonly validUtf8: boolean
}

const parsed = new WeakMap<Kept, JsonBody>()
const long: Kept[] = []
const longFrom = 1 << 18
const mostLong = 2

/**
 * Parses a body once, however many checks ask; of long ones only the last few are remembered, since a parsed body takes
 * many times the room of its text. A byte order mark is passed over and noted.
 */
export function jsonOf(response: Kept): JsonBody {
  const known = parsed.get(response)
  if (known) return known
  const body = parse(response.body, response.truncated)
  parsed.set(response, body)
  if (response.body.length >= longFrom) forgetAllBut(mostLong, response)
  return body
}

function forgetAllBut(most: number, latest: Kept): void {
  long.push(latest)
  const oldest = long.length > most ? long.shift() : undefined
  if (oldest) parsed.delete(oldest)
}

function parse(bytes: Buffer, truncated: boolean): JsonBody {
  const byteOrderMark = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const text = bytes.toString('utf8', byteOrderMark ? 3 : 0)
  const seen = { text, byteOrderMark, validUtf8: isUtf8(bytes) }
  if (truncated) return { ...seen, error: 'the body is longer than what is kept of it' }
  if (text.trim() === '') return { ...seen, error: 'the body is empty' }
  try {
    return { ...seen, value: JSON.parse(text) }
  } catch (cause) {
    return { ...seen, error: (cause as Error).message }
  }
}
