import { Command, Option } from 'commander'
import type { Shard } from '../../consumers/gate/coping/coping.ts'
import type { Receiver } from '../../engine/callbacks/receiver.ts'
import { exposureOf } from '../../engine/money/exposure.ts'
import type { Plan } from '../../engine/plan.ts'
import { createSeed } from '../../engine/seed.ts'
import type { Observing, Selection } from '../../engine/selection.ts'
import { defined } from '../../language/defined.ts'
import { UsageError } from '../../language/usage-error.ts'
import type { Report } from '../../reports/report.ts'
import { exposureText, planSummary } from '../../reports/terminal/plan.ts'
import { styleOf } from '../../reports/text/lines.ts'
import { journalOf } from '../../reports/withdrawal-journal.ts'
import { defaultFormats, prepareReports } from '../../reports/write.ts'
import { versions } from '../../suites/releases.ts'
import { plan } from '../../suites/run.ts'
import type { Settings } from '../../targets/configuration/settings.ts'
import { exiting } from '../exit-code.ts'
import { withoutSecrets } from '../fault.ts'
import { contract } from '../options/contract.ts'
import { docsFrom, docsOption } from '../options/docs-address.ts'
import { listOf, positiveInteger, positiveNumber, shard } from '../options/flag-values.ts'
import { addListeningOptions, type ListeningOptions, whileListening } from '../options/listening.ts'
import { defaultLimits } from '../options/run-limits.ts'
import {
  addLimitOptions,
  addTargetArgument,
  addTargetOptions,
  allTargets,
  moneyGroup,
  refuseTarget,
  resolveAll,
  settingsFrom,
} from '../options/target-options.ts'
import { inFolder } from '../output/folder.ts'
import { addWrittenReports, conclude, type ReportOptions, type Waive } from '../output/report-output.ts'
import { tell } from '../output/telling.ts'
import { announceAll, announceWithdrawals } from '../runs/accounting.ts'
import { failedIn, stillFailing } from '../runs/failed-checks.ts'
import { judgeInterruptibly, type RunSession } from '../runs/interruptible-run.ts'
import { refuseEmpty, refuseMisspelt } from '../runs/plan-refusals.ts'
import { withReference } from '../runs/reference.ts'

interface Options extends ListeningOptions, ReportOptions {
  readonly only?: string
  readonly failed?: string
  /** The checks that failed before. */
  readonly before?: readonly string[]
  readonly suite?: string
  readonly baseline?: 'write' | 'prune'
  readonly owner?: string
  readonly expires?: string
  readonly observe?: readonly Observing[]
  readonly all: boolean
  readonly jobs: number
  readonly shard?: Shard
  readonly config?: string
  readonly maxWithdrawals?: number
  readonly seed?: string
  readonly quick: boolean
  readonly wait?: number
}

const examples = `
Examples:
  $ assay run --reference
  $ assay run dev                                 the target dev of assay.config.yaml
  $ assay run --target http://127.0.0.1:4010 --operations ${contract.operations[0]?.id}
  $ assay run --coin-url https://coins.example --chain-url https://dev.example/wallet --allow-withdrawals
  $ assay run --target … --only 5.4               only the checks of one clause
  $ assay run dev --listen 0.0.0.0:8080           also hear callbacks, and judge them
  $ assay run dev --waivers waivers.yaml --baseline write --owner payments --expires 2027-01-31

Secrets are read from ${contract.settings
  .filter(({ secret }) => secret)
  .map(({ env }) => env)
  .join(', ')}.
Exit codes: 0 conforms · 1 a MUST failed · 2 wrong usage, nothing judged · 3 not proven`

export function runCommand(): Command {
  const command = new Command('run')
  return addShowing(addJudging(command))
    .addHelpText('after', examples)
    .action(
      exiting(async (names: string[], given: Options) => {
        refuseIdle(given)
        const docs = await docsFrom(given)
        const again = given.failed === undefined ? {} : await failedIn(given.failed)
        const options: Options = defined({ ...again, ...given, ...docs })
        if (options.reference) refuseTarget(names, { ...options })
        return options.reference ? judgeReference(options) : judgeNamed(names, options, command)
      }),
    )
}

