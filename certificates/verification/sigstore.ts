import { isDeepStrictEqual } from 'node:util'
import { type Bundle, bundleFromJSON } from '@sigstore/bundle'
import { TrustedRoot } from '@sigstore/protobuf-specs'
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify'
import type { Certificate } from '../certificate.ts'
import { payloadType, statementType } from '../statement.ts'
import { parseJson, readJson, UnreadableFile } from '../untrusted-json.ts'
import type { BundleFinding } from './intact.ts'

interface Identity {
  readonly trustedRoot: Buffer
  /** The e-mail address or URL in the signer's certificate, to the letter. */
  readonly identity: string
  readonly issuer: string
}

/** Looks at a certificate's own bundle among these, without a network, by the trusted root that was given. @throws {UnreadableFile} */
export function bundleOf(file: Buffer, asked: Identity): (certificate: Certificate) => Promise<BundleFinding> {
  const texts = file
    .toString('utf8')
    .trim()
    .split(/\n(?=\{)/, mostBundles)
  const bundles = texts.map((text) => read(() => bundleFromJSON(parseJson(text, 'The bundle')), 'The bundle is no Sigstore bundle'))
  const root = read(
    () => TrustedRoot.fromJSON(parseJson(asked.trustedRoot.toString('utf8'), 'The trusted root')),
    "The trusted root is none of Sigstore's",
  )
  return async (certificate) => {
    const findings = bundles.map((bundle) => finding(bundle, root, asked, certificate))
    return findings.find(({ holds }) => holds) ?? (findings[0] as BundleFinding)
  }
}

/** A file has a bundle for each of what a build made; to look at one takes some milliseconds. */
const mostBundles = 100

function finding(bundle: Bundle, root: TrustedRoot, asked: Identity, certificate: Certificate): BundleFinding {
  const content = bundle.content
  if (content.$case !== 'dsseEnvelope') return { holds: false, text: 'The Sigstore bundle signs a message, not a statement.' }
  const problem = unsigned(bundle, root, asked) ?? contradiction(bundle) ?? otherStatement(content.dsseEnvelope, certificate)
  if (problem !== undefined) return { holds: false, text: `The Sigstore bundle does not hold: ${problem}.` }
  return { holds: true, text: `${asked.identity} signed it by way of Sigstore, as ${asked.issuer} vouches.` }
}

function unsigned(bundle: Bundle, root: TrustedRoot, { identity, issuer }: Identity): string | undefined {
  try {
    const thresholds = { tlogThreshold: root.tlogs.length > 0 ? 1 : 0, ctlogThreshold: root.ctlogs.length > 0 ? 1 : 0 }
    const signer = new Verifier(toTrustMaterial(root), thresholds).verify(toSignedEntity(bundle))
    const found = { identity: signer.identity?.subjectAlternativeName, issuer: signer.identity?.extensions?.issuer }
    if (found.identity === identity && found.issuer === issuer) return undefined
    return `it was made by ${quoted(found.identity)} (${quoted(found.issuer)}), not by ${identity} (${issuer})`
  } catch (cause) {
    return stumbled(cause) ? 'it, or the trusted root, lacks what it is checked by' : (cause as Error).message.slice(0, 200)
  }
}

/** The proof of an entry repeats what its signed checkpoint says, and nobody looks at the repetition: what was changed there would hold. */
function contradiction({ verificationMaterial: { tlogEntries } }: Bundle): string | undefined {
  const isOther = tlogEntries.some(({ inclusionProof: proof }) => {
    if (!proof?.checkpoint) return false
    const [, size, root] = proof.checkpoint.envelope.split('\n')
    return proof.treeSize !== size || proof.rootHash.toString('base64') !== root
  })
  return isOther ? 'the proof of its entry in the log is not what the checkpoint in it says' : undefined
}

/** Platforms write a statement of their own around the predicate: it has to be the same, about the same subject. */
function otherStatement(
  envelope: { readonly payload: Buffer; readonly payloadType: string },
  { file, statement }: Certificate,
): string | undefined {
  if (envelope.payloadType !== payloadType) return `it signs ${envelope.payloadType.slice(0, 80)}`
  if (envelope.payload.equals(file.payload)) return undefined
  const signed = readJson<ForeignStatement>('foreignStatement', envelope.payload.toString('utf8'), 'The statement of the bundle')
  if (!statementTypes.includes(signed._type ?? '')) return 'it signs no in-toto statement'
  if (signed.predicateType !== statement.predicateType) return 'it is about something else than a test result'
  if (!isDeepStrictEqual(signed.predicate, JSON.parse(JSON.stringify(statement.predicate)))) return 'it signs another result'
  const isAbout = signed.subject.some(({ digest }) => digest['sha256'] === statement.subject[0].digest.sha256)
  return isAbout ? undefined : 'it is about another subject'
}

interface ForeignStatement {
  readonly _type?: string
  readonly predicateType: string
  readonly predicate?: unknown
  readonly subject: readonly { readonly digest: Readonly<Record<string, string>> }[]
}

/** Some platforms still write the version before this one. */
const statementTypes = [statementType, 'https://in-toto.io/Statement/v0.1']

function read<Result>(parse: () => Result, what: string): Result {
  try {
    return parse()
  } catch (cause) {
    if (cause instanceof UnreadableFile) throw cause
    const why = stumbled(cause) ? '' : ` (${(cause as Error).message.slice(0, 200)})`
    throw new UnreadableFile(`${what}${why}.`)
  }
}

/** True if something lacks or has another type: the library then only says where in its own code it stumbled. */
function stumbled(cause: unknown): boolean {
  return cause instanceof TypeError
}

function quoted(text: string | undefined): string {
  return text === undefined ? 'nobody that it names' : JSON.stringify(text.slice(0, 200))
}
