import type { KeyObject } from 'node:crypto'
import type { Contract } from '../contracts/contract.ts'
import { systemClock } from '../engine/client/clock.ts'
import { createTransport } from '../engine/client/transport/transport.ts'
import type { Journal } from '../engine/client/withdrawals/journal.ts'
import type { Exchange } from '../engine/exchange.ts'
import { exitCode, type Run } from '../engine/run.ts'
import type { RunProgress } from '../engine/run-progress.ts'
import { createSeed } from '../engine/seed.ts'
import { secretsOf, type Target, withoutUser } from '../engine/target.ts'
import { defined } from '../language/defined.ts'
import { run } from '../suites/run.ts'
import { dayOf } from '../text/day.ts'
import { sha256 } from '../text/digest.ts'
import { certificateText } from './certificate.ts'
import { type CertifiedLimits, type CertifiedSettings, type SubjectKind, settingsText } from './certified-settings.ts'
import { type ReadChallenge, seedOf } from './challenge.ts'
import { disguise, disguisedTarget, type Redact } from './disguise.ts'
import { keyId } from './envelope.ts'
import { evidenceText } from './kept-evidence.ts'
import { record, type Tape } from './replay/recording.ts'
import { type Descriptor, evidenceName, type Predicate, predicateOf, predicateType, type Statement, statementType } from './statement.ts'
import { ownSuite } from './suite.ts'

/** What was judged, where it is an artefact: its name and its SHA-256. */
export interface Subject {
  readonly kind: Exclude<SubjectKind, 'evidence'>
  readonly name: string
  readonly sha256: string
}

/** What a certificate is made of: the target, the keys that sign, and what may be published. */
export interface CertifyOptions {
  readonly contract: Contract
  readonly target: Target
  readonly limits: CertifiedLimits
  readonly challenge?: ReadChallenge
  readonly subject?: Subject
  readonly start?: string
  readonly keys: readonly KeyObject[]
  /** For how long it is valid, in milliseconds. */
  readonly validity: number
  /** Takes out secrets, what a seed made of them, and these exchanges' signatures; left out where they are disposable, and published. */
  readonly redact?: (exchanges: readonly Exchange[], seed: string) => Redact
  readonly journal?: Journal
  readonly signal?: AbortSignal
  readonly onProgress?: (progress: RunProgress) => void
}

export interface Certified {
  readonly run: Run
  readonly exitCode: 0 | 1 | 3
  /** Why there is no certificate, although the target conforms. */
  readonly problem?: string
  readonly certificate?: { readonly text: string; readonly predicate: Predicate; readonly validUntil: string }
}

/** Runs the whole suite for what the target claims, and certifies what conforms. */
export async function certify(options: CertifyOptions): Promise<Certified> {
  const { contract, target, limits, challenge, signal, onProgress, journal } = options
  const seed = createSeed(challenge && seedOf(challenge))
  const recording = record(systemClock, createTransport(target, limits))
  const finished = await run(defined({ contract, target, seed, ...limits, ...recording, signal, journal, onProgress }))
  const code = exitCode(finished)
  if (code !== 0) return { run: finished, exitCode: code }
  const made = await publishable(options, finished, recording.tape(), seed.text)
  if (!made) return { run: finished, exitCode: 3, problem: undisguised }
  const { tape, target: shown, redacted } = made
  const evidence = evidenceText(made.run, tape)
  const stated = certifiedSettings(options, seed.text, shown, redacted)
  const settings = settingsText(stated)
  const predicate = predicateOf(finished.outcomes, defined({ contract, suite: ownSuite(), settings, evidence, challenge: challenge?.file }))
  const statement: Statement = { _type: statementType, subject: [subjectOf(options, shown, evidence)], predicateType, predicate }
  const validUntil = dayOf(stated.expiresAt)
  return { run: finished, exitCode: code, certificate: { text: certificateText(statement, evidence, options.keys), predicate, validUntil } }
}

const undisguised =
  'its credentials must not be published, and with others in their place the run would be another. Certify it with disposable ones (--disposable)'

/** What is published of a run: all of it where its credentials are disposable, else the same run with others. */
async function publishable({ contract, target, limits, redact }: CertifyOptions, run: Run, tape: Tape, seed: string) {
  if (!redact) return { run, tape, target, redacted: [] }
  const clean = redact(sentOf(contract, tape), seed)
  const redacted = contract.settings.filter(({ name, secret }) => secret && target.settings[name]).map(({ name }) => name)
  const disguised = disguisedTarget(contract, target, clean)
  const found = await disguise(run, tape, { target: disguised, limits, seed, redact: clean })
  return found && { ...found, target: disguised, redacted }
}

function certifiedSettings(
  { contract, limits, subject, start, keys, validity, redact }: CertifyOptions,
  seed: string,
  target: Target,
  redacted: readonly string[],
): CertifiedSettings {
  const issuedAt = Date.now()
  const known = Object.entries(target.settings).filter(([name]) => contract.settings.some((setting) => setting.name === name))
  const bases = Object.entries(target.bases).map(([base, address]) => [base, withoutUser(address)])
  return defined({
    target: { ...target, name: withoutUser(target.name), settings: Object.fromEntries(known), bases: Object.fromEntries(bases) },
    limits,
    seed,
    redacted,
    subject: subject?.kind ?? 'evidence',
    issuedAt,
    expiresAt: issuedAt + validity,
    start: start === undefined ? undefined : (redact?.([], seed).text(start) ?? start),
    signers: keys.map(keyId),
  })
}

function subjectOf({ subject }: CertifyOptions, { name }: Target, evidence: string): Descriptor {
  if (subject) return { name: subject.name, digest: { sha256: subject.sha256 } }
  return { name: evidenceName(withoutUser(name)), digest: { sha256: sha256(evidence) } }
}

/** Every request that went out, repeats too, as an exchange of each operation that signs: its signatures are known by that. */
function sentOf({ operations }: Contract, { attempts }: Tape): Exchange[] {
  const signed = operations.filter(({ authentication }) => authentication.kind === 'signed')
  const about = { id: '', probe: '', role: '', startedAt: 0, durationMs: 0, repeats: 0 }
  return attempts.flatMap(({ request }) => signed.map(({ id }) => ({ ...about, operation: id, request })))
}

export function hasSecrets(contract: Contract, target: Target): boolean {
  return secretsOf(contract, target).length + (target.connection?.hidden.length ?? 0) > 0
}
