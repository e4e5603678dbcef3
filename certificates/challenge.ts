import { type KeyObject, randomBytes } from 'node:crypto'
import { sha256 } from '../spec/digest.ts'
import { type Envelope, envelopeOf, isSignedBy, seal } from './envelope.ts'
import { base64Bytes, type Fields, fieldsOf, parseJson, timeOf, timeText } from './json-fields.ts'
import { UnreadableFile } from './unreadable.ts'

/** What a verifier asks a vendor to answer: a random value, who asks, for which operations, and within which time. */
interface Challenge {
  readonly value: string
  readonly asker: string
  readonly operations: readonly string[]
  /** Milliseconds since the Unix epoch. */
  readonly issuedAt: number
  readonly validUntil: number
}

/** A challenge as it was read: its file, the bytes that count, and the signatures over them. */
export interface ReadChallenge extends Challenge {
  readonly file: Buffer
  readonly content: Buffer
  readonly envelope?: Envelope
}

/** The media type of a challenge, which its envelope names. */
const challengeType = 'application/vnd.assay.challenge+json'
const schema = 'assay.challenge/1'

export function challengeFile(
  { asker, operations, issuedAt, validUntil }: Omit<Challenge, 'value'>,
  keys: readonly KeyObject[] = [],
): string {
  const value = randomBytes(32).toString('hex')
  const content = { schema, value, asker, operations, issuedAt: timeText(issuedAt), validUntil: timeText(validUntil) }
  const text = `${JSON.stringify(content, null, 1)}\n`
  return keys.length === 0 ? text : `${JSON.stringify(seal(challengeType, Buffer.from(text), keys), null, 1)}\n`
}

/** Reads a challenge, signed or not. @throws {UnreadableFile} */
export function readChallenge(file: Buffer, what: string): ReadChallenge {
  const outer = fieldsOf(parseJson(file.toString('utf8'), what), what)
  if (!outer.has('payload')) return { ...challengeOf(outer, what), file, content: file }
  outer.only('payload', 'payloadType', 'signatures')
  const envelope = envelopeOf(outer, what)
  if (envelope.payloadType !== challengeType)
    throw new UnreadableFile(`${what} holds ${envelope.payloadType.slice(0, 80)}, which is no challenge.`)
  const content = base64Bytes(envelope.payload, `${what}, "payload"`)
  return { ...challengeOf(fieldsOf(parseJson(content.toString('utf8'), what), what), what), file, content, envelope }
}

/** The seed that follows from a challenge: no other challenge has it, and nothing in this one can be changed without changing it. */
export function seedOf({ content }: ReadChallenge): string {
  return sha256(content)
}

/** True if one of a challenge's signatures was made with the key. */
export function isAskedBy({ envelope, content }: ReadChallenge, key: KeyObject): boolean {
  return envelope?.signatures.some(({ sig }) => isSignedBy(challengeType, content, sig, key)) ?? false
}

function challengeOf(fields: Fields, what: string): Challenge {
  const found = fields.optional('schema') ?? 'none'
  if (found !== schema)
    throw new UnreadableFile(`${what} is no challenge: expected "schema": "${schema}", found ${JSON.stringify(found.slice(0, 60))}.`)
  fields.only('schema', 'value', 'asker', 'operations', 'issuedAt', 'validUntil')
  const value = fields.text('value')
  if (!/^[0-9a-f]{32,128}$/.test(value)) throw new UnreadableFile(`${what}: expected 32 to 128 hexadecimal digits under "value".`)
  return {
    value,
    asker: fields.text('asker'),
    operations: fields.texts('operations'),
    issuedAt: timeOf(fields.text('issuedAt'), `${what}, "issuedAt"`),
    validUntil: timeOf(fields.text('validUntil'), `${what}, "validUntil"`),
  }
}
