import { statSync } from 'node:fs'
import { Command } from 'commander'
import { traced } from '../../consumers/gate/coping/attempt.ts'
import type { CopingOptions } from '../../consumers/gate/coping/coping.ts'
import { cope, defaultJobs } from '../../consumers/gate/coping/trials.ts'
import { gateSettings, templateNames, unknownNames } from '../../consumers/gate/environment.ts'
import { type Gated, type GateOptions, gate } from '../../consumers/gate/gate.ts'
import { gateCheckIds } from '../../consumers/gate/gate-checks.ts'
import { didYouMean } from '../../contracts/suggestion.ts'
import { begun, systemClock } from '../../engine/client/clock.ts'
import { defined } from '../../language/defined.ts'
import { UsageError } from '../../language/usage-error.ts'
import { commandFiles, gateReport, writeCommandFiles } from '../../reports/gate.ts'
import { createProgress } from '../../reports/terminal/progress.ts'
import { resolveOperations } from '../../targets/configuration/configuration.ts'
import { configurationFileName, readConfigurationFile } from '../../targets/configuration/configuration-file.ts'
import { fileFault } from '../../text/files/file-fault.ts'
import { readText } from '../../text/files/text-file.ts'
import { exiting } from '../exit-code.ts'
import { searchedSecrets, withoutSecrets } from '../fault.ts'
import { contract, overlayOption } from '../options/contract.ts'
import {
  duration,
  httpAddress,
  isHttpAddress,
  mapping,
  positiveInteger,
  positiveNumber,
  repeatableList,
  shard,
} from '../options/flag-values.ts'
import { isNoAddress, listenFault } from '../options/listen-fault.ts'
import { inFolder } from '../output/folder.ts'
import { addReportOptions, concludeReport, type ReportOptions } from '../output/report-output.ts'
import { tell } from '../output/telling.ts'
import { interruptibly } from '../runs/interruption.ts'
import { waiversOf } from '../waivers.ts'

interface Options extends ReportOptions, Omit<CopingOptions, 'onProgress'> {
  readonly env?: Readonly<Record<string, string>>
  readonly operations?: string
  readonly except?: readonly string[]
  readonly callback?: string | true
  readonly callbackBody?: string
  readonly together: boolean
  readonly host?: string
  readonly timeout?: number
  readonly config?: string
  readonly junit?: string
}

const names = templateNames(contract)

const examples = `
The command reads ASSAY_COIN_URL and the like, or what --env calls them. {names} that --env knows:
  ${names.join(', ')}
The wrong… ones are for tests of refusals: a request that carries one is wrong on purpose, and judged by its form alone.

Examples:
  $ assay gate -- npm test
  $ assay gate --env API_URL={chainUrl} --env API_TOKEN={apiToken} -- pytest -q
  $ assay gate --operations ${contract.operations[0]?.id} --junit build/junit.xml -- ./gradlew test
  $ assay gate --callback http://127.0.0.1:8080/hook -- npm test      it is called there once it listens

Exit codes: 0 conforms · 1 a MUST failed, or the command did · 2 wrong usage, nothing judged · 3 not proven`

export function gateCommand(): Command {
  const command = new Command('gate')
    .argument('[command...]', 'the command, behind --')
    .option('--env <name=template>', 'tell the command something under its own name (can be given several times)', mapping)
    .option('--operations <list>', 'the operations that the SDK offers, separated by commas; all if left out')
    .option('--except <pattern>', 'leave checks out that concern what the SDK does not offer (can be given several times)', repeatableList)
    .option('--callback [url]', 'send a callback there, or to the address that the command prints as ASSAY_CALLBACK_URL=…', httpAddress)
    .option('--callback-body <text>', 'what the callback carries (default: the newest payment)')
    .option('--together', 'serve all bases on one port', false)
    .option('--host <address>', 'where to serve (default: 127.0.0.1)')
    .option('--timeout <seconds>', 'the longest the command may take (default: 600)', positiveNumber)
    .option('--config <file>', `a file whose gate section says what the flags do not (default: ${configurationFileName})`)
    .option('--junit <file>', 'a JUnit file that the command writes, kept with the report')
    .option('--variants', 'run it again against each conforming variant of the provider', false)
    .option('--mutants', 'run it again against mutants of the provider, and say which faults it does not notice', false)
    .option('--jobs <n>', 'how many commands run side by side', positiveInteger, defaultJobs)
    .option('--budget <time>', 'the longest all of it may take, such as 5m', duration)
    .option('--shard <i/n>', 'do one part of several: `assay merge` joins them', shard)
    .addOption(overlayOption())
  return addReportOptions(command)
    .addHelpText('after', examples)
    .action(exiting(async (words: string[], options: Options) => judgeCommand(...(await configured(words, options)))))
}

