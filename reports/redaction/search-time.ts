import type { Run } from '../../engine/run.ts'

/** Called often during a long search; throws when there is no more time. */
export type SearchTime = () => void

/** Thrown when time is up; a single instance, because it is thrown often. */
const overdue = new Error('There is no time left to search a text for secrets.')

/** How many milliseconds longer than the run the search of bodies may take, and again that of headers: many times what is usual. */
const longest = 500

/** How much of a run's remaining time a search may take at most, in milliseconds: nothing can interrupt it, not even a signal. */
const mostOfRun = 30_000

/** The time for searching what a run received: its remaining time within a limit, and a moment more. Headers have time of their own. */
export function searchTimes({ timeLeft = mostOfRun }: Run, now: () => number): Record<'bodies' | 'headers', SearchTime> {
  const end = now() + Math.min(timeLeft, mostOfRun)
  const until = (last: number): SearchTime => {
    return () => {
      if (now() > last) throw overdue
    }
  }
  return { bodies: until(end + longest), headers: until(end + 2 * longest) }
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
