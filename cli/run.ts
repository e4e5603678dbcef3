import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import type { Receiver } from '../engine/client/receiver.ts'
import type { Plan } from '../engine/plan.ts'
import type { Run } from '../engine/run.ts'
import { type Observing, type Selection, unheard } from '../engine/selection.ts'
import type { Target } from '../engine/target.ts'
import { jsonText } from '../reports/json.ts'
import { styleOf } from '../reports/lines.ts'
import { planSummary } from '../reports/plan.ts'
import { type Report, reportOf } from '../reports/report.ts'
import { terminalSummary } from '../reports/terminal.ts'
import { defaultFormats, type Format, formatNames, writeReports, writeWhole } from '../reports/write.ts'
import { plan } from '../suites/run.ts'
import { ConfigurationError } from '../targets/configuration/configuration.ts'
import type { Settings } from '../targets/configuration/settings.ts'
import { openInBrowser } from './browser.ts'
import { contract } from './contract.ts'
import { formatsOf } from './formats.ts'
import { addListeningOptions, type ListeningOptions, whileListening } from './listening.ts'
import { addLimitOptions, addTargetArgument, addTargetOptions, limitsOf, settingsFrom, targetFrom } from './options.ts'
import { defaultLimits, judgeInterruptibly } from './session.ts'

interface Options extends ListeningOptions {
  readonly only?: string
  readonly observe?: readonly Observing[]
  readonly out: string
  readonly report?: readonly Format[]
  readonly waivers?: string
  readonly open: boolean
  readonly quiet: boolean
  readonly verbose: boolean
  readonly json: boolean
}

const examples = `
Examples:
  $ assay run --reference
  $ assay run dev                                 the target dev of assay.config.yaml
  $ assay run --target http://127.0.0.1:4010 --operations ${contract.operations[0]?.id}
  $ assay run --coin-url https://coins.example --chain-url https://dev.example/wallet --allow-withdrawals
  $ assay run --target … --only 5.4               only the checks of one clause
  $ assay run dev --listen 0.0.0.0:8080           also hear callbacks, and judge them
  $ assay run --target … --plan                   say what would be sent, and send nothing

Secrets are read from ${contract.settings
  .filter(({ secret }) => secret)
  .map(({ env }) => env)
  .join(', ')}.
Exit codes: 0 conforms · 1 a MUST failed · 2 wrong usage, nothing judged · 3 not proven`

/** `assay run`: judges a target and writes the reports. */
export function runCommand(): Command {
  const command = new Command('run').description('judge a target against the whole source')
  addTargetOptions(command, contract)
  addListeningOptions(command)
  return addLimitOptions(addTargetArgument(command), defaultLimits)
    .option('--reference', 'judge the reference provider that comes with Assay', false)
    .option('--only <pattern>', 'narrow the run to operations, clauses, requirements or checks (* is anything)')
    .option('--observe <list>', 'what to observe beyond the ordinary: withdrawals, future, or none at all', observing)
    .option('--plan', 'list what would be sent, and send nothing', false)
    .option('--out <dir>', 'where the reports go', 'reports/out')
    .option('--report <list>', `which reports to write (default: ${defaultFormats.join(',')}; all: ${formatNames.join(', ')})`, formatsOf)
    .option('--waivers <file>', 'known failures that do not fail the run, each with its reason, owner and expiry')
    .option('--open', 'open the report in a browser', false)
    .option('--quiet', 'print the answer and the failures only', false)
    .option('--verbose', 'print all of it, the behaviour at open points included', false)
    .option('--json', 'print report.json to standard output, and nothing else', false)
    .addHelpText('after', examples)
    .action(async (names: string[], options: Options) => {
      process.exitCode = options.reference ? await judgeReference(options) : await judgeNamed(names, options)
    })
}

/** Several targets are judged one after another, each into a folder of its own; all are resolved first, lest the last one's mistake come late. */
async function judgeNamed(names: readonly string[], options: Options): Promise<number> {
  if (names.length <= 1) {
    const settings = await settingsFrom(contract, { ...options }, names)
    return whileListening(options, (receiver) => judgeTarget(settings, options, receiver))
  }
  if (options.listen) throw new ConfigurationError('--listen hears one target at a time: name one.')
  if (options.json) throw new ConfigurationError('--json prints one report; name one target, or read each report.json.')
  const all = await Promise.all(names.map(async (name) => ({ name, settings: await settingsFrom(contract, { ...options }, [name]) })))
  const reports: { name: string; report: Report }[] = []
  for (const { name, settings } of all) {
    const report = await judgeOne(settings, options, join(options.out, encodeURIComponent(name)))
    if (report) reports.push({ name, report })
  }
  if (reports.length === 0) return 0
  const page = await writeMatrix(reports, options)
  if (options.open) await openInBrowser(page)
  return gravest(reports.map(({ report }) => report.exitCode))
}

/** The reference provider runs in this process, on a port of its own, and is the one target with defaults. */
async function judgeReference(options: Options): Promise<number> {
  return whileListening(options, (receiver) => judgeProvider(options, receiver))
}

