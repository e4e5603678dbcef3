import { Command } from 'commander'
import { exitCode } from '../../engine/run.ts'
import { UsageError } from '../../language/usage-error.ts'
import { fromReport } from '../../reports/parsing.ts'
import { replaySummary, standingOutcomes } from '../../reports/replay.ts'
import { styleOf } from '../../reports/text/lines.ts'
import { rejudge } from '../../suites/run.ts'
import { contract, overlayOption } from '../options/contract.ts'
import { readReport, refuseOtherOverlays, reportArgument } from '../output/saved.ts'

export function replayCommand(): Command {
  return new Command('replay')
    .argument('<report>', reportArgument)
    .addOption(overlayOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ assay replay reports/out\n\nExit codes: those of the verdicts found now; 2 where the report cannot be read',
    )
    .action(async (path: string) => {
      const report = await readReport(path)
      if (report.side)
        throw new UsageError(
          `${path} is the report of a client: of what it sent no more is kept than shows its findings. Run the gate again.`,
        )
      refuseOtherOverlays(path, report)
      const exchanges = fromReport(report)
      const rejudged = await rejudge(contract, { exchanges, outcomes: report.outcomes })
      const outcomes = standingOutcomes(report, rejudged.outcomes)
      process.stdout.write(replaySummary(report, outcomes, contract.spec, styleOf(process.stdout)))
      process.exitCode = exitCode({ outcomes, complete: report.complete })
    })
}
