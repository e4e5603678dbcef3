import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { Command } from 'commander'
import { UsageError } from '../../language/usage-error.ts'
import { comparable, historiesOf, historyText, type SavedRun } from '../../reports/comparison/history.ts'
import { htmlHistory } from '../../reports/html/history.ts'
import { jsonText } from '../../reports/text/json.ts'
import { styleOf } from '../../reports/text/lines.ts'
import { cannotRead } from '../../targets/configuration/named-file.ts'
import { filesBelow } from '../../text/files/file-tree.ts'
import { writeOutput } from '../output/output-file.ts'
import { readReport } from '../output/saved.ts'
import { complain, tell } from '../output/telling.ts'

const examples = `
Every report.json of the folder, and of those in it, is read; those of one target are put in the order of their time.

Examples:
  $ assay history reports                        a line of verdicts for each target, and what changed when
  $ assay history reports --out history.html     the same as a page

Exit codes: 0 shown · 2 wrong usage, or a report cannot be read`

export function historyCommand(): Command {
  return new Command('history')
    .argument('<folder>', 'the folder with the reports')
    .option('--out <file>', 'write it as a page as well')
    .option('--json', 'print it as JSON', false)
    .addHelpText('after', examples)
    .action(async (folder: string, { out, json }: { readonly out?: string; readonly json: boolean }) => {
      const { runs, problems } = await savedRuns(folder, out)
      if (runs.length === 0) throw new UsageError([`${folder} holds no report.json that can be read.`, ...problems].join('\n  '))
      const histories = historiesOf(runs)
      process.stdout.write(json ? jsonText(histories) : historyText(histories, styleOf(process.stdout)))
      if (out !== undefined) {
        await writeOutput(out, await htmlHistory(histories))
        tell(`The page is ${out}.`)
      }
      for (const problem of problems) complain(problem)
      if (problems.length > 0) process.exitCode = 2
    })
}

/** Reads one report at a time: all of them would fill the memory. */
async function savedRuns(folder: string, out: string | undefined): Promise<{ runs: SavedRun[]; problems: string[] }> {
  const entries = await filesBelow(folder).catch((cause: NodeJS.ErrnoException) => {
    throw cannotRead(folder, cause)
  })
  const [runs, problems]: [SavedRun[], string[]] = [[], []]
  const compact = comparable()
  for (const path of entries.filter((entry) => /(^|\/)report\.json$/.test(entry))) {
    try {
      const file = join(folder, path)
      runs.push({ path, page: out === undefined ? undefined : pageBeside(file, out), report: compact(await readReport(file)) })
    } catch (cause) {
      if (!(cause instanceof UsageError)) throw cause
      problems.push(cause.message)
    }
  }
  return { runs, problems }
}

/** The address of the page beside a report, as a page that is written to `out` reaches it; undefined if there is none. */
function pageBeside(report: string, out: string): string | undefined {
  const page = join(dirname(report), 'report.html')
  return existsSync(page) ? relative(dirname(resolve(out)), resolve(page)).replaceAll('\\', '/') : undefined
}