/** What is judged, and in which way. The groups of the help stand in the order in which their first option is added. */
function addJudging(command: Command): Command {
  addTargetArgument(addTargetOptions(command.optionsGroup('Target:')))
    .option('--reference', 'judge the reference provider that comes with Assay', false)
    .option('--all', 'judge every target of the configuration file', false)
    .option('--shard <i/n>', 'with several targets: judge only one part of them, I of N', shard)
    .optionsGroup(moneyGroup)
    .option(
      '--max-withdrawals <n>',
      'how many withdrawals may be registered before no more are sent (default away from this machine: three more than a conforming target registers)',
      positiveInteger,
    )
    .optionsGroup('What is judged:')
    .option('--only <pattern>', 'narrow the run to operations, clauses, requirements or checks (* is anything)')
    .addOption(
      new Option('--failed <report>', 'narrow the run to the checks that failed in a saved report, with its seed').conflicts('only'),
    )
    .option('--quick', 'try only the likeliest ways to be wrong, and leave out what is only observed', false)
    .addOption(new Option('--suite <version>', 'let only the checks of an earlier version fail; later ones warn').choices(versions))
    .option(
      '--observe <list>',
      'what to observe beyond the ordinary: withdrawals, future, or none at all',
      listOf<Observing>(['none', 'withdrawals', 'future']),
    )
    .option('--seed <name>', 'repeat the random choices of an earlier run, whose report names the seed')
    .addOption(new Option('--plan', 'list what would be sent, and send nothing').default(false).conflicts(['baseline', 'json', 'open']))
  return addLimitOptions(addListeningOptions(command).optionsGroup('Pace:'), defaultLimits)
    .option('--wait <seconds>', 'how long to wait for the target to answer at all', positiveNumber)
    .option('--jobs <n>', 'how many of several targets are judged side by side', positiveInteger, 1)
}

function addShowing(command: Command): Command {
  return addWrittenReports(command.optionsGroup('Reports:'))
    .addOption(
      new Option('--baseline <how>', 'keep the waivers: write adds what fails, prune takes out what does not').choices(['write', 'prune']),
    )
    .option('--owner <name>', 'with --baseline write: who is responsible for the failures')
    .option('--expires <date>', 'with --baseline write: the last day on which they are accepted, YYYY-MM-DD')
    .addOption(docsOption())
    .optionsGroup('Output:')
    .helpOption('-h, --help', 'display help for command')
    .option('--open', 'open the report in a browser', false)
    .addOption(new Option('--quiet', 'print only the conclusion and the failures').default(false).conflicts('verbose'))
    .option('--verbose', 'print everything, including the behaviour at open points', false)
    .option('--json', 'print report.json to standard output, and nothing else', false)
}

/** What has no effect was meant for something. @throws {UsageError} */
function refuseIdle({ baseline, owner, expires, listen, listenFor }: Options): void {
  if (baseline !== 'write' && (owner ?? expires) !== undefined)
    throw new UsageError('--owner and --expires are for --baseline write: add that, or leave them out.')
  if (!listen && listenFor !== undefined) throw new UsageError('--listen-for is for --listen: add that, or leave it out.')
}

async function judgeNamed(given: readonly string[], options: Options, command: Command): Promise<number> {
  if (options.all && given.length > 0) throw new UsageError(`--all judges every target: leave it out, or ${given.join(', ')}.`)
  const names = [...new Set(given)]
  if (names.length > 1 || options.all || options.shard !== undefined) return judgeMany(names, options, command)
  const settings = await settingsFrom({ ...options }, names)
  return whileListening(options, (receiver) => judgeTarget(settings, options, receiver))
}

