import type { Contract } from '../contracts/contract.ts'
import type { Outcome } from '../engine/judging/outcome.ts'
import { defined } from '../spec/defined.ts'
import { sha256 } from '../spec/digest.ts'
import { base64Bytes, type Fields, fieldsOf, parseJson } from './json-fields.ts'
import type { Suite } from './suite.ts'
import { UnreadableFile } from './unreadable.ts'

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
  const result = outcomes.some(({ verdict }) => verdict === 'failed') ? 'FAILED' : warns ? 'WARNED' : 'PASSED'
  return { result, configuration: configurationOf(materials, outcomes), ...tests }
}

/** The checks that are listed as failed and could not be judged, as an annotation; undefined if there are none. */
export function notJudged(outcomes: readonly Outcome[]): Readonly<Record<string, string>> | undefined {
  const checks = outcomes.filter(({ verdict }) => verdict === 'inconclusive').map(({ check }) => check)
  return checks.length === 0 ? undefined : { 'listed as failed, not judged': checks.join(' ') }
}

/** The descriptors of all that a verdict depends on. */
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

/** Reads a statement. @throws {UnreadableFile} */
export function readStatement(text: string): Statement {
  const what = 'The statement'
  const fields = fieldsOf(parseJson(text, what), what)
  fields.only('_type', 'subject', 'predicateType', 'predicate')
  if (fields.text('_type') !== statementType) throw new UnreadableFile(`${what} has another "_type": expected ${statementType}.`)
  if (fields.text('predicateType') !== predicateType) throw new UnreadableFile(`${what} is about something else than ${predicateType}.`)
  const [subject, ...others] = fields.list('subject').map((entry) => {
    const described = fieldsOf(entry, `${what}, its subject`)
    described.only('name', 'digest')
    return descriptorOf(described)
  })
  if (!subject || others.length > 0)
    throw new UnreadableFile(`${what} is about ${subject ? others.length + 1 : 'no'} subjects: expected one.`)
  return { _type: statementType, subject: [subject], predicateType, predicate: readPredicate(fields.fields('predicate')) }
}

/** Reads a predicate. @throws {UnreadableFile} */
function readPredicate(fields: Fields): Predicate {
  fields.only('result', 'configuration', ...testLists)
  const result = fields.text('result')
  if (result !== 'PASSED' && result !== 'WARNED' && result !== 'FAILED')
    throw new UnreadableFile(`The statement: there is no result ${result.slice(0, 40)}.`)
  const configuration = fields.list('configuration').map((entry) => configuredOf(fieldsOf(entry, 'The statement, its configuration')))
  const names = configuration.flatMap(({ name }) => (name === 'overlay' ? [] : [name]))
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new UnreadableFile(`The statement names its ${twice} more than once.`)
  const [passedTests = [], warnedTests = [], failedTests = []] = testLists.map((list) => fields.texts(list))
  return { result, configuration, passedTests, warnedTests, failedTests }
}

/** Reads a descriptor of the configuration: of what nobody here compares, another would be trusted. @throws {UnreadableFile} */
function configuredOf(fields: Fields): Descriptor {
  const found = descriptorOf(fields)
  const members = new Map(Object.entries(membersOf)).get(found.name)
  if (!members) throw new UnreadableFile(`The statement refers to ${JSON.stringify(found.name.slice(0, 60))}, which no certificate has.`)
  fields.only('name', 'digest', ...members)
  if (found.mediaType !== undefined && found.mediaType !== mediaTypeOf(found.name))
    throw new UnreadableFile(`The statement gives its ${found.name} another media type than ${mediaTypeOf(found.name)}.`)
  return found
}

/** What the descriptors of a configuration hold beside their names and digests. */
const membersOf = {
  document: ['annotations'],
  overlay: ['annotations'],
  suite: ['uri', 'annotations'],
  challenge: ['mediaType', 'content'],
  settings: ['mediaType', 'content'],
  evidence: ['mediaType', 'annotations'],
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

function descriptorOf(fields: Fields): Descriptor {
  fields.only('name', 'digest', 'uri', 'mediaType', 'content', 'annotations')
  const [uri, mediaType, content] = [fields.optional('uri'), fields.optional('mediaType'), fields.optional('content')]
  const [name, digest] = [fields.text('name'), fields.fields('digest')]
  const stated = digest.optional('sha256') ?? ''
  if (!/^[0-9a-f]{64}$/.test(stated)) throw new UnreadableFile(`The statement gives no SHA-256 of its ${name.slice(0, 60)}.`)
  digest.only('sha256')
  return defined({
    name,
    digest: { sha256: stated },
    uri,
    mediaType,
    content,
    annotations: fields.has('annotations') ? fields.named('annotations') : undefined,
  })
}
