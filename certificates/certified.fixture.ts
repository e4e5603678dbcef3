import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { contract } from '../contracts/generated/contract.ts'
import { defined } from '../language/defined.ts'
import { startProvider } from '../provider/server.ts'
import { day } from '../text/day.ts'
import { sha256 } from '../text/digest.ts'
import { certificateText } from './certificate.ts'
import { type Certified, type CertifyOptions, certify } from './certify.ts'
import { challengeFile, type ReadChallenge, readChallenge } from './challenge.ts'
import { unpacked } from './kept-evidence.ts'
import type { Statement } from './statement.ts'
import type { Verification } from './verification/verification-lines.ts'
import { type VerifyOptions, verify } from './verification/verify.ts'

export const vendor = generateKeyPairSync('ed25519')
export const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
export const operations = contract.operations.map(({ id }) => id)

/** A challenge of somebody's for everything, made just now. */
export function challengeOf(
  asker: string,
  change: { readonly operations?: readonly string[]; readonly issuedAt?: number; readonly validUntil?: number } = {},
): ReadChallenge {
  const issuedAt = Date.now() - 1000
  return readChallenge(Buffer.from(challengeFile({ asker, operations, issuedAt, validUntil: issuedAt + day, ...change })), 'The challenge')
}

/** Certifies the reference provider, or one that behaves otherwise. */
export async function certifiedReference(
  change: Partial<CertifyOptions> = {},
  behaviour: NonNullable<Parameters<typeof startProvider>[0]>['behaviour'] = {},
  claimed: readonly string[] = operations,
): Promise<Certified & { readonly text: string }> {
  const provider = await startProvider({ contract, behaviour })
  const target = { name: 'reference', bases: provider.bases, settings: provider.settings, operations: claimed, allowWithdrawals: true }
  try {
    const limits = { deadline: 60_000, timeout: 10_000, concurrency: 64 }
    const certified = await certify({ contract, target, limits, keys: [vendor.privateKey], validity: 90 * day, ...change })
    return { ...certified, text: certified.certificate?.text ?? '' }
  } finally {
    await provider.close()
  }
}

// biome-ignore lint/suspicious/noExplicitAny: forgeries reach anywhere into JSON
export type Loose = any

/** A certificate in parts that a forger can change. */
export interface Parts {
  statement: Loose
  settings: Loose
  evidence: Loose
  challenge?: Buffer
}

export function partsOf(text: string): Parts {
  const file = JSON.parse(text)
  const statement = JSON.parse(Buffer.from(file.payload, 'base64').toString()) as Statement
  const content = (name: string) => statement.predicate.configuration.find((entry) => entry.name === name)?.content
  const challenge = content('challenge')
  return defined({
    statement,
    settings: JSON.parse(Buffer.from(content('settings') ?? '', 'base64').toString()),
    evidence: JSON.parse(unpacked(Buffer.from(file.assay.evidence, 'base64')).toString()),
    challenge: challenge === undefined ? undefined : Buffer.from(challenge, 'base64'),
  })
}

/** Puts a certificate together as its maker would: every digest right, and signed. */
export function assembled(
  { statement, settings, evidence, challenge }: Parts,
  keys: readonly KeyObject[] = [vendor.privateKey, stranger.privateKey],
): string {
  const evidenceText = JSON.stringify(rekeyed(evidence))
  const contents: Readonly<Record<string, Buffer>> = defined({ settings: Buffer.from(JSON.stringify(settings)), challenge })
  const configuration = statement.predicate.configuration.map((entry: Loose) => {
    const content = contents[entry.name]
    if (content) return { ...entry, digest: { sha256: sha256(content) }, content: content.toString('base64') }
    return entry.name === 'evidence' ? { ...entry, digest: { sha256: sha256(evidenceText) } } : entry
  })
  const subject =
    settings.subject === 'evidence' ? [{ ...statement.subject[0], digest: { sha256: sha256(evidenceText) } }] : statement.subject
  return certificateText({ ...statement, subject, predicate: { ...statement.predicate, configuration } }, evidenceText, keys)
}

/** Bodies under the digests that are theirs, and those who had the old ones pointed to the new. */
function rekeyed(evidence: Loose): Loose {
  const renamed = Object.entries<Loose>(evidence.bodies ?? {}).map(([key, body]) => {
    const bytes = typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.base64, 'base64')
    return [key, sha256(bytes).slice(0, 32)] as const
  })
  const names = new Map(renamed.filter(([key, name]) => name !== key))
  if (names.size === 0) return evidence
  return JSON.parse(
    JSON.stringify(evidence).replaceAll(/"([0-9a-f]{32})"/g, (same, key) => (names.has(key) ? `"${names.get(key)}"` : same)),
  )
}

/** Verifies as somebody who knows the vendor's key. */
export function verified(text: string, change: Partial<VerifyOptions> = {}): Promise<Verification> {
  return verify(Buffer.from(text), {
    ...{ contract, trust: { keys: [vendor.publicKey] }, asked: { keys: [] }, now: Date.now() },
    ...change,
  })
}

/** The numbers of the lines that do not hold. */
export function refusedBy({ lines }: Verification): number[] {
  return lines.filter(({ holds }) => holds === false).map(({ number }) => number)
}
