import { execFileSync, spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { certifiedReference, operations, refusedBy, stranger, vendor, verified } from '../certified.fixture.ts'
import { isSignedBy, keyId } from '../envelope.ts'
import { publicKey, publicPem } from '../pem-keys.ts'
import { payloadType } from '../statement.ts'

/** A Python with securesystemslib and sigstore (`pip install securesystemslib[crypto] sigstore`); ASSAY_PYTHON names another than the first. */
const python = process.env['ASSAY_PYTHON'] ?? 'python3'
const has = (name: string) => spawnSync(python, ['-c', `import ${name}`]).status === 0
const [readsEnvelopes, readsStatements] = [has('securesystemslib.dsse'), has('sigstore.dsse')]

const common = `
import base64, json, sys
given = json.load(sys.stdin)
`

const verifying = `${common}
from cryptography.hazmat.primitives.serialization import load_pem_public_key
from securesystemslib.dsse import Envelope
from securesystemslib.signer import SSlibKey
certificate = given['certificate']
envelope = Envelope.from_dict({name: certificate[name] for name in ('payload', 'payloadType', 'signatures')})
keys = [SSlibKey.from_crypto(load_pem_public_key(key['pem'].encode()), keyid=key['id']) for key in given['keys']]
accepted = envelope.verify(keys, len(keys))
print(json.dumps({'accepted': sorted(accepted), 'type': envelope.payload_type, 'statement': json.loads(envelope.payload)['_type']}))
`

const signing = `${common}
from securesystemslib.dsse import Envelope
from securesystemslib.signer import CryptoSigner
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
made = []
for signer in (CryptoSigner.generate_ed25519(), CryptoSigner.generate_ecdsa()):
    envelope = Envelope(base64.b64decode(given['payload']), given['type'], {})
    envelope.sign(signer)
    made.append({'envelope': envelope.to_dict(), 'key': signer._private_key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()})
print(json.dumps(made))
`

const stating = `${common}
from sigstore.dsse import Statement
statement = Statement(base64.b64decode(given['payload']))
print(json.dumps({'type': statement._inner.type_, 'predicate': statement._inner.predicate_type, 'subject': statement._inner.subjects[0].digest.root['sha256']}))
`

const { text } = await certifiedReference({ keys: [vendor.privateKey, stranger.privateKey] }, {}, operations.slice(0, 1))
const certificate = JSON.parse(text)

describe('implementations that are not ours', () => {
  it.skipIf(!readsEnvelopes)('securesystemslib verifies our envelope, with both kinds of keys', () => {
    const keys = [vendor.publicKey, stranger.publicKey].map((key) => ({ id: keyId(key), pem: publicPem(key) }))
    const found = asked(verifying, { certificate, keys })
    expect(found).toEqual({ accepted: keys.map(({ id }) => id).sort(), type: payloadType, statement: 'https://in-toto.io/Statement/v1' })
  })

  it.skipIf(!readsEnvelopes)('and refuses one that was changed', () => {
    const keys = [{ id: keyId(vendor.publicKey), pem: publicPem(vendor.publicKey) }]
    const changed = { ...certificate, payload: Buffer.from(`${Buffer.from(certificate.payload, 'base64')} `).toString('base64') }
    expect(() => asked(verifying, { certificate: changed, keys })).toThrow()
  })

  it.skipIf(!readsEnvelopes)('we verify its envelopes', async () => {
    const made = asked(signing, { payload: certificate.payload, type: payloadType }) as { envelope: typeof certificate; key: string }[]
    expect(made).toHaveLength(2)
    for (const { envelope, key } of made) {
      const payload = Buffer.from(envelope.payload, 'base64')
      expect(isSignedBy(envelope.payloadType, payload, envelope.signatures[0].sig, publicKey(key, 'theirs'))).toBe(true)
      const theirs = { ...certificate, signatures: [...certificate.signatures, ...envelope.signatures] }
      expect(refusedBy(await verified(JSON.stringify(theirs), { trust: { keys: [publicKey(key, 'theirs')] } }))).toEqual([])
    }
  })

  it.skipIf(!readsStatements)('sigstore-python reads our statement', () => {
    const { subject } = JSON.parse(Buffer.from(certificate.payload, 'base64').toString())
    expect(asked(stating, { payload: certificate.payload })).toEqual({
      type: 'https://in-toto.io/Statement/v1',
      predicate: 'https://in-toto.io/attestation/test-result/v0.1',
      subject: subject[0].digest.sha256,
    })
  })
})

function asked(script: string, given: unknown): unknown {
  return JSON.parse(execFileSync(python, ['-c', script], { input: JSON.stringify(given), stdio: ['pipe', 'pipe', 'ignore'] }).toString())
}
