import { Command } from 'commander'
import { mergedReport } from '../reports/merging.ts'
import { ReportError } from '../reports/parsing.ts'
import { ConfigurationError } from '../targets/configuration/configuration.ts'
import { concludeReport } from './conclusion.ts'
import { addReportOptions, type ReportOptions } from './report-options.ts'
import { readReport } from './saved.ts'
import { waiversOf } from './waivers.ts'

/** `assay merge REPORT…`: joins the parts of a gate into one report. */
export function mergeCommand(): Command {
  const command = new Command('merge')
    .description('join the reports of the parts of a gate (--shard) into one')
    .argument('<reports...>', 'the report.json of each part, or the folder that holds it')
  return addReportOptions(command)
    .addHelpText(
      'after',
      '\nExample:\n  $ assay merge part-1 part-2 --out reports/out\n\nExit codes: those of a whole run; 2 where the parts do not belong together',
    )
    .action(async (paths: string[], options: ReportOptions) => {
      const parts = await Promise.all(paths.map(readReport))
      const waive = options.waivers === undefined ? undefined : await waiversOf(options.waivers)
      const report = merged(parts)
      process.exitCode = (await concludeReport(waive?.(report) ?? report, options, options.out)).exitCode
    })
}

function merged(parts: Parameters<typeof mergedReport>[0]): ReturnType<typeof mergedReport> {
  try {
    return mergedReport(parts)
  } catch (cause) {
    if (cause instanceof ReportError) throw new ConfigurationError(cause.message)
    throw cause
  }
}
