import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  assembled,
  certifiedReference,
  challengeOf,
  day,
  type Loose,
  operations,
  type Parts,
  partsOf,
  refusedBy,
  stranger,
  vendor,
  verified,
} from './certified.fixture.ts'
import { packed } from './evidence.ts'
import type { VerifyOptions } from './verify.ts'

const challenge = challengeOf('ACME')
const { text } = await certifiedReference({ challenge, keys: [vendor.privateKey, stranger.privateKey] })
const other = await certifiedReference({ challenge: challengeOf('ACME'), keys: [vendor.privateKey] })
const asked = { asked: { challenge, keys: [] } }
const original = partsOf(text)

/** The file edited by somebody who holds no key: the first of the lines that refuse it is named. */
const edits: Readonly<Record<string, [(file: Loose) => Loose | string, number?]>> = {
  'another payload type': [(file) => ({ ...file, payloadType: 'application/json' })],
  'a payload type with a parameter': [(file) => ({ ...file, payloadType: `${file.payloadType}; v=1` })],
  'the payload of another certificate': [(file) => ({ ...file, payload: JSON.parse(other.text).payload })],
  'the evidence of another certificate': [
    (file) => ({ ...file, assay: { ...file.assay, evidence: JSON.parse(other.text).assay.evidence } }),
  ],
  'the signatures of another certificate': [(file) => ({ ...file, signatures: JSON.parse(other.text).signatures })],
  'all signatures stripped': [(file) => ({ ...file, signatures: [] })],
  'one signature stripped': [(file) => ({ ...file, signatures: file.signatures.slice(0, 1) })],
  'a signature with a changed byte': [
    (file) => ({ ...file, signatures: [{ ...file.signatures[0], sig: `A${file.signatures[0].sig.slice(1)}` }, file.signatures[1]] }),
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
    (file) => JSON.stringify(file).replace('"payloadType":', `"payload":"${JSON.parse(other.text).payload}","payloadType":`),
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

/** The certificate made anew by its maker, every digest right and signed: what was changed, and the line that refuses it. */
const tricks: Readonly<Record<string, [change: (parts: Parts) => void, line: number, options?: () => Partial<VerifyOptions>]>> = {
  'a failure told as passed': [({ evidence }) => breakAnswer(evidence), 3],
  'a verdict moved from passed to warned': [
    ({ statement }) => {
      const { predicate } = statement
      predicate.warnedTests.push(predicate.passedTests.pop())
    },
    3,
  ],
  'a verdict moved from passed to failed': [
    ({ statement }) => {
      const { predicate } = statement
      predicate.failedTests.push(predicate.passedTests.pop())
    },
    3,
  ],
  'a check that is dropped': [
    ({ statement }) => {
      statement.predicate.passedTests.pop()
    },
    3,
  ],
  'a check that was never run': [
    ({ statement }) => {
      statement.predicate.passedTests.push('everything.is.fine')
    },
    3,
  ],
  'a check that passed twice': [
    ({ statement }) => {
      statement.predicate.passedTests.push(statement.predicate.passedTests[0])
    },
    3,
  ],
  'a check that passed and failed': [
    ({ statement }) => {
      statement.predicate.failedTests.push(statement.predicate.passedTests[0])
    },
    3,
  ],
  'a result that says failed': [
    ({ statement }) => {
      statement.predicate.result = 'FAILED'
    },
    3,
  ],
  'a finding that was added': [
    ({ evidence }) => {
      evidence.outcomes.push({
        ...evidence.outcomes[0],
        check: 'x',
        verdict: 'warned',
        findings: [{ at: '/', expected: 'a', actual: 'b' }],
      })
    },
    3,
  ],
  'a reason that was changed': [
    ({ evidence }) => {
      evidence.outcomes[0].reason = 'because'
    },
    3,
  ],
  'an outcome that was dropped': [
    ({ evidence }) => {
      evidence.outcomes.shift()
    },
    3,
  ],
  'behaviour told otherwise': [
    ({ evidence }) => {
      evidence.observations[0].value = 'perfect'
    },
    3,
  ],
  'behaviour that is dropped': [
    ({ evidence }) => {
      evidence.observations.pop()
    },
    3,
  ],
  'behaviour that is made up': [
    ({ evidence }) => {
      evidence.observations.push({ ...evidence.observations[0], id: 'x' })
    },
    3,
  ],
  'an inconclusive check told as left out': [
    ({ statement, evidence }) => {
      evidence.outcomes.push({
        ...evidence.outcomes[0],
        check: statement.predicate.passedTests.pop(),
        verdict: 'inapplicable',
        findings: [],
      })
    },
    3,
  ],
  'a body that was changed': [({ evidence }) => changeBody(evidence), 4],
  'a header that was changed': [
    ({ evidence }) => {
      evidence.attempts[3].request.headers[0][1] = 'text/html'
    },
    4,
  ],
  'a header that was added': [
    ({ evidence }) => {
      evidence.attempts[3].request.headers.push(['x-forwarded-for', '127.0.0.1'])
    },
    4,
  ],
  'a header that was dropped': [
    ({ evidence }) => {
      evidence.attempts[3].request.headers.pop()
    },
    4,
  ],
  'a method that was changed': [
    ({ evidence }) => {
      evidence.attempts[3].request.method = 'PUT'
    },
    4,
  ],
  'an address that was changed': [
    ({ evidence }) => {
      evidence.attempts[3].request.url += '?x=1'
    },
    4,
  ],
  'another host': [
    ({ evidence }) => {
      for (const { request } of evidence.attempts) request.url = request.url.replace('127.0.0.1', '127.0.0.2')
    },
    4,
  ],
  'a signature of a secret that is not published': [
    ({ settings }) => {
      settings.target.settings.signingSecret = 'another secret'
    },
    4,
  ],
  'another credential': [
    ({ settings }) => {
      settings.target.settings.accessToken = 'another'
    },
    4,
  ],
  'another seed': [
    ({ settings }) => {
      settings.seed = 'another'
    },
    4,
  ],
  'an earlier beginning': [
    ({ evidence }) => {
      evidence.startedAt -= 5000
    },
    4,
  ],
  'a beginning a month ago, and all times with it': [
    ({ evidence, settings }) => {
      evidence.startedAt -= 30 * day
      evidence.finishedAt -= 30 * day
      settings.issuedAt = new Date(evidence.finishedAt).toISOString()
    },
    4,
  ],
  'a moment that was moved': [
    ({ evidence }) => {
      for (const happening of evidence.happenings.slice(60)) happening[2] += 700
    },
    4,
  ],
  'times that run backwards': [
    ({ evidence }) => {
      evidence.happenings[40][2] = evidence.happenings[20][2] - 5
    },
    4,
  ],
  'two requests swapped': [({ evidence }) => swap(evidence.attempts, 30, 31), 4],
  'two answers swapped in time': [({ evidence }) => swapAnswers(evidence), 4],
  'a request that was dropped': [
    ({ evidence }) => {
      evidence.attempts.splice(50, 1)
    },
    4,
  ],
  'a request that was added': [
    ({ evidence }) => {
      evidence.attempts.push(evidence.attempts[0])
    },
    4,
  ],
  'a request that was never sent': [
    ({ evidence }) => {
      evidence.attempts.splice(10, 0, evidence.attempts[40])
    },
    4,
  ],
  'a request that was sent twice': [
    ({ evidence }) => {
      evidence.attempts.splice(40, 0, evidence.attempts[40])
    },
    4,
  ],
  'an answer that was dropped': [
    ({ evidence }) => {
      evidence.happenings.splice(70, 1)
    },
    4,
  ],
  'an answer that came twice': [
    ({ evidence }) => {
      evidence.happenings.splice(70, 0, evidence.happenings[70])
    },
    4,
  ],
  'a run that was cut off': [
    ({ evidence }) => {
      evidence.happenings.length = Math.floor(evidence.happenings.length / 2)
    },
    4,
  ],
  'a run of which the end is missing': [
    ({ evidence }) => {
      evidence.attempts.pop()
      evidence.happenings.pop()
    },
    4,
  ],
  'an exchange that was dropped': [
    ({ evidence }) => {
      evidence.exchanges.splice(20, 1)
    },
    4,
  ],
  'an exchange that was added': [
    ({ evidence }) => {
      evidence.exchanges.push({ ...evidence.exchanges[0], id: 'x/y' })
    },
    4,
  ],
  'an exchange under another role': [
    ({ evidence }) => {
      evidence.exchanges[5].role = 'control'
    },
    4,
  ],
  'an exchange under another probe': [
    ({ evidence }) => {
      evidence.exchanges[5].probe = evidence.exchanges.at(-1).probe
    },
    4,
  ],
  'two exchanges that changed places': [({ evidence }) => swap(evidence.exchanges, 5, 6), 4],
  'an exchange at another time': [
    ({ evidence }) => {
      evidence.exchanges[5].startedAt += 1
    },
    4,
  ],
  'an exchange that points to another request': [
    ({ evidence }) => {
      evidence.exchanges[5].attempt = evidence.exchanges[6].attempt
    },
    4,
  ],
  'another end': [
    ({ evidence, settings }) => {
      evidence.finishedAt += 60_000
      settings.issuedAt = new Date(evidence.finishedAt).toISOString()
    },
    4,
  ],
  'evidence of another target spliced in': [({ evidence }) => splice(evidence, partsOf(other.text).evidence), 4],
  'the whole evidence of another run': [
    (parts) => {
      parts.evidence = partsOf(other.text).evidence
    },
    4,
  ],
  'fewer requests side by side than it says': [
    ({ settings }) => {
      settings.limits.concurrency = 1
    },
    4,
  ],
  'operations that were never asked': [
    ({ settings }) => {
      settings.target.operations = settings.target.operations.slice(0, 1)
    },
    4,
  ],
  'withdrawals that were not allowed': [
    ({ settings }) => {
      settings.target.bases = Object.fromEntries(Object.keys(settings.target.bases).map((base) => [base, 'https://elsewhere.example']))
      settings.target.allowWithdrawals = false
    },
    4,
  ],
  'another document': [
    ({ statement }) => {
      configured(statement, 'document').digest.sha256 = '0'.repeat(64)
    },
    2,
  ],
  'an overlay that is named': [
    ({ statement }) => {
      statement.predicate.configuration.push({ name: 'overlay', digest: { sha256: '0'.repeat(64) }, annotations: { title: 'Ours' } })
    },
    2,
  ],
  'an older suite': [
    ({ statement }) => {
      Object.assign(configured(statement, 'suite'), { uri: 'pkg:npm/assay@0.0.9', annotations: { version: '0.0.9' } })
    },
    2,
  ],
  'a suite of the same name that is another': [
    ({ statement }) => {
      configured(statement, 'suite').digest.sha256 = '0'.repeat(64)
    },
    2,
  ],
  'no suite': [
    ({ statement }) => {
      drop(statement, 'suite')
    },
    2,
  ],
  'no document': [
    ({ statement }) => {
      drop(statement, 'document')
    },
    2,
  ],
  'an expiry in the past': [
    ({ settings }) => {
      settings.expiresAt = settings.issuedAt
    },
    2,
  ],
  'an issue in the future': [
    ({ settings }) => {
      settings.issuedAt = new Date(Date.now() + 3 * day).toISOString()
    },
    2,
  ],
  'an issue before the run': [
    ({ settings }) => {
      settings.issuedAt = new Date(Date.now() - 3 * day).toISOString()
    },
    2,
  ],
  'a certificate that expired': [() => undefined, 2, () => ({ now: Date.now() + 91 * day })],
  'a certificate that is too old': [() => undefined, 2, () => ({ now: Date.now() + 8 * day, maxAge: 7 * day })],
  'another challenge': [() => undefined, 5, () => ({ asked: { challenge: challengeOf('ACME'), keys: [] } })],
  'no challenge at all': [
    (parts) => {
      drop(parts.statement, 'challenge')
    },
    5,
  ],
  'a challenge put in afterwards': [
    (parts) => {
      Object.assign(parts, partsOf(other.text), { challenge: challenge.file })
    },
    5,
  ],
  'a challenge with more time than it had': [
    (parts) => {
      parts.challenge = Buffer.from(challenge.file.toString().replace(/"validUntil": "\d+/, '"validUntil": "2099'))
    },
    5,
  ],
  'a run from before its challenge': [(parts) => Object.assign(parts, shifted(parts, -3 * day)), 5],
  'a challenge whose key is another': [() => undefined, 5, () => ({ asked: { keys: [stranger.publicKey] } })],
  'no settings': [
    ({ statement }) => {
      drop(statement, 'settings')
    },
    1,
  ],
  'no evidence': [
    ({ statement }) => {
      drop(statement, 'evidence')
    },
    1,
  ],
  'settings twice': [
    ({ statement }) => {
      statement.predicate.configuration.push(configured(statement, 'settings'))
    },
    1,
  ],
  'waivers in the settings': [
    ({ settings }) => {
      settings.waivers = ['*']
    },
    1,
  ],
  'a narrowed run': [
    ({ settings }) => {
      settings.only = '4.1'
    },
    1,
  ],
  'another statement type': [
    ({ statement }) => {
      statement._type = 'https://in-toto.io/Statement/v0.1'
    },
    1,
  ],
  'another predicate type': [
    ({ statement }) => {
      statement.predicateType = 'https://slsa.dev/provenance/v1'
    },
    1,
  ],
}

describe('a certificate by a maker who tricks', () => {
  it('is right before', async () => {
    expect(refusedBy(await verified(assembled(original), asked))).toEqual([])
  })

  for (const [name, [change, line, options]] of Object.entries(tricks)) {
    it(`${name}: refused by ${line}`, async () => {
      const parts = structuredClone(original)
      if (parts.challenge) parts.challenge = Buffer.from(parts.challenge)
      change(parts)
      const found = await verified(assembled(parts), { ...asked, ...options?.() })
      expect(refusedBy(found), JSON.stringify(found.lines, null, 1)).toContain(line)
      expect(refusedBy(found).includes(1)).toBe(line === 1)
    })
  }

  it('fewer operations than the challenge asks for: refused by 5', async () => {
    const wide = challengeOf('ACME')
    const few = await certifiedReference({ challenge: wide }, {}, operations.slice(0, 1))
    expect(refusedBy(await verified(few.text, { asked: { challenge: wide, keys: [] } }))).toEqual([5])
  })
})

function configured(statement: Loose, name: string): Loose {
  return statement.predicate.configuration.find((entry: Loose) => entry.name === name)
}

function drop(statement: Loose, name: string): void {
  statement.predicate.configuration = statement.predicate.configuration.filter((entry: Loose) => entry.name !== name)
}

/** The answer to a right request, made wrong in a field. */
function breakAnswer(evidence: Loose): void {
  const key = Object.keys(evidence.bodies).find((name) => String(evidence.bodies[name]).includes('"rank"')) ?? ''
  evidence.bodies[key] = evidence.bodies[key].replace(/"rank":\d+/, '"rank":"first"')
}

function changeBody(evidence: Loose): void {
  const { body } = evidence.attempts.find(({ request }: Loose) => request.body !== undefined).request
  evidence.bodies[body] = `${evidence.bodies[body]} `
}

function swap(list: Loose[], one: number, other: number): void {
  ;[list[one], list[other]] = [list[other], list[one]]
}

/** Two answers to requests that were under way together, that differ. */
function swapAnswers({ attempts }: Loose): void {
  const one = attempts.findIndex(({ answer }: Loose) => answer.response.status === 200)
  const other = attempts.findIndex(({ answer }: Loose) => answer.response.status !== 200)
  ;[attempts[one].answer, attempts[other].answer] = [attempts[other].answer, attempts[one].answer]
}

function splice(evidence: Loose, foreign: Loose): void {
  Object.assign(evidence.bodies, foreign.bodies)
  evidence.attempts.splice(20, 5, ...foreign.attempts.slice(20, 25))
}

function shifted({ evidence, settings }: Parts, by: number): Pick<Parts, 'evidence' | 'settings'> {
  return {
    evidence: { ...evidence, startedAt: evidence.startedAt + by, finishedAt: evidence.finishedAt + by },
    settings: { ...settings, issuedAt: new Date(Date.parse(settings.issuedAt) + by).toISOString() },
  }
}

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
