import { createHash, generateKeyPairSync } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bundleToJSON } from '@sigstore/bundle'
import { fulcioHandler, initializeCA, initializeCTLog, initializeTLog, rekorHandler } from '@sigstore/mock'
import { TrustedRoot } from '@sigstore/protobuf-specs'
import { DSSEBundleBuilder, FulcioSigner, RekorWitness } from '@sigstore/sign'
import { afterAll, describe, expect, it } from 'vitest'
import { certifiedReference, refusedBy, verified } from '../certified.fixture.ts'
import { bundleOf } from './sigstore.ts'

const keyPair = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
/** One time for all that is issued and logged: if the clock were set back between the two, a certificate would be too young for its entry. */
const clock = new Date(Date.now() + 60_000)
const ctlog = await initializeCTLog(keyPair, clock)
const ca = await initializeCA(keyPair, ctlog, clock)
const tlog = await initializeTLog('https://rekor.sigstore.dev', keyPair, clock)
const handlers = [fulcioHandler(ca), rekorHandler(tlog)]
const server: Server = createServer(async (message, response) => {
  // A connection that is kept may be closed here while the client uses it again.
  response.shouldKeepAlive = false
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  const handler = handlers.find(({ path }) => path === message.url)
  const {
    statusCode,
    response: body,
    contentType = 'text/plain',
  } = (await handler?.fn(Buffer.concat(chunks).toString())) ?? { statusCode: 404, response: '' }
  response.writeHead(statusCode, { 'content-type': contentType }).end(body)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())

const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const identity = 'vendor@example.com'
const issuer = 'https://issuer.example'
const trustedRoot = Buffer.from(JSON.stringify(TrustedRoot.toJSON(rootOf())))
const { text, certificate } = await certifiedReference({ keys: [] })
const statement = JSON.parse(Buffer.from(JSON.parse(text).payload, 'base64').toString())

describe('a Sigstore bundle that comes back', () => {
  it('is accepted with the statement of the certificate itself', async () => {
    expect(await saidOf(await signed(Buffer.from(JSON.parse(text).payload, 'base64')))).toMatch(/^true: .*vendor@example.com signed it/)
  })

  it('is accepted with a statement of the platform’s around the predicate', async () => {
    const other = { ...statement, subject: [{ name: 'mock.tgz', digest: statement.subject[0].digest }], predicate: certificate?.predicate }
    expect(await saidOf(await signed(Buffer.from(JSON.stringify(other, null, 2))))).toMatch(/^true: /)
  })

  it('is found among others of one file, a line each', async () => {
    const other = await signed(Buffer.from(JSON.stringify({ ...statement, subject: [{ name: 'x', digest: { sha256: '0'.repeat(64) } }] })))
    const own = await signed(Buffer.from(JSON.parse(text).payload, 'base64'))
    expect(await saidOf(Buffer.from(`${other}\n${own}\n`))).toMatch(/^true: /)
    expect(await saidOf(Buffer.from(`${other}\n${other}\n`))).toMatch(/^false: .*another subject/)
  })

  const wrong: Readonly<Record<string, [(given: typeof statement) => unknown, RegExp]>> = {
    'another result': [(given) => ({ ...given, predicate: { ...given.predicate, warnedTests: ['x'] } }), /false: .*another result/],
    'another subject': [
      (given) => ({ ...given, subject: [{ name: 'x', digest: { sha256: '0'.repeat(64) } }] }),
      /false: .*another subject/,
    ],
    'a statement of no type': [({ _type, ...rest }) => rest, /false: .*no in-toto statement/],
    'another kind of predicate': [(given) => ({ ...given, predicateType: 'https://slsa.dev/provenance/v1' }), /false: .*something else/],
  }
  for (const [name, [change, reason]] of Object.entries(wrong)) {
    it(`is refused for ${name}`, async () => {
      expect(await saidOf(await signed(Buffer.from(JSON.stringify(change(statement)))))).toMatch(reason)
    })
  }

  it('is refused where another made it, or nobody whom the root trusts', async () => {
    const bundle = await signed(Buffer.from(JSON.parse(text).payload, 'base64'))
    expect(await saidOf(bundle, { identity: 'vendor@example.com.evil.example' })).toMatch(/false: .*made by/)
    expect(await saidOf(bundle, { identity: '.*' })).toMatch(/false: .*made by/)
    expect(await saidOf(bundle, { issuer: 'https://issuer.example.evil' })).toMatch(/false: .*made by/)
    expect(
      await saidOf(bundle, {
        trustedRoot: Buffer.from(JSON.stringify(TrustedRoot.toJSON({ ...rootOf(), certificateAuthorities: [] }))),
      }),
    ).toMatch(/^false: /)
    for (const part of ['tlogs', 'ctlogs', 'certificateAuthorities'])
      expect(
        await saidOf(bundle, { trustedRoot: Buffer.from(JSON.stringify({ ...JSON.parse(trustedRoot.toString()), [part]: [{}] })) }),
      ).toMatch(/^false: .*lacks what it is checked by/)
  })

  it('is refused with its signature changed', async () => {
    const bundle = JSON.parse((await signed(Buffer.from(JSON.parse(text).payload, 'base64'))).toString())
    bundle.dsseEnvelope.payload = Buffer.from(JSON.stringify({ ...statement, subject: [] })).toString('base64')
    expect(await saidOf(Buffer.from(JSON.stringify(bundle)))).toMatch(/^false: /)
  })

  it.each([
    ['rootHash', Buffer.alloc(32).toString('base64')],
    ['treeSize', '2'],
  ])('is refused with another %s than its checkpoint says', async (name, value) => {
    const bundle = JSON.parse((await signed(Buffer.from(JSON.parse(text).payload, 'base64'))).toString())
    bundle.verificationMaterial.tlogEntries[0].inclusionProof[name] = value
    expect(await saidOf(Buffer.from(JSON.stringify(bundle)))).toMatch(/^false: .*checkpoint/)
  })

  it('that is none is a sentence', () => {
    expect(() => bundleOf(Buffer.from('{}'), { trustedRoot, identity, issuer })).toThrow(/no Sigstore bundle \(/)
    for (const text of ['null', '[]', '7'])
      expect(() => bundleOf(Buffer.from(text), { trustedRoot, identity, issuer })).toThrow(/no Sigstore bundle(?! \(Cannot)/)
  })
})

async function saidOf(bundle: Buffer, change: Partial<Parameters<typeof bundleOf>[1]> = {}): Promise<string> {
  const found = await verified(text, { trust: { keys: [] }, bundle: bundleOf(bundle, { trustedRoot, identity, issuer, ...change }) })
  expect(refusedBy(found)).toEqual(found.lines[0]?.holds ? [] : [1])
  return `${found.lines[0]?.holds}: ${found.lines[0]?.text}`
}

async function signed(data: Buffer): Promise<Buffer> {
  const token = [{ alg: 'none' }, { sub: identity, iss: issuer }, 'x']
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const signer = new FulcioSigner({ fulcioBaseURL: url, identityProvider: { getToken: async () => token } })
  const witnesses = [new RekorWitness({ rekorBaseURL: url, entryType: 'intoto' })]
  const bundle = await new DSSEBundleBuilder({ signer, witnesses }).create({ data, type: 'application/vnd.in-toto+json' })
  return Buffer.from(JSON.stringify(bundleToJSON(bundle)))
}

function rootOf(): TrustedRoot {
  const key = (rawBytes: Buffer) => ({ rawBytes, keyDetails: 5, validFor: { start: new Date(0), end: undefined } })
  const log = (baseUrl: string, publicKey: Buffer, keyId: Buffer) => ({
    ...{ baseUrl, hashAlgorithm: 1, publicKey: key(publicKey), logId: { keyId }, checkpointKeyId: undefined, operator: '' },
  })
  return {
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [log('https://rekor.sigstore.dev', tlog.publicKey, createHash('sha256').update(tlog.publicKey).digest())],
    ctlogs: [log('https://ctfe.sigstore.dev', ctlog.publicKey, Buffer.from(ctlog.logID.buffer))],
    certificateAuthorities: [
      {
        ...{ subject: { commonName: 'sigstore', organization: 'mock' }, uri: url, operator: '' },
        certChain: { certificates: [{ rawBytes: Buffer.from(ca.rootCertificate.buffer) }] },
        validFor: { start: new Date(0), end: undefined },
      },
    ],
    timestampAuthorities: [],
  } as unknown as TrustedRoot
}
