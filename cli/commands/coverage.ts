import { Command } from 'commander'
import { coverageSummary } from '../../reports/terminal/ledger.ts'
import { jsonText } from '../../reports/text/json.ts'
import { styleOf } from '../../reports/text/lines.ts'
import { coverage, uncovered } from '../../suites/coverage.ts'
import { catalogueOf } from '../../suites/index.ts'
import { contract, overlayOption } from '../options/contract.ts'
import { readReport, refuseOtherOverlays } from '../output/saved.ts'

export function coverageCommand(): Command {
  return new Command('coverage')
    .argument('[report]', 'a report.json, to show its verdicts as well')
    .addOption(overlayOption())
    .option('--json', 'print it as JSON', false)
    .addHelpText(
      'after',
      '\nExamples:\n  $ assay coverage\n  $ assay coverage reports/out/report.json\n\nExit codes: 0 every testable MUST on providers has a check · 1 one has none · 2 wrong usage',
    )
    .action(async (file: string | undefined, { json }: { json: boolean }) => {
      const report = file === undefined ? undefined : await readReport(file)
      if (file !== undefined && report) refuseOtherOverlays(file, report)
      const entries = coverage(contract, await catalogueOf(contract), report?.outcomes ?? [])
      process.stdout.write(json ? jsonText(entries) : coverageSummary(contract, entries, styleOf(process.stdout)))
      const missing = uncovered(entries)
      for (const { requirement } of missing)
        process.stderr.write(`No check judges ${requirement.id} (${requirement.clause}): ${requirement.text}\n`)
      process.exitCode = missing.length > 0 ? 1 : 0
    })
}
