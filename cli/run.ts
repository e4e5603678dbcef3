import { Command, InvalidArgumentError } from 'commander'
import { contract } from '../contracts/generated/contract.ts'
import { styleOf } from '../reports/lines.ts'
import { planSummary } from '../reports/plan.ts'
import { createProgress } from '../reports/progress.ts'
import { reportOf } from '../reports/report.ts'
import { terminalSummary } from '../reports/terminal.ts'
import { writeReports } from '../reports/write.ts'
import { ConfigurationError } from '../suites/configuration.ts'
import { defaultDeadline, type Plan, plan, run } from '../suites/engine.ts'
import type { Limits } from '../suites/entry.ts'
import { exitCode, type Run } from '../suites/run.ts'
import type { Observing, Selection } from '../suites/selection.ts'
import type { Settings } from '../suites/settings.ts'
import type { Target } from '../suites/target.ts'
import { secretVariations } from '../suites/variations.ts'
import { addLimitOptions, addTargetOptions, limitsOf, settingsFrom, targetFrom } from './options.ts'

interface Options {
  readonly reference: boolean
  readonly only?: string
  readonly observe?: readonly Observing[]
  readonly plan: boolean
  readonly out: string
  readonly quiet: boolean
  readonly verbose: boolean
  readonly json: boolean
}

type FullLimits = Limits & Required<Pick<Limits, 'deadline' | 'timeout' | 'concurrency'>>

/** A target that answers one request a second is done within the deadline. */
const defaultLimits: FullLimits = { deadline: defaultDeadline / 1000, timeout: 10, concurrency: 32 }

const examples = `
Examples:
  $ assay run --reference
  $ assay run dev                                 the target dev of assay.config.yaml
  $ assay run --target http://127.0.0.1:4010 --operations ${contract.operations[0]?.id}
  $ assay run --coin-url https://coins.example --chain-url https://dev.example/wallet --allow-withdrawals
  $ assay run --target … --only 5.4               only the checks of one clause
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
  return addLimitOptions(command, defaultLimits)
    .argument('[targets...]', 'the name of a target in assay.config.yaml')
    .option('--reference', 'judge the reference provider that comes with Assay', false)
    .option('--only <pattern>', 'narrow the run to operations, clauses, requirements or checks (* is anything)')
    .option('--observe <list>', 'what to observe beyond the ordinary: withdrawals, future, or none at all', observing)
    .option('--plan', 'list what would be sent, and send nothing', false)
    .option('--out <dir>', 'where the reports go', 'reports/out')
    .option('--quiet', 'print the answer and the failures only', false)
    .option('--verbose', 'print all of it, the behaviour at open points included', false)
    .option('--json', 'print report.json to standard output, and nothing else', false)
    .addHelpText('after', examples)
    .action(async (names: string[], options: Options) => {
      process.exitCode = options.reference
        ? await judgeReference(options)
        : await judgeTarget(await settingsFrom(contract, { ...options }, names), options)
    })
}

/** The reference provider runs in this process, on a port of its own, and is the one target with defaults. */
async function judgeReference(options: Options): Promise<number> {
  const { startProvider } = await import('../provider/server.ts')
  const provider = await startProvider({ contract })
  try {
    const { operations } = targetFrom(contract, { ...options, target: provider.url })
    const { bases, settings } = provider
    const target = { name: 'the reference provider', bases, settings, operations, allowWithdrawals: true }
    return await judgeTarget({ target, limits: limitsOf({ ...options }) }, options)
  } finally {
    await provider.close()
  }
}

async function judgeTarget({ target, limits: wished }: Settings, options: Options): Promise<number> {
  const limits = { ...defaultLimits, ...wished }
  const selection: Selection = {
    ...(options.only !== undefined && { only: options.only }),
    ...(options.observe && { observe: options.observe }),
  }
  const planned = await plan(contract, target, selection)
  refuseEmpty(target, planned, options)
  if (options.plan) {
    process.stdout.write(planSummary(planned, target, { ...styleOf(process.stdout), deadline: limits.deadline }))
    return 0
  }
  announce(target, planned, options)
  const finished = await runInterruptibly(target, selection, limits)
  return conclude(finished, options)
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
  if (narrowed && only !== undefined)
    throw new ConfigurationError(
      `--only ${only} leaves nothing to judge. Try an operation (${target.operations.join(', ')}), a clause such as 5.4, or a check of \`assay coverage\`.`,
    )
  throw new ConfigurationError(`Nothing could be judged.\n${reasons.map((reason) => `  ${reason}`).join('\n')}`)
}

function announce(target: Target, { cost }: Plan, options: Options): void {
  if (options.json || options.quiet || cost.registers === 0) return
  process.stderr.write(
    `This run may register withdrawals at ${target.name}: ${cost.registers} if it conforms, ${cost.mayRegister} at most if it does not.\n`,
  )
}

async function runInterruptibly(target: Target, selection: Selection, { deadline, timeout, concurrency, rate }: FullLimits): Promise<Run> {
  const interruption = new AbortController()
  const interrupt = () => (interruption.signal.aborted ? process.exit(130) : interruption.abort())
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  const progress = createProgress(process.stderr)
  try {
    return await run({
      contract,
      target,
      selection,
      signal: interruption.signal,
      deadline: deadline * 1000,
      timeout: timeout * 1000,
      concurrency: Math.ceil(concurrency),
      ...(rate !== undefined && { rate }),
      onProgress: ({ sent, planned, exchange }) => progress.update({ done: sent, total: planned, doing: exchange.id }),
    })
  } finally {
    progress.end()
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
  }
}

async function conclude(finished: Run, options: Options): Promise<number> {
  const report = reportOf(finished, secretVariations(finished.contract, finished.target))
  const { paths, problems } = await writeReports(report, { outDir: options.out, formats: ['json', 'junit'] })
  if (options.json) process.stdout.write(`${JSON.stringify(report, null, 1)}\n`)
  else {
    const detail = options.quiet ? 'quiet' : options.verbose ? 'verbose' : 'normal'
    process.stdout.write(terminalSummary(report, { ...styleOf(process.stdout), detail, paths }))
  }
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  return exitCode(finished)
}

const observables: readonly Observing[] = ['none', 'withdrawals', 'future']

function observing(list: string): Observing[] {
  return list.split(',').map((part) => {
    const found = observables.find((name) => name === part.trim())
    if (found) return found
    throw new InvalidArgumentError(`Choose from: ${observables.join(', ')}.`)
  })
}
