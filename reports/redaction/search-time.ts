import type { Run } from '../../engine/run.ts'

/** Looked at often while a long text is searched for secrets; throws where there is no more time for it. */
export type SearchTime = () => void

/** Thrown where time is up; one for all, since there can be many. */
const overdue = new Error('There is no time left to search a text for secrets.')

/** How much longer than a run the search of its bodies may take, and again that of headers, in milliseconds: many times what ordinary ones need. */
const longest = 500

/** The most that a search may take of what a run had left, in milliseconds: nothing, not even a signal, ends one that goes on. */
const mostOfRun = 30_000

/** The time for what a run received: as much as it had left within a bound, and a moment. That for headers no body takes. */
export function searchTimes({ timeLeft = mostOfRun }: Run, now: () => number): Record<'bodies' | 'headers', SearchTime> {
  const end = now() + Math.min(timeLeft, mostOfRun)
  const until = (last: number): SearchTime => {
    return () => {
      if (now() > last) throw overdue
    }
  }
  return { bodies: until(end + longest), headers: until(end + 2 * longest) }
}

/** What comes of a redaction; undefined if there was no time left for it. */
export function unlessOverdue<Redacted>(redacted: () => Redacted): Redacted | undefined {
  try {
    return redacted()
  } catch (cause) {
    if (cause === overdue) return undefined
    throw cause
  }
}
