import { readFile } from 'node:fs/promises'
import type { Report } from '../reports/report.ts'
import { applyWaivers, parseWaivers, WaiverError } from '../reports/waivers.ts'
import { ConfigurationError } from '../targets/configuration/configuration.ts'

/** Applies a file of waivers to a report as of today. @throws {ConfigurationError} */
export async function readWaivers(file: string, report: Report): Promise<Report> {
  try {
    return applyWaivers(report, parseWaivers(await readFile(file, 'utf8'), file), new Date().toISOString().slice(0, 10))
  } catch (cause) {
    if (cause instanceof WaiverError) throw new ConfigurationError(cause.message)
    throw new ConfigurationError(
      `--waivers: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message}).`,
    )
  }
}
