import type { Run } from '../../engine/run.ts'

/** Called often during a long search; throws when there is no more time. */
export type SearchTime = () => void

/** Thrown when time is up; a single instance, because it is thrown often. */
const overdue = new Error('There is no time left to search a text for secrets.')

/** How many milliseconds longer than the run the search of bodies may take, and again that of either headers: many times what is usual. */
const longest = 500

/** How much of a run's remaining time a search may take at most, in milliseconds. */
const mostOfRun = 30_000

/** The time for bodies, and for header fields that were received and sent. */
export type SearchTimes = Readonly<Record<'bodies' | 'received' | 'sent', SearchTime>>

/** The time for searching what a run holds: what is left of its own within a limit, or until an interruption, and a moment more for each. */
export function searchTimes({ timeLeft = mostOfRun }: Run, now: () => number, signal?: AbortSignal): SearchTimes {
  let end = now() + Math.min(timeLeft, mostOfRun)
  signal?.addEventListener('abort', () => {
    end = Math.min(end, now())
  })
  const until = (more: number): SearchTime => {
    return () => {
      if (now() > end + more) throw overdue
    }
  }
  return { bodies: until(longest), received: until(2 * longest), sent: until(3 * longest) }
}

/** The result of a redaction; undefined if it ran out of time. */
export function unlessOverdue<Redacted>(redacted: () => Redacted): Redacted | undefined {
  try {
    return redacted()
  } catch (cause) {
    if (cause === overdue) return undefined
    throw cause
  }
}
