import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import { type Comparison, compareReports, gotWorse } from '../reports/compare.ts'
import { comparisonText } from '../reports/comparison-text.ts'
import { jsonText } from '../reports/json.ts'
import { styleOf } from '../reports/lines.ts'
import { type Report, reportOf } from '../reports/report.ts'
import { writeWhole } from '../reports/write.ts'
import { contract } from './contract.ts'
import { addLimitOptions, addTargetOptions, settingsFrom } from './options.ts'
import { isSaved, readReport } from './saved.ts'
import { defaultLimits, judgeInterruptibly } from './session.ts'

interface Options {
  readonly behaviour: boolean
  readonly json: boolean
  readonly out?: string
}

const examples = `
Examples:
  $ assay compare before/report.json after/report.json
  $ assay compare dev mock                       two targets of assay.config.yaml, judged now
  $ assay compare reports/out http://127.0.0.1:4010
  $ assay compare A B --out comparison           writes comparison.html and comparison.md as well

Exit codes: 0 nothing got worse · 1 a requirement got worse (with --behaviour: or behaves otherwise) · 2 wrong usage`

/** `assay compare A B`: two reports, or two live targets, side by side. */
export function compareCommand(): Command {
  const command = new Command('compare').description('show what differs between two reports or two live targets')
  addTargetOptions(command, contract)
  return addLimitOptions(command, defaultLimits)
    .argument('<before>', 'a report, the name of a target, or an address')
    .argument('<after>', 'another')
    .option('--behaviour', 'let behaviour that differs at open points count as well', false)
    .option('--out <dir>', 'write comparison.html and comparison.md there')
    .option('--json', 'print the comparison as JSON', false)
    .addHelpText('after', examples)
    .action(async (before: string, after: string, options: Options) => {
      const comparison = compareReports(await reportFrom(before, options), await reportFrom(after, options))
      process.stdout.write(options.json ? jsonText(comparison) : comparisonText(comparison, styleOf(process.stdout)))
      if (options.out !== undefined) await write(comparison, options.out)
      process.exitCode = gotWorse(comparison) || (options.behaviour && comparison.behaviour.length > 0) ? 1 : 0
    })
}

/** A saved report, or that of a target that is judged now. */
async function reportFrom(given: string, options: Options): Promise<Report> {
  if (await isSaved(given)) return readReport(given)
  const address = /^https?:\/\//i.test(given)
  const settings = await settingsFrom(contract, { ...options, ...(address && { target: given }) }, address ? [] : [given])
  const finished = await judgeInterruptibly(contract, settings, {})
  return reportOf(finished)
}

async function write(comparison: Comparison, folder: string): Promise<void> {
  const { htmlComparison } = await import('../reports/html/compare.ts')
  const { compareMarkdown } = await import('../reports/compare-markdown.ts')
  await mkdir(folder, { recursive: true })
  await writeWhole(join(folder, 'comparison.html'), await htmlComparison(comparison))
  await writeWhole(join(folder, 'comparison.md'), compareMarkdown(comparison))
  process.stderr.write(`Written: ${join(folder, 'comparison.html')}, ${join(folder, 'comparison.md')}\n`)
}
