import { Command } from 'commander'
import { createExplainer } from '../../consumers/explanation/explainer.ts'
import type { Contract } from '../../contracts/contract.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { didYouMean } from '../../contracts/suggestion.ts'
import { flagsOf } from '../../engine/target.ts'
import { defined } from '../../language/defined.ts'
import { UsageError } from '../../language/usage-error.ts'
import { strictness } from '../../provider/behaviour.ts'
import { CombinationError, combined } from '../../provider/combination.ts'
import { crossOriginHeaders } from '../../provider/cross-origin.ts'
import type { ProviderOptions } from '../../provider/options.ts'
import { type RunningProvider, startProvider } from '../../provider/server.ts'
import { variants } from '../../provider/variants.ts'
import { mutants } from '../../suites/mutants.ts'
import { contract, overlayOption, overlayWords } from '../options/contract.ts'
import { digitsUpTo, httpAddress, repeatable } from '../options/flag-values.ts'
import { isNoAddress, listenFault } from '../options/listen-fault.ts'
import { requestLog } from '../output/request-log.ts'

interface ServeOptions {
  readonly port: number
  readonly host: string
  readonly mutant?: string
  readonly variant?: readonly string[]
  readonly lenient?: true
  readonly cors?: true
  readonly log?: true
  readonly callback?: string
  readonly list?: true
  readonly json?: true
}

export function serveCommand(): Command {
  return new Command('serve')
    .option('-p, --port <number>', 'port to listen on; 0 takes a free one', digitsUpTo(65_535, 'a port number from 0 to 65535'), 4010)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--variant <name>', 'serve a conforming provider that differs at open points (can be given several times)', repeatable)
    .option('--mutant <name>', 'serve a provider that is wrong in one known way')
    .option('--lenient', 'accept unlisted fields and parameters, a token in another case, no values, and requests that carry a secret')
    .option('--cors', 'allow web pages of any origin to send requests (CORS)')
    .option('--log', 'print a line for every request on standard error; refused ones are always printed')
    .option(
      '--callback <url>',
      'send callbacks to this address: one after the first inquiry, and one for each payment that arrives',
      httpAddress,
    )
    .addOption(overlayOption())
    .option('--list', 'list variants and mutants, and serve nothing')
    .option('--json', 'with --list: as JSON; else: the ready line as JSON')
    .addHelpText('after', examples)
    .action(serve)
}

const examples = `
Examples:
  $ assay serve                                     on port 4010
  $ assay serve --port 0 --variant rising-timestamps --variant errors-problem
  $ assay serve --cors --log                        for a client in a browser
  $ assay serve --mutant requestWithdrawal.signature.compares-nothing
  $ assay serve --list

A refused request is told on standard error and in the answer: which mistake its signature makes, which path is near,
what was found. Fields and parameters that the document does not list, a token in another case, words such as
\`undefined\`, a signing secret that is sent and the credential of another operation are refused as well, but for --lenient
and --mutant.

Ends with SIGINT or SIGTERM.
Exit codes: 0 ended · 2 wrong usage, or the port is taken`

async function serve(options: ServeOptions): Promise<void> {
  if (options.list) return void process.stdout.write(options.json ? jsonList(contract) : textList(contract))
  const chosen = choose(options)
  try {
    const provider = await startProvider(chosen)
    closeOnSignals(provider)
    process.stdout.write(options.json ? `${JSON.stringify({ ready: true, bases: provider.bases })}\n` : readyLines(provider))
    process.stderr.write(guidance(contract, provider))
  } catch (error) {
    throw listenFault(error, isNoAddress(error) ? '--host' : '--port', options.host, options.port)
  }
}

function choose(options: ServeOptions): ProviderOptions {
  const { port, host, mutant: mutantName, variant: names = [], callback, lenient, cors, log } = options
  const mutant =
    mutantName === undefined ? undefined : oneNamed('mutant', mutantName, new Map(mutants(contract).map((each) => [each.name, each])))
  const variant = variantOf(names)
  const { transport } = variant.behaviour ?? {}
  return defined({
    ...variant,
    contract,
    port,
    host,
    behaviour: {
      ...(!lenient && !mutant && strictness),
      ...variant.behaviour,
      ...(cors && { crossOrigin: true, transport: { ...transport, headers: { ...transport?.headers, ...crossOriginHeaders } } }),
    },
    explainer: createExplainer(contract),
    witness: requestLog(contract, process.stderr, log === true),
    mutant,
    callback: callback === undefined ? undefined : { url: callback },
  })
}

function variantOf(names: readonly string[]): ProviderOptions {
  const chosen = names.map((name) => oneNamed('variant', name, new Map(Object.entries(variants))))
  try {
    return combined(chosen).options
  } catch (error) {
    if (!(error instanceof CombinationError)) throw error
    throw new UsageError(`${names.join(' and ')} do not go together. ${error.message}`)
  }
}

function oneNamed<Thing>(kind: string, name: string, known: ReadonlyMap<string, Thing>): Thing {
  const thing = known.get(name)
  if (thing !== undefined) return thing
  const suggestion = didYouMean(name, [...known.keys()])
  throw new UsageError(`There is no ${kind} "${name}".${suggestion} \`assay serve --list\` names them all.`)
}

function closeOnSignals(provider: RunningProvider): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.exitCode = 0
      void provider.close()
    })
  }
}

function readyLines({ url, bases }: RunningProvider): string {
  const addresses = new Set(Object.values(bases))
  const others = addresses.size > 1 ? Object.entries(bases).map(([base, address]) => `assay provider base ${base} on ${address}\n`) : []
  return `${others.join('')}assay provider ready on ${url}\n`
}

/** How to point `assay run` here: the credentials are the reference provider's public ones. */
function guidance({ settings }: Contract, provider: RunningProvider): string {
  const flags = flagsOf(provider.bases).flat().join(' ')
  const values = settings.map(({ name, env }) => `  export ${env}='${settingValue(provider.settings, name)}'`)
  return `\nJudge it with:  npx assay run ${flags}${overlayWords}\nwith its public credentials:\n${values.join('\n')}\n`
}

const listedVariants = Object.entries(variants).map(([name, { title }]) => ({ name, title }))

function textList(served: Contract): string {
  const known = mutants(served)
  const groups = [
    listed('Conforming variants (--variant)', listedVariants),
    ...served.operations.map(({ id }) =>
      listed(
        `Mutants of ${id} (--mutant)`,
        known.filter(({ operation }) => operation === id),
      ),
    ),
  ]
  return groups.join('\n')
}

function listed(heading: string, entries: readonly { readonly name: string; readonly title: string; readonly level?: string }[]): string {
  const lines = entries.map(({ name, title, level }) => `  ${name.padEnd(28)}  ${title}${level === 'SHOULD' ? ' (SHOULD)' : ''}\n`)
  return `${heading}\n${lines.join('')}`
}

function jsonList(served: Contract): string {
  const known = mutants(served).map(({ hooks: _, behaviour: __, ...told }) => told)
  return `${JSON.stringify({ variants: listedVariants, mutants: known }, null, 2)}\n`
}
