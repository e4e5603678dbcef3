import { appendFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { releaseMemory } from '../../engine/memory.ts'
import type { Run } from '../../engine/run.ts'
import { type Report, reportInTurns } from '../../reports/report.ts'
import { terminalSummary } from '../../reports/terminal/terminal.ts'
import { jsonText } from '../../reports/text/json.ts'
import { styleOf } from '../../reports/text/lines.ts'
import { defaultFormats, explainedFault, formatNames, type ReportFormat, writeReports } from '../../reports/write.ts'
import { listOf } from '../options/flag-values.ts'
import { undisturbed } from '../runs/interruption.ts'
import { openInBrowser } from './browser.ts'
import { codeWhenWritten } from './output-file.ts'
import { isOnGitHub } from './telling.ts'

export interface ReportOptions {
  readonly out: string
  readonly report?: readonly ReportFormat[]
  readonly waivers?: string
  readonly quiet: boolean
  readonly verbose: boolean
  readonly json: boolean
  readonly open?: boolean
  readonly docs?: string
}

/** What waivers make of a report. */
export type Waive = (report: Report) => Report | Promise<Report>

/** Writes the reports of a finished run and says what they say. One that could not be written is never green. */
export async function conclude(finished: Run, options: ReportOptions, waive: Waive = (report) => report): Promise<Report> {
  return concludeReport(async (signal) => waive({ ...(await reportInTurns(finished, signal)), ...documented(options) }), options)
}

/** Where the pages of the checks are, as a report holds it. */
export function documented({ docs }: Pick<ReportOptions, 'docs'>): Pick<Report, 'docs'> {
  return docs === undefined ? {} : { docs: docs === 'none' ? '' : docs }
}

/**
 * Writes a report in its forms and says what it says; `more` went wrong before, and is never green either. What a run found cannot be asked for
 * again: an interruption waits until it is made into a report and saved, as soon as may be, and ends the rest at once.
 */
export async function concludeReport(
  make: (signal: AbortSignal) => Report | Promise<Report>,
  options: ReportOptions,
  more: readonly string[] = [],
): Promise<Report> {
  const { out: outDir } = options
  const formats = options.report ?? defaultFormats
  const { report, saved } = await undisturbed(async (signal) => {
    releaseMemory()
    const made = await make(signal)
    return { report: made, saved: await writeReports(made, { outDir, formats: formats.filter((format) => format === 'json') }) }
  })
  const others = await writeReports(report, { outDir, formats: formats.filter((format) => format !== 'json') })
  const paths = [...saved.paths, ...others.paths]
  if (!formats.includes('json')) await rm(join(outDir, 'report.json'), { force: true }).catch(() => undefined)
  if (options.json) process.stdout.write(jsonText(report))
  else {
    const detail = options.quiet ? 'quiet' : options.verbose ? 'verbose' : 'normal'
    process.stdout.write(terminalSummary(report, { ...styleOf(process.stdout), detail, paths }))
  }
  const untold = isOnGitHub() ? await tellGitHub(report, options) : []
  const problems = [...saved.problems, ...others.problems, ...more, ...untold]
  if (options.open) await openInBrowser(join(outDir, 'report.html'))
  return { ...report, exitCode: codeWhenWritten(report.exitCode, { problems }) }
}

/** Annotations are read from either stream; standard output belongs to `--json` alone. */
async function tellGitHub(report: Report, { json }: ReportOptions): Promise<string[]> {
  const { githubAnnotations, githubSummary } = await import('../../reports/formats/github.ts')
  const stream = json ? process.stderr : process.stdout
  stream.write(githubAnnotations(report))
  const file = process.env['GITHUB_STEP_SUMMARY']
  if (!file) return []
  return appendFile(file, githubSummary(report)).then(
    () => [],
    (cause: unknown) => [explainedFault(file, cause)],
  )
}

export function addWrittenReports(command: Command): Command {
  return command
    .option('--out <dir>', 'where the reports go', 'reports/out')
    .option(
      '--report <list>',
      `which reports to write (default: ${defaultFormats.join(',')}; any of: ${formatNames.join(', ')})`,
      listOf(formatNames),
    )
    .option('--waivers <file>', 'known failures that do not fail the run, each with its reason, owner and expiry')
}

export function addReportOptions(command: Command): Command {
  return addWrittenReports(command)
    .option('--open', 'open the report in a browser', false)
    .option('--quiet', 'print only the conclusion and the failures', false)
    .option('--verbose', 'print all of it', false)
    .option('--json', 'print report.json to standard output, and nothing else', false)
}
