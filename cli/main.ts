import { Command, CommanderError, Help } from 'commander'
import { UsageError } from '../language/usage-error.ts'
import own from '../package.json' with { type: 'json' }
import { fittedProse } from '../reports/text/lines.ts'
import { withoutDebug } from './debugging.ts'
import { keepEarlySignals } from './runs/interruption.ts'

/** Wrong usage or configuration: nothing was judged. */
export const usageError = 2

/** Assay itself broke off: nothing is proven. */
const notProven = 3

/** A command of the command line; what it does is loaded only when it is called. */
interface Entry {
  readonly name: string
  readonly description: string
  readonly load: () => Promise<Command>
}

/** The module of a command exports the function that makes it, called after it. */
function entry<Name extends string>(
  name: Name,
  description: string,
  load: () => Promise<Readonly<Record<`${Name}Command`, () => Command>>>,
): Entry {
  return { name, description, load: async () => (await load())[`${name}Command`]() }
}

const commands: Readonly<Record<string, readonly Entry[]>> = {
  'Judge a service:': [
    entry('doctor', 'check the settings, and whether a target can be judged with them', () => import('./commands/doctor.ts')),
    entry('run', 'judge a target against the whole source', () => import('./commands/run.ts')),
    entry('compare', 'show what differs between two reports or two live targets', () => import('./commands/compare.ts')),
    entry('coverage', 'show every requirement and open point, with its checks', () => import('./commands/coverage.ts')),
    entry('explain', 'say what a check, a requirement or a clause of the source asks', () => import('./commands/explain.ts')),
    entry('init', 'write an assay.config.yaml to start from', () => import('./commands/init.ts')),
  ],
  'After a run:': [
    entry('report', 'render a saved run again and open its page', () => import('./commands/report.ts')),
    entry('issue', 'write a failure as Markdown for a tracker', () => import('./commands/issue.ts')),
    entry('send', 'send one exchange of a report again, freshly signed', () => import('./commands/send.ts')),
    entry('replay', 'judge the evidence of a report again, without the network', () => import('./commands/replay.ts')),
    entry('history', 'show what changed and when, over stored reports', () => import('./commands/history.ts')),
    entry('pin', 'write what a target did at open points as an overlay', () => import('./commands/pin.ts')),
    entry('badge', 'write a badge of a run: SVG, and JSON for shields.io', () => import('./commands/badge.ts')),
  ],
  'Judge a client:': [
    entry('serve', 'serve the contract: strictly, as a variant, or wrong in one known way', () => import('./commands/serve.ts')),
    entry('vectors', "judge an SDK's signer by the signature vectors", () => import('./commands/vectors.ts')),
    entry('sign', 'print the headers of one signed request, and send nothing', () => import('./commands/sign.ts')),
    entry('gate', "run an SDK's own tests and judge what they send", () => import('./commands/gate.ts')),
    entry('proxy', 'stand between a client and a service, and judge both', () => import('./commands/proxy.ts')),
    entry('judge', 'judge recorded traffic (HAR), and send nothing', () => import('./commands/judge.ts')),
    entry('pact', "verify a target by the pacts, or check a consumer's own", () => import('./commands/pact.ts')),
    entry('merge', 'join the parts of a gate into one report, or of a fleet into one page', () => import('./commands/merge.ts')),
  ],
  'Certificates:': [
    entry('challenge', 'make a challenge for a vendor to certify against', () => import('./commands/challenge.ts')),
    entry('certify', 'certify a target: a file that anybody can check', () => import('./commands/certify.ts')),
    entry('verify', 'check a certificate, without its maker and the network', () => import('./commands/verify.ts')),
    entry('directory', 'verify every certificate of a folder, and write a site of them', () => import('./commands/directory.ts')),
  ],
}

/** What empties a folder of reports before it fills it: ended before that, it would leave those of the last run. */
const takingFolders = new Set(['run', 'gate', 'proxy', 'judge', 'pact'])

const examples = `
Examples:
  $ assay run --reference           judge the provider that comes with Assay
  $ assay run --target https://…    judge your own, with credentials from .env
  $ assay run --plan --target …     see what would be sent, and send nothing
  $ assay serve                     start the reference provider
  $ assay explain 5.4               say what a clause asks

Exit codes: 0 conforms · 1 a MUST failed · 2 wrong usage · 3 not proven`

