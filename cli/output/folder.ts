import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { nothingFound, type Run } from '../../engine/run.ts'
import { reportOf } from '../../reports/report.ts'
import { jsonText } from '../../reports/text/json.ts'
import { explainedFault, makeFolder, reportFiles, writeWhole } from '../../reports/write.ts'
import { ConfigurationError } from '../../targets/configuration/configuration.ts'
import { lockFolder } from './folder-lock.ts'

/**
 * Locks a folder for a run before anything is sent: checks that it can be written, removes the reports of the last run, and writes
 * one that says that this run is not over. Gives what releases it again. @throws {ConfigurationError} where it cannot be written, or another run does.
 */
export async function takeFolder(path: string, begun: Begun): Promise<() => Promise<void>> {
  return holdFolder(path, async () => {
    await Promise.all(reportFiles.map((file) => rm(join(path, file), { force: true })))
    await writeWhole(join(path, 'report.json'), jsonText(reportOf(unfinished(begun))))
  })
}

/** Locks a folder for one run, checks that it can be written, and gives what releases it again. @throws {ConfigurationError} where it cannot be, or another run does. */
export async function holdFolder(path: string, prepare = async () => {}): Promise<() => Promise<void>> {
  if (path.trim() === '') throw new ConfigurationError('--out is empty; expected the folder for the reports.')
  try {
    await makeFolder(resolve(path))
    const release = await lockFolder(path)
    await prepare().catch(async (cause) => {
      await release()
      throw cause
    })
    return release
  } catch (cause) {
    throw cause instanceof ConfigurationError ? cause : new ConfigurationError(`--out: ${explainedFault(path, cause)}`)
  }
}

/** Runs something while a folder is taken for it. @throws {ConfigurationError} */
export async function inFolder<Result>(path: string, begun: Begun, act: () => Promise<Result>): Promise<Result> {
  const release = await takeFolder(path, begun)
  return act().finally(release)
}

/** What is known of a run before it sends anything. */
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