async function judgeProvider(options: Options, receiver: Receiver | undefined): Promise<number> {
  const { startProvider } = await import('../provider/server.ts')
  const provider = await startProvider({ contract, ...(receiver && { callback: { url: receiver.url } }) })
  try {
    const { operations } = targetFrom(contract, { ...options, target: provider.url })
    const { bases, settings } = provider
    const target = { name: 'the reference provider', bases, settings, operations, allowWithdrawals: true }
    return await judgeTarget({ target, limits: limitsOf({ ...options }) }, options, receiver)
  } finally {
    await provider.close()
  }
}

async function judgeTarget(settings: Settings, options: Options, receiver: Receiver | undefined): Promise<number> {
  const report = await judgeOne(settings, options, options.out, receiver)
  if (report && options.open) await openInBrowser(join(options.out, 'report.html'))
  return report?.exitCode ?? 0
}

/** Undefined where the run was only planned. */
async function judgeOne(settings: Settings, options: Options, outDir: string, receiver?: Receiver): Promise<Report | undefined> {
  const { target, limits } = settings
  const selection: Selection = {
    ...(options.only !== undefined && { only: options.only }),
    ...(options.observe && { observe: options.observe }),
    ...(options.listen && { listen: true }),
  }
  const planned = await plan(contract, target, selection)
  refuseEmpty(target, planned, options)
  if (options.plan) {
    process.stdout.write(planSummary(planned, target, { ...styleOf(process.stdout), deadline: limits.deadline ?? defaultLimits.deadline }))
    return undefined
  }
  announce(target, planned, options)
  return conclude(await judgeInterruptibly(contract, settings, selection, { receiver, planned }), options, outDir)
}

/** A run that could judge nothing is a mistake of its user's. @throws {ConfigurationError} */
function refuseEmpty(target: Target, { admissions, probes }: Plan, { only }: Options): void {
  if (probes.length > 0) return
  if (Object.keys(target.bases).length === 0) {
    throw new ConfigurationError(
      'No target is set. Give --target URL (or set ASSAY_TARGET), the name of a target in assay.config.yaml (`assay init` writes one), or --reference for the provider that comes with Assay.',
    )
  }
  const reasons = [...new Set([...admissions.values()].flatMap((admission) => ('reason' in admission ? [admission.reason] : [])))]
  const narrowed = [...admissions.values()].every(({ verdict }) => verdict === 'inapplicable')
  if (reasons.includes(unheard)) throw new ConfigurationError(`Nothing could be judged.\n  ${unheard}`)
  if (narrowed && only !== undefined)
    throw new ConfigurationError(
      `--only ${only} leaves nothing to judge. Try an operation (${target.operations.join(', ')}), a clause such as 5.4, or a check of \`assay coverage\`.`,
    )
  throw new ConfigurationError(`Nothing could be judged.\n${reasons.map((reason) => `  ${reason}`).join('\n')}`)
}

function announce(target: Target, { cost }: Plan, options: Options): void {
  if (options.json || options.quiet || cost.registers === 0) return
  process.stderr.write(
    `This run may register withdrawals at ${target.name}: up to ${cost.registers} if it conforms, ${cost.mayRegister} at most if it does not.\n`,
  )
}

/** Writes the reports of a finished run, says what they say, and gives the exit code. */
async function conclude(finished: Run, options: Options, outDir: string): Promise<Report> {
  const report = await waived(reportOf(finished), options)
  const { paths, problems } = await writeReports(report, { outDir, formats: options.report ?? defaultFormats })
  if (options.json) process.stdout.write(jsonText(report))
  else {
    const detail = options.quiet ? 'quiet' : options.verbose ? 'verbose' : 'normal'
    process.stdout.write(terminalSummary(report, { ...styleOf(process.stdout), detail, paths }))
  }
  if (process.env['GITHUB_ACTIONS'] === 'true') await tellGitHub(report)
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  return report
}

async function waived(report: Report, { waivers }: Options): Promise<Report> {
  if (waivers === undefined) return report
  const { readWaivers } = await import('./waivers.ts')
  return readWaivers(waivers, report)
}

async function tellGitHub(report: Report): Promise<void> {
  const { githubAnnotations, githubSummary } = await import('../reports/github.ts')
  process.stdout.write(githubAnnotations(report))
  const file = process.env['GITHUB_STEP_SUMMARY']
  if (file) await appendFile(file, githubSummary(report))
}

/** One page for many targets, each cell linked to its report. */
async function writeMatrix(
  reports: readonly { readonly name: string; readonly report: Report }[],
  { out, quiet, json }: Options,
): Promise<string> {
  const { htmlMatrix } = await import('../reports/html/matrix.ts')
  const path = join(out, 'index.html')
  await writeWhole(path, await htmlMatrix(reports.map(({ name, report }) => ({ report, href: `${encodeURIComponent(name)}/report.html` }))))
  if (!quiet && !json) process.stdout.write(`\nAll targets: ${path}\n`)
  return path
}

/** The gravest of several exit codes: a failure, then what is not proven. */
function gravest(codes: readonly number[]): number {
  return codes.includes(1) ? 1 : Math.max(0, ...codes)
}

const observables: readonly Observing[] = ['none', 'withdrawals', 'future']

function observing(list: string): Observing[] {
  return list.split(',').map((part) => {
    const found = observables.find((name) => name === part.trim())
    if (found) return found
    throw new InvalidArgumentError(`Choose from: ${observables.join(', ')}.`)
  })
}