async function judgeMany(given: readonly string[], options: Options, command: Command): Promise<number> {
  const { judgeFleet, shardOf, flagWords } = await import('../runs/fleet.ts')
  const all = options.all ? await allTargets(options) : given
  if (all.length === 0) throw new UsageError('--shard cuts a list of targets: name them, or give --all.')
  const names = shardOf(all, options.shard)
  if (options.listen) throw new UsageError('--listen hears one target at a time: name one.')
  if (options.json) throw new UsageError('--json prints one report; name one target, or read each report.json.')
  if (options.baseline) throw new UsageError('--baseline keeps the waivers of one target: name one.')
  if (options.plan) throw new UsageError('--plan shows the plan of one target: name one.')
  if (names.length === 0) throw new UsageError('There is no target to judge: this part of the configuration is empty.')
  await announceAll(await resolveAll({ ...options }, names), selectionOf(options), options.maxWithdrawals)
  const words = flagWords(command, ['all', 'jobs', 'shard', 'out', 'report', 'quiet', 'open'])
  return judgeFleet(names, words, { ...options, all, report: options.report ?? defaultFormats })
}

/** The reference provider runs in this process, on a port of its own, and is the one target with defaults. */
async function judgeReference(options: Options): Promise<number> {
  return whileListening(options, (receiver) => {
    const judge = (settings: Settings) => judgeTarget(settings, options, receiver)
    return withReference(options, judge, defined({ callback: receiver && { url: receiver.url } }))
  })
}

async function judgeTarget(settings: Settings, options: Options, receiver: Receiver | undefined): Promise<number> {
  const report = await judgeOne(settings, options, receiver)
  if (!report) return 0
  if (options.before) process.stderr.write(stillFailing(report, options.before))
  return report.exitCode
}

/** Undefined if the run was only planned. Whatever it writes to or reads from is tried before anything is sent. */
async function judgeOne(settings: Settings, options: Options, receiver: Receiver | undefined): Promise<Report | undefined> {
  const selection = selectionOf(options)
  const planned = await plan(contract, settings.target, selection)
  refuseMisspelt(planned, options)
  refuseEmpty(settings.target, planned, options)
  const waive = await waiving(options, planned)
  if (options.plan) {
    process.stdout.write(planText(planned, settings, options))
    return undefined
  }
  const { out, json, quiet, maxWithdrawals } = options
  const { target } = settings
  const seed = createSeed(options.seed)
  using journal = journalOf(out, { contract, target, run: seed.text, onProblem: tell })
  return await inFolder(out, { contract, target, seed: seed.text, startedAt: Date.now() }, async () => {
    announceWithdrawals(target, planned, defined({ most: maxWithdrawals, briefly: json || quiet }))
    const wait = options.wait === undefined ? undefined : options.wait * 1000
    const session: RunSession = defined({ receiver, planned, seed, journal, maxWithdrawals, wait })
    const [finished] = await Promise.all([
      judgeInterruptibly(settings, selection, session),
      prepareReports(options.report ?? defaultFormats, contract, target, seed.text),
    ])
    return await conclude(finished, options, waive)
  })
}

function selectionOf({ only, observe, listen, quick, suite: version }: Options): Selection {
  return defined({ only, observe, listen: listen ? true : undefined, quick: quick || undefined, suite: version })
}

function planText(planned: Plan, { target, limits }: Settings, { maxWithdrawals, verbose }: Options): string {
  const exposed = exposureOf(contract, target, planned, maxWithdrawals)
  const style = { ...styleOf(process.stdout), verbose, deadline: limits.deadline ?? defaultLimits.deadline }
  return planSummary(planned, { name: withoutSecrets(target.name) }, defined({ ...style, exposure: exposed && exposureText(exposed) }))
}

/** What the waivers make of a report; what reads their file is loaded only if there is one. */
async function waiving(options: Options, { checks }: Plan): Promise<Waive | undefined> {
  const known = checks.map(({ id }) => id)
  if (options.baseline !== undefined) return (await import('../baseline.ts')).baselineOf({ ...options, how: options.baseline, known })
  return options.waivers === undefined ? undefined : (await import('../waivers.ts')).waiversOf(options.waivers, () => known)
}
