import { type SigningInput, sign } from '../../contracts/signing.ts'
import { signedRequest, signedValues, signingInput } from '../../engine/request.ts'
import { openingValue } from '../../engine/value-alterations.ts'
import { defined } from '../../spec/defined.ts'
import { isUnsent } from './claims.ts'
import { never, type SignedOperation, type WrongSignature } from './wrong-signature.ts'

/** The words that programs use for a missing value. */
const words = { empty: '', undefined: 'undefined', null: 'null', none: 'None' } as const

/** A request that lacks something, or names a key that nobody has, signed with a word in the place of what is not found. */
export interface Nothing {
  readonly id: string
  readonly requirement: WrongSignature['requirement']
  readonly title: string
  readonly lacks: 'key' | 'timestamp' | 'known key' | 'nothing'
  /** True where what it lacks is there and empty. */
  readonly isEmpty?: true
  /** What a provider signs that takes the word for what it does not find; of several the seed chooses one. */
  readonly takes: readonly ((input: SigningInput) => SigningInput)[]
}

/** Every case with each of the words. */
export function nothings({ authentication: { key, timestamp, signature } }: SignedOperation): Nothing[] {
  const { parts } = signature.construction
  const nameOf = (header: string) => parts.find((part) => part.header === header)?.name
  const settings = parts.flatMap(({ name, setting }) => (setting ? [name] : []))
  const taking =
    (names: readonly (string | undefined)[], word: string, secret?: string) =>
    (input: SigningInput): SigningInput => ({
      values: { ...input.values, ...Object.fromEntries(names.flatMap((name) => (name === undefined ? [] : [[name, word]]))) },
      secret: secret ?? input.secret,
    })
  const unsent = parts.filter(isUnsent).map(({ name }) => name)
  // As a provider does it that has one secret for all.
  const unknownParts: Nothing = {
    id: 'key-id.unknown-parts',
    requirement: 'key-id',
    title: `with an unknown key, signed with the right secret and a word for ${unsent.join(' and ')}`,
    lacks: 'known key',
    takes: Object.values(words).map((word) => taking(unsent, word)),
  }
  const timeless = (id: string, word: string): Nothing => ({
    id: `timestamp.absent-${id}`,
    requirement: 'timestamp',
    title: `without a timestamp, signed with ${word} for it`,
    lacks: 'timestamp',
    takes: [taking([nameOf(timestamp.header)], word)],
  })
  const named = Object.entries(words).flatMap(([id, word]): Nothing[] => {
    const said = word || 'nothing'
    return [
      {
        id: `key-id.unknown-${id}`,
        requirement: 'key-id',
        title: `with an unknown key, signed with ${said} for all that belongs to it`,
        lacks: 'known key',
        takes: [taking(settings, word, word)],
      },
      {
        id: `key-id.unknown-secret-${id}`,
        requirement: 'key-id',
        title: `with an unknown key, signed with ${said} for the secret`,
        lacks: 'known key',
        takes: [taking([], word, word)],
      },
      {
        id: `key-id.absent-${id}`,
        requirement: 'key-id',
        title: `without a key, signed with ${said} for all that belongs to it`,
        lacks: 'key',
        takes: [taking([nameOf(key.header), ...settings], word, word)],
      },
      defined({
        id: `key-id.absent-part-${id}`,
        requirement: 'key-id',
        title: `${word === '' ? 'with an empty key' : 'without a key'}, signed with ${said} for it`,
        lacks: 'key',
        isEmpty: word === '' || undefined,
        takes: [taking([nameOf(key.header)], word)],
      }),
      ...(word === ''
        ? []
        : [
            ...settings.map((name) => ({
              id: `${name}-${id}`,
              requirement: `covers.${name}` as const,
              title: `signed with ${said} for ${name}`,
              lacks: 'nothing' as const,
              takes: [taking([name], word)],
            })),
            timeless(id, word),
            {
              id: `secret-${id}`,
              requirement: 'key' as const,
              title: `signed with ${said} for the secret`,
              lacks: 'nothing' as const,
              takes: [taking([], word, word)],
            },
          ]),
    ]
  })
  // What most languages make of a number that is not there, and what JavaScript makes of it.
  return [...named, timeless('zero', '0'), timeless('nan', 'NaN'), ...(unsent.length > 0 ? [unknownParts] : [])]
}

/** The wrong requests that follow from these. */
export function signedOverNothing(operation: SignedOperation): WrongSignature[] {
  const { key, signature } = operation.authentication
  const part = signature.construction.parts.find(({ header }) => header === key.header)
  return nothings(operation).map(({ id, requirement, title, lacks, isEmpty, takes }) => ({
    id,
    requirement,
    title,
    isExtended: true,
    omitted: never,
    build: (target, time, seed) => {
      const right = signedValues(operation, target, time)
      const keys = { key: isEmpty ? '' : undefined, 'known key': openingValue(right.key, seed), timestamp: right.key, nothing: right.key }
      const sent = keys[lacks]
      const input = signingInput(operation, target, time)
      const values = part && sent !== undefined ? { ...input.values, [part.name]: sent } : input.values
      const take = seed.pick(`signature/${id}`, takes)
      return signedRequest(operation, target, {
        key: sent,
        timestamp: lacks === 'timestamp' ? undefined : right.timestamp,
        signature: sign(signature.construction, take({ ...input, values })),
      })
    },
  }))
}
