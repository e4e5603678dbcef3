import type { KeyObject } from 'node:crypto'
import { sha256 } from '../text/digest.ts'
import { nodeOf } from '../text/json/node.ts'
import { type CertifiedSettings, readSettings } from './certified-settings.ts'
import { type ReadChallenge, readChallenge } from './challenge.ts'
import { checkedEnvelope, type Envelope, keyId, seal } from './envelope.ts'
import { type KeptEvidence, packed, readEvidence, unpacked } from './kept-evidence.ts'
import { publicKey, publicPem } from './pem-keys.ts'
import { contentOf, descriptor, evidenceName, payloadType, readStatement, type Statement } from './statement.ts'
import { base64Bytes, HostileFile, parseLoosely, readAs, refuseDoubtful, refuseOther, UnreadableFile } from './untrusted-json.ts'

const schema = 'assay.certificate/1'

/** The largest file of a certificate that is read, in bytes. */
export const mostBytes = 64 << 20

/** A certificate's file as it was read: nothing of it is known to be true. */
export interface CertificateFile {
  readonly envelope: Envelope
  readonly payload: Buffer
  /** Public keys that came with it, by id: they show who claims to have signed it, not who did. */
  readonly keys: ReadonlyMap<string, KeyObject>
  /** Compressed. */
  readonly evidence: Buffer
}

/** A certificate whose digests fit. */
export interface Certificate {
  readonly file: CertificateFile
  readonly statement: Statement
  readonly settings: CertifiedSettings
  readonly challenge: ReadChallenge | undefined
  readonly evidence: KeptEvidence
}

/** What is inside a certificate does not fit together; the message says what. */
export class Broken extends Error {}

/** The text of a certificate's file: a DSSE envelope that any implementation reads, with the evidence beside it. */
export function certificateText(statement: Statement, evidence: string, keys: readonly KeyObject[]): string {
  const envelope = seal(payloadType, Buffer.from(JSON.stringify(statement)), keys)
  const assay = { schema, keys: keys.map(publicPem), evidence: packed(evidence) }
  return `${JSON.stringify({ ...envelope, assay }, null, 1)}\n`
}

/** Reads a certificate's file. @throws {UnreadableFile} for another file. @throws {Broken} for a certificate that was changed. */
export function readCertificateFile(bytes: Buffer): CertificateFile {
  const text = bytes.toString('utf8')
  const what = 'The certificate'
  const value = parseLoosely(text, what)
  refuseOther(nodeOf(nodeOf(value)['assay'])['schema'], schema, 'This is no certificate of assay that can be read')
  return orBroken(() => {
    refuseDoubtful(text, what)
    const { assay, ...envelope } = readAs<CertificateJson>('certificate', value, what)
    const keys = assay.keys.map((pem, index) => publicKey(pem, `The certificate's key ${index + 1}`))
    return {
      envelope: checkedEnvelope(envelope, what),
      payload: base64Bytes(envelope.payload, `${what}, its payload`),
      keys: new Map(keys.map((key) => [keyId(key), key])),
      evidence: base64Bytes(assay.evidence, `${what}, its evidence`),
    }
  })
}

type CertificateJson = Envelope & { readonly assay: { readonly keys: readonly string[]; readonly evidence: string } }

/** Opens a certificate: everything in it is what its digest says. @throws {Broken} @throws {UnreadableFile} for a bomb. */
export function openCertificate(file: CertificateFile): Certificate {
  if (file.envelope.payloadType !== payloadType)
    throw new Broken(`its payload is ${file.envelope.payloadType.slice(0, 80)}: expected ${payloadType}`)
  return orBroken(() => {
    const statement = readStatement(file.payload.toString('utf8'))
    const [evidenceText, evidenceDigest] = evidenceOf(file, statement)
    const settings = readSettings(contentOf(present(statement, 'settings')).toString('utf8'))
    const asked = descriptor(statement.predicate, 'challenge')
    const evidence = readEvidence(evidenceText)
    const [{ name, digest }] = statement.subject
    if (settings.subject === 'evidence' && digest.sha256 !== evidenceDigest)
      throw new Broken('its subject is said to be its evidence, and has another digest')
    if (settings.subject === 'evidence' && name !== evidenceName(settings.target.name))
      throw new Broken('its subject is said to be its evidence, and is named for another target')
    return {
      file,
      statement,
      settings,
      evidence,
      challenge: asked && readChallenge(contentOf(asked), 'The challenge in the certificate'),
    }
  })
}

function evidenceOf(file: CertificateFile, { predicate }: Statement): [text: string, digest: string] {
  const bytes = unpacked(file.evidence)
  const digest = sha256(bytes)
  const stated = descriptor(predicate, 'evidence')?.digest.sha256
  if (digest !== stated) throw new Broken('the evidence is not what its digest says')
  return [bytes.toString('utf8'), digest]
}

function present({ predicate }: Statement, name: string) {
  const found = descriptor(predicate, name)
  if (!found) throw new Broken(`it names no ${name}`)
  return found
}

/** What cannot be read inside a certificate was changed after it was made; what is made to do harm is reported as that. */
function orBroken<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof Broken || cause instanceof HostileFile) throw cause
    if (cause instanceof UnreadableFile) throw new Broken(cause.message.replace(/\.$/, ''))
    throw cause
  }
}
