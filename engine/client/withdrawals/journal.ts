import { closeSync, constants, fstatSync, mkdirSync, openSync, readSync, type Stats, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { defined } from '../../../language/defined.ts'
import { getOrInsert } from '../../../language/get-or-insert.ts'
import type { Fate } from './spending.ts'

/** A log of withdrawals, written as they happen: it survives a kill, and holds what was about to be sent. */
export interface Journal extends Disposable {
  /** Never throws: a run goes on without its journal, and says so. */
  write(entry: JournalEntry): void
  readonly path: string
  /** Why the journal is not whole; undefined while it is. */
  readonly problem: string | undefined
}

export interface JournalEntry {
  /** ISO 8601. */
  readonly time: string
  /** `sending` before it goes out; then what became of it. One that is `sending` and nothing else has an unknown fate. */
  readonly event: 'sending' | Fate
  readonly exchange: string
  /** Counts the withdrawals of a run, so that the lines of one belong together. */
  readonly number: number
  /** The values of its body that say what it is about, by their names. */
  readonly withdrawal: Readonly<Record<string, string>>
  /** The id that the target gave it. */
  readonly id?: string
}

export const journalFile = 'withdrawals.jsonl'

interface JournalOptions {
  readonly run: string
  /** True if each line is on the disk before the request goes to the target. */
  readonly durable: boolean
  readonly redact: (text: string) => string
  readonly onProblem: (problem: string) => void
}

/**
 * Opens the journal of a folder: one JSON text per line, appended. If it cannot be written, it says so once. Where each line may be money, the
 * lines that it lacks are told as well: a run that is killed later leaves no other trace of them.
 */
export function openJournal(folder: string, { run, durable, redact, onProblem }: JournalOptions): Journal {
  const path = join(folder, journalFile)
  const log = createLog(folder, path, durable)
  const shown = shownOnce(redact)
  let problem: string | undefined
  return {
    path,
    get problem() {
      return problem
    },
    write: (entry) => {
      try {
        log.append(`${JSON.stringify({ run, ...entry, ...shown(entry) })}\n`)
      } catch (cause) {
        const isNew = problem === undefined
        const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
        problem ??= `${path} could not be written (${code}): withdrawals of this run may be missing in it.`
        if (isNew) onProblem(problem)
        if (durable) for (const line of log.untold()) onProblem(`Missing in the journal: ${line.trimEnd()}`)
      }
    },
    [Symbol.dispose]: log.close,
  }
}

/** A file that only grows, and is written again from its first line if somebody removes it. */
function createLog(folder: string, path: string, durable: boolean) {
  const lines: string[] = []
  let file: OpenFile | undefined
  let [written, told] = [0, 0]
  let isSound = false
  const close = () => {
    if (file !== undefined) closeSync(file.descriptor)
    file = undefined
    isSound = false
    written = 0
  }
  return {
    /** @throws if the line could not be written whole */
    append: (line: string): void => {
      lines.push(line)
      if (file !== undefined && !isAt(path, file)) close()
      file ??= openFile(folder, path, durable)
      const start = !isSound && isCutShort(path) ? '\n' : ''
      isSound = false
      writeWhole(file.descriptor, start + lines.slice(written).join(''))
      isSound = true
      written = lines.length
    },
    /** The lines that are not in the file, each given once. */
    untold: (): readonly string[] => {
      const from = Math.max(written, told)
      told = lines.length
      return lines.slice(from)
    },
    close,
  }
}

/** A file that is open, and what tells it from others as long as it is. */
interface OpenFile extends Pick<Stats, 'ino' | 'dev'> {
  readonly descriptor: number
}

const { O_APPEND, O_CREAT, O_NONBLOCK, O_SYNC, O_WRONLY } = constants

/** A pipe of that name would be waited for, and nothing could interrupt that. */
const appending = O_APPEND | O_NONBLOCK | O_WRONLY

/** What is in the way of continuing the journal of a folder; undefined if nothing is, or none is there. */
export function continuationFault(folder: string): unknown {
  try {
    closeSync(openSync(join(folder, journalFile), appending))
    return undefined
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ENOENT' ? undefined : cause
  }
}

function openFile(folder: string, path: string, durable: boolean): OpenFile {
  mkdirSync(folder, { recursive: true })
  const descriptor = openSync(path, appending | O_CREAT | (durable ? O_SYNC : 0), 0o600)
  const { ino, dev } = fstatSync(descriptor)
  return { descriptor, ino, dev }
}

/** False once the folder was removed or replaced: nobody finds what is written to the file that stood there. */
function isAt(path: string, { ino, dev }: OpenFile): boolean {
  const found = statSync(path, { throwIfNoEntry: false })
  return found?.ino === ino && found.dev === dev
}

/**
 * True if a run was killed, or its disk full, in the middle of the last line: what follows has to begin a line of its own. A journal that
 * may only be written, and not read, is written all the same.
 */
function isCutShort(path: string): boolean {
  let file: number | undefined
  try {
    const found = statSync(path)
    if (!found.isFile() || found.size === 0) return false
    file = openSync(path, 'r')
    const last = Buffer.alloc(1)
    readSync(file, last, 0, 1, found.size - 1)
    return last.toString('latin1') !== '\n'
  } catch {
    return false
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function writeWhole(file: number, text: string): void {
  const line = Buffer.from(text, 'utf8')
  if (writeSync(file, line) < line.length) throw Object.assign(new Error('cut short'), { code: 'ENOSPC' })
}

/** Redacts what comes from a target or a setting, value by value, so that a line stays JSON; a withdrawal once for all its lines. */
function shownOnce(redact: (text: string) => string): (entry: JournalEntry) => Pick<JournalEntry, 'withdrawal' | 'id'> {
  const known = new WeakMap<JournalEntry['withdrawal'], JournalEntry['withdrawal']>()
  return ({ withdrawal, id }) => {
    const redacted = getOrInsert(known, withdrawal, () =>
      Object.fromEntries(Object.entries(withdrawal).map(([name, value]) => [name, redact(value)])),
    )
    return defined({ withdrawal: redacted, id: id === undefined ? undefined : redact(id) })
  }
}
