import { readFile } from 'node:fs/promises'
import type { Report } from '../reports/report.ts'
import { applyWaivers, parseWaivers, WaiverError } from '../reports/waivers.ts'
import { ConfigurationError } from '../targets/configuration/configuration.ts'

/** Reads a file of waivers, before anything is sent; what it gives applies them to a report as of today. @throws {ConfigurationError} */
export async function waiversOf(file: string): Promise<(report: Report) => Report> {
  try {
    const waivers = parseWaivers(await readFile(file, 'utf8'), file)
    return (report) => applyWaivers(report, waivers, new Date().toISOString().slice(0, 10))
  } catch (cause) {
    if (cause instanceof WaiverError) throw new ConfigurationError(cause.message)
    throw new ConfigurationError(
      `--waivers: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message}).`,
    )
  }
}
