import type { Command } from 'commander'
import { defaultFormats, formatNames } from '../../reports/write.ts'
import { listOf } from './flag-values.ts'

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
