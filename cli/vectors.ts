import { readFile } from 'node:fs/promises'
import { Command } from 'commander'
import { SignerError } from '../consumers/signer.ts'
import { isRight, signerSummary } from '../consumers/summary.ts'
import { judgeSigner, type SignerReport } from '../consumers/vectors.ts'
import { contract } from '../contracts/generated/contract.ts'
import { signedHeaders, type VectorFile, vectorsName } from '../contracts/vectors.ts'
import { jsonText } from '../reports/json.ts'
import { plainLines } from '../reports/plain.ts'
import { ConfigurationError } from '../targets/configuration/configuration.ts'
import { positive } from './options.ts'

interface Options {
  readonly signer?: string
  readonly timeout: number
  readonly pass?: string
  readonly json: boolean
}

const published = new URL(`../contracts/generated/vectors/${vectorsName}.json`, import.meta.url)

const construction = signedHeaders(contract)?.signature.construction
const parts = construction?.parts.map(({ name }) => name) ?? []

const protocol = `
The command is started once, in a shell. It reads one JSON object a line, and answers each with one line:
  asked     {"id":1,${parts.map((name) => `"${name}":"…"`).join(',')},"secret":"…"}
  answered  {"id":1,"signature":"…"}        and "canonicalString":"…" if it likes
Every value is a string but the id. Anything else on its standard output is a finding; its standard error is free.

Examples:
  $ assay vectors --signer 'node consumers/examples/signer.mjs'
  $ assay vectors --signer './sign --stdin' --json
  $ assay vectors > vectors.json            the vectors themselves

Exit codes: 0 all signed rightly · 1 a signature is wrong or missing · 2 wrong usage, nothing judged`

/** `assay vectors`: prints the signature vectors, or judges a signer by them. */
export function vectorsCommand(): Command {
  return new Command('vectors')
    .description('judge a signer by the signature vectors, or print them')
    .option('--signer <command>', 'the command that starts the signer')
    .option('--timeout <seconds>', 'how long the signer may say nothing', positive, 10)
    .option('--pass <names>', 'environment variables that the signer is given beside PATH, HOME and the language, separated by commas')
    .option('--json', 'print the judgement as JSON', false)
    .addHelpText('after', protocol)
    .action(async ({ signer, timeout, pass = '', json }: Options) => {
      const text = await readFile(published, 'utf8')
      if (signer === undefined) return void process.stdout.write(text)
      const report = await judge(signer, JSON.parse(text) as VectorFile, timeout * 1000, pass.split(','))
      process.stdout.write(json ? jsonText(report) : `${plainLines(signerSummary(report))}\n`)
      process.exitCode = isRight(report) ? 0 : 1
    })
}

async function judge(signer: string, { testGroups }: VectorFile, patience: number, given: readonly string[]): Promise<SignerReport> {
  if (!construction) throw new ConfigurationError('The document has no signed operation, so there is nothing to sign.')
  if (signer.trim() === '') throw new ConfigurationError('--signer is empty; expected the command that starts a signer.')
  const vectors = testGroups.flatMap(({ tests }) => tests)
  try {
    return await judgeSigner(signer, vectors, construction, patience, given)
  } catch (error) {
    if (error instanceof SignerError) throw new ConfigurationError(error.message, { cause: error })
    throw error
  }
}
