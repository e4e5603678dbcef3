import type { Contract } from '../../contracts/contract.ts'
import { notListening } from '../../engine/selection.ts'
import { defined } from '../../language/defined.ts'
import { rejudge } from '../../suites/run.ts'
import { Broken, type Certificate, openCertificate, readCertificateFile } from '../certificate.ts'
import type { Replayed } from '../replay/replaying.ts'
import { rerun } from '../replay/rerun.ts'
import { type ExpectedChallenge, fresh } from './fresh.ts'
import { type Dates, inForce, isOwnSuite } from './in-force.ts'
import { type BundleFinding, intact, type Trust } from './intact.ts'
import { judgedAgain } from './judged-again.ts'
import { type Line, line, lineNames, type OpenedVerification, type Verification } from './verification-lines.ts'

export interface VerifyOptions extends Dates {
  readonly contract: Contract
  readonly trust: Trust
  readonly asked: ExpectedChallenge
  readonly bundle?: (certificate: Certificate) => Promise<BundleFinding>
}

/** Answers, for a certificate's file, all that can be answered without a network. @throws {Unreadable} if it is no certificate. */
export async function verify(bytes: Buffer, options: VerifyOptions): Promise<Verification> {
  try {
    return await verifyOpened(openCertificate(readCertificateFile(bytes)), options)
  } catch (cause) {
    if (cause instanceof Broken) return broken(cause)
    throw cause
  }
}

export async function verifyOpened(certificate: Certificate, options: VerifyOptions): Promise<OpenedVerification> {
  const { contract, trust } = options
  const { settings, evidence } = certificate
  const bundle = await options.bundle?.(certificate)
  const replayed = await rerun(contract, settings, evidence)
  // Where the run departs from its evidence, the evidence is judged as it stands, so that each line tells what it can.
  const found = replayed.departure === undefined ? replayed.run : await rejudge(contract, evidence)
  const lines = [
    intact(certificate, defined({ ...trust, bundle })),
    inForce(certificate, contract, options),
    judgedAgain(certificate, found),
    askedRightly(certificate, replayed, isOwnSuite(certificate.statement.predicate, contract)),
    fresh(certificate, options.asked),
    line(6, undefined, 'Not asked for: --reproduce starts the subject and runs again, --target URL asks one that runs.'),
  ]
  return { lines, unproven: unprovenBy(certificate), certificate }
}

/** Line 4: the suite sends the same requests, byte for byte, when it is given the same seed, settings, times and answers. */
function askedRightly({ evidence, settings, challenge }: Certificate, { departure }: Replayed, isOwn: boolean): Line {
  if (departure !== undefined && !isOwn)
    return line(4, undefined, 'It was made by another suite: only that can say what it would have sent.')
  if (departure !== undefined) return line(4, false, `Its requests are not those of this suite. ${departure}`)
  const count = evidence.tape.attempts.length
  const signatures =
    settings.redacted.length > 0 ? ', with other credentials in the place of those that were taken out' : ', and each signature is right'
  const seed = challenge ? 'the seed of the challenge' : 'a seed of its own'
  return line(4, true, `The suite sends the same ${count} requests from ${seed}, byte for byte${signatures}.`)
}

/** What a certificate cannot prove; some of it is shown once the run was reproduced. */
export function unprovenBy({ settings, challenge, evidence }: Certificate, ranAgain?: 'subject' | 'target'): string[] {
  const { redacted, target, subject } = settings
  const fields = target.connection?.headers.map(([name]) => name) ?? []
  return [
    ...(ranAgain === undefined ? [unprovenHost] : []),
    ...(subject === 'evidence' ? ['What was judged: no artefact is named, only what a service answered.'] : []),
    ...(subject !== 'evidence' && ranAgain !== 'subject'
      ? ['That the answers came from the artefact that it names: only starting that shows it (--reproduce).']
      : []),
    ...(ranAgain === 'subject'
      ? ['That the artefact answers by itself: it may ask a service that conforms, unless it was started where it reaches no network.']
      : []),
    ...(fields.length > 0 ? [`That it does so without the header fields that each request carried besides: ${fields.join(', ')}.`] : []),
    challenge
      ? 'That its maker did not know the seed beforehand: it stands in the challenge.'
      : 'That it was the first try: without a challenge its maker may run as often as it likes, and show the best.',
    ...(redacted.length > 0 ? [`That the credentials and signatures were right: ${redacted.join(', ')} were taken out.`] : []),
    ...(evidence.outcomes.some(({ reason }) => reason === notListening)
      ? ['That its callbacks are right: a certificate does not hear them.']
      : []),
  ]
}

/** Credentials prove nothing here: whoever invents the answers invents them as well. */
const unprovenHost =
  'Which host answered: whoever makes a certificate can make up the answers, with or without the credentials. Only running again shows it (--reproduce, --target).'

function broken({ message }: Broken): Verification {
  const rest = ([2, 3, 4, 5, 6] as const).map((number) => line(number, undefined, `Not looked at (${lineNames[1]} fails).`))
  return { lines: [line(1, false, `It was changed: ${message}.`), ...rest], unproven: [] }
}
