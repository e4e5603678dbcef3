import { Command } from 'commander'
import { defined } from '../../language/defined.ts'
import { examinationReport, examinationSummary } from '../../reports/examination.ts'
import { jsonText } from '../../reports/text/json.ts'
import { styleOf } from '../../reports/text/lines.ts'
import { plain } from '../../reports/text/plain.ts'
import { examine, mayRegister } from '../../targets/doctor.ts'
import { contract } from '../options/contract.ts'
import { runLimits } from '../options/run-limits.ts'
import { addLimitOptions, addTargetArgument, addTargetOptions, settingsFrom } from '../options/target-options.ts'
import { tell } from '../output/telling.ts'
import { journalWithoutFolder } from '../runs/accounting.ts'
import { withProgress } from '../runs/interruptible-run.ts'

const defaultLimits = { deadline: 60, timeout: 10 } as const

const examples = `
Examples:
  $ assay doctor dev                              the target dev of assay.config.yaml
  $ assay doctor --target https://dev.example     credentials come from the environment

Exit codes: 0 healthy · 2 the configuration is wrong · 3 something keeps a run from judging`

export function doctorCommand(): Command {
  const command = addTargetOptions(new Command('doctor'))
  return addLimitOptions(addTargetArgument(command), defaultLimits)
    .option('--json', 'print what was found as JSON', false)
    .addHelpText('after', examples)
    .action(async (names: string[], options: { readonly json: boolean }) => {
      const { target, limits } = await settingsFrom({ ...options, examines: true }, names)
      const registers = mayRegister(contract, target)
      using journal = journalWithoutFolder(target, `examined ${new Date().toISOString()}`)
      if (registers > 0 && (journal || !options.json))
        tell(`This registers ${registers} withdrawal at ${plain(target.name)}${journal ? `, noted in ${journal.path}` : ''}.`)
      const limited = runLimits(limits, defaultLimits)
      const examination = await withProgress((watched) => examine(defined({ contract, target, ...limited, journal, ...watched })))
      const report = examinationReport(examination)
      process.stdout.write(options.json ? jsonText(report) : examinationSummary(report, styleOf(process.stdout)))
      process.exitCode = report.exitCode
    })
}
