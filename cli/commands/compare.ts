import { Command } from 'commander'
import { askedOrigin } from '../../engine/exchange.ts'
import { createSeed, type Seed } from '../../engine/seed.ts'
import { claimedReads } from '../../engine/target.ts'
import { UsageError } from '../../language/usage-error.ts'
import { type Comparison, compareReports, gotWorse } from '../../reports/comparison/compare.ts'
import { comparisonText } from '../../reports/comparison/comparison-text.ts'
import { comparable } from '../../reports/comparison/history.ts'
import { type Report, reportOf } from '../../reports/report.ts'
import { jsonText } from '../../reports/text/json.ts'
import { styleOf } from '../../reports/text/lines.ts'
import { type Written, writeFiles } from '../../reports/write.ts'
import type { Settings } from '../../targets/configuration/settings.ts'
import { unsetDiagnoses } from '../../targets/diagnoses/unset-settings.ts'
import { examine } from '../../targets/doctor.ts'
import { counted } from '../../text/counted.ts'
import { exiting } from '../exit-code.ts'
import { withoutSecrets } from '../fault.ts'
import { contract } from '../options/contract.ts'
import { defaultLimits, runLimits } from '../options/run-limits.ts'
import { addConfigurationOptions, addLimitOptions, addTargetOptions, settingsFrom } from '../options/target-options.ts'
import { holdFolder } from '../output/folder.ts'
import { codeWhenWritten } from '../output/output-file.ts'
import { isSaved, readReport } from '../output/saved.ts'
import { tell } from '../output/telling.ts'
import { accountedFor } from '../runs/accounting.ts'
import { judgeInterruptibly } from '../runs/interruptible-run.ts'
import { interruptibly } from '../runs/interruption.ts'

interface Options {
  readonly behaviour: boolean
  readonly json: boolean
  readonly out?: string
}

type Side = Report | Settings

const examples = `
Examples:
  $ assay compare before/report.json after/report.json
  $ assay compare dev mock                       two targets of assay.config.yaml, judged now
  $ assay compare reports/out http://127.0.0.1:4010
  $ assay compare dev mock --overlay partner.yaml  judged by a changed document
  $ assay compare A B --out comparison           writes comparison.html and comparison.md as well

Exit codes: 0 nothing got worse · 1 a requirement got worse (with --behaviour: or behaves differently) · 2 wrong usage · 3 what failed before was not judged again, a run did not finish, or a page could not be written`

export function compareCommand(): Command {
  const command = addLimitOptions(addTargetOptions(new Command('compare')), defaultLimits)
  return addConfigurationOptions(command)
    .argument('<before>', 'a report, the name of a target, or an address')
    .argument('<after>', 'another')
    .option('--behaviour', 'let behaviour that differs at open points count as well', false)
    .option('--out <dir>', 'write comparison.html and comparison.md there')
    .option('--json', 'print the comparison as JSON', false)
    .addHelpText('after', examples)
    .action(exiting(compare))
}

async function compare(before: string, after: string, options: Options): Promise<number> {
  const [one, other] = [await sideOf(before, options), await sideOf(after, options)]
  const sides = [one, other] as const
  await Promise.all(sides.map((side) => ('limits' in side ? refuseUnjudgeable(side) : undefined)))
  refuseUnlike(sides)
  // Tried before anything is sent.
  const release = options.out !== undefined && sides.some((side) => 'limits' in side) ? await holdFolder(options.out) : undefined
  return interruptibly((signal) => compareSides(sides, options, signal)).finally(release)
}

