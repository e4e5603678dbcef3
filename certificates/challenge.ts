import { type KeyObject, randomBytes } from 'node:crypto'
import { sha256 } from '../text/digest.ts'
import { excerpt } from '../text/excerpt.ts'
import { nodeOf } from '../text/json/node.ts'
import { checkedEnvelope, type Envelope, isSignedBy, seal } from './envelope.ts'
import { base64Bytes, parseJson, readAs, refuseOther, timeOf, timeText, UnreadableFile } from './untrusted-json.ts'

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
  const value = parseJson(file.toString('utf8'), what)
  if (!('payload' in nodeOf(value))) return { ...challengeOf(value, what), file, content: file }
  const { payloadType } = nodeOf(value)
  if (payloadType !== challengeType) throw new UnreadableFile(`${what} holds ${excerpt(payloadType)}, which is no challenge.`)
  const envelope = checkedEnvelope(readAs<Envelope>('signedChallenge', value, what), what)
  const content = base64Bytes(envelope.payload, `${what}, "payload"`)
  return { ...challengeOf(parseJson(content.toString('utf8'), what), what), file, content, envelope }
}

/** The seed that follows from a challenge: no other challenge has it, and nothing in this one can be changed without changing it. */
export function seedOf({ content }: ReadChallenge): string {
  return sha256(content)
}

export function isAskedBy({ envelope, content }: ReadChallenge, key: KeyObject): boolean {
  return envelope?.signatures.some(({ sig }) => isSignedBy(challengeType, content, sig, key)) ?? false
}

function challengeOf(found: unknown, what: string): Challenge {
  refuseOther(nodeOf(found)['schema'], schema, `${what} is no challenge`)
  const { value, asker, operations, issuedAt, validUntil } = readAs<ChallengeText>('challenge', found, what)
  const timed = (time: string, name: string) => timeOf(time, `${what}, "${name}"`)
  return { value, asker, operations, issuedAt: timed(issuedAt, 'issuedAt'), validUntil: timed(validUntil, 'validUntil') }
}

type ChallengeText = Omit<Challenge, 'issuedAt' | 'validUntil'> & Readonly<Record<'issuedAt' | 'validUntil', string>>
