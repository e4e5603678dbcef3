import { Command, CommanderError } from 'commander'
import { StartError } from '../certificates/start-error.ts'
import { Unreadable } from '../certificates/unreadable.ts'
import { DerivationError } from '../contracts/derivation-error.ts'
import own from '../package.json' with { type: 'json' }
import { DocumentError } from '../spec/document-error.ts'
import { ConfigurationError } from '../targets/configuration/configuration.ts'
import { withoutDebug } from './debugging.ts'

/** Wrong usage or configuration: nothing was judged. */
export const usageError = 2

/** Assay itself broke off: nothing is proven. */
const notProven = 3

/** The commands by what they are for, and by name: what each does, and where it stands. Nothing is loaded before it is asked for. */
const commands: Readonly<Record<string, Readonly<Record<string, { readonly summary: string; readonly load: () => Promise<Command> }>>>> = {
  'Judge a service:': {
    doctor: {
      summary: 'look at the settings, and whether a target can be judged with them',
      load: async () => (await import('./doctor.ts')).doctorCommand(),
    },
    run: { summary: 'judge a target against the whole source', load: async () => (await import('./run.ts')).runCommand() },
    compare: {
      summary: 'show what differs between two reports or targets',
      load: async () => (await import('./compare.ts')).compareCommand(),
    },
    coverage: {
      summary: 'show every requirement and open point, with its checks',
      load: async () => (await import('./coverage.ts')).coverageCommand(),
    },
    explain: { summary: 'say what a check sends and judges', load: async () => (await import('./explain.ts')).explainCommand() },
    init: { summary: 'write an assay.config.yaml to start from', load: async () => (await import('./init.ts')).initCommand() },
  },
  'After a run:': {
    report: { summary: 'render a saved run again and open its page', load: async () => (await import('./report.ts')).reportCommand() },
    issue: { summary: 'write a failure as Markdown for a tracker', load: async () => (await import('./issue.ts')).issueCommand() },
    send: { summary: 'send one exchange of a report again', load: async () => (await import('./send.ts')).sendCommand() },
    replay: { summary: 'judge the evidence of a report again', load: async () => (await import('./replay.ts')).replayCommand() },
    history: {
      summary: 'show what changed and when, over stored reports',
      load: async () => (await import('./history.ts')).historyCommand(),
    },
    pin: {
      summary: 'write what a target did at open points as an overlay',
      load: async () => (await import('./pin.ts')).pinCommand(),
    },
    badge: { summary: 'write a badge of a run', load: async () => (await import('./badge.ts')).badgeCommand() },
  },
  'Judge a client:': {
    serve: { summary: 'start the reference provider, or a wrong one', load: async () => (await import('./serve.ts')).serveCommand() },
    vectors: {
      summary: "judge an SDK's signer by the signature vectors",
      load: async () => (await import('./vectors.ts')).vectorsCommand(),
    },
    sign: { summary: 'print the headers of one signed withdrawal', load: async () => (await import('./sign.ts')).signCommand() },
    gate: { summary: "run an SDK's own tests and judge what they send", load: async () => (await import('./gate.ts')).gateCommand() },
    proxy: {
      summary: 'stand between a client and a service, and judge both',
      load: async () => (await import('./proxy.ts')).proxyCommand(),
    },
    judge: { summary: 'judge recorded traffic (HAR), and send nothing', load: async () => (await import('./judge.ts')).judgeCommand() },
    pact: {
      summary: "verify a target by the pacts, or check a consumer's own",
      load: async () => (await import('./pact.ts')).pactCommand(),
    },
    merge: {
      summary: 'join the parts of a gate into one report, or of a fleet into one page',
      load: async () => (await import('./merge.ts')).mergeCommand(),
    },
  },
  'Certificates:': {
    challenge: {
      summary: 'make a challenge for a vendor to certify against',
      load: async () => (await import('./challenge.ts')).challengeCommand(),
    },
    certify: {
      summary: 'certify a target: a file that anybody can check',
      load: async () => (await import('./certify.ts')).certifyCommand(),
    },
    verify: { summary: 'check a certificate, without its maker', load: async () => (await import('./verify.ts')).verifyCommand() },
    directory: {
      summary: 'verify every certificate of a folder, and write a site of them',
      load: async () => (await import('./directory.ts')).directoryCommand(),
    },
  },
}

const examples = `
Examples:
  $ assay run --reference                     judge the reference provider that comes with Assay
  $ assay run --target https://dev.example    judge your own; credentials come from the environment
  $ assay run --plan --target …               see what would be sent, and send nothing
  $ assay serve                               start the reference provider
  $ assay explain requestWithdrawal.signature.signs-seconds

Exit codes: 0 conforms · 1 a MUST failed · 2 wrong usage, nothing judged · 3 not proven`

/** Runs a command line and returns its exit code; `onLoaded` is called before the command begins. Never throws for a user's mistake. */
export async function main(given: readonly string[], onLoaded = () => {}): Promise<number> {
  const words = withoutDebug(given)
  const program = new Command('assay')
    .description('Contract tests and conformance suite for a wallet-payment and coin-data HTTP service')
    .version(own.version, '-V, --version')
    .option('--debug', 'show where a fault of Assay stands, and each exchange as it ends')
    .addHelpText('after', examples)
    .showSuggestionAfterError()
    .showHelpAfterError('(assay --help lists what there is)')
  const said: string[] = []
  try {
    for (const [group, grouped] of Object.entries(commands))
      for (const [name, { summary, load }] of Object.entries(grouped))
        program.addCommand((words[0] === name ? await load() : new Command(name).description(summary)).helpGroup(group))
    takeErrors(program, said)
    onLoaded()
    await program.parseAsync(words, { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    return await reported(error, program, said)
  }
}

/** Errors are thrown, and what commander says of them is kept, since it repeats what was typed. */
function takeErrors(command: Command, said: string[]): void {
  command.exitOverride().configureOutput({ writeErr: (text) => said.push(text) })
  for (const child of command.commands) takeErrors(child, said)
}

async function reported(error: unknown, program: Command, said: readonly string[]): Promise<number> {
  const { faultSentence, sayable } = await import('./fault.ts')
  process.stderr.write(sayable(said.join('')))
  if (error instanceof CommanderError)
    return error.exitCode === 0 || error.code === 'commander.help' ? helpCode(error, program) : usageError
  if (usersMistakes.some((kind) => error instanceof kind)) {
    console.error(`assay: ${sayable((error as Error).message).replace(longWord, (word) => `${word.slice(0, 200)}…`)}`)
    return usageError
  }
  console.error(`assay: ${faultSentence(error)}`)
  return notProven
}

/** Longer than any name or path that somebody typed. */
const longWord = /\S{1000,}/g

/** What is wrong with what was given, in a sentence each. */
const usersMistakes = [ConfigurationError, DerivationError, DocumentError, Unreadable, StartError]

/** The exit code after help was shown: 2 where no command was given, since that is a mistake, else 0. */
function helpCode({ code }: CommanderError, program: Command): number {
  return code === 'commander.help' && program.args.length === 0 ? usageError : 0
}
