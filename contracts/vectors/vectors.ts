import { defined } from '../../language/defined.ts'
import { type Construction, fieldOfPart } from '../construction.ts'
import type { Contract, Operation, SignedHeaders } from '../contract.ts'
import { escapedText } from '../escapes.ts'
import { requestFields } from '../fields.ts'
import { type Mistake, mistakes } from '../mistakes/mistakes.ts'
import { isSigned } from '../operation-kinds.ts'
import { canonicalString, type SigningInput, sign } from '../signing.ts'
import { type Case, leadingZeros, ordinary, type RoleValues, tellings, tellingValues, valuesByName, vectorCases } from './cases.ts'
import { type Flag, type Note, notes } from './notes.ts'

/** Signature vectors in the shape of Project Wycheproof's, for signers in any language. */
export interface VectorFile {
  readonly $schema: string
  readonly algorithm: string
  readonly header: readonly string[]
  readonly numberOfTests: number
  readonly notes: Readonly<Record<string, Note>>
  readonly testGroups: readonly VectorGroup[]
}

/** Vectors that are about one thing, and how their signatures are made. */
export interface VectorGroup {
  readonly type: string
  readonly comment: string
  readonly construction: Pick<Construction, 'hash' | 'encoding' | 'separator'> & { readonly parts: readonly string[] }
  readonly tests: readonly Vector[]
}

/** One vector: what is signed (a member for each part, by its name, and the secret), what is made of it, and whether that is right. */
export interface Vector {
  /** Stable, unique and never given to another vector. */
  readonly tcId: number
  readonly comment: string
  readonly flags: readonly string[]
  readonly secret: string
  /** The body as it is sent, where a mistake signs it. */
  readonly body?: string
  /** The text that is signed, and its UTF-8 bytes in hexadecimal. */
  readonly canonicalString: string
  readonly canonicalBytes: string
  readonly signature: string
  readonly result: 'valid' | 'invalid'
  /** Of an invalid one: the mistake of the catalogue that makes its signature. */
  readonly mistake?: string
  readonly [part: string]: unknown
}

export const vectorsName = 'withdrawal-signature'

export function signedHeaders({ operations }: Pick<Contract, 'operations'>): SignedHeaders | undefined {
  return operations.find(isSigned)?.authentication
}

/** All vectors of a construction: every case signed rightly, and the telling one signed with every mistake of the catalogue. */
export function vectorFile(construction: Construction): VectorFile {
  const right = [...vectorCases, ...casesWithLeadingZeros(construction)].map((each) => valid(construction, each))
  const wrong = mistakes(construction).flatMap((mistake) => invalid(construction, mistake))
  const groups = [group(construction, 'right signatures', right), group(construction, 'signatures that no signer may make', wrong)]
  return {
    $schema: `./${vectorsName}.schema.json`,
    algorithm: `HMAC-${construction.hash.toUpperCase()}`,
    header: [
      'Generated from spec/openapi.yaml by `npm run generate`; do not edit.',
      'Sign the parts of each test in the order of its group and compare. `valid`: the signature is right for these values.',
      '`invalid`: it is what the named mistake makes of them; the canonical string is the right one all the same.',
    ],
    numberOfTests: groups.reduce((sum, { tests }) => sum + tests.length, 0),
    notes,
    testGroups: groups,
  }
}

export function inputOf({ parts }: Pick<Construction, 'parts'>, vector: Vector): SigningInput {
  const values = Object.fromEntries(parts.map(({ name }) => [name, String(vector[name])]))
  return defined({ values, secret: vector.secret, body: vector.body })
}

/** The fields of a signed operation's body in the document's order, each with its example: a signer gets those that are no part as well. */
export function bodyFields({ operations }: Pick<Contract, 'operations'>): Readonly<Record<string, string>> {
  const signed = operations.find(isSigned)
  const example = (signed?.body?.example ?? {}) as Readonly<Record<string, unknown>>
  return Object.fromEntries(requestFields(signed ?? {}).map(({ name }) => [name, String(example[name] ?? name)]))
}

/** How the first signed operation is asked for. */
export function signedAddress({ operations }: Pick<Contract, 'operations'>): Pick<Operation, 'method' | 'path'> | undefined {
  return operations.find(isSigned)
}

export function unsignedFields({ parts }: Construction, fields: Readonly<Record<string, string>>): string[] {
  const signed = new Set(parts.map(fieldOfPart))
  return Object.keys(fields).filter((name) => !signed.has(name))
}

/** A body that holds the parts which are fields, as a plain serialiser writes it. */
export function vectorBody({ parts }: Construction, values: Readonly<Record<string, string>>): string {
  const fields = parts.flatMap((part) => {
    const field = fieldOfPart(part)
    return field === undefined ? [] : [[field, values[part.name]] as const]
  })
  return JSON.stringify(Object.fromEntries(fields))
}