/** Runs a command line and returns its exit code; `onLoaded` is called before the command begins. Never throws for a user's mistake. */
export async function main(given: readonly string[], onLoaded = () => {}): Promise<number> {
  const all = withoutDebug(given)
  // Package managers hand on the mark that ends their own options.
  const words = all[0] === '--' ? all.slice(1) : all
  const program = new Command('assay')
    .description('Contract tests and conformance suite for a wallet-payment and coin-data HTTP service')
    .version(own.version, '-V, --version')
    .option('--debug', 'show where Assay itself failed, and each exchange as it ends')
    .addHelpText('after', examples)
    .showSuggestionAfterError()
    .showHelpAfterError('(assay --help lists what there is)')
    .hook('preAction', (_, called) => refuseEmpty(called))
  const said: string[] = []
  try {
    const called = words[0] === 'help' ? words[1] : words[0]
    using _ = called !== undefined && takingFolders.has(called) ? keepEarlySignals() : null
    for (const [group, grouped] of Object.entries(commands))
      for (const { name, description, load } of grouped)
        program.addCommand((called === name ? await load() : new Command(name)).description(description).helpGroup(group))
    prepare(program, said)
    onLoaded()
    await program.parseAsync(words, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    return await reported(error, said)
  }
}

/** Errors are thrown. What commander says of them is kept back, since it repeats what was typed, which may hold a secret. */
function prepare(command: Command, said: string[]): void {
  command.exitOverride().configureOutput({
    writeErr: (text) => said.push(text),
    writeOut: (text) => void process.stdout.write(fittedProse(text, process.stdout)),
  })
  // What is false unless it is given goes without saying.
  command.configureHelp({
    optionDescription: (option) => (option.defaultValue === false ? option.description : new Help().optionDescription(option)),
    minWidthToWrap: 20,
  })
  for (const child of command.commands) prepare(child, said)
}

/** An empty value is a variable that nobody set, unless it is any `<text>` or a word of a client's own command. @throws {UsageError} */
function refuseEmpty(command: Command): void {
  const given = [
    ...command.options.map((option) => [option.flags, command.getOptionValue(option.attributeName())] as const),
    ...command.registeredArguments.map((argument, at) => [`<${argument.name()}>`, command.processedArgs[at]] as const),
  ]
  const [empty] = given.find(([named, values]) => !mayBeEmpty.test(named) && [values].flat().some(isEmpty)) ?? []
  if (empty !== undefined) throw new UsageError(`${empty.split(/ [<[]/, 1)} is empty: is the variable set that should stand there?`)
}

const mayBeEmpty = /<text>$|^<command>$/

function isEmpty(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

/** What is said; of a variable in the place of a command, or a secret that was given as a flag, where it is set. */
async function sparingSecrets(said: string): Promise<string> {
  const [, variable] = /unknown command '(\w+)=/.exec(said) ?? []
  if (variable !== undefined) return `error: ${variable}=… is not a command: set variables before \`assay\`, or in .env.`
  const [flag = '', name] = /unknown option '--([a-z-]+)/.exec(said) ?? []
  if (name === undefined) return said
  const { contract } = await import('../contracts/generated/contract.ts')
  const setting = contract.settings.find(({ secret, env }) => secret && env.toLowerCase() === `assay_${name.replaceAll('-', '_')}`)
  return setting ? `error: ${flag}'. Secrets have no flags, because other processes can read those: set ${setting.env} in .env.` : said
}

/** What is ended by `using` may fail after the command did: how that failed comes first, and is how it ended. */
async function reported(error: unknown, said: readonly string[]): Promise<number> {
  if (error instanceof Error && error.name === 'SuppressedError') {
    const { suppressed, error: later } = error as SuppressedError
    const code = await reported(suppressed, said)
    await reported(later, [])
    return code
  }
  // Help and the version were written: what removes secrets is not loaded for them.
  if (error instanceof CommanderError && error.exitCode === 0) return 0
  const [{ faultSentence, sayable }, { complain }] = await Promise.all([import('./fault.ts'), import('./output/telling.ts')])
  if (said.length > 0) complain(sayable(await sparingSecrets(said.join('').trimEnd())))
  // Help that nobody asked for stands in the place of a command.
  if (error instanceof CommanderError) return usageError
  if (error instanceof UsageError) {
    complain(`assay: ${sayable(error.message)}`)
    return usageError
  }
  complain(`assay: ${faultSentence(error)}`)
  return notProven
}
