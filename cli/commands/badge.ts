import { Command } from 'commander'
import { writeReports } from '../../reports/write.ts'
import { codeWhenWritten } from '../output/output-file.ts'
import { readReport, reportArgument, reportFolder } from '../output/saved.ts'
import { say } from '../output/telling.ts'

const examples = `
Examples:
  $ assay badge reports/out
  $ assay badge reports/out --out public

Exit codes: 0 written · 2 wrong usage, or the report cannot be read · 3 it could not be written`

export function badgeCommand(): Command {
  return new Command('badge')
    .argument('<report>', reportArgument)
    .option('--out <dir>', 'where it goes (default: beside the report)')
    .addHelpText('after', examples)
    .action(async (path: string, { out }: { readonly out?: string }) => {
      const report = await readReport(path)
      const outDir = out ?? (await reportFolder(path))
      const written = await writeReports(report, { outDir, formats: ['badge', 'shields'] })
      for (const file of written.paths) say(file)
      process.exitCode = codeWhenWritten(0, written)
    })
}
