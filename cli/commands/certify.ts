import { join } from 'node:path'
import { Command } from 'commander'
import { openCertificate, readCertificateFile } from '../../certificates/certificate.ts'
import { type Certified, type CertifyOptions, certify, hasSecrets } from '../../certificates/certify.ts'
import { commandOn, startSubject, startsHere, subjectFrom, subjectWord } from '../../certificates/subject.ts'
import { verifyOpened } from '../../certificates/verification/verify.ts'
import { defaultConcurrency } from '../../engine/client/client.ts'
import type { Exchange } from '../../engine/exchange.ts'
import type { Plan } from '../../engine/plan.ts'
import { defined } from '../../language/defined.ts'
import { UsageError } from '../../language/usage-error.ts'
import { certifiedText, svgCertificateBadge } from '../../reports/formats/badge.ts'
import { htmlCertificate } from '../../reports/html/certificate.ts'
import { redactBytes, redactionsOf } from '../../reports/redaction/redaction.ts'
import { signaturesOf } from '../../reports/redaction/signatures.ts'
import { reportOf } from '../../reports/report.ts'
import { terminalSummary, withdrawalSummary } from '../../reports/terminal/terminal.ts'
import { jsonText } from '../../reports/text/json.ts'
import { styleOf } from '../../reports/text/lines.ts'
import { journalElsewhere } from '../../reports/withdrawal-journal.ts'
import { writeFiles } from '../../reports/write.ts'
import { plan } from '../../suites/run.ts'
import type { Settings } from '../../targets/configuration/settings.ts'
import { day } from '../../text/day.ts'
import { shellWord } from '../../text/shell-word.ts'
import { exiting } from '../exit-code.ts'
import { withoutSecrets } from '../fault.ts'
import { givenChallenge, privateKeys } from '../options/certificate-files.ts'
import { contract } from '../options/contract.ts'
import { days, repeatable } from '../options/flag-values.ts'
import { defaultLimits, runLimits } from '../options/run-limits.ts'
import { addLimitOptions, addTargetArgument, addTargetOptions, refuseTarget, settingsFrom } from '../options/target-options.ts'
import { holdFolder } from '../output/folder.ts'
import { codeWhenWritten } from '../output/output-file.ts'
import { say, tell } from '../output/telling.ts'
import { announceWithdrawals } from '../runs/accounting.ts'
import { withProgress } from '../runs/interruptible-run.ts'
import { interruptibly } from '../runs/interruption.ts'
import { withReference } from '../runs/reference.ts'

interface Options {
  readonly reference: boolean
  readonly challenge?: string
  readonly subject?: string
  readonly start?: string
  readonly sign?: readonly string[]
  readonly days: number
  readonly disposable: boolean
  readonly out: string
}

const examples = `
Examples:
  $ assay certify --reference                                 see what a certificate looks like
  $ assay certify dev --challenge assay.challenge.json --sign vendor.pem --disposable
  $ assay certify --subject mock-1.2.0.tgz --start 'npx --yes {subject} --port {port}' --disposable

--start starts the subject where no target is named; {port} and {subject} are put in, its settings stand in its environment.
Exit codes: 0 certified · 1 a MUST failed · 2 wrong usage · 3 not proven; nothing is written unless it is certified`

export function certifyCommand(): Command {
  const command = addTargetArgument(addTargetOptions(new Command('certify')))
  return addLimitOptions(command, defaultLimits)
    .option('--reference', 'certify the reference provider that comes with Assay', false)
    .option('--challenge <file>', 'the challenge that it answers')
    .option('--subject <artefact>', 'what is certified: a file, such as an npm tarball, or an image as name@sha256:…')
    .option('--start <command>', 'the command with which others start the subject')
    .option('--sign <file>', 'sign with a private key in PEM: Ed25519 or ECDSA P-256 (can be given several times)', repeatable)
    .option('--days <n>', 'for how many days it is valid', days, 90)
    .option('--disposable', 'the credentials are disposable: publish them in the certificate, so that signatures can be recomputed', false)
    .option('--out <dir>', 'where the certificate goes', 'reports/certificate')
    .addHelpText('after', examples)
    .action(exiting(certifyNamed))
}

async function certifyNamed(names: readonly string[], options: Options): Promise<number> {
  const given = await inputsOf(options)
  if (options.reference) refuseTarget(names, { ...options })
  // The credentials of the reference provider are public.
  if (options.reference) return withReference(options, (settings) => certifyTarget(settings, { ...options, disposable: true }, given))
  const settings = await settingsFrom({ ...options }, names)
  const { start, subject: artefact } = options
  const { subject } = given
  const isNamed = Object.keys(settings.target.bases).length > 0
  if (isNamed || start === undefined || artefact === undefined || !subject) return certifyTarget(settings, options, given)
  const bases = Object.fromEntries(contract.bases.map((base) => [base, 'http://127.0.0.1:0']))
  const command = subject.kind === 'file' ? commandOn(artefact, start) : start
  return interruptibly(async (signal) => {
    await using started = await startSubject(contract, { ...settings.target, bases }, command, { signal })
    const target = { ...settings.target, name: subject.name, bases: started.bases }
    return await certifyTarget({ ...settings, target }, options, given)
  })
}

