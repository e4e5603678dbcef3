import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Command } from 'commander'
import { writeReports } from '../reports/write.ts'
import { readReport } from './saved.ts'
import { say, tell } from './telling.ts'

/** `assay badge REPORT`: writes badge.svg and the JSON that shields.io draws one from. */
export function badgeCommand(): Command {
  return new Command('badge')
    .description('write a badge of a run: SVG, and JSON for shields.io')
    .argument('<report>', 'the report.json of a run, or the folder that holds it')
    .option('--out <dir>', 'where it goes (default: beside the report)')
    .action(async (path: string, { out }: { readonly out?: string }) => {
      const report = await readReport(path)
      const outDir = out ?? ((await stat(path)).isDirectory() ? path : dirname(path))
      const { paths, problems } = await writeReports(report, { outDir, formats: ['badge', 'shields'] })
      for (const written of paths) say(written)
      for (const problem of problems) tell(problem)
      process.exitCode = problems.length > 0 ? 2 : 0
    })
}
