import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { nothingFound, type Run } from '../../engine/run.ts'
import { attempted } from '../../language/attempted.ts'
import { UsageError } from '../../language/usage-error.ts'
import { reportOf } from '../../reports/report.ts'
import { jsonText } from '../../reports/text/json.ts'
import { explainedFault, makeFolder, reportFiles, writeWhole } from '../../reports/write.ts'
import { readText } from '../../text/files/text-file.ts'

/**
 * Locks a folder for a run before anything is sent: checks that it can be written, and puts a report that this run is not over in place of
 * those of the last. Gives what releases it. @throws {UsageError} where it cannot be written, or another run has it.
 */
export async function takeFolder(path: string, begun: Begun): Promise<() => Promise<void>> {
  // Made before any report goes: a signal in between would leave none.
  const begunReport = jsonText(reportOf(unfinished(begun)))
  return holdFolder(path, async () => {
    await removeReports(path)
    await writeWhole(join(path, 'report.json'), begunReport)
  })
}

/** Takes the reports of the last run out of a folder that is there, unless another run has it: whoever judges next tells what is wrong. */
export async function emptyFolder(path: string): Promise<void> {
  if (!existsSync(path)) return
  const release = await holdFolder(path, () => removeReports(path)).catch(() => undefined)
  await release?.()
}

/** With the drafts of those that were being written when their run was killed. */
async function removeReports(path: string): Promise<void> {
  const drafts = (await readdir(path)).filter((name) => name.endsWith('.tmp') && reportFiles.some((file) => name.startsWith(`${file}.`)))
  await Promise.all([...reportFiles, ...drafts].map((file) => rm(join(path, file), { force: true })))
}

/** Locks a folder for one run, and gives what releases it. @throws {UsageError} where it cannot be written, or another run has it. */
export async function holdFolder(path: string, prepare = async () => {}): Promise<() => Promise<void>> {
  try {
    await makeFolder(resolve(path))
    const release = await lockFolder(path)
    await prepare().catch(async (cause) => {
      await release()
      throw cause
    })
    return release
  } catch (cause) {
    throw cause instanceof UsageError ? cause : new UsageError(`--out: ${explainedFault(path, cause)}`)
  }
}

/** Runs something while a folder is taken for it. @throws {UsageError} */
export async function inFolder<Result>(path: string, begun: Begun, act: () => Promise<Result>): Promise<Result> {
  const release = await takeFolder(path, begun)
  return act().finally(release)
}

type Begun = Pick<Run, 'contract' | 'target' | 'seed' | 'startedAt'>

/** What stands in a folder while a run goes on, and after one that was killed. */
function unfinished(begun: Begun): Run {
  return {
    ...nothingFound,
    ...begun,
    finishedAt: begun.startedAt,
    complete: false,
    notes: ['The run had not finished when this was written. The withdrawals that it registered are listed in withdrawals.jsonl.'],
  }
}

/** Holds the number of the process that writes into a folder, while it does, and what no other lock holds. */
const lockFile = '.assay.lock'

/** Locks a folder that is there, and gives what unlocks it. @throws {UsageError} where another run holds it. */
async function lockFolder(path: string): Promise<() => Promise<void>> {
  const lock = join(path, lockFile)
  const own = `${process.pid} ${randomUUID()}\n`
  held.add(own)
  for (let tries = 0; ; tries += 1) {
    try {
      await writeFile(lock, own, { flag: 'wx' })
      return () => giveBack(lock, own)
    } catch (cause) {
      const isTaken = (cause as NodeJS.ErrnoException).code === 'EEXIST'
      if (!isTaken) await rm(lock, { force: true }).catch(() => undefined) // on a full disk it is there, and empty
      if (!isTaken || tries > 2) throw cause
    }
    const left = ownerIn(lock)
    if (left === '' ? await isNew(lock) : isRunning(left)) throw takenBy(left, path)
    await takeAway(lock, left)
  }
}

/** A folder that was removed meanwhile may belong to another run by now. */
async function giveBack(lock: string, own: string): Promise<void> {
  held.delete(own)
  if (ownerIn(lock) === own) await rm(lock, { force: true }).catch(() => undefined)
}

/** What a lock holds, empty where it cannot be read: a pipe in its place would be waited for, without end. */
function ownerIn(lock: string): string {
  return attempted(() => readText(lock, longestOwner, 0)) ?? ''
}

const longestOwner = 100

function takenBy(owner: string, path: string): UsageError {
  const whose = owner === '' ? '' : ` (process ${Number.parseInt(owner, 10)})`
  return new UsageError(
    `--out: another run${whose} writes its reports into ${path}. Give this one a folder of its own, or remove ${lockFile} there if none goes on.`,
  )
}

/** The locks that this process holds: in a container the next run has the number of the one that was killed. */
const held = new Set<string>()

/** True if the process of a lock still runs: a killed run leaves its lock behind. */
function isRunning(owner: string): boolean {
  const number = Number.parseInt(owner, 10)
  if (number === process.pid) return held.has(owner)
  if (!Number.isSafeInteger(number) || number <= 0) return false
  try {
    process.kill(number, 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** True for a lock that was made just now: its run has not come to write its number into it. */
async function isNew(lock: string): Promise<boolean> {
  const made = await stat(lock).catch(() => undefined)
  return made !== undefined && Math.abs(Date.now() - made.mtimeMs) < 10_000
}

/** Takes a lock away that was left behind; one that another run has put in its place meanwhile is put back. */
async function takeAway(lock: string, left: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`
  try {
    await rename(lock, aside)
    if (ownerIn(aside) === left) await rm(aside)
    else await rename(aside, lock)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
  }
}
