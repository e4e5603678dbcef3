import { expect, it } from 'vitest'
import type { Certificate } from '../certificate.ts'
import type { SubjectKind } from '../certified-settings.ts'
import { unprovenBy } from './verify.ts'

function about(subject: SubjectKind, headers: readonly (readonly [string, string])[] = []): Certificate {
  const settings = { redacted: [], subject, target: { connection: { headers } } }
  return { settings, evidence: { outcomes: [] } } as unknown as Certificate
}

const [host, artefact, proxy] = [
  'make up the answers, with or without the credentials',
  'the artefact that it names',
  'it may ask a service that conforms',
]

it.each([
  ['a file', 'file', undefined, [host, artefact]],
  ['a file, and a target that runs', 'file', 'target', [artefact]],
  ['a file that was started', 'file', 'subject', [proxy]],
  ['evidence', 'evidence', undefined, [host, 'no artefact is named']],
  ['evidence, and a target that runs', 'evidence', 'target', ['no artefact is named']],
] as const)('what is not proven of %s is said', (_, kind, ranAgain, expected) => {
  const told = unprovenBy(about(kind), ranAgain)
  const all = [host, artefact, proxy, 'no artefact is named']
  expect(all.filter((words) => told.some((sentence) => sentence.includes(words)))).toEqual(expected)
})

it('header fields that every request carried are named', () => {
  expect(unprovenBy(about('file', [['X-Behave', 'yes']]), 'subject').join()).toContain(
    'without the header fields that each request carried',
  )
  expect(unprovenBy(about('file'), 'subject').join()).not.toContain('header')
})