/** What flags do not say, the gate section of the configuration file does. @throws {UsageError} */
async function configured(words: readonly string[], options: Options): Promise<[readonly string[], Options]> {
  const { command = [], operations, ...entry } = (await readConfigurationFile(contract, options.config))?.gate ?? {}
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  if (entry.callback !== undefined && !isHttpAddress(entry.callback))
    throw new UsageError('gate.callback: expected an address such as http://127.0.0.1:8080/hook.')
  const merged = defined({ ...entry, operations: operations?.join(), ...Object.fromEntries(given), env: { ...entry.env, ...options.env } })
  return [words.length > 0 ? words : command, merged as Options]
}

async function judgeCommand(words: readonly string[], options: Options): Promise<number> {
  if (words.length === 0) throw new UsageError('There is no command. Give it behind --, such as `assay gate -- npm test`.')
  refuseUnknown(options)
  const waive = await waiversOf(options.waivers, () => gateCheckIds(contract))
  const operations = resolveOperations(contract, options.operations)
  const began = begun(systemClock)
  const { startedAt } = began
  const target = { name: words.join(' '), bases: {}, settings: gateSettings(contract), operations, allowWithdrawals: true }
  return inFolder(options.out, { contract, target, startedAt }, async () => {
    const { gated, coping, junit } = await untilInterrupted(options, (signal) =>
      judgedWithTrials({ ...gateOptions(words, options, operations), signal }, options, began),
    )
    const files = commandFiles(gated, junit, hidden)
    const report = gateReport(withOthersHidden(gated), files, hidden, coping)
    const problems = await writeCommandFiles(files, options.out)
    return (await concludeReport(() => waive(report), options, problems)).exitCode
  })
}

/** The JUnit file is read before the command runs again, which may write it anew. */
async function judgedWithTrials(gateOptions: GateOptions, options: Options, { startedAt, elapsed }: ReturnType<typeof begun>) {
  const { variants, mutants, jobs, budget, shard: part } = options
  if (!variants && !mutants) return { gated: await gate(gateOptions), junit: junitOf(options.junit, startedAt) }
  const plain = await traced(gateOptions)
  const junit = junitOf(options.junit, startedAt)
  using progress = createProgress(process.stderr)
  if (!process.stderr.isTTY) process.stderr.write(`assay: running it again against other providers, ${jobs} side by side\n`)
  const left = budget === undefined ? undefined : Math.max(0, budget - elapsed())
  const onProgress: CopingOptions['onProgress'] = (state) => progress.update({ ...state, what: 'trials' })
  const coping = await cope(gateOptions, plain, defined({ variants, mutants, jobs, budget: left, shard: part, onProgress }))
  return { gated: plain.gated, junit, coping }
}

/** A command may send a secret of its own environment, or of `.env`, instead of the one that it was told: no report shows that either. */
function withOthersHidden(gated: Gated): Gated {
  const connection = { headers: [], tls: {}, hidden: searchedSecrets([]) }
  return { ...gated, run: { ...gated.run, target: { ...gated.run.target, connection } } }
}

/** A text without the values of the environment that look like secrets. */
function hidden(text: string): string {
  return withoutSecrets(text, [])
}

function gateOptions(words: readonly string[], options: Options, operations: readonly string[]): GateOptions {
  const { env, except, callback, callbackBody, together, host, timeout, json, quiet } = options
  const aside = json || quiet
  return defined({
    contract,
    words,
    operations,
    mapping: env,
    together,
    timeout: timeout === undefined ? undefined : timeout * 1000,
    except,
    host,
    callback: callback === undefined ? undefined : defined({ url: callback !== true ? callback : undefined, body: callbackBody }),
    onOutput: (chunk, stream) => void (stream === 'stdout' && !aside ? process.stdout : process.stderr).write(chunk),
  })
}

/** The first interruption ends the command; what was judged by then is reported. */
async function untilInterrupted<Result>({ host }: Options, act: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  try {
    return await interruptibly(act)
  } catch (cause) {
    throw host !== undefined && isNoAddress(cause) ? listenFault(cause, '--host', host, 0) : cause
  }
}

/** @throws {UsageError} */
function refuseUnknown({ env = {}, together }: Options): void {
  const known = names.filter((name) => together || name !== 'target')
  for (const [name, template] of Object.entries(env)) {
    const [unknown] = unknownNames(template, known)
    if (unknown === 'target')
      throw new UsageError(
        `--env ${name}: {target} is one address for all bases: give --together with it, or use ${contract.bases.map((base) => `{${base}Url}`).join(' and ')}.`,
      )
    if (unknown !== undefined)
      throw new UsageError(`--env ${name}: there is no {${unknown}}.${didYouMean(unknown, known)} It knows ${known.join(', ')}.`)
  }
}

const longestJunit = 16 << 20

/** The JUnit file of the command, where it was written since the command began. */
function junitOf(file: string | undefined, since: number): string | undefined {
  if (file === undefined) return undefined
  try {
    if (statSync(file).mtimeMs >= since - 1000) return readText(file, longestJunit)
    tell(`--junit: ${file} is not kept: it is older than this run, so the command did not write it.`)
  } catch (cause) {
    tell(`--junit: ${file} is not kept: ${fileFault(cause)}.`)
  }
  return undefined
}
