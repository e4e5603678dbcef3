import type { Construction, SignedPart } from '../construction.ts'
import { hmac } from '../hashing.ts'
import type { SigningInput } from '../signing.ts'

/** How to sign, stage by stage, so that a mistake changes one stage and two mistakes can be made at once. */
export interface SigningProcedure {
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

export type SigningStage = 'parts' | 'value' | 'text' | 'bytes' | 'key' | 'digest' | 'encode'

export type Change = (procedure: SigningProcedure) => SigningProcedure

export function withText(text: SigningProcedure['text']): Change {
  return (procedure) => ({ ...procedure, text })
}

export function rightProcedure({ parts, separator, hash, encoding }: Construction): SigningProcedure {
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

/** The signature that a procedure makes; undefined if the procedure does not apply. */
export function signBy(procedure: SigningProcedure, input: SigningInput): string | undefined {
  const message = messageBy(procedure, input)
  return message && signatureOf(procedure, input, message)
}

/** What is digested; undefined if the procedure does not apply. */
export function messageBy(procedure: SigningProcedure, input: SigningInput): Buffer | undefined {
  const values = procedure.parts.map((part) => [part.name, procedure.value(part, input)] as const)
  const text = values.every((pair): pair is SignedValue => pair[1] !== undefined) ? procedure.text(values, input) : undefined
  return text === undefined ? undefined : procedure.bytes(text)
}

/** The signature of a message; undefined if there is no key. */
export function signatureOf(procedure: SigningProcedure, input: SigningInput, message: Buffer): string | undefined {
  const key = procedure.key(input)
  return key === undefined ? undefined : procedure.encode(procedure.digest(message, key, procedure.hash), procedure.hash)
}
