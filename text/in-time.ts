import { createContext, runInContext } from 'node:vm'

/** A search that was given up, since its expression takes too long. */
export class TookTooLong extends Error {}

let room: Record<string, unknown> | undefined

/** What a search finds by an expression of others, which may take for ever: only a script of its own can be ended. @throws {TookTooLong} */
export function inTime<Found>(search: () => Found, milliseconds = 1000): Found {
  room ??= createContext()
  room['search'] = search
  try {
    return runInContext('search()', room, { timeout: milliseconds }) as Found
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw cause
    throw new TookTooLong('it takes too long', { cause })
  }
}
