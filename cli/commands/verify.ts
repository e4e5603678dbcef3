import { Command, InvalidArgumentError } from 'commander'
import { mostBytes } from '../../certificates/certificate.ts'
import { subjectFrom } from '../../certificates/subject.ts'
import { UnreadableFile } from '../../certificates/untrusted-json.ts'
import { type Line, type Verification, verificationCode } from '../../certificates/verification/verification-lines.ts'
import { unprovenBy, type VerifyOptions, verify } from '../../certificates/verification/verify.ts'
import { defined } from '../../language/defined.ts'
import { UsageError } from '../../language/usage-error.ts'
import { verificationJson, verificationText } from '../../reports/terminal/verification.ts'
import { jsonText } from '../../reports/text/json.ts'
import { styleOf } from '../../reports/text/lines.ts'
import { day } from '../../text/day.ts'
import { exiting } from '../exit-code.ts'
import { needPackages, sigstorePackages } from '../optional.ts'
import { bytesOf, givenChallenge, publicKeys } from '../options/certificate-files.ts'
import { contract, overlayOption } from '../options/contract.ts'
import { positiveNumber, repeatable } from '../options/flag-values.ts'
import type { ReproductionFlags } from '../runs/reproduction.ts'

interface VerifyFlags extends ReproductionFlags {
  readonly bundle?: string
  readonly trustedRoot?: string
  readonly identity?: string
  readonly issuer?: string
  readonly key?: readonly string[]
  readonly maxAge?: number
  readonly challenge?: string
  readonly challengeKey?: readonly string[]
  readonly require?: readonly number[]
  readonly json: boolean
  readonly reproduce: boolean
}

const examples = `
Examples:
  $ assay verify assay.certificate.json --key vendor.pub.pem
  $ assay verify assay.certificate.json --challenge assay.challenge.json --require 1,2,3,4,5
  $ assay verify assay.certificate.json --reproduce --subject mock-1.2.0.tgz

1 intact · 2 in force · 3 judged again · 4 asked rightly · 5 fresh · 6 reproduced
Exit codes: 0 all that was asked for holds · 1 something does not · 2 no certificate, or wrong usage · 3 something cannot be told`

export function verifyCommand(): Command {
  return new Command('verify')
    .argument('<certificate>', 'the assay.certificate.json')
    .option('--key <file>', 'a public key in PEM that must have signed it (can be given several times)', repeatable)
    .option('--bundle <file>', 'a Sigstore bundle of it, as `cosign` or the attest action of GitHub make it')
    .option('--trusted-root <file>', "Sigstore's trusted root (JSON), for --bundle")
    .option('--identity <name>', 'who must have made the bundle: an e-mail address, or the URL of a workflow')
    .option('--issuer <url>', 'the issuer that vouches for --identity')
    .option('--max-age <days>', 'how old it may be', positiveNumber)
    .option('--challenge <file>', 'the challenge that it must answer')
    .option(
      '--challenge-key <file>',
      'a public key in PEM: it must answer a challenge that was signed with it (can be given several times)',
      repeatable,
    )
    .option(
      '--require <lines>',
      'which of the lines must hold, by number (default: 1,2,3,4, and 5 and 6 where they are asked for)',
      numbers,
    )
    .option('--reproduce', "start the subject as the certificate says, and run again with a new seed: that is somebody else's code", false)
    .option('--subject <file>', 'what it has to be about, and what --reproduce starts: a file, or an image as name@sha256:…')
    .option('--yes', 'start it without asking', false)
    .option('--target <url>', 'run again, with a new seed, against a target that runs already')
    .option('--allow-withdrawals', 'let that run send withdrawals to a target that is not on this machine: they move money', false)
    .option('--json', 'print JSON', false)
    .addOption(overlayOption())
    .addHelpText('after', examples)
    .action(exiting(verifyFile))
}

