import type { Command } from 'commander'
import { trafficCheckIds } from '../../consumers/traffic/recorded.ts'
import type { JudgedTraffic } from '../../consumers/traffic/traffic.ts'
import type { Target } from '../../engine/target.ts'
import { reportOf } from '../../reports/report.ts'
import { inFolder } from '../output/folder.ts'
import { addReportOptions, concludeReport, type ReportOptions } from '../output/report-output.ts'
import { waiversOf } from '../waivers.ts'
import { contract, overlayOption } from './contract.ts'
import { envFileOption } from './env-file.ts'

/** Adds what every command takes that judges both sides of traffic, and reports it. */
export function addTrafficOptions(command: Command, examples: string): Command {
  command
    .option('--operations <list>', 'the operations that are judged, separated by commas; all if left out')
    .addOption(envFileOption())
    .addOption(overlayOption())
  return addReportOptions(command).addHelpText('after', examples)
}

/** Judges traffic while the folder of the reports is this command's, writes them, and says the exit code. */
export async function reportTraffic(options: ReportOptions, target: Target, judged: () => Promise<JudgedTraffic>): Promise<number> {
  const waive = await waiversOf(options.waivers, () => trafficCheckIds(contract))
  return inFolder(options.out, { contract, target, startedAt: Date.now() }, async () => {
    const { run, requests } = await judged()
    const report = { ...reportOf(run), requests }
    return (await concludeReport(() => waive(report), options)).exitCode
  })
}
