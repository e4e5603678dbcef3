import { Command } from 'commander'
import type { Contract } from '../contracts/contract.ts'
import { exitCode } from '../engine/run.ts'
import { styleOf } from '../reports/lines.ts'
import { fromReport } from '../reports/parsing.ts'
import { plain } from '../reports/plain.ts'
import { replaySummary, standingOutcomes } from '../reports/replay.ts'
import { rejudge } from '../suites/run.ts'
import { ConfigurationError } from '../targets/configuration/configuration.ts'
import { contract, overlayOption } from './contract.ts'
import { readReport } from './saved.ts'

/** `assay replay REPORT`: judges saved evidence again with today's checks, and names every difference. */
export function replayCommand(): Command {
  return new Command('replay')
    .description('judge the evidence of a report again, without the network')
    .argument('<report>', 'the report.json of a run, or the folder that holds it')
    .addOption(overlayOption())
    .addHelpText(
      'after',
      '\nExample:\n  $ assay replay reports/out\n\nExit codes: those of the verdicts found now; 2 where the report cannot be read',
    )
    .action(async (path: string) => {
      const report = await readReport(path)
      if (report.side)
        throw new ConfigurationError(
          `${path} is the report of a client: of what it sent no more is kept than shows its findings. Run the gate again.`,
        )
      refuseOtherOverlays(path, report.spec.overlays)
      const exchanges = fromReport(report)
      const rejudged = await rejudge(contract, { exchanges, outcomes: report.outcomes })
      const outcomes = standingOutcomes(report, rejudged.outcomes)
      process.stdout.write(replaySummary(report, outcomes, contract.spec, styleOf(process.stdout)))
      process.exitCode = exitCode({ outcomes, complete: report.complete })
    })
}

/** Evidence is judged by what it was asked by: with other overlays, other checks would judge it. @throws {ConfigurationError} */
function refuseOtherOverlays(path: string, saved: Contract['spec']['overlays']): void {
  const { overlays } = contract.spec
  const digests = (all: typeof saved) => all.map(({ sha256 }) => sha256).join()
  if (digests(saved) === digests(overlays)) return
  const named = (all: typeof saved) => all.map(({ title, sha256 }) => `${plain(title)} (${sha256.slice(0, 12)})`).join(', ') || 'none'
  throw new ConfigurationError(
    `${path} was judged with other overlays: expected ${named(saved)}, found ${named(overlays)}. Give the same files with --overlay, in their order.`,
  )
}
