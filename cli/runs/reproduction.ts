import { createInterface } from 'node:readline/promises'
import type { Certificate } from '../../certificates/certificate.ts'
import { atAddressOf } from '../../certificates/certified-settings.ts'
import { commandOn, startSubject, startsHere, subjectWord } from '../../certificates/subject.ts'
import { reproduced } from '../../certificates/verification/reproduced.ts'
import { type Line, line, type Verification } from '../../certificates/verification/verification-lines.ts'
import { settingValue } from '../../contracts/needed-settings.ts'
import { moneySettings } from '../../contracts/overlays/overlay-guard.ts'
import { isLoopback } from '../../engine/loopback.ts'
import { isLocal, type Target } from '../../engine/target.ts'
import { defined } from '../../language/defined.ts'
import { UsageError } from '../../language/usage-error.ts'
import { redactionOf } from '../../reports/redaction/redaction.ts'
import { plain } from '../../reports/text/plain.ts'
import { run } from '../../suites/run.ts'
import { contract } from '../options/contract.ts'
import { targetFrom } from '../options/target-options.ts'
import { accountedFor } from './accounting.ts'
import { withProgress } from './interruptible-run.ts'
import { interruptibly } from './interruption.ts'

/** What is run again, and what the user allows for that. */
export interface ReproductionFlags {
  readonly target?: string
  readonly allowWithdrawals: boolean
  readonly subject?: string
  readonly yes: boolean
}

/** Runs a certificate's target again: one that runs already, or the subject, started as the certificate says. @throws {UsageError} */
export async function reproduce({ lines, certificate }: Verification, flags: ReproductionFlags): Promise<Line> {
  const failed = lines.find(({ number, holds }) => number < 5 && holds === false)
  if (!certificate || failed) return line(6, undefined, `Not tried: ${failed?.number ?? 1} (${failed?.name ?? 'intact'}) does not hold.`)
  if (flags.target !== undefined) return runAgain(certificate, targetAt(certificate, flags.target, flags.allowWithdrawals), flags.target)
  const command = checkedCommand(certificate, commandOf(certificate), flags.subject)
  await confirm(command, flags)
  const target = withSettings(certificate, targetFrom({}))
  return interruptibly(async (signal) => {
    await using started = await startSubject(contract, target, command, { signal })
    return await runAgain(certificate, { ...target, bases: started.bases }, 'the started subject')
  })
}

async function runAgain(certificate: Certificate, target: Target, where: string): Promise<Line> {
  const { maxWithdrawals: most, ...limits } = certificate.settings.limits
  const maxWithdrawals = Object.values(target.bases).every(isLoopback) ? most : undefined
  const again = await withProgress((watched) =>
    accountedFor(target, (session) =>
      run(defined({ contract, target, ...limits, maxWithdrawals, ...session, ...watched, sparesNothing: true })),
    ),
  )
  return withoutSecrets(reproduced(certificate, again, where), target)
}

/** What a target was seen to do may be told in its own words. */
function withoutSecrets(found: Line, target: Target): Line {
  const redact = redactionOf(contract, target)
  return { ...found, text: redact(found.text), details: found.details.map(redact) }
}

/** What a certificate publishes is used as it is; what was taken out comes from the environment. */
function withSettings({ settings: { target, redacted } }: Certificate, own: Target): Target {
  const missing = redacted.filter((name) => own.settings[name] === undefined)
  if (missing.length > 0)
    throw new UsageError(
      `The credentials were taken out of the certificate: set ${contract.settings
        .filter(({ name }) => missing.includes(name))
        .map(({ env }) => env)
        .join(', ')} to run again.`,
    )
  const lost = target.connection?.headers.find(([, value]) => value.includes('«'))
  if (lost)
    throw new UsageError(
      `The value of ${plain(lost[0])}, which each request carried, was taken out of the certificate: it cannot be run again.`,
    )
  const taken = Object.fromEntries(redacted.map((name) => [name, settingValue(own.settings, name)]))
  return { ...target, settings: { ...target.settings, ...taken }, allowWithdrawals: own.allowWithdrawals }
}

function targetAt(certificate: Certificate, target: string, allowWithdrawals: boolean): Target {
  const own = targetFrom({ target, allowWithdrawals })
  const asked = atAddressOf(own, withSettings(certificate, own))
  refuseForeignMoney(asked, own)
  return asked
}

/** A certificate is anybody's: beyond this machine no money goes where only it says. @throws {UsageError} */
function refuseForeignMoney(asked: Target, own: Target): void {
  const moving = contract.operations.filter(
    (operation) => operation.movesMoney && asked.operations.includes(operation.id) && !isLocal(asked, operation),
  )
  if (moving.length === 0 || !asked.allowWithdrawals) return
  const names = moneySettings({ operations: moving })
  const foreign = contract.settings.filter(({ name }) => names.has(name) && asked.settings[name] !== own.settings[name])
  if (foreign.length === 0) return
  const stated = foreign.map(({ name, env }) => `  ${env}=${plain(asked.settings[name] ?? '')}`)
  throw new UsageError(
    `The certificate withdraws what you did not configure, and it may be a stranger's. If that is your own wallet, and no more than you can spare, set these yourself; else leave --allow-withdrawals out.\n${stated.join('\n')}`,
  )
}

function commandOf({ settings: { start, target } }: Certificate): string {
  if (start === undefined)
    throw new UsageError('The certificate does not say how its subject is started: give --target URL of one that runs.')
  if (!startsHere(start, target.bases))
    throw new UsageError('The certificate starts its subject somewhere else than on this machine: give --target URL of one that runs.')
  return start
}

/** Nothing is started that the certificate is not about: the digest of a file was compared before. */
function checkedCommand({ statement, settings }: Certificate, command: string, given: string | undefined): string {
  const [{ name, digest }] = statement.subject
  const stated = digest.sha256
  if (settings.subject === 'evidence')
    throw new UsageError('The certificate names no artefact that could be started: give --target URL of one that runs.')
  if (settings.subject === 'image') {
    if (command.includes(subjectWord({ kind: 'image', sha256: stated }))) return command
    throw new UsageError(
      `The command of the certificate does not name the image by its digest (sha256:${stated}): it could start any other.`,
    )
  }
  if (given === undefined)
    throw new UsageError(`--reproduce needs the artefact itself: give --subject FILE (${plain(name)}, SHA-256 ${stated}).`)
  if (!command.includes(subjectWord({ kind: 'file', sha256: stated })))
    throw new UsageError('The command of the certificate does not start its subject ({subject}): it could start anything else.')
  return commandOn(given, command)
}

async function confirm(command: string, { yes }: ReproductionFlags): Promise<void> {
  process.stderr.write(`This runs somebody else's code on this machine, as this user:\n  ${plain(command)}\n`)
  if (yes) return
  if (!process.stdin.isTTY) throw new UsageError('Nothing was started: look at the command, and give --yes.')
  const questions = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await questions.question('Start it? (yes/no) ').finally(() => questions.close())
  if (answer.trim().toLowerCase() !== 'yes') throw new UsageError('Nothing was started.')
}
