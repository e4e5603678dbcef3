import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseReport, type Report, ReportError } from '../reports/report.ts'
import { ConfigurationError } from '../targets/configuration/configuration.ts'

/** Reads a saved report: the file itself, or the folder that a run wrote. @throws {ConfigurationError} */
export async function readReport(path: string): Promise<Report> {
  try {
    const folder = (await stat(path)).isDirectory()
    return parseReport(await readFile(folder ? join(path, 'report.json') : path, 'utf8'))
  } catch (cause) {
    if (cause instanceof ReportError) throw new ConfigurationError(`${path}: ${cause.message}`)
    const code = (cause as NodeJS.ErrnoException).code
    throw new ConfigurationError(
      `${path} cannot be read (${code ?? (cause as Error).message}). Give the report.json of a run, or the folder that holds it.`,
    )
  }
}

/** True where a report can be read at a path: else it may be the name or address of a target. */
export async function isSaved(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
