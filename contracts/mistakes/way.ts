import type { Construction, SignedPart } from '../construction.ts'
import { hmac } from '../hashing.ts'
import type { SigningInput } from '../signing.ts'

/** A way to sign, stage by stage, so that a mistake changes one stage and two mistakes can be made at once. */
export interface Way {
  readonly parts: readonly SignedPart[]
  readonly value: (part: SignedPart, input: SigningInput) => string | undefined
  readonly text: (values: readonly SignedValue[], input: SigningInput) => string | undefined
  readonly bytes: (text: string) => Buffer
  readonly key: (input: SigningInput) => string | Buffer | undefined
  readonly hash: string
  readonly digest: (message: Buffer, key: string | Buffer, hash: string) => Buffer
  readonly encode: (digest: Buffer, hash: string) => string
}

export type SignedValue = readonly [name: string, value: string]

/** The stages in which a mistake can be made, in their order. */
export type SigningStage = 'parts' | 'value' | 'text' | 'bytes' | 'key' | 'digest' | 'encode'

export type Change = (way: Way) => Way

export function withText(text: Way['text']): Change {
  return (way) => ({ ...way, text })
}

export function rightWay({ parts, separator, hash, encoding }: Construction): Way {
  return {
    parts,
    value: ({ name }, { values }) => values[name],
    text: (values) => values.map(([, value]) => value).join(separator),
    bytes: (text) => Buffer.from(text, 'utf8'),
    key: ({ secret }) => secret,
    hash,
    digest: (message, key, name) => hmac(name, key, message),
    encode: (digest) => digest.toString(encoding),
  }
}

/** Signs in this way; undefined if it does not apply. */
export function signIn(way: Way, input: SigningInput): string | undefined {
  const message = messageIn(way, input)
  return message && signatureOf(way, input, message)
}

/** What is digested; undefined if the way does not apply. */
export function messageIn(way: Way, input: SigningInput): Buffer | undefined {
  const values = way.parts.map((part) => [part.name, way.value(part, input)] as const)
  const text = values.every((pair): pair is SignedValue => pair[1] !== undefined) ? way.text(values, input) : undefined
  return text === undefined ? undefined : way.bytes(text)
}

/** The signature of a message; undefined if there is no key. */
export function signatureOf(way: Way, input: SigningInput, message: Buffer): string | undefined {
  const key = way.key(input)
  return key === undefined ? undefined : way.encode(way.digest(message, key, way.hash), way.hash)
}
