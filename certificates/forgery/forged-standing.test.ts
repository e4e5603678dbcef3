import { expect, it } from 'vitest'
import { day } from '../../text/day.ts'
import { assembled, certifiedReference, challengeOf, operations, partsOf, refusedBy, stranger, verified } from '../certified.fixture.ts'
import { another, challenge, configured, drop, refuses, shifted } from './forged.fixture.ts'

await refuses('is not what was asked for', {
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
      Object.assign(parts, partsOf(another.text), { challenge: challenge.file })
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
  'the suite twice': [
    ({ statement }) => {
      statement.predicate.configuration.push(configured(statement, 'suite'))
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
  'an operation that there is not': [
    ({ settings }) => {
      settings.target.operations.push('transferMillions')
    },
    2,
  ],
  'another title of the document': [
    ({ statement }) => {
      configured(statement, 'document').annotations.title = 'Every service'
    },
    2,
  ],
  'another version of the suite': [
    ({ statement }) => {
      configured(statement, 'suite').annotations.version = '9.9.9'
    },
    2,
  ],
  'a descriptor that nobody reads': [
    ({ statement }) => {
      statement.predicate.configuration.push({ name: 'regulator', digest: { sha256: '0'.repeat(64) } })
    },
    1,
  ],
})

it('fewer operations than the challenge asks for: refused by 5', async () => {
  const wide = challengeOf('ACME')
  const few = await certifiedReference({ challenge: wide }, {}, operations.slice(0, 1))
  expect(refusedBy(await verified(few.text, { asked: { challenge: wide, keys: [] } }))).toEqual([5])
})

it('names the overlay that made it, though this gave the document another title, but not for another document', async () => {
  const parts = partsOf(another.text)
  configured(parts.statement, 'document').annotations.title = 'Ours'
  const overlay = { name: 'overlay', digest: { sha256: '0'.repeat(64) }, annotations: { title: 'Our changes' } }
  parts.statement.predicate.configuration.push(overlay)
  const { lines } = await verified(assembled(parts))
  expect(lines[1]).toMatchObject({ number: 2, holds: false, text: expect.stringMatching(/as "Our changes" changes it.*--overlay/) })
  configured(parts.statement, 'document').digest.sha256 = '0'.repeat(64)
  const { lines: others } = await verified(assembled(parts))
  expect(others[1]).toMatchObject({ number: 2, holds: false, text: expect.stringMatching(/about another document than this Assay knows/) })
})
