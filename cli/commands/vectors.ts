import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { Command } from 'commander'
import { isRight, signerSummary, verifierSummary } from '../../consumers/vectors/summary.ts'
import { judgeSigner, type Signing } from '../../consumers/vectors/vectors.ts'
import { judgeVerifier, verifierQuestions } from '../../consumers/vectors/verifiers.ts'
import {
  bodyFields,
  signedAddress,
  signedHeaders,
  type Vector,
  type VectorFile,
  vectorFile,
  vectorsName,
} from '../../contracts/vectors/vectors.ts'
import { UsageError } from '../../language/usage-error.ts'
import { jsonText } from '../../reports/text/json.ts'
import { fitted } from '../../reports/text/lines.ts'
import { plainLines } from '../../reports/text/plain.ts'
import { writeFiles } from '../../reports/write.ts'
import { contract, isOverlaid, overlayOption } from '../options/contract.ts'
import { digitsUpTo, positiveNumber } from '../options/flag-values.ts'
import { codeWhenWritten } from '../output/output-file.ts'
import { tell } from '../output/telling.ts'

interface Options {
  readonly signer?: string
  readonly verifier?: string
  readonly only?: string
  readonly show: number
  readonly report?: string
  readonly timeout: number
  readonly pass?: string
  readonly json: boolean
}

const published = new URL(`../../contracts/generated/vectors/${vectorsName}.json`, import.meta.url)

const construction = signedHeaders(contract)?.signature.construction
const parts = construction?.parts.map(({ name }) => name) ?? []

const protocol = `
The command is started once, in a shell. It reads one JSON object a line, and answers each with one line, in any order:
  a signer      {"id":1,${parts.map((name) => `"${name}":"…"`).join(',')},"secret":"…"}
  answers       {"id":1,"signature":"…"}        and "canonicalString":"…" if it likes
  a verifier    the same with "signature":"…"
  answers       {"id":1,"valid":true}           or false
Every value is a string but the id. The other fields of the body are there too, for they are not to be signed. Anything else on
its standard output is a finding; its standard error is shown.

Examples:
  $ assay vectors --signer 'node consumers/examples/signer.mjs'
  $ assay vectors --signer './sign --stdin' --only TrailingZeros,LargeAmount --show 50
  $ assay vectors --verifier './verify --stdin' --report verifier.json
  $ assay vectors > vectors.json            the vectors themselves
  $ assay vectors --overlay partner.yaml --signer './sign --stdin'   those of a changed document

Exit codes: 0 all right · 1 something is wrong or missing · 2 wrong usage, nothing judged`

export function vectorsCommand(): Command {
  return new Command('vectors')
    .showHelpAfterError("(its command stands behind --signer or --verifier, in quotes: assay vectors --signer 'node sign.mjs')")
    .option('--signer <command>', 'the command that starts the signer')
    .option('--verifier <command>', 'the command that starts what verifies signatures')
    .option('--only <list>', 'only these vectors: numbers or flags, with commas between them')
    .option('--show <count>', 'how many wrong vectors to show', digitsUpTo(999_999, 'a whole number'), 5)
    .option('--report <file>', 'write the judgement to a file as JSON, too')
    .option('--timeout <seconds>', 'how long it may be silent', positiveNumber, 10)
    .option('--pass <names>', 'environment variables that it is given beside PATH, HOME and the language, separated by commas')
    .addOption(overlayOption())
    .option('--json', 'print the judgement as JSON', false)
    .addHelpText('after', protocol)
    .action(async (options: Options) => {
      const text = await textOfVectors()
      const { testGroups } = JSON.parse(text) as VectorFile
      const vectors = chosen(
        testGroups.flatMap(({ tests }) => tests),
        options.only,
      )
      if (options.signer === undefined && options.verifier === undefined) {
        process.stdout.write(options.only === undefined ? text : jsonText(vectors))
        return
      }
      const { judgement, summary, right } = await judgeProgram(options, vectors)
      const json = jsonText(judgement)
      // Signatures, which are indented, are left to the terminal: one stands under the other.
      const prose = (text: string) => text.replace(/^ {0,3}\S.*$/gm, (line) => fitted(line, process.stdout))
      process.stdout.write(options.json ? json : prose(`${plainLines(summary)}\n`))
      const files = options.report === undefined ? {} : { [basename(options.report)]: async () => json }
      process.exitCode = codeWhenWritten(right ? 0 : 1, await writeFiles(dirname(options.report ?? '.'), files))
    })
}

/** The published file, or the same for the signature of a changed document. */
async function textOfVectors(): Promise<string> {
  if (!isOverlaid || !construction) return readFile(published, 'utf8')
  const { header, ...file } = vectorFile(construction)
  return jsonText({ ...file, header: header.slice(1) })
}

async function judgeProgram({ signer, verifier, show, timeout, pass = '' }: Options, vectors: readonly Vector[]) {
  if (!construction) throw new UsageError('The document has no signed operation, so there is nothing to sign.')
  if (signer !== undefined && verifier !== undefined) throw new UsageError('--signer and --verifier exclude each other; give one of them.')
  const command = signer ?? verifier ?? ''
  const signing: Signing = { construction, fields: bodyFields(contract), address: signedAddress(contract) }
  const program = { command, patience: timeout * 1000, given: pass.split(',') }
  if (signer === undefined) {
    const report = await judgeVerifier(program, verifierQuestions(vectors, signing))
    return { judgement: report, summary: verifierSummary(report, show), right: isRight(report) }
  }
  const report = await judgeSigner(program, vectors, signing, {
    searching: sayItSearches,
    isLate: () => process.cpuUsage().user > longest * 1e6,
  })
  return { judgement: report, summary: signerSummary(report, construction, show), right: isRight(report) }
}

/** So much time of a processor, in seconds, is spent before the last search begins: it ends within fifteen. */
const longest = 12

function sayItSearches(unexplained: number): void {
  tell(`No single mistake makes ${unexplained} of the signatures: rarer ones, and two at once, are tried for some seconds.`)
}

/** The vectors of a list of numbers and flags. @throws {UsageError} for what names none. */
function chosen(vectors: readonly Vector[], only: string | undefined): readonly Vector[] {
  if (only === undefined) return vectors
  const names = only.split(',').map((name) => name.trim())
  const isNamed = ({ tcId, flags }: Vector, name: string) =>
    String(tcId) === name || flags.some((flag) => flag.toLowerCase() === name.toLowerCase())
  const unknown = names.find((name) => !vectors.some((vector) => isNamed(vector, name)))
  if (unknown !== undefined) {
    const flags = [...new Set(vectors.flatMap((vector) => vector.flags))].join(', ')
    throw new UsageError(`--only: no vector has the number or flag ${JSON.stringify(unknown)}; the flags are ${flags}.`)
  }
  return vectors.filter((vector) => names.some((name) => isNamed(vector, name)))
}