/** An interruption of the first run ends the comparison: the other target is asked for nothing any more. */
async function compareSides([one, other]: readonly [Side, Side], options: Options, signal: AbortSignal): Promise<number> {
  // What is rare is asked of both: with another seed, a fault would seem to be mended, or to be new.
  const seed = createSeed([one, other].find((side) => 'outcomes' in side)?.seed)
  const before = await reportOfSide(one, seed)
  if (signal.aborted && 'limits' in other) {
    tell(`${withoutSecrets(other.target.name)} was not judged: the comparison was interrupted.`)
    return 3
  }
  const comparison = compareReports(before, await reportOfSide(other, seed))
  process.stdout.write(options.json ? jsonText(comparison) : comparisonText(comparison, styleOf(process.stdout)))
  const exitCode = exitCodeOf(comparison, options)
  return options.out === undefined ? exitCode : codeWhenWritten(exitCode, await writePages(comparison, options.out))
}

/** What an interrupted run did not judge (one that was killed: nothing) may have got worse; what failed and is not judged may still fail. */
function exitCodeOf(comparison: Comparison, { behaviour }: Options): 0 | 1 | 3 {
  if (gotWorse(comparison) || (behaviour && comparison.behaviour.length > 0)) return 1
  const unfinished = [comparison.before, comparison.after].filter(({ complete }) => !complete)
  for (const { target, startedAt } of unfinished) tell(`The run of ${target} (${startedAt}) did not finish, so not everything is compared.`)
  const { length } = comparison.unjudged
  if (length > 0)
    tell(
      `${counted(length, 'check')} that failed before ${length === 1 ? 'was' : 'were'} not judged in the later run: nothing shows that the fault is mended.`,
    )
  return unfinished.length + length > 0 ? 3 : 0
}

/** A saved report, or the settings of a target that is to be judged: a mistake in either is told before anything is sent. */
async function sideOf(given: string, options: Options): Promise<Side> {
  const address = URL.canParse(given)
  // No target has a name that looks like a path.
  if ((await isSaved(given)) || (!address && /[/\\]|\.json$/.test(given))) return comparable()(await readReport(given))
  return settingsFrom({ ...options, target: address ? given : undefined }, address ? [] : [given])
}

/** One that cannot be judged is refused before the other is: without its settings, or where nobody answers. @throws {UsageError} */
async function refuseUnjudgeable({ target, limits }: Settings): Promise<void> {
  const unset = unsetDiagnoses(contract, target)
  const free = claimedReads(contract, target).map(({ id }) => id)
  const { timeout, deadline } = runLimits(limits)
  const within = { timeout, deadline: Math.min(deadline, 2 * timeout) }
  const asked = unset.length > 0 ? [] : (await examine({ contract, target: { ...target, operations: free }, ...within })).exchanges
  const answered = new Set(asked.filter(({ failure }) => !failure).map(askedOrigin))
  const silent = asked.filter((exchange) => !answered.has(askedOrigin(exchange)))
  const problems = [
    ...unset.map(({ problem }) => problem),
    ...new Set(unset.map(({ remedy }) => remedy)),
    ...new Set(silent.map(({ failure }) => `It does not answer: ${failure?.message ?? 'nothing came'}.`)),
  ]
  if (problems.length === 0) return
  throw new UsageError(`${target.name} cannot be judged, so nothing was sent.\n${problems.map((each) => `  ${each}`).join('\n')}`)
}

/** A service and a client are held to different requirements. @throws {UsageError} */
function refuseUnlike(sides: readonly Side[]): void {
  const kinds = new Set(sides.map((side) => ('outcomes' in side && side.side) || 'provider'))
  if (kinds.size > 1) throw new UsageError('One of them is of a service, the other of a client: compare reports of one kind.')
}

async function reportOfSide(side: Side, seed: Seed): Promise<Report> {
  if ('outcomes' in side) return side
  return reportOf(await accountedFor(side.target, (session) => judgeInterruptibly(side, {}, session), seed))
}

async function writePages(comparison: Comparison, folder: string): Promise<Written> {
  const written = await writeFiles(folder, {
    'comparison.html': async () => (await import('../../reports/html/compare.ts')).htmlComparison(comparison),
    'comparison.md': async () => (await import('../../reports/comparison/compare-markdown.ts')).compareMarkdown(comparison),
  })
  if (written.paths.length > 0) tell(`Written: ${written.paths.join(', ')}`)
  return written
}
