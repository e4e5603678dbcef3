import type { KeyObject } from 'node:crypto'
import type { Certificate, CertificateFile } from '../certificate.ts'
import { isSignedBy, keyId } from '../envelope.ts'
import { type Line, line } from './verification-lines.ts'

export interface Trust {
  readonly keys: readonly KeyObject[]
  readonly subject?: { readonly name: string; readonly sha256: string }
  readonly bundle?: BundleFinding
}

export interface BundleFinding {
  readonly holds: boolean
  readonly text: string
}

/** Line 1: digests and signatures fit, and those who were asked for signed. */
export function intact({ file, settings, statement }: Certificate, trust: Trust): Line {
  const found = signaturesOf(file, trust)
  const texts = found.map(({ text }) => text)
  const wrong = found.find(({ state }) => state === 'wrong')
  if (wrong) return line(1, false, `A signature does not fit: the content is not what was signed with key ${short(wrong.id)}.`)
  const missing = trust.keys.find((key) => !found.some(({ state, id }) => state === 'fits' && id === keyId(key)))
  if (missing) return line(1, false, `The key that you asked for did not sign it (${short(keyId(missing))}).`, texts)
  const stripped = settings.signers.find((id) => !found.some((signature) => signature.state !== 'unknown' && signature.id === id))
  if (stripped !== undefined) return line(1, false, `It says that key ${short(stripped)} signs it, and has no such signature.`)
  const [{ digest }] = statement.subject
  const { subject = digest } = trust
  if (subject.sha256 !== digest.sha256)
    return line(1, false, `It is not about the subject that you gave: expected SHA-256 ${subject.sha256}, found ${digest.sha256}.`)
  if (trust.bundle?.holds === false) return line(1, false, trust.bundle.text)
  return line(1, true, sentence(found, trust), texts)
}

interface Found {
  readonly id: string
  readonly state: 'fits' | 'wrong' | 'unknown'
  readonly text: string
}

function signaturesOf({ envelope, payload, keys }: CertificateFile, trust: Trust): Found[] {
  const asked = new Map(trust.keys.map((key) => [keyId(key), key]))
  return envelope.signatures.map(({ keyid = '', sig }) => {
    const named = asked.get(keyid) ?? keys.get(keyid)
    // The id of a key is a hint, and others write it otherwise: where it names none that is known, those that are asked for are tried.
    const known = named ?? [...asked.values()].find((key) => isSignedBy(envelope.payloadType, payload, sig, key))
    const key = known && { id: keyId(known), fits: isSignedBy(envelope.payloadType, payload, sig, known) }
    if (key?.fits && asked.has(key.id)) return { id: key.id, state: 'fits', text: `Signed with key ${short(key.id)}, which was asked for.` }
    if (!key) return { id: keyid, state: 'unknown', text: `Claims to be signed with key ${short(keyid)}, which is not here: not trusted.` }
    return {
      id: keyid,
      state: key.fits ? 'fits' : 'wrong',
      text: `Signed with key ${short(keyid)}, which was not asked for: shown, not trusted.`,
    }
  })
}

function sentence(found: readonly Found[], { keys, bundle }: Trust): string {
  const whole = 'Nothing in it was changed'
  const asked = keys.map((key) => short(keyId(key))).join(' and ')
  if (keys.length > 0)
    return `${whole} since it was signed with ${asked}, the ${keys.length === 1 ? 'key that was' : 'keys that were'} asked for.`
  if (bundle) return `${whole}: ${bundle.text}`
  if (found.length === 0) return `${whole} by accident. Nobody signed it, so it does not say who made it.`
  return `${whole} since it was signed, but you named nobody whose signature you trust (--key).`
}

function short(id: string): string {
  return /^[0-9a-f]{64}$/.test(id) ? `${id.slice(0, 16)}…` : JSON.stringify(id.slice(0, 40))
}