async function verifyFile(path: string, flags: VerifyFlags): Promise<number> {
  refuseContradictions(flags)
  const required = requiredLines(flags)
  const bundle = await bundleVerifier(flags)
  const bytes = bytesOf(path, mostBytes)
  const options: VerifyOptions = defined({
    contract,
    trust: defined({ keys: publicKeys(flags.key), subject: flags.subject === undefined ? undefined : await subjectFrom(flags.subject) }),
    asked: defined({ keys: publicKeys(flags.challengeKey), challenge: givenChallenge(flags.challenge) }),
    now: Date.now(),
    maxAge: flags.maxAge === undefined ? undefined : flags.maxAge * day,
    bundle,
  })
  const found = await verify(bytes, options).catch((cause: unknown) => {
    throw cause instanceof UnreadableFile ? new UnreadableFile(`${path}: ${cause.message}`, { cause }) : cause
  })
  const whole = await withReproduction(found, flags)
  const code = verificationCode(whole, required)
  process.stdout.write(
    flags.json ? jsonText(verificationJson(whole, required, code)) : verificationText(whole, required, styleOf(process.stdout)),
  )
  return code
}

/** What looks at the Sigstore bundle of a command line, where there is one; what that takes is loaded only then. */
async function bundleVerifier({ bundle, trustedRoot, identity, issuer }: VerifyFlags): Promise<VerifyOptions['bundle']> {
  if (bundle === undefined || trustedRoot === undefined || identity === undefined || issuer === undefined) return undefined
  needPackages(sigstorePackages, 'assay verify --bundle')
  const { bundleOf } = await import('../../certificates/verification/sigstore.ts')
  return bundleOf(bytesOf(bundle, 4 << 20), { trustedRoot: bytesOf(trustedRoot, 4 << 20), identity, issuer })
}

async function withReproduction(found: Verification, flags: VerifyFlags): Promise<Verification> {
  if (!flags.reproduce && flags.target === undefined) return found
  const { reproduce } = await import('../runs/reproduction.ts')
  const last: Line = await reproduce(found, flags)
  const lines = [...found.lines.filter(({ number }) => number !== last.number), last]
  const ranAgain = last.holds !== true ? undefined : flags.target === undefined ? 'subject' : 'target'
  return defined({ ...found, lines, unproven: found.certificate && unprovenBy(found.certificate, ranAgain) })
}

/** @throws {UsageError} where flags need others, or exclude them */
function refuseContradictions({ bundle, identity, issuer, trustedRoot, reproduce, target }: VerifyFlags): void {
  if (bundle !== undefined && (identity === undefined || issuer === undefined || trustedRoot === undefined))
    throw new UsageError('--bundle needs --trusted-root, and --identity with --issuer: anybody can make a bundle.')
  if (bundle === undefined && (identity ?? issuer ?? trustedRoot) !== undefined)
    throw new UsageError('--identity, --issuer and --trusted-root are about a Sigstore bundle: give it with --bundle.')
  if (reproduce && target !== undefined)
    throw new UsageError('--reproduce starts the subject, --target asks one that runs: give one of the two.')
}

/** The lines that must hold: those that are named, or all that the flags ask for. @throws {UsageError} */
function requiredLines({ require, challenge, challengeKey, reproduce, target }: VerifyFlags): readonly number[] {
  const isFresh = challenge !== undefined || challengeKey !== undefined
  const isReproduced = reproduce || target !== undefined
  if (require?.includes(5) && !isFresh) throw new UsageError('--require 5 needs the challenge: give --challenge or --challenge-key.')
  if (require?.includes(6) && !isReproduced) throw new UsageError('--require 6 needs --reproduce or --target.')
  return require ?? [1, 2, 3, 4, ...(isFresh ? [5] : []), ...(isReproduced ? [6] : [])]
}

function numbers(list: string): number[] {
  const found = [...new Set(list.split(',').map(Number))]
  if (found.every((number) => Number.isInteger(number) && number >= 1 && number <= 6)) return found
  throw new InvalidArgumentError('Expected numbers from 1 to 6, separated by commas.')
}
