import type { Contract } from '../contracts/contract.ts'
import type { Outcome } from '../engine/judging/outcome.ts'
import { isFailed } from '../engine/run.ts'
import { defined } from '../language/defined.ts'
import { sha256 } from '../text/digest.ts'
import type { Suite } from './suite.ts'
import { base64Bytes, readJson, UnreadableFile } from './untrusted-json.ts'

export const statementType = 'https://in-toto.io/Statement/v1'
export const predicateType = 'https://in-toto.io/attestation/test-result/v0.1'
export const payloadType = 'application/vnd.in-toto+json'

/** An in-toto resource descriptor, as far as it is used here. */
export interface Descriptor {
  readonly name: string
  readonly digest: Readonly<Record<string, string>> & { readonly sha256: string }
  readonly uri?: string
  readonly mediaType?: string
  /** Base64. */
  readonly content?: string
  readonly annotations?: Readonly<Record<string, string>>
}

/** The in-toto predicate test-result, version 0.1. */
export interface Predicate {
  readonly result: 'PASSED' | 'WARNED' | 'FAILED'
  readonly configuration: readonly Descriptor[]
  readonly passedTests: readonly string[]
  readonly warnedTests: readonly string[]
  readonly failedTests: readonly string[]
}

/** An in-toto Statement, version 1, of a test result. */
export interface Statement {
  readonly _type: typeof statementType
  readonly subject: readonly [Descriptor]
  readonly predicateType: typeof predicateType
  readonly predicate: Predicate
}

/** What a statement is about that names no artefact. */
export function evidenceName(target: string): string {
  return `the evidence of ${target}`
}

interface Materials {
  readonly contract: Contract
  readonly suite: Suite
  readonly challenge?: Buffer
  readonly settings: string
  readonly evidence: string
}

export const testLists = ['passedTests', 'warnedTests', 'failedTests'] as const

/** The checks of each verdict as a predicate lists them: what could not be judged counts as failed there, what does not apply is left out. */
export function testsOf(outcomes: readonly Outcome[]): Pick<Predicate, (typeof testLists)[number]> {
  const with_ = (...verdicts: readonly string[]) => outcomes.filter(({ verdict }) => verdicts.includes(verdict)).map(({ check }) => check)
  return { passedTests: with_('passed'), warnedTests: with_('warned'), failedTests: with_('failed', 'inconclusive') }
}

export function predicateOf(outcomes: readonly Outcome[], materials: Materials): Predicate {
  const tests = testsOf(outcomes)
  const warns = tests.warnedTests.length + tests.failedTests.length > 0
  const result = isFailed({ outcomes }) ? 'FAILED' : warns ? 'WARNED' : 'PASSED'
  return { result, configuration: configurationOf(materials, outcomes), ...tests }
}

/** The checks that are listed as failed and could not be judged, as an annotation; undefined if there are none. */
export function notJudged(outcomes: readonly Outcome[]): Readonly<Record<string, string>> | undefined {
  const checks = outcomes.filter(({ verdict }) => verdict === 'inconclusive').map(({ check }) => check)
  return checks.length === 0 ? undefined : { 'listed as failed, not judged': checks.join(' ') }
}

export function configurationOf(
  { contract, suite, challenge, settings, evidence }: Materials,
  outcomes: readonly Outcome[] = [],
): readonly Descriptor[] {
  const { spec } = contract
  const annotations = notJudged(outcomes)
  return [
    { name: 'document', digest: { sha256: spec.sha256 }, annotations: { title: spec.title, version: spec.version } },
    ...spec.overlays.map(({ title, sha256 }) => ({ name: 'overlay', digest: { sha256 }, annotations: { title } })),
    { name: 'suite', uri: suite.uri, digest: { sha256: suite.sha256 }, annotations: { version: suite.version } },
    ...(challenge ? [contained('challenge', challenge)] : []),
    contained('settings', Buffer.from(settings)),
    defined({ name: 'evidence', digest: { sha256: sha256(evidence) }, mediaType: mediaTypeOf('evidence'), annotations }),
  ]
}

/** Reads a statement: of what nobody here compares, another would be trusted. @throws {UnreadableFile} */
export function readStatement(text: string): Statement {
  const statement = readJson<Statement>('statement', text, 'The statement')
  const names = statement.predicate.configuration.flatMap(({ name }) => (name === 'overlay' ? [] : [name]))
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new UnreadableFile(`The statement names its ${twice} more than once.`)
  return statement
}

function mediaTypeOf(name: string): string {
  return name === 'evidence' ? 'application/vnd.assay.evidence+json' : 'application/json'
}

export function descriptor({ configuration }: Predicate, name: string): Descriptor | undefined {
  return configuration.find((entry) => entry.name === name)
}

/** The bytes that a descriptor carries, where they are those of its digest. @throws {UnreadableFile} */
export function contentOf({ name, content, digest }: Descriptor): Buffer {
  if (content === undefined) throw new UnreadableFile(`The statement lacks its ${name}.`)
  const bytes = base64Bytes(content, `The ${name}`)
  if (sha256(bytes) !== digest.sha256) throw new UnreadableFile(`The ${name} is not what its digest says.`)
  return bytes
}

function contained(name: string, bytes: Buffer): Descriptor {
  return { name, digest: { sha256: sha256(bytes) }, mediaType: mediaTypeOf(name), content: bytes.toString('base64') }
}
