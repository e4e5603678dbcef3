import { join } from 'node:path'
import { Command } from 'commander'
import { terminalSummary } from '../../reports/terminal/terminal.ts'
import { styleOf } from '../../reports/text/lines.ts'
import { defaultFormats, formatNames, type ReportFormat, writeReports } from '../../reports/write.ts'
import { docsFrom, docsOption } from '../options/docs-address.ts'
import { listOf } from '../options/flag-values.ts'
import { openInBrowser } from '../output/browser.ts'
import { codeWhenWritten } from '../output/output-file.ts'
import { documented } from '../output/report-output.ts'
import { readReport, reportArgument, reportFolder } from '../output/saved.ts'

export function reportCommand(): Command {
  return new Command('report')
    .argument('[report]', reportArgument, 'reports/out')
    .option('--report <list>', 'which reports to render', listOf(formatNames))
    .addOption(docsOption())
    .option('--no-open', 'do not open the page in a browser')
    .addHelpText(
      'after',
      '\nExamples:\n  $ assay report\n  $ assay report reports/out --report markdown,badge --no-open\n\nExit codes: those of the run; 2 where the report cannot be read; 3 for 0 where one could not be written',
    )
    .action(
      async (path: string, options: { readonly report?: readonly ReportFormat[]; readonly docs?: string; readonly open: boolean }) => {
        const report = { ...(await readReport(path)), ...documented(await docsFrom(options)) }
        const outDir = await reportFolder(path)
        const written = await writeReports(report, { outDir, formats: options.report ?? defaultFormats.filter((name) => name !== 'json') })
        process.stdout.write(terminalSummary(report, { ...styleOf(process.stdout), detail: 'normal', paths: written.paths }))
        const exitCode = codeWhenWritten(report.exitCode, written)
        if (options.open && process.stdout.isTTY) await openInBrowser(join(outDir, 'report.html'))
        process.exitCode = exitCode
      },
    )
}