function group({ hash, encoding, separator, parts }: Construction, comment: string, tests: readonly Vector[]): VectorGroup {
  return {
    type: 'RequestSignature',
    comment,
    construction: { hash, encoding, separator, parts: parts.map(({ name }) => name) },
    tests,
  }
}

function valid(construction: Construction, { tcId, comment, flags, values }: Case): Vector {
  const input = inputFrom(construction, { ...ordinary, ...values })
  return vector(construction, { tcId, comment, flags }, input, { signature: sign(construction, input), result: 'valid' })
}

/** What a mistake makes of the telling values, and of others on which it shows: other ones for each. */
function invalid(construction: Construction, mistake: Mistake): Vector[] {
  const others = tellings.map((values) => inputFrom(construction, { ...tellingValues, ...values }))
  const start = numberOf(mistake.id) % others.length
  const shown = [...others.slice(start), ...others.slice(0, start)].filter((input) => made(construction, mistake, input))
  return [inputFrom(construction, tellingValues), ...shown.slice(0, 1)].flatMap((input, index) => {
    const found = made(construction, mistake, input)
    if (!found) return []
    const about = {
      tcId: numberOf(index === 0 ? mistake.id : `${mistake.id}/${index + 1}`),
      comment: `it signs ${mistake.title}`,
      flags: flagsOf(mistake),
    }
    return [vector(construction, about, found.input, { signature: found.signature, result: 'invalid', mistake: mistake.id })]
  })
}

/** The wrong signature of an input, with a body where the mistake needs one; undefined if it is none. */
function made(construction: Construction, mistake: Mistake, input: SigningInput): { input: SigningInput; signature: string } | undefined {
  const withBody = { ...input, body: escapedBody(construction, input.values) }
  const given = mistake.sign(input) === undefined ? withBody : input
  const signature = mistake.sign(given)
  return signature === undefined || signature === sign(construction, given) ? undefined : { input: given, signature }
}

function vector(
  construction: Construction,
  about: Pick<Vector, 'tcId' | 'comment' | 'flags'>,
  { values, secret, body }: SigningInput,
  made: Pick<Vector, 'signature' | 'result' | 'mistake'>,
): Vector {
  const text = canonicalString(construction, values)
  return defined({ ...about, ...values, secret, body, canonicalString: text, canonicalBytes: Buffer.from(text).toString('hex'), ...made })
}

function inputFrom(construction: Construction, values: RoleValues): SigningInput {
  return { values: valuesByName(construction, values), secret: values.secret }
}

/** The ordinary values at the first times whose signatures begin with so many zeros, which some signers drop in hexadecimal. */
function casesWithLeadingZeros(construction: Construction): Case[] {
  if (construction.encoding !== 'hex') return []
  return leadingZeros.map(({ tcId, zeros }) => {
    const times = Array.from({ length: 100_000 }, (_, index) => String(1_700_000_000_000 + index))
    const found = times.find((timestamp) => sign(construction, inputFrom(construction, { ...ordinary, timestamp })).startsWith(zeros))
    if (found === undefined) throw new Error(`No timestamp was found whose signature begins with ${zeros}.`)
    return { tcId, comment: `the signature begins with ${zeros}`, flags: ['LeadingZero'], values: { timestamp: found } }
  })
}

/** A body on which every mistake with bodies shows: spaced, with an escape, and with a field that is not signed. */
function escapedBody(construction: Construction, values: Readonly<Record<string, string>>): string {
  const fields = { ...(JSON.parse(vectorBody(construction, values)) as Record<string, string>), note: 'refund 42' }
  const members = Object.entries(fields).map(([name, value]) => `${JSON.stringify(name)}: ${escapedText(value)}`)
  return `{ ${members.join(', ')} }`
}

/** A number that follows from the mistake's id alone, so that it stays whatever stands beside it (FNV-1a, folded to six digits). */
function numberOf(id: string): number {
  const hash = [...id].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16777619) >>> 0, 2166136261)
  return 100_000 + (hash % 900_000)
}

function flagsOf({ requirement, open, stage }: Mistake): Flag[] {
  const isOfPart = requirement.startsWith('covers.')
  const flag = isOfPart ? (stage === 'parts' ? 'MissingPart' : 'WrongTimestamp') : flagOf[requirement]
  return [...(flag ? [flag] : []), ...(open ? (['OpenCase'] as const) : [])]
}

const flagOf: Readonly<Record<string, Flag>> = {
  order: 'WrongOrder',
  plain: 'NotPlain',
  verbatim: 'NotVerbatim',
  digest: 'WrongDigest',
  key: 'WrongKey',
  encoding: 'WrongEncoding',
}
