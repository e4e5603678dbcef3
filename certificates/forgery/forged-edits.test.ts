import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { day } from '../../text/day.ts'
import { assembled, certifiedReference, type Loose, partsOf, refusedBy, stranger, vendor, verified } from '../certified.fixture.ts'
import { packed } from '../kept-evidence.ts'
import { readStatement } from '../statement.ts'
import { another, asked, challenge, one } from './forged.fixture.ts'

const { text } = await certifiedReference({ challenge, keys: [vendor.privateKey, stranger.privateKey] }, {}, one)
const original = partsOf(text)

/** The file edited by somebody who holds no key: the first of the lines that refuse it is named. */
const edits: Readonly<Record<string, [(file: Loose) => Loose | string, number?]>> = {
  'another payload type': [(file) => ({ ...file, payloadType: 'application/json' })],
  'a payload type with a parameter': [(file) => ({ ...file, payloadType: `${file.payloadType}; v=1` })],
  'the payload of another certificate': [(file) => ({ ...file, payload: JSON.parse(another.text).payload })],
  'the evidence of another certificate': [
    (file) => ({ ...file, assay: { ...file.assay, evidence: JSON.parse(another.text).assay.evidence } }),
  ],
  'the signatures of another certificate': [(file) => ({ ...file, signatures: JSON.parse(another.text).signatures })],
  'all signatures stripped': [(file) => ({ ...file, signatures: [] })],
  'one signature stripped': [(file) => ({ ...file, signatures: file.signatures.slice(0, 1) })],
  'a signature with a changed byte': [
    (file) => ({ ...file, signatures: [{ ...file.signatures[0], sig: flipped(file.signatures[0].sig) }, file.signatures[1]] }),
  ],
  'an empty signature': [(file) => ({ ...file, signatures: [{ ...file.signatures[0], sig: '' }, file.signatures[1]] })],
  'a signature under another key id': [
    (file) => ({ ...file, signatures: [{ ...file.signatures[0], keyid: file.signatures[1].keyid }, file.signatures[1]] }),
  ],
  'a key that was exchanged for one of the forger': [
    (file) => ({
      ...file,
      assay: { ...file.assay, keys: [generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })] },
    }),
  ],
  'a second payload': [(file) => JSON.stringify(file).replace('"payload":', '"payload":"e30=","payload":')],
  'a second payload, the false one last': [
    (file) => JSON.stringify(file).replace('"payloadType":', `"payload":"${JSON.parse(another.text).payload}","payloadType":`),
  ],
  'a second list of signatures': [(file) => JSON.stringify(file).replace('"signatures":', '"signatures":[],"signatures":')],
  'a member that nobody reads': [(file) => ({ ...file, certifiedBy: 'the regulator' })],
  'a payload in base64 for URLs': [(file) => ({ ...file, payload: `${file.payload.replaceAll('A', '-')}` })],
  'a payload with a line break in it': [(file) => ({ ...file, payload: `${file.payload.slice(0, 40)}\n${file.payload.slice(40)}` })],
  'a changed result': [
    (file) => withStatement(file, (statement) => ({ ...statement, predicate: { ...statement.predicate, result: 'WARNED' } })),
  ],
  'a check more that passed': [
    (file) =>
      withStatement(file, (statement) => ({
        ...statement,
        predicate: { ...statement.predicate, passedTests: [...statement.predicate.passedTests, 'x'] },
      })),
  ],
  'another subject': [
    (file) => withStatement(file, (statement) => ({ ...statement, subject: [{ name: 'mock', digest: { sha256: '0'.repeat(64) } }] })),
  ],
  'two subjects': [(file) => withStatement(file, (statement) => ({ ...statement, subject: [...statement.subject, ...statement.subject] }))],
  'a later expiry': [
    (file) => withSettings(file, (settings) => ({ ...settings, expiresAt: new Date(Date.now() + 900 * day).toISOString() })),
  ],
  'duplicate keys in the statement': [
    (file) => withPayload(file, (payload) => payload.replace('"result":', '"result":"FAILED","result":')),
  ],
  'evidence with a changed byte': [(file) => ({ ...file, assay: { ...file.assay, evidence: flipped(file.assay.evidence) } })],
  'bytes behind the evidence': [
    (file) => {
      const longer = Buffer.concat([Buffer.from(file.assay.evidence, 'base64'), Buffer.from('more')])
      return { ...file, assay: { ...file.assay, evidence: longer.toString('base64') } }
    },
  ],
  'evidence packed anew with an answer changed': [
    (file) =>
      withEvidence(file, (evidence) => {
        evidence.exchanges[0].role = 'x'
      }),
  ],
  'evidence packed anew with duplicate keys': [
    (file) => ({
      ...file,
      assay: { ...file.assay, evidence: packed(JSON.stringify(original.evidence).replace('"schema":', '"schema":"x","schema":')) },
    }),
  ],
}

describe('a certificate that somebody edited is not intact', () => {
  for (const [name, [change, expected = 1]] of Object.entries(edits)) {
    it(name, async () => {
      const changed = change(JSON.parse(text))
      const found = await verified(typeof changed === 'string' ? changed : JSON.stringify(changed), asked)
      expect(refusedBy(found)[0], JSON.stringify(found.lines)).toBe(expected)
    })
  }

  it('one that another key signed', async () => {
    const { publicKey } = generateKeyPairSync('ed25519')
    expect(refusedBy(await verified(text, { trust: { keys: [publicKey] } }))).toEqual([1])
  })

  it('one that was made anew and signed by a forger', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    expect(refusedBy(await verified(assembled(original, [privateKey]), asked))).toEqual([1])
  })
})

it('a statement without the SHA-256 of its subject is refused, since any image would pass for that subject', () => {
  const statement = JSON.parse(Buffer.from(JSON.parse(text).payload, 'base64').toString())
  const other = { ...statement, subject: [{ ...statement.subject[0], digest: { sha512: '0'.repeat(128) } }] }
  expect(readStatement(JSON.stringify(statement)).subject[0].digest.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(() => readStatement(JSON.stringify(other))).toThrow(/at \/subject\/0\/digest it must have required property 'sha256'/)
})

function withPayload(file: Loose, change: (payload: string) => string): Loose {
  const payload = change(Buffer.from(file.payload, 'base64').toString())
  return { ...file, payload: Buffer.from(payload).toString('base64') }
}

function withStatement(file: Loose, change: (statement: Loose) => Loose): Loose {
  return withPayload(file, (payload) => JSON.stringify(change(JSON.parse(payload))))
}

function withSettings(file: Loose, change: (settings: Loose) => Loose): Loose {
  const parts = structuredClone(original)
  const unsigned = JSON.parse(assembled({ ...parts, settings: change(parts.settings) }, []))
  return { ...file, payload: unsigned.payload }
}

function withEvidence(file: Loose, change: (evidence: Loose) => void): Loose {
  const evidence = structuredClone(original.evidence)
  change(evidence)
  return { ...file, assay: { ...file.assay, evidence: packed(JSON.stringify(evidence)) } }
}

function flipped(base64: string): string {
  const bytes = Buffer.from(base64, 'base64')
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  return bytes.toString('base64')
}
