import { randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Run } from '../engine/run.ts'
import { jsonText } from '../reports/json.ts'
import { reportOf } from '../reports/report.ts'
import { explainedFault, makeFolder, reportFiles, writeWhole } from '../reports/write.ts'
import { ConfigurationError } from '../targets/configuration/configuration.ts'

/** The folder of a run's reports, which belongs to that run alone until it is released. */
export interface Folder {
  release(): Promise<void>
}

/** Holds the id of the process that writes into a folder, while it does. */
const lockFile = '.assay.lock'

/**
 * Locks a folder for a run before anything is sent: checks that it can be written, removes the reports of the last run, and writes
 * one that says that this run is not over. @throws {ConfigurationError} where it cannot be written, or another run does.
 */
export async function takeFolder(path: string, begun: Begun): Promise<Folder> {
  return holdFolder(path, async () => {
    await Promise.all(reportFiles.map((file) => rm(join(path, file), { force: true })))
    await writeWhole(join(path, 'report.json'), jsonText(reportOf(unfinished(begun))))
  })
}

/** Locks a folder for one run, and checks that it can be written. @throws {ConfigurationError} where it cannot be, or another run does. */
export async function holdFolder(path: string, prepare = async () => {}): Promise<Folder> {
  if (path.trim() === '') throw new ConfigurationError('--out is empty; expected the folder for the reports.')
  const lock = join(path, lockFile)
  const release = () => rm(lock, { force: true }).catch(() => undefined)
  try {
    await makeFolder(resolve(path))
    await takeLock(lock, path)
  } catch (cause) {
    throw outProblem(path, cause)
  }
  try {
    await prepare()
  } catch (cause) {
    await release()
    throw outProblem(path, cause)
  }
  return { release }
}

function outProblem(path: string, cause: unknown): ConfigurationError {
  return cause instanceof ConfigurationError ? cause : new ConfigurationError(`--out: ${explainedFault(path, cause)}`)
}

async function takeLock(lock: string, path: string): Promise<void> {
  const own = `${process.pid} ${randomUUID()}\n`
  for (let tries = 0; ; tries += 1) {
    try {
      return await writeFile(lock, own, { flag: 'wx' })
    } catch (cause) {
      const isTaken = (cause as NodeJS.ErrnoException).code === 'EEXIST'
      if (!isTaken) await rm(lock, { force: true }).catch(() => undefined) // on a full disk it is there, and empty
      if (!isTaken || tries > 2) throw cause
    }
    const owner = Number.parseInt(await readFile(lock, 'utf8').catch(() => ''), 10)
    if (isRunning(owner))
      throw new ConfigurationError(
        `--out: another run (process ${owner}) writes its reports into ${path}. Give this one a folder of its own.`,
      )
    await rm(lock, { force: true })
  }
}

/** True where the process of a lock still runs: a killed run leaves its lock behind. */
function isRunning(process_: number): boolean {
  if (!Number.isSafeInteger(process_) || process_ <= 0) return false
  try {
    process.kill(process_, 0)
    return true
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** What is known of a run before it sends anything. */
type Begun = Pick<Run, 'contract' | 'target' | 'seed' | 'startedAt'>

/** What stands in a folder while a run goes on, and after one that was killed. */
function unfinished(begun: Begun): Run {
  return {
    ...begun,
    finishedAt: begun.startedAt,
    complete: false,
    notes: ['The run had not come to its end when this was written. What it registered stands in withdrawals.jsonl.'],
    outcomes: [],
    observations: [],
    exchanges: [],
    registered: [],
    diagnoses: [],
  }
}
