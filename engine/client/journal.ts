import { closeSync, constants, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { defined } from '../../spec/defined.ts'

/** A log of withdrawals, written as they happen: it survives a kill, and holds what was about to be sent. */
export interface Journal {
  /** Never throws: a run goes on without its journal, and says so. */
  write(entry: JournalEntry): void
  readonly path: string
  /** Why the journal is not whole; undefined while it is. */
  readonly problem: string | undefined
  close(): void
}

/** One line of the journal. */
export interface JournalEntry {
  /** ISO 8601. */
  readonly time: string
  /** `sending` before it goes out; then what became of it. One that is `sending` and nothing else has an unknown fate. */
  readonly event: 'sending' | 'registered' | 'unknown' | 'refused' | 'unsent'
  readonly exchange: string
  /** Counts the withdrawals of a run, so that the lines of one belong together. */
  readonly number: number
  /** The values of its body that say what it is about, by their names. */
  readonly withdrawal: Readonly<Record<string, string>>
  /** The id that the target gave it. */
  readonly id?: string
}

/** The file of the journal in a run's folder. */
export const journalFile = 'withdrawals.jsonl'

/**
 * Opens the journal of a folder: one JSON text a line, appended, `run` in each, every text redacted. `durable` writes go to the disk
 * before the request goes to the target. Where it cannot be opened it says so and keeps quiet.
 */
export function openJournal(
  folder: string,
  {
    run,
    durable,
    redact,
    onProblem,
  }: { run: string; durable: boolean; redact: (text: string) => string; onProblem: (problem: string) => void },
): Journal {
  const path = join(folder, journalFile)
  let file: number | undefined
  let problem: string | undefined
  const fail = (cause: unknown) => {
    if (problem !== undefined) return
    problem = `${path} could not be written (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}): withdrawals of this run may be missing in it.`
    onProblem(problem)
  }
  return {
    path,
    get problem() {
      return problem
    },
    write: (entry) => {
      try {
        if (file === undefined) {
          mkdirSync(folder, { recursive: true })
          const { O_APPEND, O_CREAT, O_NONBLOCK, O_SYNC, O_WRONLY } = constants
          // A pipe of that name would be waited for, and nothing could interrupt that.
          file = openSync(path, O_APPEND | O_CREAT | O_NONBLOCK | O_WRONLY | (durable ? O_SYNC : 0), 0o600)
        }
        const line = Buffer.from(`${lineOf({ run, ...entry }, redact)}\n`, 'utf8')
        if (writeSync(file, line) < line.length) throw Object.assign(new Error('cut short'), { code: 'ENOSPC' })
      } catch (cause) {
        fail(cause)
      }
    },
    close: () => {
      if (file !== undefined) closeSync(file)
      file = undefined
    },
  }
}

/** Redacts every value that comes from a target or a setting, one by one, so that the line stays JSON. */
function lineOf(entry: JournalEntry & { readonly run: string }, redact: (text: string) => string): string {
  const { withdrawal, id, ...rest } = entry
  const shown = Object.entries(withdrawal).map(([name, value]) => [name, redact(value)] as const)
  return JSON.stringify(defined({ ...rest, withdrawal: Object.fromEntries(shown), id: id === undefined ? undefined : redact(id) }))
}