type Given = Pick<CertifyOptions, 'keys' | 'challenge' | 'subject'>

/** All that is read before anything is sent. */
async function inputsOf({ challenge, subject: artefact, sign, start }: Options): Promise<Given> {
  const subject = artefact === undefined ? undefined : await subjectFrom(artefact)
  if (start !== undefined && !subject)
    throw new UsageError('--start tells how others start the subject, and none is named: give --subject as well.')
  const word = subject && subjectWord(subject)
  if (word !== undefined && start !== undefined && !start.includes(word))
    throw new UsageError(`--start has no ${word} in it, so it could start anything, and \`assay verify --reproduce\` refuses it.`)
  return defined({ keys: privateKeys(sign), challenge: givenChallenge(challenge), subject })
}

async function certifyTarget(settings: Settings, options: Options, given: Given): Promise<number> {
  if (options.start !== undefined && !startsHere(options.start, settings.target.bases))
    throw new UsageError(
      '--start has no {port} in it, and the target is not at 127.0.0.1: others could not start the subject on their machine, and `assay verify --reproduce` refuses it.',
    )
  const planned = await plan(contract, settings.target)
  if (planned.probes.length === 0) throw new UsageError(`Nothing could be judged, so there is no certificate.\n${reasonsOf(planned)}`)
  const release = await holdFolder(options.out)
  try {
    announceWithdrawals(settings.target, planned)
    return await conclude(await certifyPlanned(settings, options, given), options, given)
  } finally {
    await release()
  }
}

async function certifyPlanned({ target, limits }: Settings, options: Options, given: Given): Promise<Certified> {
  const run = `certified ${new Date().toISOString()}`
  using journal = journalElsewhere(options.out, { contract, target, run, onProblem: tell })
  const redact =
    options.disposable || !hasSecrets(contract, target)
      ? undefined
      : (exchanges: readonly Exchange[], seed: string) => {
          const { received: text } = redactionsOf(contract, target, signaturesOf(contract, target, exchanges), seed)
          return { text, bytes: (bytes: Buffer) => redactBytes(text, bytes) }
        }
  const certified = await withProgress(({ signal, onProgress }) =>
    certify(
      defined({
        ...given,
        contract,
        target,
        signal,
        onProgress,
        validity: options.days * day,
        limits: { concurrency: defaultConcurrency(target), ...runLimits(limits) },
        start: options.start,
        redact,
        journal,
      }),
    ),
  )
  // What is not certified is told with all else of its run.
  if (journal && certified.certificate) process.stderr.write(withdrawalSummary(reportOf(certified.run), styleOf(process.stderr)))
  return certified
}

function reasonsOf({ admissions }: Plan): string {
  const reasons = [...admissions.values()].flatMap((admission) => (admission.verdict === 'inconclusive' ? [admission.reason] : []))
  return [...new Set(reasons)].map((reason) => `  ${reason}`).join('\n')
}

const certificateFile = 'assay.certificate.json'

/** What is refused says why; what is certified is looked at as a stranger would, and then written. */
async function conclude({ run, certificate, exitCode, problem }: Certified, options: Options, { keys, challenge }: Given): Promise<number> {
  const { out } = options
  if (!certificate) {
    const report = reportOf(run)
    process.stdout.write(terminalSummary(report, { ...styleOf(process.stdout), detail: 'quiet', paths: [] }))
    tell(`No certificate: ${problem ?? 'only what conforms is certified'}.`)
    return exitCode
  }
  const verification = await verifyOpened(openCertificate(readCertificateFile(Buffer.from(certificate.text))), {
    contract,
    trust: { keys },
    asked: defined({ keys: [], challenge }),
    now: Date.now(),
  })
  const wrong = verification.lines.find(({ holds }) => holds === false)
  if (wrong) {
    tell(`No certificate: a stranger would refuse it. ${wrong.number} (${wrong.name}): ${wrong.text}`)
    return 3
  }
  const file = join(out, certificateFile)
  // First and alone: a badge, or what platforms sign, must not stand without the certificate that it speaks of.
  const own = await writeFiles(out, { [certificateFile]: async () => certificate.text })
  if (own.problems.length > 0) return codeWhenWritten(exitCode, own)
  const written = await writeFiles(out, {
    'assay.predicate.json': async () => jsonText(certificate.predicate),
    'certificate.html': () => htmlCertificate(verification),
    'certificate.svg': async () => svgCertificateBadge(certifiedText(certificate.validUntil, run.target, contract.operations)),
  })
  if (written.problems.length > 0) return codeWhenWritten(exitCode, written)
  say(`${withoutSecrets(run.target.name)} is ${certifiedText(certificate.validUntil, run.target, contract.operations)}: ${file}`)
  const asked = [
    ...(keys.length > 0 ? ['--key YOUR-PUBLIC-KEY'] : []),
    ...(options.challenge ? ['--challenge', shellWord(options.challenge)] : []),
  ]
  say(`Others verify it with: ${['npx assay verify', shellWord(file), ...asked].join(' ')}`)
  if (keys.length === 0) say('It is not signed: sign assay.predicate.json with your platform (docs/certificates.md), or give --sign.')
  return 0
}
